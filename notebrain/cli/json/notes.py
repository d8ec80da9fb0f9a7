"""Notes as JSON documents; scripts depend on their structure."""

from datetime import UTC, datetime
from typing import TypedDict

from notebrain.domain.notes.note import Note, NoteRow, Revision


class NoteDocument(TypedDict):
    """A note in the output of `list`."""

    note_id: str
    title: str
    workspace: str
    tags: list[str]
    pinned: bool
    importance: int
    local_only: bool
    category: str
    source: str
    created_at: str
    updated_at: str
    deleted_at: str | None
    state: str


class WholeNoteDocument(NoteDocument):
    """A note in the output of `show`."""

    body: str
    damaged: bool


class RevisionDocument(TypedDict):
    """An earlier text in the output of `history`."""

    version: int
    made_at: str
    reason: str
    title: str
    body: str


def stamp(moment: datetime) -> str:
    """Return a time in ISO 8601, in UTC, to the millisecond."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")


def note_document(note: Note | NoteRow) -> NoteDocument:
    """Return a note for the output of `list`."""
    return {
        "note_id": note.id,
        "title": note.title,
        "workspace": note.workspace,
        "tags": list(note.tags),
        "pinned": note.pinned,
        "importance": note.importance,
        "local_only": note.local_only,
        "category": note.category.value,
        "source": note.source,
        "created_at": stamp(note.created_at),
        "updated_at": stamp(note.updated_at),
        "deleted_at": None if note.deleted_at is None else stamp(note.deleted_at),
        "state": note.state.value,
    }


def whole_note_document(note: Note) -> WholeNoteDocument:
    """Return a note for the output of `show`."""
    return {**note_document(note), "body": note.body, "damaged": not note.is_intact}


def revision_document(version: int, revision: Revision) -> RevisionDocument:
    """Return an earlier text; `version` is the number for `restore --version`."""
    return {
        "version": version,
        "made_at": stamp(revision.made_at),
        "reason": revision.reason,
        "title": revision.title,
        "body": revision.body,
    }
