"""The notes that were open lately, so that undo and caret are there on the way back."""

from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar

from notebrain.domain.notes.note import NoteId

MAX_NOTES = 30
MAX_CHARACTERS = 4_000_000


class Shelved(Protocol):
    """What lies on the shelf."""

    @property
    def size(self) -> int:
        """How much memory it is good for, in characters."""
        ...

    @property
    def droppable(self) -> bool:
        """Whether nothing would be lost with it."""
        ...


T = TypeVar("T", bound=Shelved)


class Shelf(Generic[T]):
    """Keeps the last used; what is not saved is never dropped."""

    def __init__(self, *, notes: int = MAX_NOTES, characters: int = MAX_CHARACTERS) -> None:
        self._notes = notes
        self._characters = characters
        self._kept: dict[NoteId, T] = {}

    def __iter__(self) -> Iterator[T]:
        return iter(tuple(self._kept.values()))

    def get(self, note_id: NoteId) -> T | None:
        """Return the note, which is the last used from now on."""
        kept = self._kept.pop(note_id, None)
        if kept is not None:
            self._kept[note_id] = kept
        return kept

    def put(self, note_id: NoteId, kept: T) -> list[T]:
        """Keep a note; return those that had to go for it."""
        self._kept.pop(note_id, None)
        self._kept[note_id] = kept
        return self._trim()

    def _trim(self) -> list[T]:
        gone: list[T] = []
        size = sum(kept.size for kept in self._kept.values())
        newest = next(reversed(self._kept))
        for note_id, kept in tuple(self._kept.items()):
            if len(self._kept) <= self._notes and size <= self._characters:
                break
            if note_id != newest and kept.droppable:
                gone.append(self._kept.pop(note_id))
                size -= kept.size
        return gone
