"""Earlier texts of notes."""

from datetime import datetime

from notebrain.domain.errors import NotFound
from notebrain.domain.history import LastKept
from notebrain.domain.messages import _
from notebrain.domain.note import NoteId, Revision
from notebrain.storage.database import Connection
from notebrain.storage.times import from_ms, to_ms


def keep(db: Connection, key: int, *, at: datetime, reason: str, session: str) -> None:
    """Keep the present text of a note as a revision."""
    db.execute(
        """insert into revision (note_rowid, version, title, title_is_set, body, front_matter, made_at, reason, session)
        select rowid, version, title, title_is_set, body, front_matter, ?, ?, ? from note where rowid = ?""",
        (to_ms(at), reason, session, key),
    )


def last_kept(db: Connection, key: int) -> LastKept | None:
    """Return when and in which session the newest revision of a note was kept, or None."""
    row = db.execute(
        "select session, made_at from revision where note_rowid = ? order by id desc limit 1", (key,)
    ).fetchone()
    return None if row is None else LastKept(row[0], from_ms(row[1]))


def history(db: Connection, note_id: NoteId) -> list[Revision]:
    """Return the earlier texts of a note, newest first."""
    rows = db.execute(
        """select revision.id, note.id, revision.title, revision.title_is_set, revision.body, made_at, reason
        from revision join note on note.rowid = note_rowid where note.id = ? order by revision.id desc""",
        (note_id,),
    )
    return [Revision(row[0], NoteId(row[1]), row[2], bool(row[3]), row[4], from_ms(row[5]), row[6]) for row in rows]


def get(db: Connection, note_id: NoteId, revision_id: int) -> Revision:
    """Return one earlier text of a note.

    Raises:
        NotFound: The note has no such revision.
    """
    found = next((revision for revision in history(db, note_id) if revision.id == revision_id), None)
    if found is None:
        raise NotFound(_("The note has no version {number}.").format(number=revision_id))
    return found
