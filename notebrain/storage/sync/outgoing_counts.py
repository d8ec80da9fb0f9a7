"""How much of all kinds waits to be sent, for the status display and for scheduling."""

from dataclasses import dataclass
from datetime import datetime

from notebrain.storage.connection import Connection
from notebrain.storage.sql import to_ms, waits
from notebrain.storage.sync import account
from notebrain.storage.sync.incoming import IS_HELD, IS_UNNAMED
from notebrain.storage.sync.outgoing_notes import NoteSource
from notebrain.storage.sync.outgoing_removals import MAY_GO

_LATER = waits("retry_at")


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many items wait.

    Attributes:
        waiting: Notes, removals and settings that will be sent.
        failed: Items that the account rejected at the last attempt; not included in `waiting`.
    """

    waiting: int
    failed: int


NOTHING = Waiting(0, 0)


def counts(db: Connection) -> Waiting:
    """Return how many items are waiting and how many failed."""
    notes, notes_failed = NoteSource().counts(db)
    failed, waiting = db.execute(
        f"""select coalesce(sum(last_error is not null), 0), coalesce(sum(last_error is null), 0) from (
            select last_error from sync_gone where key is not null
            union all select last_error from sync_thing where key is not null and not {IS_UNNAMED})"""
    ).fetchone()
    return Waiting(notes + waiting + account.unqueued(db), notes_failed + failed)


def is_ready(db: Connection, *, now: datetime) -> bool:
    """Return whether something can be sent now."""
    at = to_ms(now)
    row = db.execute(
        f"""select 1 where exists (select 1 from sync_note where sending_rev is not null and not exists (
            select 1 from sync_missing join note using (id) where kind = 'note' and note.rowid = note_rowid))
        or exists (select 1 from sync_gone where key is not null and not {_LATER} and {MAY_GO})
        or exists (select 1 from sync_thing where key is not null and not {_LATER} and not {IS_HELD})""",
        (at,),
    ).fetchone()
    return row is not None or NoteSource().is_ready(db, now=now)


def next_ms(db: Connection, *, now: datetime) -> int | None:
    """Return when the next item becomes ready to be sent, in milliseconds since 1970."""
    (moment,) = db.execute(
        f"""select min(retry_at) from (
            select retry_at from sync_gone where key is not null and {_LATER} and {MAY_GO}
            union all select retry_at from sync_thing
            where key is not null and {_LATER} and not {IS_HELD})""",
        (to_ms(now),),
    ).fetchone()
    moments = [when for when in (moment, NoteSource().next_ms(db, now=now)) if when is not None]
    return min(moments, default=None)
