"""The notes the user looked at, one after the other, and the way back and forward through them."""

from collections.abc import Callable, Sequence

from notebrain.domain.notes.note import NoteId

KEPT = 100


class Visits:
    """A row of notes and a place in it, as in a web browser: a new visit cuts off the way forward."""

    def __init__(self) -> None:
        self._notes: list[NoteId] = []
        self._at = -1
        self._passing = False

    @property
    def current(self) -> NoteId | None:
        """The note that is looked at."""
        return self._notes[self._at] if self._notes else None

    @property
    def can_go_back(self) -> bool:
        """Whether there was a note before."""
        return self._at > 0

    @property
    def can_go_forward(self) -> bool:
        """Whether the user came back from a note."""
        return self._at + 1 < len(self._notes)

    def visit(self, note: NoteId, *, passing: bool = False) -> None:
        """Note down that a note is looked at; one that is only passed on the way gives way to the next."""
        if note == self.current:
            return
        del self._notes[self._at + 1 :]
        if passing and self._passing:
            self._notes.pop()
        self._passing = passing
        if not self._notes or self._notes[-1] != note:
            self._notes.append(note)
        del self._notes[:-KEPT]
        self._at = len(self._notes) - 1

    def stay(self) -> None:
        """Hear that the user stays with the note he came by."""
        self._passing = False

    def back(self, exists: Callable[[NoteId], bool]) -> NoteId | None:
        """Go to the note before; notes that are gone are skipped. None where there is none."""
        return self._go(-1, exists)

    def forward(self, exists: Callable[[NoteId], bool]) -> NoteId | None:
        """Go to the note after; notes that are gone are skipped. None where there is none."""
        return self._go(1, exists)

    def recent(self) -> Sequence[NoteId]:
        """Return the other notes that were looked at, those of late first."""
        seen = dict.fromkeys(reversed(self._notes))
        return [note for note in seen if note != self.current]

    def _go(self, step: int, exists: Callable[[NoteId], bool]) -> NoteId | None:
        here, at = self.current, self._at + step
        while 0 <= at < len(self._notes):
            if self._notes[at] != here and exists(self._notes[at]):
                self._at, self._passing = at, False
                return self._notes[at]
            at += step
        return None
