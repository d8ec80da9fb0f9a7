"""The durable queue of notes to compare with other notes, filled when a note is indexed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from notebrain.domain.notes.note import NoteId
from notebrain.domain.ports import Space
from notebrain.storage.connection import Connection
from notebrain.storage.embedding.chunks import space_id
from notebrain.storage.embedding.queue import Lane
from notebrain.storage.sql import to_ms


@dataclass(frozen=True, slots=True)
class Check:
    """A note to compare.

    Attributes:
        stamp: Identifies the text that was queued; the check is done only while the note still has it.
    """

    id: int
    note_key: int
    stamp: str
    lane: Lane


def queue(db: Connection, key: int, *, lane: Lane, at: datetime) -> None:
    """Queue a note in its current state."""
    db.execute(
        """insert into outbox (kind, note_rowid, idempotency_key, lane, retry_at)
        select 'check', rowid, id || ':' || version, ?, ? from note where rowid = ?
        on conflict (note_rowid, kind) do update set idempotency_key = excluded.idempotency_key,
            lane = min(lane, excluded.lane), retry_at = excluded.retry_at, attempts = 0, last_error = null""",
        (lane, to_ms(at), key),
    )


def due(db: Connection, *, now: datetime, limit: int) -> list[Check]:
    """Return the next checks: the user's edits first, and within each lane the notes queued first.

    This way the older of two notes is checked before the newer one, which then finds it.
    """
    found: list[Check] = []
    for lane in Lane:
        rows = db.execute(
            """select id, note_rowid, idempotency_key, lane from outbox
            where kind = 'check' and lane = ? and retry_at <= ? order by retry_at, id limit ?""",
            (lane, to_ms(now), limit - len(found)),
        )
        found += (Check(row[0], row[1], row[2], Lane(row[3])) for row in rows)
        if len(found) >= limit:
            break
    return found


def is_current(db: Connection, check: Check) -> bool:
    """Return whether a check is still valid as queued."""
    row = db.execute(
        "select 1 from outbox where id = ? and idempotency_key = ?", (check.id, check.stamp)
    ).fetchone()
    return row is not None


def done(db: Connection, check: Check) -> None:
    """Remove a check from the queue, unless its note changed meanwhile."""
    db.execute("delete from outbox where id = ? and idempotency_key = ?", (check.id, check.stamp))


def holds(db: Connection, note_id: NoteId) -> bool:
    """Return whether a note still waits to be indexed or compared."""
    row = db.execute(
        """select 1 from outbox join note on note.rowid = note_rowid
        where note.id = ? and kind in ('index', 'check') limit 1""",
        (note_id,),
    ).fetchone()
    return row is not None


def waiting(db: Connection) -> int:
    """Return how many notes are waiting to be compared, including those that are indexed first.

    A note that could not be indexed at the first try does not count: it may never be.
    """
    number: int = db.execute(
        """select count(distinct note_rowid) from outbox join note on note.rowid = note_rowid
        where (kind = 'check' or (kind = 'index' and attempts = 0)) and deleted_at is null"""
    ).fetchone()[0]
    return number


def unread(db: Connection, keys: Iterable[int]) -> set[int]:
    """Return which of these notes wait for their first try to be indexed; they are compared after it."""
    wanted = list(keys)
    rows = db.execute(
        f"""select note_rowid from outbox where kind = 'index' and attempts = 0
            and note_rowid in ({", ".join("?" * len(wanted))})""",
        wanted,
    )
    return {row[0] for row in rows}


def sample_vectors(db: Connection, key: int, space: Space, *, most: int = 3) -> list[bytes]:
    """Return the vectors of a note's first, middle and last passages, or fewer if it has fewer."""
    rows = db.execute(
        """select data from chunk join vector on vector.content_hash = chunk.content_hash and space_id is ?
        where note_rowid = ? order by position""",
        (space_id(db, space), key),
    ).fetchall()
    if len(rows) <= most:
        return [row[0] for row in rows]
    places = sorted({round(place * (len(rows) - 1) / (most - 1)) for place in range(most)})
    return [rows[place][0] for place in places]


def all_vectors(db: Connection, key: int, space: Space, *, most: int = 64) -> list[bytes]:
    """Return the vectors of a note's passages in order."""
    return [
        row[0]
        for row in db.execute(
            """select data from chunk join vector on vector.content_hash = chunk.content_hash and space_id is ?
            where note_rowid = ? order by position limit ?""",
            (space_id(db, space), key, most),
        )
    ]


def live_ids(db: Connection, keys: Sequence[int]) -> dict[int, NoteId]:
    """Return the ids of these notes, without those in the trash."""
    if not keys:
        return {}
    marks = ", ".join("?" * len(keys))
    rows = db.execute(
        f"select rowid, id from note where deleted_at is null and rowid in ({marks})", tuple(keys)
    )
    return {row[0]: NoteId(row[1]) for row in rows}
