"""Store and read notes."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.content import repeat_hash, snippet_of, text_hash
from notebrain.domain.notes.note import DEFAULT_IMPORTANCE, Note, NoteId, NoteRow, NoteState
from notebrain.domain.notes.tags import fold_tag
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import queue
from notebrain.storage.notes import tags
from notebrain.storage.notes.titles import forms
from notebrain.storage.plausible import (
    MAYBE_BYTES,
    MAYBE_NUMBER,
    MAYBE_TEXT,
    NUMBER,
    TEXT,
    Kind,
    category,
    plausible,
)
from notebrain.storage.sql import from_ms, ids_matching, maybe_from_ms, to_ms

# SQLite binds at most 250,000 values; lists are read one screen at a time, so this only guards batch operations.
_BATCH = 500

_TAGS = "(select group_concat(name, char(31)) from tag where note_rowid = note.rowid)"
_TEXT_TAGS = (
    "(select group_concat(name, char(31)) from tag where note_rowid = note.rowid and from_text)"
)
_STATE = """(select case when last_error is null then 'waiting' else 'failed' end
    from outbox where note_rowid = note.rowid and kind = 'index')"""
_NOT_SENT = """(select last_error from outbox
    where note_rowid = note.rowid and kind = 'send' and not local_only)"""
_TRASH_AGE = """case when deleted_at is not null then coalesce((select max(0, passed - since)
    from vault_time join in_trash where note_rowid = note.rowid), 0) end"""
_ROW = f"""select rowid, id, workspace, title, snippet, created_at, updated_at, category, importance, pinned,
    local_only, source, {_TAGS}, deleted_at, {_STATE}, {_NOT_SENT}, {_TRASH_AGE} from note"""
_COLUMNS = f"""created_at, updated_at, title_is_set, front_matter, category,
    importance, pinned, local_only, source, {_TAGS}, {_TEXT_TAGS}, deleted_at, access_count, reinforcement_count,
    last_accessed_at, version, {_STATE}, half_typed"""
_WHOLE = f"select id, workspace, title, body, {_COLUMNS}, text_hash from note"
_FORMERLY = "select note_rowid from note_alias where id = ?"
_WITHOUT_BODY = f"select id, workspace, title, '', {_COLUMNS}, null from note"


INTO = """insert into note (id, workspace, title, title_is_set, body, front_matter, snippet, category, importance,
    pinned, local_only, source, created_at, updated_at, deleted_at, version, repeat_hash, text_hash, title_key,
    title_folded)"""
"""Takes the values returned by `columns`."""
_INSERT = f"{INTO} values ({', '.join('?' * 20)})"


def add(db: Connection, note: Note, *, lane: queue.Lane, now: datetime) -> int:
    """Store a new note with its tags, create its workspace if needed, queue it for indexing; return its key."""
    ensure(db, note.workspace, at=now)
    key = db.execute(_INSERT, columns(note)).lastrowid or 0
    if note.tags:
        tags.put(db, key, note.tags, note.text_tags)
    queue.queue_index(db, key, note.id, note.version, lane=lane, at=now)
    return key


def columns(note: Note) -> tuple[Any, ...]:
    """Return the row of a new note; computing it takes longer than storing it."""
    return (
        note.id,
        note.workspace,
        note.title,
        note.title_is_set,
        note.body,
        note.front_matter,
        snippet_of(note.body, note.title),
        note.category,
        note.importance,
        note.pinned,
        note.local_only,
        note.source,
        to_ms(note.created_at),
        to_ms(note.updated_at),
        None if note.deleted_at is None else to_ms(note.deleted_at),
        note.version,
        repeat_hash(note.body),
        text_hash(note.title, note.body, note.front_matter),
        *forms(note.title),
    )


def get(db: Connection, note_id: NoteId) -> Note:
    """Return the note with this id, even if it is in the trash.

    Raises:
        NotFound: There is no such note.
    """
    return _one(db, _WHOLE, note_id)


def without_body(db: Connection, note_id: NoteId) -> Note:
    """Return the note with this id, with an empty body instead of its text.

    Raises:
        NotFound: There is no such note.
    """
    return _one(db, _WITHOUT_BODY, note_id)


def _one(db: Connection, what: str, note_id: NoteId) -> Note:
    """Return a note by its id, or by the id it had before another computer changed it."""
    for where in ("id = ?", f"rowid = ({_FORMERLY})"):
        row = db.execute(f"{what} where {where}", (note_id,)).fetchone()
        if row is not None:
            return _note(row)
    raise _not_found(note_id)


def get_by_key(db: Connection, key: int) -> Note | None:
    """Return the note with this key, or None if it is gone."""
    row = db.execute(f"{_WHOLE} where rowid = ?", (key,)).fetchone()
    return None if row is None else _note(row)


def key_of(db: Connection, note_id: NoteId) -> int:
    """Return the vault's internal key of a note, which other tables refer to.

    Raises:
        NotFound: There is no such note.
    """
    for select in ("select rowid from note where id = ?", _FORMERLY):
        row = db.execute(select, (note_id,)).fetchone()
        if row is not None:
            key: int = row[0]
            return key
    raise _not_found(note_id)


def any_there(db: Connection) -> bool:
    """Return whether there is any note, including the trash."""
    return db.execute("select 1 from note limit 1").fetchone() is not None


def newest_key(db: Connection) -> int:
    """Return the highest key of a note, or 0."""
    key: int = db.execute("select coalesce(max(rowid), 0) from note").fetchone()[0]
    return key


def beginnings(db: Connection, *, limit: int, characters: int) -> list[str]:
    """Return the beginnings of some notes outside the trash, chosen at random."""
    rows = db.execute(
        """select substr(body, 1, ?) from note where rowid in (
            select rowid from note where deleted_at is null order by random() limit ?)""",
        (characters, limit),
    )
    return [row[0] for row in rows]


def is_there(db: Connection, key: int) -> bool:
    """Return whether there is a note with this key; keys are never reused."""
    return db.execute("select 1 from note where rowid = ?", (key,)).fetchone() is not None


def find(db: Connection, typed: str) -> NoteId:
    """Return the one note whose id begins, or else ends, with what the user typed, or that has this title.

    Of notes with the title, those in the trash count only where there are no others.

    Raises:
        NotFound: No note matches, or several do.
    """
    found = ids_matching(db, "note", typed)
    if len(found) > 1:
        raise NotFound(_("Several notes match {id}; give more of the id.").format(id=typed))
    if found:
        return NoteId(found[0])
    # SQLite takes no lone surrogates, and no title has one
    title = typed.strip().encode(errors="replace").decode()
    for state in ("is null", "is not null") if title else ():
        titled = db.execute(
            f"select id from note where title = ? and deleted_at {state} limit 2", (title,)
        ).fetchall()
        if len(titled) > 1:
            raise NotFound(
                _("Several notes have the title “{title}”; give the id of one.").format(title=title)
            )
        if titled:
            return NoteId(titled[0][0])
    raise _not_found(typed)


def rows(db: Connection, keys: Sequence[int]) -> list[NoteRow]:
    """Return the list rows of the notes with these keys, in that order, leaving out missing ones."""
    found: dict[int, NoteRow] = {}
    for start in range(0, len(keys), _BATCH):
        some = keys[start : start + _BATCH]
        marks = ",".join("?" * len(some))
        for row in db.execute(f"{_ROW} where rowid in ({marks})", tuple(some)):
            found[row[0]] = _row(row)
    return [found[key] for key in keys if key in found]


def ids(db: Connection, keys: Sequence[int]) -> list[NoteId]:
    """Return the ids of these notes, in no particular order, leaving out missing ones."""
    found: list[NoteId] = []
    for start in range(0, len(keys), _BATCH):
        some = keys[start : start + _BATCH]
        marks = ",".join("?" * len(some))
        rows_ = db.execute(f"select id from note where rowid in ({marks})", tuple(some))
        found += [NoteId(row[0]) for row in rows_]
    return found


def is_local_only(db: Connection, key: int) -> bool:
    """Return whether a note never leaves this computer."""
    row = db.execute("select local_only from note where rowid = ?", (key,)).fetchone()
    return row is not None and bool(row[0])


def trash(db: Connection, note_id: NoteId, *, at: datetime | None) -> bool:
    """Move a note to the trash at a moment, or take it out with None; return whether that changed anything.

    A note that is already in the trash keeps its date.
    """
    key = key_of(db, note_id)
    if at is None:
        cursor = db.execute(
            "update note set deleted_at = null where rowid = ? and deleted_at is not null", (key,)
        )
    else:
        cursor = db.execute(
            "update note set deleted_at = ? where rowid = ? and deleted_at is null",
            (to_ms(at), key),
        )
    return cursor.rowcount > 0


def is_trashed(db: Connection, note_id: NoteId) -> bool:
    """Return whether a note is in the trash.

    Raises:
        NotFound: There is no such note.
    """
    row = db.execute("select deleted_at is not null from note where id = ?", (note_id,)).fetchone()
    if row is None:
        raise _not_found(note_id)
    return bool(row[0])


def is_blank(db: Connection, note_id: NoteId) -> bool:
    """Return whether there is a note with this id that never had any text."""
    row = db.execute(
        "select 1 from note where id = ? and body = '' and title = '' and version = 1", (note_id,)
    ).fetchone()
    return row is not None


def is_live(db: Connection, note_id: NoteId) -> bool:
    """Return whether there is a note with this id outside the trash."""
    row = db.execute(
        "select 1 from note where id = ? and deleted_at is null", (note_id,)
    ).fetchone()
    return row is not None


def count_access(db: Connection, note_id: NoteId, *, at: datetime) -> None:
    """Count that the user opened a note."""
    db.execute(
        "update note set access_count = access_count + 1, last_accessed_at = ? where id = ?",
        (to_ms(at), note_id),
    )


def reinforce(db: Connection, note_id: NoteId) -> None:
    """Count that the user said once more what a note says."""
    db.execute(
        "update note set reinforcement_count = reinforcement_count + 1 where id = ?", (note_id,)
    )


def repeats(db: Connection, text: str) -> list[NoteId]:
    """Return the notes outside the trash whose text is exactly `text`, newest first."""
    # `cross join` puts the few rows of `ungrammed` first; otherwise the planner would read every note
    rows_ = db.execute(
        """select id from note where deleted_at is null and rowid in (
            select note_rowid from repeat where hash = ?1
            union all select note_rowid from ungrammed cross join note as late on late.rowid = note_rowid
            where not repeat_known and late.repeat_hash = ?1)
        order by updated_at desc""",
        (repeat_hash(text),),
    )
    return [NoteId(row[0]) for row in rows_]


def with_source(db: Connection, source: str) -> list[int]:
    """Return the keys of the notes outside the trash that came from exactly there, newest first."""
    rows_ = db.execute(
        "select rowid from note where source = ? and deleted_at is null order by updated_at desc",
        (source,),
    )
    return [row[0] for row in rows_]


def remove(db: Connection, note_ids: Iterable[NoteId]) -> None:
    """Permanently remove notes, with their versions, passages, and the vectors that no other note uses."""
    for note_id in note_ids:
        key = key_of(db, note_id)
        db.execute(
            """delete from vector where content_hash in (
                select content_hash from vector_owner as mine where note_rowid = ?1 and not exists (
                    select 1 from vector_owner as other
                    where other.content_hash = mine.content_hash and other.note_rowid <> ?1))""",
            (key,),
        )
        db.execute("delete from note where rowid = ?", (key,))


def _not_found(note_id: str) -> NotFound:
    return NotFound(_("There is no note {id} here.").format(id=note_id))


def _split_tags(joined: str | None) -> tuple[str, ...]:
    return () if joined is None else tuple(sorted(joined.split("\x1f"), key=fold_tag))


_IMPORTANCE = Kind(int, DEFAULT_IMPORTANCE)
_ROW_KINDS = (
    *(NUMBER, TEXT, TEXT, TEXT, TEXT, NUMBER, NUMBER, TEXT, _IMPORTANCE, NUMBER, NUMBER, TEXT),
    *(MAYBE_TEXT, MAYBE_NUMBER, MAYBE_TEXT, MAYBE_TEXT, MAYBE_NUMBER),
)
_NOTE_KINDS = (
    *(
        TEXT,
        TEXT,
        TEXT,
        TEXT,
        NUMBER,
        NUMBER,
        NUMBER,
        TEXT,
        TEXT,
        _IMPORTANCE,
        NUMBER,
        NUMBER,
        TEXT,
    ),
    *(
        MAYBE_TEXT,
        MAYBE_TEXT,
        MAYBE_NUMBER,
        NUMBER,
        NUMBER,
        MAYBE_NUMBER,
        NUMBER,
        MAYBE_TEXT,
        TEXT,
        MAYBE_BYTES,
    ),
)


def _row(row: Sequence[Any]) -> NoteRow:
    row = plausible(row, _ROW_KINDS)
    return NoteRow(
        id=NoteId(row[1]),
        workspace=row[2],
        title=row[3],
        snippet=row[4],
        created_at=from_ms(row[5]),
        updated_at=from_ms(row[6]),
        category=category(row[7]),
        importance=row[8],
        pinned=bool(row[9]),
        local_only=bool(row[10]),
        source=row[11],
        tags=_split_tags(row[12]),
        deleted_at=maybe_from_ms(row[13]),
        state=NoteState(row[14] or NoteState.INDEXED),
        not_sent=row[15],
        trash_age=None if row[16] is None else timedelta(milliseconds=row[16]),
    )


def _note(row: Sequence[Any]) -> Note:
    row = plausible(row, _NOTE_KINDS)
    return Note(
        id=NoteId(row[0]),
        workspace=row[1],
        title=row[2],
        body=row[3],
        created_at=from_ms(row[4]),
        updated_at=from_ms(row[5]),
        title_is_set=bool(row[6]),
        front_matter=row[7],
        category=category(row[8]),
        importance=row[9],
        pinned=bool(row[10]),
        local_only=bool(row[11]),
        source=row[12],
        tags=_split_tags(row[13]),
        text_tags=_split_tags(row[14]),
        deleted_at=maybe_from_ms(row[15]),
        access_count=row[16],
        reinforcement_count=row[17],
        last_accessed_at=maybe_from_ms(row[18]),
        version=row[19],
        state=NoteState(row[20] or NoteState.INDEXED),
        half_typed=row[21],
        text_hash=row[22],
    )


def ensure(db: Connection, name: str, *, at: datetime) -> None:
    """Create the workspace if it does not exist."""
    db.execute(
        "insert into workspace (name, created_at) values (?, ?) on conflict do nothing",
        (name, to_ms(at)),
    )


def names(db: Connection) -> list[str]:
    """Return the workspaces in the order they were created."""
    return [row[0] for row in db.execute("select name from workspace order by created_at, name")]
