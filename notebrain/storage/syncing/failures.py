"""What the account does not take, and why."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from notebrain.storage.database import Connection
from notebrain.storage.times import from_ms


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing that could not be sent.

    Attributes:
        id: Of the note, or of the setting.
        title: What a note is called; empty for what is no note.
        retry_at: When it is tried again by itself; in the year 9999 for what has to be changed first.
    """

    id: str
    title: str
    reason: str
    retry_at: datetime


def all_of(db: Connection, *, limit: int = 100) -> Sequence[Failure]:
    """Return what the account did not take when it was asked last."""
    rows = db.execute(
        """select note.id, title, last_error, retry_at from outbox join note on note.rowid = note_rowid
            where kind = 'send' and last_error is not null and not local_only
        union all select note_id, '', last_error, retry_at from sync_gone
            where key is not null and last_error is not null
        union all select id, '', last_error, retry_at from sync_thing
            where key is not null and last_error is not null
        limit ?""",
        (limit,),
    )
    return [Failure(row[0], row[1], row[2], from_ms(row[3])) for row in rows]
