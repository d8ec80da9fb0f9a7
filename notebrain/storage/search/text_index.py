"""The indexes of a text: its words, its substrings, and its links to titles.

Words and links are indexed in the transaction that changes a text, or in a typing pause if the note is long. Each text
has its own number in the word index, its `doc`, which is never reused: see `m012_fresh_numbers`. Substrings follow in
the background because they cost five times as much, and so do exact repeats: their entries are scattered, and an
import has no time for them.
"""

from collections.abc import Sequence
from datetime import datetime
from itertools import accumulate

from notebrain.storage.connection import Connection
from notebrain.storage.sql import to_ms

LONG_FOR_WORDS = 100_000
"""Notes of this many characters or more wait for a pause in typing: 100,000 hold the write lock for about 50 ms."""

MOST_PARTS = 128
"""Number of index parts above which they are merged even when busy: at 1,000, FTS5 merges all of them at once
(measured: 4 s), and more parts make each step slower (500 parts with 250 pages: 60 ms)."""

MOST_CHARACTERS = 100_000
"""Characters added per step when the index is rebuilt; this holds the write lock for about 50 ms."""

_BATCH = 500
_MERGED_PAGES = 120
_MERGED_SOMETHING = 2


def catch_up_words(db: Connection) -> None:
    """Add every text that this transaction changed to the word index; called before each commit.

    This takes one statement, so the notes of one commit become one segment of the index.
    """
    _reindex(db, [row[0] for row in db.execute("select note_rowid from unworded where later = 0")])


def postpone_words(db: Connection, key: int) -> None:
    """Postpone indexing a long note until it rests; until then its former words find it."""
    db.execute("update unworded set later = 1 where note_rowid = ?", (key,))


def resting_words(db: Connection, *, now: datetime) -> list[int]:
    """Return the keys of the long notes whose words can be indexed now."""
    rows = db.execute(
        """select note_rowid from unworded where later = 1 and not exists (select 1 from outbox
            where outbox.note_rowid = unworded.note_rowid and kind = 'index' and attempts = 0 and retry_at > ?)""",
        (to_ms(now),),
    )
    return [row[0] for row in rows]


def catch_up_resting_words(db: Connection, *, now: datetime) -> int:
    """Index the words of the long notes that rest; return how many."""
    keys = resting_words(db, now=now)
    _reindex(db, keys)
    return len(keys)


def catch_up_all_words(db: Connection) -> None:
    """Index the words of every note that the index lacks."""
    _reindex(db, [row[0] for row in db.execute("select note_rowid from unworded")])


def merge_some_words(db: Connection) -> bool:
    """Merge parts of the word index for 10 to 20 ms; return whether there may be more to merge.

    Every commit adds a part, and searches read each of them.
    """
    before = db.total_changes
    db.execute("insert into note_fts (note_fts, rank) values ('merge', ?)", (_MERGED_PAGES,))
    # according to FTS5 (its documentation, 6.8), a statement that changed fewer than two rows had nothing to merge
    return db.total_changes - before >= _MERGED_SOMETHING


def is_crowded(db: Connection) -> bool:
    """Return whether the word index has so many parts that they must be merged now rather than when idle."""
    (parts,) = db.execute(
        """with recursive part (id) as (select min(segid) from note_fts_idx union all
            select (select min(segid) from note_fts_idx where segid > part.id) from part where part.id is not null)
        select count(id) from part"""
    ).fetchone()
    return bool(parts > MOST_PARTS)


def begin_words_anew(db: Connection) -> None:
    """Empty the word index; `renew_some_words` rebuilds it step by step."""
    db.execute("insert into note_fts (note_fts) values ('delete-all')")
    db.execute("delete from worded")
    db.execute("insert or ignore into word_doc (note_rowid) select rowid from note")
    db.execute("insert or replace into unworded (note_rowid, later) select rowid, 2 from note")


def renew_some_words(db: Connection) -> bool:
    """Add some missing notes to a word index that is being rebuilt, newest first; return whether there are more."""
    waiting = db.execute(
        """select note_rowid, length(body) from unworded join note on note.rowid = note_rowid
        where later = 2 order by note_rowid desc limit ?""",
        (_BATCH,),
    ).fetchall()
    keys = _first_keys(waiting, MOST_CHARACTERS)
    # the index was emptied, so the former number of a text is as good as a new one, and preserves the order
    _insert_words(db, keys)
    return len(keys) < len(waiting) or len(waiting) == _BATCH


def _first_keys(waiting: Sequence[tuple[int, int]], characters: int) -> list[int]:
    """Return the keys of the first texts, with at most so many characters in total; at least one."""
    lengths = accumulate(length for _key, length in waiting)
    return [
        key
        for at, ((key, _), length) in enumerate(zip(waiting, lengths, strict=True))
        if not at or length <= characters
    ]


def missing_words(db: Connection) -> int:
    """Return how many notes a word index that is being rebuilt still lacks."""
    number: int = db.execute("select count(*) from unworded where later = 2").fetchone()[0]
    return number


def _reindex(db: Connection, keys: Sequence[int]) -> None:
    for start in range(0, len(keys), _BATCH):
        some = keys[start : start + _BATCH]
        these = f"({','.join('?' * len(some))})"
        db.execute(
            f"""insert into note_fts (note_fts, rowid, title, body) select 'delete', doc, title, body
            from worded join word_doc using (note_rowid) where note_rowid in {these}""",
            some,
        )
        db.execute(f"delete from worded where note_rowid in {these}", some)
        db.execute(f"delete from word_doc where note_rowid in {these}", some)
        db.execute(
            f"""insert into word_doc (note_rowid) select rowid from note
            where rowid in {these} order by rowid""",
            some,
        )
        _insert_words(db, some)


def _insert_words(db: Connection, keys: Sequence[int]) -> None:
    these = f"({','.join('?' * len(keys))})"
    _write_searchable(db, keys)
    db.execute(
        f"""insert into note_fts (rowid, title, body) select doc, {TITLE}, {BODY}
        from word_doc join note on note.rowid = word_doc.note_rowid {SEARCHABLE}
        where word_doc.note_rowid in {these} order by doc""",
        keys,
    )
    db.execute(f"delete from unworded where note_rowid in {these}", keys)


SEARCHABLE = "left join searchable_text as other on other.note_rowid = note.rowid"
"""Joins the texts that the indexes have in place of those of notes: they have no links to attachments."""
TITLE, BODY = "coalesce(other.title, note.title)", "coalesce(other.body, note.body)"


def _write_searchable(db: Connection, keys: Sequence[int]) -> None:
    """Write what the indexes are to have of the notes that name attachments, unless the substrings have it already."""
    these = f"({','.join('?' * len(keys))})"
    rows = db.execute(
        f"""select rowid, title, body from note where rowid in {these}
        and (instr(body, 'attachment:') or instr(title, 'attachment:'))
        and not exists (select 1 from searchable_text where note_rowid = note.rowid)""",
        keys,
    ).fetchall()
    if not rows:
        return
    # its patterns take 2 ms, and few notes have attachments
    from notebrain.domain.notes.attachments import searchable

    db.executemany(
        "insert into searchable_text (note_rowid, title, body) values (?, ?, ?)",
        [(key, searchable(title), searchable(body)) for key, title, body in rows],
    )


MOST_SUBSTRING_CHARACTERS = 100_000
"""Characters added per transaction (two notes of full length); this holds the write lock for about 50 ms."""

HEAD_LENGTH = 50_000
"""How many characters of a note the substring index contains; words are found in the whole note."""


def fill_substrings(db: Connection, *, limit: int, now: datetime) -> int:
    """Add up to `limit` notes, newest first, with at most `MOST_SUBSTRING_CHARACTERS` in total; return how many."""
    keys = ready_for_substrings(db, limit=limit, now=now)
    marks = ",".join("?" * len(keys))
    # one statement: FTS5 makes a segment of its own for every statement
    db.execute(
        f"""insert into note_gram (rowid, title, body) select doc, {TITLE}, substr({BODY}, 1, {HEAD_LENGTH})
        from word_doc join note on note.rowid = word_doc.note_rowid {SEARCHABLE}
        where word_doc.note_rowid in ({marks})""",
        keys,
    )
    # in the order of the index, so that each page is visited once
    db.execute(
        f"""insert or ignore into repeat (hash, note_rowid) select repeat_hash, rowid from note
        where rowid in ({marks}) and repeat_hash is not null order by repeat_hash""",
        keys,
    )
    db.execute(f"delete from ungrammed where note_rowid in ({marks})", keys)
    return len(keys)


def ready_for_substrings(db: Connection, *, limit: int, now: datetime) -> list[int]:
    """Return the keys of the notes to add next; notes being edited wait until they rest.

    Notes missing from the word index wait as well, because it gives a text its number.
    """
    waiting = db.execute(
        """select note.rowid, min(length(body), ?) from ungrammed join note on note.rowid = ungrammed.note_rowid
        where not exists (select 1 from outbox where outbox.note_rowid = note.rowid and kind = 'index'
            and attempts = 0 and retry_at > ?)
        and not exists (select 1 from unworded where unworded.note_rowid = note.rowid)
        order by ungrammed.note_rowid desc limit ?""",
        (HEAD_LENGTH, to_ms(now), limit),
    ).fetchall()
    return _first_keys(waiting, MOST_SUBSTRING_CHARACTERS)


def begin_substrings_anew(db: Connection) -> None:
    """Empty the substring index; it is rebuilt in the background."""
    db.execute("insert into note_gram (note_gram) values ('delete-all')")
    db.execute(
        "insert or ignore into ungrammed (note_rowid, repeat_known) select rowid, 1 from note"
    )


def missing_substrings(db: Connection) -> int:
    """Return how many notes the substring index lacks."""
    number: int = db.execute("select count(*) from ungrammed").fetchone()[0]
    return number


LONG_FOR_LINKS = 200_000
"""Notes of this many characters or more get their links in a typing pause (reading this many takes about 2 ms)."""

_FILLED = 500
_RESTING = 5


def catch_up_links(db: Connection) -> None:
    """Index the links of every text this transaction changed; called before each commit."""
    keys = [row[0] for row in db.execute("select note_rowid from unlinked where later = 0")]
    for key in keys:
        (length,) = db.execute("select length(body) from note where rowid = ?", (key,)).fetchone()
        if length > LONG_FOR_LINKS:
            db.execute("update unlinked set later = 1 where note_rowid = ?", (key,))
        else:
            _update_links(db, key)


def links_wait(db: Connection, *, now: datetime) -> bool:
    """Return whether `fill_links` has something to do."""
    older = db.execute("select 1 from link_fill where upto > 0").fetchone()
    return older is not None or bool(_resting_links(db, now=now))


def fill_links(db: Connection, *, now: datetime) -> None:
    """Index the links of resting long notes, and of some notes that are older than the index."""
    for key in (*_resting_links(db, now=now), *_older_with_links(db)):
        _update_links(db, key)


def _update_links(db: Connection, key: int) -> None:
    # its patterns take 5 ms, and few notes have links
    from notebrain.domain.notes.links import find_links

    (body,) = db.execute("select body from note where rowid = ?", (key,)).fetchone()
    named = {name for link in find_links(body) for name in link.keys}
    present = {row[0] for row in db.execute("select key from link where note_rowid = ?", (key,))}
    db.executemany(
        "delete from link where key = ? and note_rowid = ?",
        [(name, key) for name in present - named],
    )
    db.executemany(
        "insert into link (key, note_rowid) values (?, ?)",
        [(name, key) for name in named - present],
    )
    db.execute("delete from unlinked where note_rowid = ?", (key,))


def _resting_links(db: Connection, *, now: datetime) -> list[int]:
    rows = db.execute(
        """select note_rowid from unlinked where later and not exists (select 1 from outbox
            where outbox.note_rowid = unlinked.note_rowid and kind = 'index' and attempts = 0 and retry_at > ?)
        limit ?""",
        (to_ms(now), _RESTING),
    )
    return [row[0] for row in rows]


def _older_with_links(db: Connection) -> list[int]:
    """Return which of the next older notes have links, and mark these notes as read."""
    (upto,) = db.execute("select upto from link_fill").fetchone()
    if not upto:
        return []
    rows = db.execute(
        "select rowid, instr(body, '[[') from note where rowid <= ? order by rowid desc limit ?",
        (upto, _FILLED),
    ).fetchall()
    db.execute("update link_fill set upto = ?", (rows[-1][0] - 1 if rows else 0,))
    return [key for key, has_links in rows if has_links]
