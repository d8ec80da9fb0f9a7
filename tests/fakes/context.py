"""What a feature of the window is given, without a window: it records what the feature asks of the others.

Services and theme are real; the frame of the window, its messages, pages, side pane and navigator are fakes.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from notebrain.app.background.worker import Worker
from notebrain.app.commands.command import Scope
from notebrain.app.commands.keymap import Keys
from notebrain.app.jobs.background import make_worker
from notebrain.app.services import Services
from notebrain.domain.errors import NoteBrainError, NotFound
from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.note import Note, NoteId
from notebrain.gui.core.actions import Actions
from notebrain.gui.core.context import Context, Navigator, PageStack, SidePanel, WindowFrame
from notebrain.gui.core.locations import ALL_NOTES, Location, Place
from notebrain.gui.core.settings_model import SettingsModel
from notebrain.gui.core.tasks import Tasks
from notebrain.gui.core.threads import BackgroundReader, EventBridge
from notebrain.gui.theme.theme import Theme

if TYPE_CHECKING:
    from notebrain.gui.editor.panel import EditorPanel


class FakeMessages:
    """Keeps what the user was told; the last message and its act are those of the status line."""

    def __init__(self) -> None:
        self.shown: list[str] = []
        self.act = ""
        """What the button beside the last message says; empty if it has none."""
        self._on_act: Callable[[], object] | None = None

    @property
    def text(self) -> str:
        """The last message."""
        return self.shown[-1] if self.shown else ""

    def press(self) -> None:
        """Do what the button beside the last message does."""
        assert self._on_act is not None
        self._on_act()

    def show_info(self, text: str) -> None:
        self._show(text)

    def show_warning(self, text: str) -> None:
        self._show(text)

    def show_waiting(self, reason: str) -> None:
        self._show(reason)

    def show_problem(
        self, text: str, act: str = "", on_act: Callable[[], object] | None = None
    ) -> None:
        self._show(text, act, on_act)

    def show_offer(
        self, text: str, act: str, on_act: Callable[[], object], *, passing: bool = False
    ) -> None:
        self._show(text, act, on_act)

    def _show(self, text: str, act: str = "", on_act: Callable[[], object] | None = None) -> None:
        self.shown.append(text)
        self.act, self._on_act = act, on_act


class FakeWindow(WindowFrame):
    """A window with the parts a test puts side by side; a page takes the place of all of them."""

    def __init__(self) -> None:
        super().__init__()
        self.shown_page: QWidget | None = None
        self.done: list[str] = []
        self.times_raised = 0
        self.full_screen = False
        self.sidebar_covered = False
        self._parts: list[QWidget] = []
        self._room = QWidget()
        self._row = QHBoxLayout(self._room)
        self._row.setContentsMargins(0, 0, 0, 0)
        self.setCentralWidget(self._room)

    @property
    def shows_notes(self) -> bool:
        return self.shown_page is None

    @property
    def page(self) -> QWidget | None:
        return self.shown_page

    @property
    def room(self) -> QWidget:
        return self._room

    @property
    def last_done(self) -> str:
        """What the message in the corner said last."""
        return self.done[-1] if self.done else ""

    def put(self, *parts: QWidget) -> None:
        """Show these parts side by side, after those that are there."""
        for part in parts:
            self._parts.append(part)
            self._row.addWidget(part)

    def put_page(self, page: QWidget) -> None:
        """Add a page, hidden for now."""
        self._row.addWidget(page)
        page.hide()

    def show_page(self, page: QWidget | None) -> None:
        """Show a page in the place of the parts, or the parts again."""
        if page is self.shown_page:
            return
        before, self.shown_page = self.shown_page, page
        for part in self._parts:
            part.setVisible(page is None)
        if before is not None:
            before.hide()
        if page is not None:
            page.show()
        self.page_changed.emit()

    def set_full_screen(self, full: bool) -> None:
        self.full_screen = full

    def show_done(self, text: str, *, undoable: bool = True) -> None:
        self.done.append(text)

    def lift_toast(self) -> None:
        pass

    def cover_sidebar(self, covered: bool) -> None:
        self.sidebar_covered = covered

    def hide_window(self) -> None:
        self.hide()
        self.went_away.emit()

    def raise_window(self, token: str = "") -> None:
        self.times_raised += 1

    def end(self) -> bool:
        return self.close()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.WindowActivate:
            self.activated.emit()
        elif event.type() == QEvent.Type.WindowDeactivate:
            self.deactivated.emit()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self.resized.emit()


class FakePages(PageStack):
    """Pages by name, of which one is current."""

    def __init__(self, window: FakeWindow) -> None:
        super().__init__(window)
        self._window = window
        self.added: dict[str, tuple[QWidget, Callable[[bool], object]]] = {}

    @property
    def current(self) -> str:
        found = (name for name, (page, _) in self.added.items() if page is self._window.page)
        return next(found, "")

    def add(self, name: str, widget: QWidget, enter: Callable[[bool], object]) -> None:
        self.added[name] = (widget, enter)
        self._window.put_page(widget)

    def show(self, name: str, typing: bool = True) -> None:
        if name not in self.added:
            self.requested_before_loaded.emit(name)
        widget, enter = self.added[name]
        self.leaving_notes.emit()
        self._window.show_page(widget)
        self.shown.emit(name)
        if typing:
            enter(True)


class FakeSidePanel(SidePanel):
    """Parts by name, of which one is current."""

    def __init__(self) -> None:
        super().__init__()
        self.added: dict[str, tuple[QWidget, Callable[[], object]]] = {}
        self._current = ""
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self.hide()

    @property
    def current(self) -> str:
        return self._current

    def add(
        self, name: str, title: str, widget: QWidget, *, focus: Callable[[], object] | None = None
    ) -> None:
        self.added[name] = (widget, focus or widget.setFocus)
        self._row.addWidget(widget)
        widget.setVisible(name == self._current)

    def open(self, name: str, *, focus: bool = True) -> None:
        self._current = name
        for one, (widget, _) in self.added.items():
            widget.setVisible(one == name)
        self.setVisible(bool(name))
        self.changed.emit(name)
        if focus and name in self.added:
            self.added[name][1]()

    def toggle(self, name: str) -> None:
        if self._current == name:
            self.open("")
            self.left.emit()
        else:
            self.open(name)


class FakeNavigator(Navigator):
    """Goes where it is told and remembers the way."""

    def __init__(self, services: Services, window: FakeWindow, events: EventBridge) -> None:
        super().__init__()
        self._services = services
        self._window = window
        self.went: list[object] = []
        self.editor: EditorPanel | None = None
        """Shows the note, where a test has one."""
        events.notes_changed.connect(self._on_changes)

    def open_note(self, note_id: NoteId, place: Place | None = None) -> bool:
        note = self._read(note_id)
        if note is None:
            return False
        self.went.append(note_id)
        self._show(note)
        self._window.show_page(None)
        return True

    def open_passage(self, note_id: NoteId, start: int, end: int) -> None:
        if self.open_note(note_id) and self.editor is not None:
            self.editor.show_passage(start, end)

    def write_in(self, note_id: NoteId) -> None:
        if self.open_note(note_id) and self.editor is not None:
            self.editor.setFocus()

    def show_location(self, location: Location, note: NoteId | None = None) -> None:
        self.location = location
        self.went.append(location)
        self._window.show_page(None)
        self.location_shown.emit(location)

    def show_all(self) -> None:
        self.show_location(ALL_NOTES)

    def show_workspace(self, name: str) -> None:
        self.workspace = name or None

    def new_note(self) -> None:
        self.writing_awaited.emit()

    def rest_at(self, notes: Iterable[NoteId]) -> None:
        self.note = None

    def wake(self) -> None:
        pass

    def leave(self) -> None:
        if self.editor is not None:
            self.editor.flush()

    def show_whole(self, note: Note) -> None:
        self._show(note)

    def show_again(self) -> None:
        self._show(self.note)

    def leave_page(self) -> None:
        self.went.append("notes")
        self._window.show_page(None)

    def _read(self, note_id: NoteId) -> Note | None:
        library = self._services.library
        whole = self.editor is None or self.editor.holds_whole(note_id)
        read = library.note if whole else library.opening
        try:
            return read(note_id)
        except NotFound:
            return None

    def _show(self, note: Note | None) -> None:
        if self.note is not None and (note is None or note.id != self.note.id):
            self.leave()
        self.note = note
        if self.editor is not None:
            if note is None:
                self.editor.clear()
            else:
                self.editor.show_note(note)
        self.note_shown.emit(note)

    def _on_changes(self, changes: Changes) -> None:
        """Show the note as it is now; one that was just moved to the trash is left."""
        if self.note is None or self.note.id not in changes.notes:
            return
        note = self._read(self.note.id)
        was_there = self.note.deleted_at is None
        self._show(None if note and note.deleted_at and was_there else note)


@dataclass(frozen=True, slots=True)
class FakeContext(Context):
    """The parts of a window without the window.

    Attributes:
        worker: The background, which does not run until it is started; what is committed is told without it, too.
        failures: What went wrong. The user is told of errors of our own; any other fails the test.
    """

    messages: FakeMessages
    window: FakeWindow
    pages: FakePages
    side: FakeSidePanel
    navigator: FakeNavigator
    worker: Worker
    failures: list[Exception] = field(default_factory=list)

    def set_scope(self, scope: Scope, widget: QWidget) -> None:
        """Let the shortcuts of this scope work in a widget, as those of the text do in the editor."""
        for row in self.actions.rows:
            if row.scope is scope:
                widget.addAction(self.actions[row.id])

    def close(self) -> None:
        """End the threads, as the window does."""
        self.window.hide()
        self.worker.stop()
        self.window.closing.emit()
        self.events.close()
        self.reader.close()
        self.tasks.close()


class Alone(SimpleNamespace):
    """A feature without its window: the context, and by name the panels that its tests look at."""

    context: FakeContext

    def __getattr__(self, name: str) -> Any:
        return getattr(self.context, name)


def fake_context(services: Services, theme: Theme) -> FakeContext:
    """Return a context of fakes around real services."""
    window, events, messages = FakeWindow(), EventBridge(), FakeMessages()
    failures: list[Exception] = []

    def fail(error: Exception) -> None:
        failures.append(error)
        if not isinstance(error, NoteBrainError):
            raise error
        messages.show_problem(str(error))

    pages, navigator = FakePages(window), FakeNavigator(services, window, events)
    pages.leaving_notes.connect(navigator.leave)
    events.failed.connect(fail)
    nowhere = QWidget(window)
    nowhere.hide()
    return FakeContext(
        services=services,
        theme=theme,
        events=events,
        reader=BackgroundReader(events),
        tasks=Tasks(fail, window),
        settings=SettingsModel(services.settings, events),
        actions=Actions(
            Keys(services.settings).map, window=window, note_list=nowhere, text=nowhere
        ),
        messages=messages,
        window=window,
        pages=pages,
        side=FakeSidePanel(),
        navigator=navigator,
        worker=make_worker(services, events),
        on_error=fail,
        failures=failures,
    )
