"""What every feature of the window is given; none of it knows a feature."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QMetaObject, QObject, Signal, SignalInstance
from PySide6.QtWidgets import QFrame, QMainWindow, QWidget

from notebrain.app.services import Services
from notebrain.domain.notes.note import Counts, Note, NoteId
from notebrain.gui.core.actions import Actions
from notebrain.gui.core.locations import ALL_NOTES, Location, Place
from notebrain.gui.core.settings_model import SettingsModel
from notebrain.gui.core.tasks import Tasks
from notebrain.gui.core.threads import BackgroundReader, EventBridge
from notebrain.gui.theme.theme import Theme


class Messages(Protocol):
    """Where the user is told what happened, in the status line."""

    def show_info(self, text: str) -> None:
        """Show a message that needs no action."""

    def show_waiting(self, reason: str) -> None:
        """Show that saving waits, and for which program; "" shows that it continues."""

    def show_problem(
        self, text: str, act: str = "", on_act: Callable[[], object] | None = None
    ) -> None:
        """Show an error, with one action for it."""

    def show_warning(self, text: str) -> None:
        """Show that something asked for was not done, and why."""

    def show_offer(
        self, text: str, act: str, on_act: Callable[[], object], *, passing: bool = False
    ) -> None:
        """Show a state with one action for it; a `passing` one goes by itself, and no save takes its place."""


@dataclass(frozen=True, slots=True)
class CloseCheck:
    """What a part of the window with text of its own answers before the window closes.

    Attributes:
        is_unsaved: Returns whether it has text that is not on disk yet.
        is_in_trouble: Returns whether such text could not be saved.
    """

    is_unsaved: Callable[[], bool]
    is_in_trouble: Callable[[], bool]


class WindowFrame(QMainWindow):
    """The window as its features see it."""

    starting = Signal(object)
    """The window is about to be shown, with its last state (a `WindowState`) or for the first time (None)."""
    painted = Signal()
    """The window was painted for the first time."""
    activated = Signal()
    deactivated = Signal()
    resized = Signal()
    page_changed = Signal()
    went_away = Signal()
    """The window was closed, but is only hidden."""
    stayed = Signal()
    """The window stays open because the user does not want to lose unsaved work."""
    closed = Signal()
    """The window was closed for good, whether it was visible or not."""
    closing = Signal()
    """The window was closed; threads are about to end."""

    def __init__(self) -> None:
        super().__init__()
        self.close_checks: list[CloseCheck] = []
        self.lift: Callable[[], int] = lambda: 0
        """Returns how far above the status line the message about what was done has to stay."""

    def add_close_check(self, check: CloseCheck) -> None:
        """Ask this part, too, before the window closes."""
        self.close_checks.append(check)

    @property
    def shows_notes(self) -> bool:
        """Whether the list and the editor are shown."""
        raise NotImplementedError

    @property
    def page(self) -> QWidget | None:
        """The widget shown beside the sidebar."""
        raise NotImplementedError

    @property
    def room(self) -> QWidget:
        """The area below the menu bar, for widgets that cover it temporarily."""
        raise NotImplementedError

    def set_full_screen(self, full: bool) -> None:
        """Enter or leave full screen."""
        raise NotImplementedError

    def show_done(self, text: str, *, undoable: bool = True) -> None:
        """Show what was done in the corner for a while."""
        raise NotImplementedError

    def lift_toast(self) -> None:
        """Move the message about what was done so that it does not cover the content shown below it."""
        raise NotImplementedError

    def cover_sidebar(self, covered: bool) -> None:
        """Hide the sidebar while a page with its own navigation takes its place."""
        raise NotImplementedError

    def hide_window(self) -> None:
        """Hide the window without closing it."""
        raise NotImplementedError

    def raise_window(self, token: str = "") -> None:
        """Bring the window to the front; Wayland permits it only with the token of the program that asked."""
        raise NotImplementedError

    def end(self) -> bool:
        """Close for good, even where closing only hides the window; return whether it is closed already."""
        raise NotImplementedError


class PageStack(QObject):
    """The pages of the window, by name; while none is shown, the notes are."""

    leaving_notes = Signal()
    """The notes are about to be covered."""
    requested_before_loaded = Signal(str)
    """A page was requested that does not exist yet."""
    shown = Signal(str)
    """A page was requested, though it may have been visible already."""

    @property
    def current(self) -> str:
        """The name of the current page; empty while the notes are shown."""
        raise NotImplementedError

    def add(self, name: str, widget: QWidget, enter: Callable[[bool], object]) -> None:
        """Add a page to the window, hidden for now; `enter` gives it the focus, True if the user means to type."""
        raise NotImplementedError

    def show(self, name: str, typing: bool = True) -> None:
        """Show a page; `typing` gives it the focus."""
        raise NotImplementedError


class SidePanel(QFrame):
    """The pane beside the text, which shows one of several parts about the note."""

    changed = Signal(str)
    """The name of the part that is now shown; empty when the pane was closed."""
    left = Signal()
    """The user closed the pane, or pressed Esc in it: the focus returns to the text."""

    def connect_while_shown(
        self, name: str, slots: Mapping[SignalInstance, Callable[..., object]]
    ) -> None:
        """Connect signals to what keeps a part up to date, but only while the part is shown."""
        connections: list[QMetaObject.Connection] = []

        def on_changed(current: str) -> None:
            while connections:
                QObject.disconnect(connections.pop())
            if current == name:
                connections.extend(signal.connect(slot) for signal, slot in slots.items())

        self.changed.connect(on_changed)
        on_changed(self.current)

    @property
    def current(self) -> str:
        """The name of the part that is shown, or an empty string."""
        raise NotImplementedError

    def add(
        self, name: str, title: str, widget: QWidget, *, focus: Callable[[], object] | None = None
    ) -> None:
        """Add a part to the pane, hidden for now.

        Args:
            focus: Gives the part the focus; if None, its widget takes the focus itself.
        """
        raise NotImplementedError

    def open(self, name: str, *, focus: bool = True) -> None:
        """Show a part, as soon as a part with this name was added."""
        raise NotImplementedError

    def toggle(self, name: str) -> None:
        """Show a part, or close the pane if the part is shown already."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A note to show somewhere else than in the main editor.

    Attributes:
        span: The passage to show, in code points.
        window: Whether it gets a window of its own, rather than the place beside the main editor.
    """

    note_id: NoteId
    span: tuple[int, int] | None = None
    window: bool = False


class Navigator(QObject):
    """Knows which workspace, location and note are shown, and shows others."""

    counted = Signal(object)
    """The sidebar has new counts."""
    note_shown = Signal(object)
    """The editor shows this note, or none."""
    location_shown = Signal(object)
    """The list shows this location."""
    titled = Signal(str)
    """The title of the shown note changed to this."""
    reading_requested = Signal()
    """A note is to be opened for reading or writing, not only selected in the list."""
    elsewhere_requested = Signal(object)
    """A note is to be shown `Elsewhere`."""
    writing_awaited = Signal()
    """A note is about to be created; what the user types from now on belongs to it."""
    writing_requested = Signal()
    """A note was created for the user to write in."""
    failed = Signal(Exception)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.location: Location = ALL_NOTES
        self.workspace: str | None = None
        self.note: Note | None = None
        self.counts = Counts()
        """What `counted` said last."""

    @property
    def place(self) -> Place:
        """The list that is shown."""
        return Place(self.workspace, self.location)

    def open_note(self, note_id: NoteId, place: Place | None = None) -> bool:
        """Show this note, in the shown list or in `place` if it is listed there; return whether it exists."""
        raise NotImplementedError

    def open_passage(self, note_id: NoteId, start: int, end: int) -> None:
        """Show a note at a passage, given in code points."""
        raise NotImplementedError

    def write_in(self, note_id: NoteId) -> None:
        """Show this note and put the cursor in its text."""
        raise NotImplementedError

    def show_location(self, location: Location, note: NoteId | None = None) -> None:
        """Show the notes of a location and this one of them; None keeps the open note if it is among them."""
        raise NotImplementedError

    def show_all(self) -> None:
        """Show all notes of the workspace."""
        raise NotImplementedError

    def show_workspace(self, name: str) -> None:
        """Show the notes of a workspace; an empty name shows the notes of all workspaces."""
        raise NotImplementedError

    def new_note(self) -> None:
        """Create an empty note in the current location and let the user write."""
        raise NotImplementedError

    def rest_at(self, notes: Iterable[NoteId]) -> None:
        """Show no note while one of these is first in the list, until the user goes to the list."""
        raise NotImplementedError

    def wake(self) -> None:
        """Allow a note to be shown again."""
        raise NotImplementedError

    def leave(self) -> None:
        """Save unsaved text and leave the shown note."""
        raise NotImplementedError

    def show_whole(self, note: Note) -> None:
        """Show the full text of a note of which only the beginning is shown."""
        raise NotImplementedError

    def show_again(self) -> None:
        """Show the note again as it was last read."""
        raise NotImplementedError

    def leave_page(self) -> None:
        """Go back from a page to the notes, or to Home if the user came from there."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Context:
    """The parts of one window that every feature may use."""

    services: Services
    theme: Theme
    events: EventBridge
    reader: BackgroundReader
    tasks: Tasks
    settings: SettingsModel
    actions: Actions
    messages: Messages
    window: WindowFrame
    pages: PageStack
    side: SidePanel
    navigator: Navigator
    on_error: Callable[[Exception], None]
