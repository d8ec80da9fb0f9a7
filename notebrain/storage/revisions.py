"""Earlier texts of notes."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from notebrain.domain.errors import NotFound
from notebrain.domain.history import LastKept
from notebrain.domain.messages import _
from notebrain.domain.note import NoteId, Revision
from notebrain.domain.timeline import Kept
from notebrain.storage.database import Connection
from notebrain.storage.times import from_ms, to_ms


def keep(db: Connection, key: int, *, at: datetime, reason: str, session: str) -> None:
    """Keep the present text of a note as a revision."""
    db.execute(
        """insert into revision (note_rowid, version, title, title_is_set, body, front_matter, made_at, reason, session)
        select rowid, version, title, title_is_set, body, front_matter, ?, ?, ? from note where rowid = ?""",
        (to_ms(at), reason, session, key),
    )


def add(
    db: Connection,
    key: int,
    *,
    title: str,
    title_is_set: bool,
    body: str,
    front_matter: str,
    at: datetime,
    reason: str,
    session: str,
) -> None:
    """Keep a text that never was a note's present one, e.g. another computer's."""
    db.execute(
        """insert into revision (note_rowid, version, title, title_is_set, body, front_matter, made_at, reason, session)
        select rowid, version, ?, ?, ?, ?, ?, ?, ? from note where rowid = ?""",
        (title, title_is_set, body, front_matter, to_ms(at), reason, session, key),
    )


def has(db: Connection, key: int, *, title: str, body: str) -> bool:
    """Tell whether a note once said exactly this."""
    row = db.execute(
        "select 1 from revision where note_rowid = ? and title = ? and body = ? limit 1",
        (key, title, body),
    ).fetchone()
    return row is not None


def last_kept(db: Connection, key: int) -> LastKept | None:
    """Return when and in which session the newest revision of a note was kept, or None."""
    row = db.execute(
        "select session, made_at from revision where note_rowid = ? order by id desc limit 1",
        (key,),
    ).fetchone()
    return None if row is None else LastKept(row[0], from_ms(row[1]))


_REVISION = """select revision.id, note.id, revision.title, revision.title_is_set, revision.body, revision.front_matter,
    made_at, reason from revision join note on note.rowid = note_rowid"""


def history(db: Connection, note_id: NoteId) -> list[Revision]:
    """Return the earlier texts of a note, newest first."""
    rows = db.execute(f"{_REVISION} where note.id = ? order by revision.id desc", (note_id,))
    return [_revision(row) for row in rows]


def outline(db: Connection, note_id: NoteId) -> list[Kept]:
    """Return the earlier texts of a note without the texts, newest first."""
    rows = db.execute(
        """select revision.id, revision.title, made_at, reason, session, length(revision.body)
        from revision join note on note.rowid = note_rowid where note.id = ? order by revision.id desc""",
        (note_id,),
    )
    return [Kept(row[0], row[1], from_ms(row[2]), row[3], row[4], row[5]) for row in rows]


def newest(db: Connection, key: int) -> int:
    """Return the id of the earlier text of a note that was kept last; 0 if there is none."""
    found: int | None = db.execute(
        "select max(id) from revision where note_rowid = ?", (key,)
    ).fetchone()[0]
    return found or 0


def get(db: Connection, note_id: NoteId, revision_id: int) -> Revision:
    """Return one earlier text of a note.

    Raises:
        NotFound: The note has no such revision.
    """
    row = db.execute(
        f"{_REVISION} where note.id = ? and revision.id = ?", (note_id, revision_id)
    ).fetchone()
    if row is None:
        raise NotFound(_("The note has no version {number}.").format(number=revision_id))
    return _revision(row)


def _revision(row: Sequence[Any]) -> Revision:
    return Revision(
        id=row[0],
        note_id=NoteId(row[1]),
        title=row[2],
        title_is_set=bool(row[3]),
        body=row[4],
        front_matter=row[5],
        made_at=from_ms(row[6]),
        reason=row[7],
    )
