"""Notes whose date has not come yet: the clock of the computer that wrote them was ahead.

By such a date a note would be the freshest of all until that day. Here it counts by the day on which this vault saw
it, as long as the note is not edited; the date it carries stays as it is, here and in the account.
"""

from datetime import datetime, timedelta
from typing import Final

from notebrain.storage.database import Connection
from notebrain.storage.times import to_ms

CHANGED_AT: Final = """coalesce((select seen from dated_ahead where note_rowid = note.rowid
    and dated = note.updated_at and dated_ahead.version = note.version), note.updated_at)"""
"""The expression for when a note was changed, as far as its date can be believed."""
_TOLERATED: Final = timedelta(days=1)


def see(db: Connection, *, now: datetime) -> None:
    """Note down the notes with a later date than `now`, a date that nothing speaks against."""
    db.execute(
        """insert into dated_ahead (note_rowid, dated, version, seen) select rowid, updated_at, version, ? from note
        where deleted_at is null and updated_at > ? and not exists (select 1 from dated_ahead as known
            where note_rowid = note.rowid and dated = updated_at and known.version = note.version)
        on conflict (note_rowid) do update
            set dated = excluded.dated, version = excluded.version, seen = excluded.seen""",
        (to_ms(now), to_ms(now + _TOLERATED)),
    )
