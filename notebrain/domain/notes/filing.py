"""How several notes are filed, where they are filed alike."""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from notebrain.domain.notes.note import Category, Note, NoteRow
from notebrain.domain.notes.tags import fold_tag

T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True, slots=True)
class SharedFiling:
    """What all of some notes have in common; None where they differ.

    Attributes:
        tags: The tags all of them wear.
        some_tags: The tags some of them wear.
        trashed: Whether they are in the trash.
    """

    count: int
    workspace: str | None
    category: Category | None
    importance: int | None
    pinned: bool | None
    local_only: bool | None
    tags: tuple[str, ...]
    some_tags: tuple[str, ...]
    trashed: bool | None


def shared_filing(notes: Sequence[NoteRow | Note]) -> SharedFiling:
    """Return how these notes are filed, as far as they agree."""
    worn = Counter(fold_tag(tag) for note in notes for tag in note.tags)
    names = {fold_tag(tag): tag for note in reversed(notes) for tag in note.tags}
    ordered = sorted(names)
    return SharedFiling(
        count=len(notes),
        workspace=_one([note.workspace for note in notes]),
        category=_one([note.category for note in notes]),
        importance=_one([note.importance for note in notes]),
        pinned=_one([note.pinned for note in notes]),
        local_only=_one([note.local_only for note in notes]),
        tags=tuple(names[tag] for tag in ordered if worn[tag] == len(notes)),
        some_tags=tuple(names[tag] for tag in ordered if worn[tag] < len(notes)),
        trashed=_one([note.deleted_at is not None for note in notes]),
    )


def _one(values: Sequence[T]) -> T | None:
    """Return the value all have, or None."""
    different = set(values)
    return different.pop() if len(different) == 1 else None
