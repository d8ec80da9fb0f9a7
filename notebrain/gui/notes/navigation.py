"""Back and forward through the notes, including the search."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from notebrain.app.commands.command import CommandId
from notebrain.domain.errors import NotFound
from notebrain.domain.notes.navigation import NavigationHistory
from notebrain.domain.notes.note import Note, NoteId
from notebrain.gui.core.context import Context
from notebrain.gui.core.locations import TRASH, Place

# Moving through notes with the arrow keys does not count as opening them; staying on one does.
OPENED_AFTER_MS = 1_500

_RUNNING = {
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
}


class ReturnLocation(QObject):
    """Remembers where the shown note was opened from, and leads back there and forward again.

    It ends when the user goes on to another note or location.
    """

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._note: NoteId | None = None
        self._go_back: Callable[[], object] | None = None
        self._left = False

    @property
    def can_go_back(self) -> bool:
        """Whether the shown note was opened from elsewhere."""
        return self._note is not None and not self._left

    @property
    def left(self) -> NoteId | None:
        """The note from which the user went back to where they opened it; None if they did not."""
        return self._note if self._left else None

    def begin(self, note: NoteId, go_back: Callable[[], object]) -> None:
        """Remember that this note was opened from where `go_back` leads."""
        self._note, self._go_back, self._left = note, go_back, False
        self.changed.emit()

    def go_back(self) -> bool:
        """Go back to where the note was opened from; return whether there is such a location."""
        if not self.can_go_back or self._go_back is None:
            return False
        self._left = True
        self._go_back()
        self.changed.emit()
        return True

    def go_on(self, show: Callable[[NoteId], bool]) -> bool:
        """Show the note from which the user went back; return whether there is one."""
        note, go_back = self.left, self._go_back
        if note is None or go_back is None or not show(note):
            return False
        self.begin(note, go_back)
        return True

    def keep(self, note: Note | None) -> None:
        """Continue the detour if this is its note; any other note ends it."""
        if note is None or note.id != self._note:
            self.end()

    def end(self, *_why: object) -> None:
        """End the detour because the user went on."""
        if self._note is not None:
            self._note, self._go_back, self._left = None, None, False
            self.changed.emit()


class NavigationController(QObject):
    """Records where the user goes, and leads them back."""

    def __init__(
        self,
        context: Context,
        editor: QWidget,
        note_view: QAbstractItemView,
        return_location: ReturnLocation,
        visits: NavigationHistory[Place],
    ) -> None:
        super().__init__(context.window)
        self._context = context
        self._editor = editor
        self._note_view = note_view
        self._return_location = return_location
        self._visits = visits
        self._running = False
        """Whether the user is moving through the list with the arrow keys."""
        # a note may be shown for a moment on the way to another one
        self._arrived = QTimer(self, singleShot=True, interval=0)
        self._arrived.timeout.connect(self._on_arrived)
        self._stays = QTimer(self, singleShot=True, interval=OPENED_AFTER_MS)
        self._stays.timeout.connect(self._visits.stay)
        context.window.closing.connect(self._arrived.stop)
        context.window.closing.connect(self._stays.stop)
        context.navigator.note_shown.connect(self._on_note)
        context.navigator.location_shown.connect(return_location.end)
        context.navigator.location_shown.connect(self._on_location)
        return_location.changed.connect(self._offer)
        context.window.page_changed.connect(self._on_page)
        context.window.painted.connect(self._listen)
        note_view.installEventFilter(self)
        note_view.viewport().installEventFilter(self)
        context.actions.bind(CommandId.BACK, self.back)
        context.actions.bind(CommandId.FORWARD, self.forward)
        self._offer()

    def back(self) -> None:
        """Show where a note was opened from, else the previous note; from a page, show the note left for that page."""
        self._catch_up()
        if self._context.window.shows_notes and self._return_location.go_back():
            return
        if self._covers_note():
            note = self._context.navigator.note
            self._show(note.id if note is not None else None)
            return
        self._show(self._visits.back(self._exists), self._visits.place)

    def forward(self) -> None:
        """Show the note from which the user came back."""
        self._catch_up()
        if not self._return_location.go_on(self._open):
            self._show(self._visits.forward(self._exists), self._visits.place)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            return self._pressed(event.button())
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            self._running = event.key() in _RUNNING
        return False

    def _pressed(self, button: Qt.MouseButton) -> bool:
        """Handle the two side buttons of a mouse; any other button ends the run with the arrow keys."""
        go = {
            Qt.MouseButton.BackButton: CommandId.BACK,
            Qt.MouseButton.ForwardButton: CommandId.FORWARD,
        }
        if button in go:
            self._context.actions[go[button]].trigger()
            return True
        self._running = False
        return False

    def _listen(self) -> None:
        """Receive mouse events before any other part of the window."""
        handle = self._context.window.windowHandle()
        handle.installEventFilter(self)

    def _show(self, note_id: NoteId | None, place: Place | None = None) -> None:
        if note_id is not None:
            self._open(note_id, place)
        self._offer()

    def _open(self, note_id: NoteId, place: Place | None = None) -> bool:
        listed = self._note_view.hasFocus()
        found = self._context.navigator.open_note(note_id, place)
        if not listed:
            self._editor.setFocus()
        return found

    def _covers_note(self) -> bool:
        """Return whether a page covers a note that was left for it, unless the user is on the way back."""
        covered = not self._context.window.shows_notes and self._context.navigator.note is not None
        return covered and self._return_location.left is None

    def _on_page(self) -> None:
        if self._context.window.shows_notes and self._return_location.left is not None:
            self._return_location.end()
        self._offer()

    def _exists(self, note_id: NoteId, place: Place) -> bool:
        try:
            note = self._context.services.library.opening(note_id)
        except NotFound:
            return False
        return note.deleted_at is None or place.location == TRASH

    def _on_note(self, note: Note | None) -> None:
        self._return_location.keep(note)
        if note is not None:
            self._arrived.start()

    def _on_location(self) -> None:
        if self._context.navigator.note is not None:
            self._arrived.start()

    def _catch_up(self) -> None:
        if self._arrived.isActive():
            self._arrived.stop()
            self._on_arrived()

    def _on_arrived(self) -> None:
        note = self._context.navigator.note
        if note is not None:
            self._visits.visit(note.id, self._context.navigator.place, passing=self._running)
            self._stays.start()
        self._offer()

    def _offer(self) -> None:
        visits, detour = self._visits, self._return_location
        back = self._covers_note() or detour.can_go_back or visits.can_go_back
        self._context.actions.offer(CommandId.BACK, back)
        forward = detour.left is not None or visits.can_go_forward
        self._context.actions.offer(CommandId.FORWARD, forward)
