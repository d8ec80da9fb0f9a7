"""Creating a new note, and holding back keys typed before it exists."""

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QWidget

from notebrain.app.services import Services
from notebrain.domain.errors import NoteBrainError, NotFound
from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import DEFAULT_WORKSPACE, Category, NoteId
from notebrain.gui.core.context import Context
from notebrain.gui.core.locations import Location, LocationKind
from notebrain.gui.core.threads import EventBridge
from notebrain.gui.editor.panel import EditorPanel

if TYPE_CHECKING:
    from concurrent.futures import Future


class NewNoteDraft(QObject):
    """Creates empty notes where the user is, and deletes those they leave empty."""

    failed = Signal(Exception)

    def __init__(self, services: Services, bridge: EventBridge, parent: QObject) -> None:
        super().__init__(parent)
        self._services = services
        self._bridge = bridge
        self.note_id: NoteId | None = None
        """The note that was created last, until the user leaves it."""
        self._fresh: set[NoteId] = set()
        """The notes that were created here and not left yet, by whichever editor."""
        self._leaving: dict[NoteId, Future[Changes]] = {}

    def make(
        self, location: Location, workspace: str | None, then: Callable[[NoteId], None]
    ) -> None:
        """Create a note in this location; `then` receives its id once it is stored."""
        draft = Draft(
            body="",
            tags=(location.tag,) if location.tag else (),
            workspace=workspace or DEFAULT_WORKSPACE,
            category=location.category or Category.GENERAL,
            pinned=location.kind is LocationKind.PINNED,
        )

        def made(changes: Changes) -> None:
            then(changes.note)
            self.note_id = changes.note
            self._fresh.add(changes.note)

        future = self._services.notes.capture(draft)
        self._bridge.when_done(future, made, failed=self.failed.emit)

    def left(self, note_id: NoteId) -> None:
        """Handle that no editor shows a note any more; what was typed in it is on its way to the store."""
        if note_id not in self._fresh:
            return
        self._fresh.remove(note_id)
        if note_id == self.note_id:
            self.note_id = None
        # the writer works in order: after this write the last words are stored
        leaving = self._leaving[note_id] = self._services.notes.left(note_id)
        self._bridge.when_done(leaving, lambda _done: self._settle(note_id))

    def finish(self) -> None:
        """Delete what was left empty, now that the window closes; wait until the last words are stored."""
        for note_id in tuple(self._fresh):
            self.left(note_id)
        for note_id in tuple(self._leaving):
            self._settle(note_id)

    def _settle(self, note_id: NoteId) -> None:
        leaving = self._leaving.pop(note_id, None)
        if leaving is None:
            return
        try:
            leaving.result()
        except NoteBrainError as error:
            self.failed.emit(error)
        else:
            self._drop_if_blank(note_id)

    def _drop_if_blank(self, note_id: NoteId) -> None:
        try:
            note = self._services.library.opening(note_id)
        except NotFound:
            return
        if not note.body and note.version == 1:
            self._services.notes.drop_blank(note_id)


def create_note(context: Context, editor: EditorPanel, title: str) -> None:
    """Create a note that starts with this title, and let the user continue below it."""
    draft = Draft(f"{title}\n\n", workspace=context.navigator.workspace or DEFAULT_WORKSPACE)

    def made(changes: Changes) -> None:
        context.navigator.write_in(changes.note)
        editor.view.moveCursor(QTextCursor.MoveOperation.End)
        context.navigator.writing_requested.emit()

    def failed(error: Exception) -> None:
        context.navigator.failed.emit(error)

    context.navigator.writing_awaited.emit()
    context.events.when_done(context.services.notes.capture(draft), made, failed=failed)


_COMMANDING = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)


class TypingAhead(QObject):
    """Holds back keys from `browser.writing_awaited` until there is a note to write in, and types them there."""

    def __init__(self, context: Context, editor: EditorPanel) -> None:
        super().__init__(context.window)
        self._context = context
        self._editor = editor
        self._application = cast("QApplication", QApplication.instance())
        self._held: list[QKeyEvent] = []
        self._waits = False
        context.navigator.writing_awaited.connect(self._hold)
        context.navigator.writing_requested.connect(self._type)
        context.navigator.failed.connect(self._release)
        context.window.closing.connect(self._release)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or not self._is_ours(watched):
            return False
        if event.type() == QEvent.Type.ShortcutOverride and not event.modifiers() & _COMMANDING:
            # Del and Enter may be shortcuts of the widget that has the focus now, such as the list
            event.accept()
            return True
        if event.type() == QEvent.Type.KeyPress:
            self._held.append(event.clone())
            return True
        return False

    def _is_ours(self, watched: QObject) -> bool:
        return isinstance(watched, QWidget) and watched.window() is self._context.window

    def _hold(self) -> None:
        self._release()
        self._waits = True
        self._application.installEventFilter(self)

    def _type(self) -> None:
        held = self._release()
        for event in held:
            QApplication.sendEvent(self._editor.view, event)
        if held:  # these keys have waited: saving is due from the first of them on, not from now
            self._editor.save_now()

    def _release(self, *_why: object) -> list[QKeyEvent]:
        """Stop holding keys back; return those that were held."""
        if self._waits:
            self._application.removeEventFilter(self)
        self._waits = False
        held, self._held = self._held, []
        return held
