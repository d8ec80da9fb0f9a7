"""The notes the user visited, and going back and forward through them."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from notebrain.domain.notes.note import NoteId

KEPT = 100


P = TypeVar("P")


class NavigationHistory(Generic[P]):
    """A history of notes with a current position, as in a web browser: a new visit discards the notes ahead.

    Each visit has a place of type `P`: the list in which the note was shown.
    """

    def __init__(self) -> None:
        self._notes: list[NoteId] = []
        self._places: list[P] = []
        self._at = -1
        self._passing = False

    @property
    def current(self) -> NoteId | None:
        """The note that is currently shown."""
        return self._notes[self._at] if self._notes else None

    @property
    def place(self) -> P | None:
        """The place of the current visit; None before the first one."""
        return self._places[self._at] if self._places else None

    @property
    def can_go_back(self) -> bool:
        """Whether there is a previous note."""
        return self._at > 0

    @property
    def can_go_forward(self) -> bool:
        """Whether there is a next note."""
        return self._at + 1 < len(self._notes)

    def visit(self, note: NoteId, place: P, *, passing: bool = False) -> None:
        """Record a visit to a note; one visited only in passing is replaced by the next."""
        if note == self.current:
            self._places[self._at] = place
            return
        del self._notes[self._at + 1 :], self._places[self._at + 1 :]
        if passing and self._passing:
            del self._notes[-1:], self._places[-1:]
        self._passing = passing
        if self._notes and self._notes[-1] == note:
            self._places[-1] = place
        else:
            self._notes.append(note)
            self._places.append(place)
        del self._notes[:-KEPT], self._places[:-KEPT]
        self._at = len(self._notes) - 1

    def stay(self) -> None:
        """Record that the user stays with a note visited in passing."""
        self._passing = False

    def back(self, exists: Callable[[NoteId, P], bool]) -> NoteId | None:
        """Go to the previous note that still exists and return it, or None if there is none."""
        return self._go(-1, exists)

    def forward(self, exists: Callable[[NoteId, P], bool]) -> NoteId | None:
        """Go to the next note that still exists and return it, or None if there is none."""
        return self._go(1, exists)

    def recent(self) -> Sequence[NoteId]:
        """Return the other notes that were visited, the most recent first."""
        seen = dict.fromkeys(reversed(self._notes))
        return [note for note in seen if note != self.current]

    def _go(self, step: int, exists: Callable[[NoteId, P], bool]) -> NoteId | None:
        here, at = self.current, self._at + step
        while 0 <= at < len(self._notes):
            if self._notes[at] != here and exists(self._notes[at], self._places[at]):
                self._at, self._passing = at, False
                return self._notes[at]
            at += step
        return None
