"""The durable queue of notes to index: a row is added with the note and removed when its results are stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from notebrain.domain.notes.note import NoteId
from notebrain.storage.connection import Connection
from notebrain.storage.sql import from_ms, to_ms, waits

INDEX = "index"


class Lane(IntEnum):
    """The priority of work: the user's latest edits come before the backfill of many notes."""

    EDIT = 0
    BACKFILL = 1


@dataclass(frozen=True, slots=True)
class Job:
    """One note to work on.

    Attributes:
        idempotency_key: Identifies the note and the version the job was queued for; the job is done only while it still
            has this key, so that edits made meanwhile are not lost.
    """

    id: int
    note_key: int
    idempotency_key: str
    attempts: int
    lane: Lane


def queue_index(
    db: Connection, key: int, note_id: NoteId, version: int, *, lane: Lane, at: datetime
) -> None:
    """Queue a note for indexing from the moment `at`; a waiting job is updated.

    A job for the user's own edits does not fall back into the backfill.
    """
    db.execute(
        """insert into outbox (kind, note_rowid, idempotency_key, lane, retry_at) values ('index', ?, ?, ?, ?)
        on conflict (note_rowid, kind) do update set idempotency_key = excluded.idempotency_key,
            lane = min(lane, excluded.lane), retry_at = excluded.retry_at, attempts = 0, last_error = null""",
        (key, _key(note_id, version), lane, to_ms(at)),
    )


def _key(note_id: NoteId, version: int) -> str:
    return f"{note_id}:{version}"


def queue_all(db: Connection, keys: Sequence[int], *, lane: Lane, at: datetime) -> None:
    """Queue new notes with consecutive keys for indexing."""
    if keys:
        db.execute(
            """insert into outbox (kind, note_rowid, idempotency_key, lane, retry_at)
            select 'index', rowid, id || ':' || version, ?, ? from note where rowid between ? and ? order by rowid""",
            (lane, to_ms(at), keys[0], keys[-1]),
        )


def hasten(db: Connection, key: int, *, at: datetime) -> bool:
    """Make a note's waiting job due at once; return whether that changed anything."""
    cursor = db.execute(
        "update outbox set retry_at = ? where kind = 'index' and note_rowid = ? and retry_at > ?",
        (to_ms(at), key, to_ms(at)),
    )
    return cursor.rowcount > 0


def due(db: Connection, *, now: datetime, limit: int) -> list[Job]:
    """Return the next jobs: edits before the backfill, and within each the newest first."""
    found: list[Job] = []
    for lane in Lane:
        rows = db.execute(
            f"""select id, note_rowid, idempotency_key, attempts, lane from outbox
            where kind = 'index' and lane = ?2 and not {waits("retry_at")}
            order by retry_at desc, id desc limit ?3""",
            (to_ms(now), lane, limit - len(found)),
        )
        found += (Job(row[0], row[1], row[2], row[3], Lane(row[4])) for row in rows)
        if len(found) >= limit:
            break
    return found


def next_due(db: Connection, *, after: datetime) -> datetime | None:
    """Return the first moment after `after` at which a job becomes due, or None if there is none."""
    moments = [
        db.execute(
            "select min(retry_at) from outbox where kind = 'index' and lane = ? and retry_at > ?",
            (lane, to_ms(after)),
        ).fetchone()[0]
        for lane in Lane
    ]
    return min((from_ms(moment) for moment in moments if moment is not None), default=None)


def next_due_ms(db: Connection) -> int | None:
    """Return when the first job is or was due, in milliseconds, or None if nothing is waiting."""
    moment: int | None = db.execute(
        "select min(retry_at) from outbox where kind = 'index'"
    ).fetchone()[0]
    return moment


def is_current(db: Connection, job: Job) -> bool:
    """Return whether a job is still valid as queued: its note exists and has not changed since."""
    row = db.execute(
        "select 1 from outbox where id = ? and idempotency_key = ?", (job.id, job.idempotency_key)
    ).fetchone()
    return row is not None


def done(db: Connection, jobs: Sequence[Job]) -> None:
    """Remove finished jobs from the queue, unless their notes changed meanwhile."""
    db.executemany(
        "delete from outbox where id = ? and idempotency_key = ?",
        [(job.id, job.idempotency_key) for job in jobs],
    )


def failed(db: Connection, job: Job, *, error: str, retry_at: datetime) -> None:
    """Record why a job failed and when to try again."""
    db.execute(
        "update outbox set attempts = attempts + 1, last_error = ?, retry_at = ? where id = ? and idempotency_key = ?",
        (error, to_ms(retry_at), job.id, job.idempotency_key),
    )


def waiting(db: Connection) -> int:
    """Return how many notes are waiting to be indexed."""
    number: int = db.execute("select count(*) from outbox where kind = 'index'").fetchone()[0]
    return number
