"""The substring index, filled in the background because it costs five times as much as the word index.

The index of exact repeats is filled along with it: its entries are scattered, and an import has no time for them.
"""

from datetime import datetime
from itertools import accumulate

from notebrain.storage.connection import Connection
from notebrain.storage.sql import to_ms

MOST_CHARACTERS = 100_000
"""Characters added per transaction (two notes of full length); this holds the write lock for about 50 ms."""

HEAD_LENGTH = 50_000
"""How many characters of a note the substring index contains; words are found in the whole note."""


def fill(db: Connection, *, limit: int, now: datetime) -> int:
    """Add up to `limit` missing notes, newest first, with at most `MOST_CHARACTERS` in total; return how many."""
    keys = ready(db, limit=limit, now=now)
    marks = ",".join("?" * len(keys))
    # one statement: FTS5 makes a segment of its own for every statement
    db.execute(
        f"""insert into note_gram (rowid, title, body) select doc, title, substr(body, 1, {HEAD_LENGTH})
        from word_doc join note on note.rowid = note_rowid where note_rowid in ({marks})""",
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


def ready(db: Connection, *, limit: int, now: datetime) -> list[int]:
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
    lengths = accumulate(length for _key, length in waiting)
    return [
        key
        for at, ((key, _), length) in enumerate(zip(waiting, lengths, strict=True))
        if not at or length <= MOST_CHARACTERS
    ]


def begin_anew(db: Connection) -> None:
    """Empty the substring index; it is rebuilt in the background."""
    db.execute("insert into note_gram (note_gram) values ('delete-all')")
    db.execute(
        "insert or ignore into ungrammed (note_rowid, repeat_known) select rowid, 1 from note"
    )


def missing(db: Connection) -> int:
    """Return how many notes the substring index lacks."""
    number: int = db.execute("select count(*) from ungrammed").fetchone()[0]
    return number
