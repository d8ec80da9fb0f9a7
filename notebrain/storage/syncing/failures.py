"""What the account does not take, and why: notes and settings, vectors of notes, questions about cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from notebrain.storage.database import Connection
from notebrain.storage.times import from_ms


class What(StrEnum):
    """What of a note does not get through."""

    CHANGE = "change"
    """What it says, or that it is gone; or a setting or card."""
    VECTORS = "vectors"
    """What it is found by, by meaning, on a new computer."""
    OPINION = "opinion"
    """The question to a model about it and another one."""


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
    what: What = What.CHANGE


def all_of(db: Connection, *, limit: int = 100) -> Sequence[Failure]:
    """Return what the account did not take when it was asked last."""
    rows = db.execute(
        f"""select note.id, title, last_error, retry_at, '{What.CHANGE}'
            from outbox join note on note.rowid = note_rowid
            where kind = 'send' and last_error is not null and not local_only
        union all select note_id, '', last_error, retry_at, '{What.CHANGE}' from sync_gone
            where key is not null and last_error is not null
        union all select id, '', last_error, retry_at, '{What.CHANGE}' from sync_thing
            where key is not null and last_error is not null
        union all select note.id, title, error, not_before, '{What.VECTORS}'
            from vector_todo join note on note.rowid = note_rowid
            where error is not null and not local_only and deleted_at is null
        union all select note.id, title, reason, not_before, '{What.OPINION}'
            from ruling_try join card using (older_hash, newer_hash) join note on note.id = newer_id
            where reason is not null and state = 'open' and judged_by = ''
                and not local_only and deleted_at is null
        limit ?""",
        (limit,),
    )
    return [Failure(row[0], row[1], row[2], from_ms(row[3]), What(row[4])) for row in rows]
