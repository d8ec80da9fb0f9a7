"""The trash: since when, in the vault's own time, its notes have been seen there, and which are to go."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from notebrain.domain.note import NoteId
from notebrain.storage import notes
from notebrain.storage.database import Connection

_MILLISECOND = timedelta(milliseconds=1)
_UNSEEN = """select rowid from note where deleted_at is not null
    and not exists (select 1 from in_trash where note_rowid = note.rowid)"""


@dataclass(frozen=True, slots=True)
class Overdue:
    """A note that was in the trash long enough, as it was when somebody looked."""

    id: NoteId
    version: int


def any_unseen(db: Connection) -> bool:
    """Tell whether a note is in the trash that was not seen there yet."""
    row = db.execute(f"{_UNSEEN} limit 1").fetchone()
    return row is not None


def see(db: Connection, *, passed: timedelta) -> None:
    """Note down the notes that are new in the trash, whatever date they carry.

    Args:
        passed: The vault's time now.
    """
    db.execute(
        f"insert into in_trash (note_rowid, since) select rowid, ? from ({_UNSEEN})",
        (passed // _MILLISECOND,),
    )


def overdue(db: Connection, *, before: timedelta) -> Sequence[Overdue]:
    """Return the notes that were seen in the trash at this vault's time or earlier, the first one first."""
    rows = db.execute(
        """select id, version from in_trash join note on note.rowid = note_rowid
        where since <= ? and deleted_at is not null order by since, note_rowid""",
        (before // _MILLISECOND,),
    )
    return [Overdue(NoteId(row[0]), row[1]) for row in rows]


def remove(db: Connection, some: Sequence[Overdue]) -> list[NoteId]:
    """Remove notes for good; return those that went.

    One that was restored or changed since somebody looked stays, and so does one that left the trash in between and
    is there again.
    """
    going = [one.id for one in some if _is_as_seen(db, one)]
    notes.remove(db, going)
    return going


def _is_as_seen(db: Connection, one: Overdue) -> bool:
    row = db.execute(
        """select 1 from note join in_trash on note_rowid = note.rowid
        where id = ? and version = ? and deleted_at is not null""",
        (one.id, one.version),
    ).fetchone()
    return row is not None
