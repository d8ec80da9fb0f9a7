"""What several notes have in common."""

from dataclasses import replace
from datetime import UTC, datetime

from notebrain.domain.notes.filing import shared_filing
from notebrain.domain.notes.note import Category, Note, NoteId

THEN = datetime(2026, 11, 19, tzinfo=UTC)
NOTE = Note(NoteId("1"), "Personal", "A", "A", THEN, THEN, tags=("garden", "winter"))


def test_one_note_agrees_with_itself() -> None:
    shared = shared_filing([NOTE])

    assert (shared.count, shared.workspace, shared.category) == (1, "Personal", Category.GENERAL)
    assert (shared.importance, shared.pinned, shared.local_only) == (3, False, False)
    assert (shared.tags, shared.some_tags, shared.trashed) == (("garden", "winter"), (), False)


def test_what_differs_is_left_open() -> None:
    other = replace(
        NOTE,
        workspace="Work",
        category=Category.FACT,
        importance=5,
        pinned=True,
        local_only=True,
        tags=("Winter", "gas"),
        deleted_at=THEN,
    )

    shared = shared_filing([NOTE, other])

    assert (shared.workspace, shared.category, shared.importance) == (None, None, None)
    assert (shared.pinned, shared.local_only, shared.trashed) == (None, None, None)
    assert (shared.tags, shared.some_tags) == (("winter",), ("garden", "gas"))
