"""The index of links to titles, updated with the text in one transaction, or for long notes in a typing pause."""

from datetime import datetime

from notebrain.storage.connection import Connection
from notebrain.storage.sql import to_ms

LONG = 200_000
"""Notes of this many characters or more get their links in a typing pause (reading this many takes about 2 ms)."""

_FILLED = 500
_RESTING = 5


def catch_up(db: Connection) -> None:
    """Index the links of every text this transaction changed; called before each commit."""
    keys = [row[0] for row in db.execute("select note_rowid from unlinked where later = 0")]
    for key in keys:
        (length,) = db.execute("select length(body) from note where rowid = ?", (key,)).fetchone()
        if length > LONG:
            db.execute("update unlinked set later = 1 where note_rowid = ?", (key,))
        else:
            _take_in(db, key)


def waiting(db: Connection, *, now: datetime) -> bool:
    """Return whether `fill` has something to do."""
    older = db.execute("select 1 from link_fill where upto > 0").fetchone()
    return older is not None or bool(_resting(db, now=now))


def fill(db: Connection, *, now: datetime) -> None:
    """Index the links of resting long notes, and of some notes that are older than the index."""
    for key in (*_resting(db, now=now), *_older(db)):
        _take_in(db, key)


def _take_in(db: Connection, key: int) -> None:
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


def _resting(db: Connection, *, now: datetime) -> list[int]:
    rows = db.execute(
        """select note_rowid from unlinked where later and not exists (select 1 from outbox
            where outbox.note_rowid = unlinked.note_rowid and kind = 'index' and attempts = 0 and retry_at > ?)
        limit ?""",
        (to_ms(now), _RESTING),
    )
    return [row[0] for row in rows]


def _older(db: Connection) -> list[int]:
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
