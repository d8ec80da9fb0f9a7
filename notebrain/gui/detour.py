"""The way back from a note to where it was opened from, other than another note: the search."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from notebrain.domain.notes.note import Note, NoteId


class Detour(QObject):
    """Knows whether the note that is shown was opened from elsewhere, and leads there and on again.

    It ends where the user goes on to another note or place.
    """

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._note: NoteId | None = None
        self._go_back: Callable[[], object] | None = None
        self._left = False

    @property
    def can_go_back(self) -> bool:
        """Whether the note that is shown was opened from elsewhere."""
        return self._note is not None and not self._left

    @property
    def left(self) -> NoteId | None:
        """The note from which the user went back to where he opened it; None when he is not there."""
        return self._note if self._left else None

    def begin(self, note: NoteId, go_back: Callable[[], object]) -> None:
        """Hear that this note was opened from where `go_back` leads."""
        self._note, self._go_back, self._left = note, go_back, False
        self.changed.emit()

    def go_back(self) -> bool:
        """Go back to where the note was opened from; tell whether there is such a place."""
        if not self.can_go_back or self._go_back is None:
            return False
        self._left = True
        self._go_back()
        self.changed.emit()
        return True

    def go_on(self, show: Callable[[NoteId], bool]) -> bool:
        """Show the note again from which the user went back; tell whether there is one."""
        note, go_back = self.left, self._go_back
        if note is None or go_back is None or not show(note):
            return False
        self.begin(note, go_back)
        return True

    def keep(self, note: Note | None) -> None:
        """Hear which note is shown; another one than that of the detour ends it."""
        if note is None or note.id != self._note:
            self.end()

    def end(self, *_why: object) -> None:
        """Forget the way: the user went on."""
        if self._note is not None:
            self._note, self._go_back, self._left = None, None, False
            self.changed.emit()
