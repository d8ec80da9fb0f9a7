"""Storing one imported file: as a new note, as its note's new text, or beside a changed note."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto

from notebrain.domain.drafts import clean_workspace, keepable
from notebrain.domain.note import DEFAULT_IMPORTANCE, DEFAULT_WORKSPACE, Category, Note, NoteId
from notebrain.domain.ports import Ids
from notebrain.exchange.file_note import FileFacts, FileNote, read_facts
from notebrain.storage import imports, notes, tags, texts
from notebrain.storage.database import Connection
from notebrain.storage.imports import Imported
from notebrain.storage.outbox import Lane

REASON = "import"


class Outcome(Enum):
    """What became of one file."""

    IMPORTED = auto()
    UPDATED = auto()
    UNCHANGED = auto()
    KEPT_BOTH = auto()


@dataclass(frozen=True, slots=True)
class File:
    """A file that has been read.

    Attributes:
        path: Relative to the imported folder, with `/` between the names.
        workspace: Where the user wants new notes; None leaves it to the file.
        known: What is remembered of its last import, or None.
    """

    root: str
    path: str
    file_hash: bytes
    note: FileNote
    workspace: str | None
    known: Imported | None


def take(db: Connection, file: File, *, ids: Ids, now: datetime) -> tuple[Outcome, NoteId]:
    """Store what a file says, in the caller's transaction; return what that meant, and the note."""
    present = None if file.known is None else notes.get_by_key(db, file.known.note_key)
    if file.known is None or present is None or present.deleted_at is not None:
        # a note in the trash stays there: the file changed since it was thrown away
        return Outcome.IMPORTED, _add(db, file, ids=ids, now=now)
    if present.version == file.known.note_version:
        return _update(db, file, file.known, present, now=now), present.id
    if present.body == file.note.body:
        _remember(db, file, key=file.known.note_key, version=present.version)
        return Outcome.UNCHANGED, present.id
    return Outcome.KEPT_BOTH, _add(db, file, ids=ids, now=now)


def _add(db: Connection, file: File, *, ids: Ids, now: datetime) -> NoteId:
    new, facts = file.note, file.note.facts
    note = Note(
        id=ids.new(new.created_at),
        workspace=clean_workspace(file.workspace or facts.workspace or DEFAULT_WORKSPACE),
        title=keepable(new.title),
        title_is_set=new.title_is_set,
        body=new.body,
        front_matter=new.front_matter,
        created_at=new.created_at,
        updated_at=new.updated_at,
        category=facts.category or Category.GENERAL,
        importance=facts.importance or DEFAULT_IMPORTANCE,
        pinned=bool(facts.pinned),
        local_only=bool(facts.local_only),
        source=f"import:{file.path}",
        tags=facts.tags or (),
    )
    key = notes.add(db, note, lane=Lane.BACKFILL, now=now)
    _remember(db, file, key=key, version=note.version)
    return note.id


def _update(
    db: Connection, file: File, known: Imported, present: Note, *, now: datetime
) -> Outcome:
    new = file.note
    changed = texts.rewrite(
        db,
        present.id,
        known.note_key,
        texts.Rewrite(
            title=keepable(new.title),
            title_is_set=new.title_is_set,
            body=new.body,
            front_matter=new.front_matter,
            reason=REASON,
            session=f"{REASON}:{file.root}",
            at=now,
            always_keep=True,
            lane=Lane.BACKFILL,
        ),
    )
    imports.redate(db, known.note_key, created_at=new.created_at, updated_at=new.updated_at)
    _update_filing(db, known.note_key, present, read_facts(present.front_matter), new.facts)
    _remember(db, file, key=known.note_key, version=present.version + changed)
    return Outcome.UPDATED if changed else Outcome.UNCHANGED


def _update_filing(
    db: Connection, key: int, present: Note, was: FileFacts, facts: FileFacts
) -> None:
    """Carry over what changed in the front matter; what the user filed otherwise here stays."""
    old_tags, new_tags = set(was.tags or ()), set(facts.tags or ())
    if old_tags != new_tags:
        tags.put(db, key, (set(present.tags) | (new_tags - old_tags)) - (old_tags - new_tags))
    for column, before, after in (
        ("pinned", was.pinned, facts.pinned),
        ("importance", was.importance, facts.importance),
        ("category", was.category, facts.category),
        ("local_only", was.local_only, facts.local_only),
    ):
        if after is not None and after != before:
            notes.file(db, present.id, column, after)


def _remember(db: Connection, file: File, *, key: int, version: int) -> None:
    imports.put(db, file.root, file.path, key=key, file_hash=file.file_hash, note_version=version)
