"""The trash: since when notes have been in it, in the vault's own time, and which are due for removal."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import NoteId
from notebrain.storage.connection import Connection
from notebrain.storage.notes import notes

LONG_AGO = -timedelta(days=36_500)
"""Since when a note is in the trash that another computer permanently removed: it is due at once."""
_MILLISECOND = timedelta(milliseconds=1)
_UNSEEN = """select rowid from note where deleted_at is not null
    and not exists (select 1 from in_trash where note_rowid = note.rowid)"""


@dataclass(frozen=True, slots=True)
class Trashed:
    """A note as it was last seen in the trash; its text is identified by its version and hash.

    Attributes:
        since: When it was first seen there, in milliseconds of the vault's time; None if not asked for.
    """

    id: NoteId
    version: int
    text_hash: bytes | None
    since: int | None = None


def record_new(db: Connection, *, passed: timedelta) -> None:
    """Record the notes that are new in the trash, whatever their dates.

    Args:
        passed: The current vault time.
    """
    db.execute(
        f"insert into in_trash (note_rowid, since) select rowid, ? from ({_UNSEEN})",
        (passed // _MILLISECOND,),
    )


def end_days(db: Connection, key: int) -> None:
    """Make a note in the trash due for removal; restoring or editing it prevents that."""
    db.execute(
        "insert or replace into in_trash (note_rowid, since) values (?, ?)",
        (key, LONG_AGO // _MILLISECOND),
    )


def states_of(db: Connection, note_ids: Iterable[NoteId]) -> Sequence[Trashed]:
    """Return the state of these notes in the trash.

    Raises:
        NotFound: There is no such note.
        UserError: One of them is not in the trash.
    """
    wanted = tuple(dict.fromkeys(note_ids))
    if not all(notes.is_trashed(db, note_id) for note_id in wanted):
        raise UserError(_("Only notes in the trash can be deleted for good."))
    select = "select id, version, text_hash from note where id = ?"
    return [Trashed(*db.execute(select, (note_id,)).fetchone()) for note_id in wanted]


def overdue(db: Connection, *, before: timedelta) -> Sequence[Trashed]:
    """Return the notes that were in the trash at this vault time or earlier, the earliest first."""
    rows = db.execute(
        """select id, version, text_hash, since from in_trash join note on note.rowid = note_rowid
        where since <= ? and deleted_at is not null order by since, note_rowid""",
        (before // _MILLISECOND,),
    )
    return [Trashed(*row) for row in rows]


def remove(db: Connection, some: Sequence[Trashed]) -> list[NoteId]:
    """Permanently remove notes; return those that were removed.

    A note stays if it was restored or changed since it was seen, or left the trash and came back. Only
    `app.maintenance.shredder` may call this, because it knows that a backup contains them.
    """
    going = [trashed.id for trashed in some if _is_as_seen(db, trashed)]
    notes.remove(db, going)
    return going


def _is_as_seen(db: Connection, trashed: Trashed) -> bool:
    row = db.execute(
        """select 1 from note left join in_trash on note_rowid = note.rowid
        where id = ? and version = ? and deleted_at is not null and (? is null or since = ?)""",
        (trashed.id, trashed.version, trashed.since, trashed.since),
    ).fetchone()
    return row is not None
