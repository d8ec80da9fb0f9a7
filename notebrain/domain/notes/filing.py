"""The filing that several notes have in common."""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from notebrain.domain.notes.note import Category, Note, NoteRow
from notebrain.domain.notes.tags import fold_tag

T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True, slots=True)
class SharedFiling:
    """The filing that all of the notes share; None where they differ.

    Attributes:
        tags: The tags that all of them have.
        some_tags: The tags that some of them have.
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
    """Return the filing that these notes have in common."""
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
    """Return the value that all of them have, or None."""
    different = set(values)
    return different.pop() if len(different) == 1 else None
