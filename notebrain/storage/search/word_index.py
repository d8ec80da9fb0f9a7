"""The word index, updated in the transaction that changes a text, or when a long note rests.

Each text has its own number in the index, its `doc`, which is never reused: see `m012_fresh_numbers`.
"""

from collections.abc import Sequence
from datetime import datetime
from itertools import accumulate

from notebrain.storage.connection import Connection
from notebrain.storage.sql import to_ms

LONG = 100_000
"""Notes of this many characters or more wait for a pause in typing: 100,000 hold the write lock for about 50 ms."""

MOST_PARTS = 128
"""Number of index parts above which they are merged even when busy: at 1,000, FTS5 merges all of them at once
(measured: 4 s), and more parts make each step slower (500 parts with 250 pages: 60 ms)."""

MOST_CHARACTERS = 100_000
"""Characters added per step when the index is rebuilt; this holds the write lock for about 50 ms."""

_BATCH = 500
_MERGED_PAGES = 120
_MERGED_SOMETHING = 2


def catch_up(db: Connection) -> None:
    """Add every text that this transaction changed to the word index; called before each commit.

    This takes one statement, so the notes of one commit become one segment of the index.
    """
    _take_in(db, [row[0] for row in db.execute("select note_rowid from unworded where later = 0")])


def put_off(db: Connection, key: int) -> None:
    """Postpone indexing a long note until it rests; until then its former words find it."""
    db.execute("update unworded set later = 1 where note_rowid = ?", (key,))


def resting(db: Connection, *, now: datetime) -> list[int]:
    """Return the keys of the long notes whose words can be indexed now."""
    rows = db.execute(
        """select note_rowid from unworded where later = 1 and not exists (select 1 from outbox
            where outbox.note_rowid = unworded.note_rowid and kind = 'index' and attempts = 0 and retry_at > ?)""",
        (to_ms(now),),
    )
    return [row[0] for row in rows]


def catch_up_resting(db: Connection, *, now: datetime) -> int:
    """Index the words of the long notes that rest; return how many."""
    keys = resting(db, now=now)
    _take_in(db, keys)
    return len(keys)


def catch_up_all(db: Connection) -> None:
    """Index the words of every note that the index lacks."""
    _take_in(db, [row[0] for row in db.execute("select note_rowid from unworded")])


def merge_some(db: Connection) -> bool:
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


def begin_anew(db: Connection) -> None:
    """Empty the word index; `renew_some` rebuilds it step by step."""
    db.execute("insert into note_fts (note_fts) values ('delete-all')")
    db.execute("delete from worded")
    db.execute("insert or ignore into word_doc (note_rowid) select rowid from note")
    db.execute("insert or replace into unworded (note_rowid, later) select rowid, 2 from note")


def renew_some(db: Connection) -> bool:
    """Add some missing notes to an index that is being rebuilt, newest first; return whether there are more."""
    waiting = db.execute(
        """select note_rowid, length(body) from unworded join note on note.rowid = note_rowid
        where later = 2 order by note_rowid desc limit ?""",
        (_BATCH,),
    ).fetchall()
    lengths = accumulate(length for _key, length in waiting)
    keys = [
        key
        for at, ((key, _), length) in enumerate(zip(waiting, lengths, strict=True))
        if not at or length <= MOST_CHARACTERS
    ]
    # the index was emptied, so the former number of a text is as good as a new one, and preserves the order
    _insert(db, keys)
    return len(keys) < len(waiting) or len(waiting) == _BATCH


def missing(db: Connection) -> int:
    """Return how many notes an index that is being rebuilt still lacks."""
    number: int = db.execute("select count(*) from unworded where later = 2").fetchone()[0]
    return number


def _take_in(db: Connection, keys: Sequence[int]) -> None:
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
        _insert(db, some)


def _insert(db: Connection, keys: Sequence[int]) -> None:
    these = f"({','.join('?' * len(keys))})"
    db.execute(
        f"""insert into note_fts (rowid, title, body) select doc, title, body
        from word_doc join note on note.rowid = note_rowid where note_rowid in {these} order by doc""",
        keys,
    )
    db.execute(f"delete from unworded where note_rowid in {these}", keys)
