"""Save, read and thin out earlier versions of notes."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.content import text_hash
from notebrain.domain.notes.history import (
    SYNC,
    Aged,
    EarlierText,
    LastVersion,
    is_due,
    lived_through,
    loses_much,
    plan_versions,
    sync_session,
    thinned,
)
from notebrain.domain.notes.note import NoteId, Revision
from notebrain.storage.connection import Connection
from notebrain.storage.plausible import MAYBE_BYTES, NUMBER, TEXT, plausible
from notebrain.storage.sql import from_ms, maybe_from_ms, to_ms

_MS = timedelta(milliseconds=1)


def save_before(
    db: Connection, key: int, new: str, *, at: datetime, reason: str, session: str, always: bool
) -> None:
    """Save what a change of a note must not lose, before the change and in the caller's transaction.

    Args:
        new: The body the note is about to get.
        always: Save the present text whatever the change removes.
    """
    body, updated_at = db.execute(
        "select body, updated_at from note where rowid = ?", (key,)
    ).fetchone()
    last, aside = last_version(db, key), _aside(db, key)
    wanted = plan_versions(
        body if isinstance(body, str) else "",
        new,
        due=always or is_due(last, session=session, last_edit=from_ms(updated_at), now=at),
        last=None if last is None else last.body,
        fullest=None if aside is None else aside.body,
    )
    if wanted.fullest and aside is not None:
        _save(db, key, aside, at=at, reason=reason, session=session)
    if wanted.prior:
        save(db, key, at=at, reason=reason, session=session)
    elif wanted.set_aside:
        db.execute(
            f"""insert or replace into fullest (note_rowid, {_TEXT}, at)
            select rowid, {_PRESENT}, ? from note where rowid = ?""",
            (to_ms(at), key),
        )


def save(db: Connection, key: int, *, at: datetime, reason: str, session: str) -> None:
    """Save the present text of a note as a version."""
    written, *row = db.execute(
        f"select text_hash, {_PRESENT} from note where rowid = ?", (key,)
    ).fetchone()
    # use the hash of what was written, so that a text damaged by the disk is recognized in the version too
    _save(db, key, _text(row), at=at, reason=reason, session=session, written=written)


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
    local_only: bool = False,
) -> None:
    """Save a text that was never a note's present text here, e.g. another computer's.

    Args:
        local_only: Whether it was written while its note was local only.
    """
    version = db.execute("select version from note where rowid = ?", (key,)).fetchone()[0]
    text = _Text(version, title, int(title_is_set), body, front_matter, to_ms(at))
    _save(db, key, text, at=at, reason=reason, session=session)
    if local_only:
        db.execute(
            """update revision set local_only = 1
            where id = (select max(id) from revision where note_rowid = ?)""",
            (key,),
        )


class _Text(NamedTuple):
    """A text of a note; `written_at` is when it last changed, in milliseconds."""

    version: int
    title: str
    title_is_set: int
    body: str
    front_matter: str
    written_at: int

    @property
    def says(self) -> tuple[str, int, str, str]:
        """The content, regardless of when it was written."""
        return self.title, self.title_is_set, self.body, self.front_matter


_TEXT = "version, title, title_is_set, body, front_matter, written_at"
_PRESENT = "version, title, title_is_set, body, front_matter, updated_at"


def _text(row: Sequence[Any]) -> _Text:
    return _Text(*plausible(row, (NUMBER, TEXT, NUMBER, TEXT, TEXT, NUMBER)))


def _save(
    db: Connection,
    key: int,
    text: _Text,
    *,
    at: datetime,
    reason: str,
    session: str,
    written: bytes | None = None,
) -> None:
    """Make a text the newest version of its note; if it already is, extend the time it was in use.

    If the text lost much of the version before it, that version is marked so that it is never thinned out.
    """
    db.execute("delete from fullest where note_rowid = ?", (key,))
    row = db.execute(
        f"select id, {_TEXT} from revision where note_rowid = ? order by id desc limit 1", (key,)
    ).fetchone()
    moment = (to_ms(at), _lived(db, at), reason, session)
    if row is not None:
        last = _text(row[1:])
        if last.says == text.says:
            db.execute(
                "update revision set made_at = ?, lived = ?, reason = ?, session = ? where id = ?",
                (*moment, row[0]),
            )
            return
        if loses_much(last.body, text.body):
            db.execute("update revision set lost = 1 where id = ?", (row[0],))
    db.execute(
        f"""insert into revision (note_rowid, {_TEXT}, made_at, lived, reason, session, text_hash)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        (key, *text, *moment, written or text_hash(text.title, text.body, text.front_matter)),
    )


def may_leave(db: Connection, key: int) -> None:
    """Mark all earlier texts of a note as local only, because the note itself may leave this computer from now on."""
    aside = _aside(db, key)
    if aside is not None:
        at, session = from_ms(aside.written_at), "local-only"
        _save(db, key, aside, at=at, reason="edit", session=session)
    db.execute("update revision set local_only = 1 where note_rowid = ?", (key,))


def _aside(db: Connection, key: int) -> _Text | None:
    """Return the longest text since a note's last version, if one was set aside."""
    row = db.execute(f"select {_TEXT} from fullest where note_rowid = ?", (key,)).fetchone()
    return None if row is None else _text(row)


def _lived(db: Connection, now: datetime) -> int:
    """Return the vault's own time at `now`, in milliseconds."""
    row = db.execute(
        "select made_at, lived from revision where lived is not null order by id desc limit 1"
    ).fetchone()
    if row is None:
        return 0
    lived = lived_through(timedelta(milliseconds=row[1]), since=from_ms(row[0]), now=now)
    return lived // _MS


def to_thin(db: Connection, *, now: datetime) -> list[int]:
    """Return the keys of notes whose versions need thinning."""
    rows = db.execute(
        "select note_rowid, id, lived, lost from revision order by note_rowid, id desc"
    )
    lived = timedelta(milliseconds=_lived(db, now))
    return [
        key
        for key, versions in groupby(rows, key=itemgetter(0))
        if thinned([_aged(row[1:], lived) for row in versions], now=lived)
    ]


_IS_BESIDE = f"(reason = '{SYNC}' and session like '{sync_session('', beside=True)}%')"


def thin(db: Connection, key: int, *, now: datetime, most: int) -> int:
    """Thin out the versions of a note, at most `most` per call; return how many were removed."""
    lived = timedelta(milliseconds=_lived(db, now))
    rows = db.execute(
        "select id, lived, lost from revision where note_rowid = ? order by id desc", (key,)
    )
    gone = thinned([_aged(row, lived) for row in rows], now=lived)[:most]
    for revision_id in gone:
        # a version names the act that replaced it, so the one below must name the act that created the one above; a
        # text of another computer replaced nothing
        db.execute(
            f"""update revision set (reason, session) = (select reason, session from revision where id = ?1)
            where id = (select max(id) from revision where note_rowid = ?2 and id < ?1 and not {_IS_BESIDE})
            and not (select {_IS_BESIDE} from revision where id = ?1)""",
            (revision_id, key),
        )
        db.execute("delete from revision where id = ?", (revision_id,))
    return len(gone)


def drop_aside(db: Connection, *, now: datetime) -> None:
    """Delete texts set aside in sessions on another day: the present texts lost little of them."""
    db.execute(
        "delete from fullest where at not between ? and ?",
        (to_ms(now - timedelta(days=1)), to_ms(now)),
    )


def _aged(row: Sequence[Any], now: timedelta) -> Aged:
    lived = now if row[1] is None else timedelta(milliseconds=row[1])
    return Aged(row[0], lived, bool(row[2]))


def has(db: Connection, key: int, *, title: str, body: str) -> bool:
    """Return whether a note once had exactly this text."""
    row = db.execute(
        "select 1 from revision where note_rowid = ? and title = ? and body = ? limit 1",
        (key, title, body),
    ).fetchone()
    return row is not None


def last_version(db: Connection, key: int) -> LastVersion | None:
    """Return the newest version of a note, or None."""
    row = db.execute(
        "select session, made_at, body from revision where note_rowid = ? order by id desc limit 1",
        (key,),
    ).fetchone()
    return None if row is None else LastVersion(row[0], from_ms(row[1]), row[2])


_REVISION = """select revision.id, note.id, revision.title, revision.title_is_set, revision.body, revision.front_matter,
    made_at, reason, revision.local_only, revision.text_hash
    from revision join note on note.rowid = note_rowid"""


def history(db: Connection, note_id: NoteId) -> list[Revision]:
    """Return the earlier texts of a note, newest first."""
    rows = db.execute(f"{_REVISION} where note.id = ? order by revision.id desc", (note_id,))
    return [_revision(row) for row in rows]


def outline(db: Connection, note_id: NoteId) -> list[EarlierText]:
    """Return the earlier versions of a note without their texts, newest first."""
    rows = db.execute(
        """select revision.id, revision.title, written_at, made_at, reason, session, length(revision.body)
        from revision join note on note.rowid = note_rowid where note.id = ? order by revision.id desc""",
        (note_id,),
    )
    return [
        EarlierText(row[0], row[1], maybe_from_ms(row[2]), from_ms(row[3]), *row[4:])
        for row in rows
    ]


def newest(db: Connection, key: int) -> int:
    """Return the id of a note's newest version; 0 if there is none."""
    found: int | None = db.execute(
        "select max(id) from revision where note_rowid = ?", (key,)
    ).fetchone()[0]
    return found or 0


def keep(db: Connection, revision_id: int) -> None:
    """Never thin a version out."""
    db.execute("update revision set lost = 1 where id = ?", (revision_id,))


def get(db: Connection, note_id: NoteId, revision_id: int) -> Revision:
    """Return one earlier version of a note.

    Raises:
        NotFound: The note has no such revision.
    """
    row = db.execute(
        f"{_REVISION} where note.id = ? and revision.id = ?", (note_id, revision_id)
    ).fetchone()
    if row is None:
        raise NotFound(_("The note has no version {number}.").format(number=revision_id))
    return _revision(row)


_KINDS = (NUMBER, TEXT, TEXT, NUMBER, TEXT, TEXT, NUMBER, TEXT, NUMBER, MAYBE_BYTES)


def _revision(row: Sequence[Any]) -> Revision:
    row = plausible(row, _KINDS)
    return Revision(
        id=row[0],
        note_id=NoteId(row[1]),
        title=row[2],
        title_is_set=bool(row[3]),
        body=row[4],
        front_matter=row[5],
        made_at=from_ms(row[6]),
        reason=row[7],
        local_only=bool(row[8]),
        text_hash=row[9],
    )
