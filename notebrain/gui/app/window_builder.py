"""The desk, which connects the panels of one window to the services of one vault."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QWidget

from notebrain.app.commands.command import CommandId
from notebrain.app.commands.keymap import Keys
from notebrain.app.events import WordsDamaged
from notebrain.app.services import Services
from notebrain.app.settings.table import WINDOW
from notebrain.domain.errors import DamagedVault, DamagedWords, NoteBrainError
from notebrain.domain.i18n import _
from notebrain.domain.notes.navigation import NavigationHistory
from notebrain.domain.notes.note import Counts, Note, NoteId
from notebrain.gui.browser.note_browser import NoteBrowser, Panels
from notebrain.gui.core.actions import Actions
from notebrain.gui.core.background_reader import Reader
from notebrain.gui.core.event_bridge import EventBridge
from notebrain.gui.core.focus import Region, cycle, with_button
from notebrain.gui.core.settings_model import Preferences
from notebrain.gui.core.tasks import Tasks
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.import_export.controller import ExchangeFlow
from notebrain.gui.import_export.progress_strip import ExchangeStrip
from notebrain.gui.note_list.model import ListSource, NoteListModel
from notebrain.gui.note_list.panel import NoteListPanel
from notebrain.gui.notes.actions import Filed, NoteActions
from notebrain.gui.notes.context_menu import Known, NoteMenu
from notebrain.gui.notes.locations import Location, LocationKind
from notebrain.gui.notes.navigation import ReturnLocation
from notebrain.gui.sidebar.panel import Sidebar
from notebrain.gui.theme.theme import Theme
from notebrain.gui.window import window_state
from notebrain.gui.window.main_window import MainWindow, WindowWidgets
from notebrain.gui.window.pages import HOME, SEARCH, EditorStack, Pages
from notebrain.gui.window.side_panel import SidePane
from notebrain.gui.window.status_bar import StatusLine
from notebrain.gui.window.welcome_page import Welcome

if TYPE_CHECKING:
    from concurrent.futures import Future

    from notebrain.domain.notes.changes import Changes
    from notebrain.gui.search.panel import SearchPanel


class Desk(QObject):
    """Holds everything that belongs to one window, gives panels their data, and forwards the user's actions."""

    reading_requested = Signal()
    """A note is to be opened for reading or writing, not only selected in the list."""
    starting = Signal(object)
    """The window is about to be shown, with its last state (a `WindowState`) or for the first time (None)."""

    search: "SearchPanel"
    """Set once the window is painted, see `DeferredLoader`."""

    closing = Signal()
    """The window was closed; threads are about to end."""

    def __init__(
        self,
        services: Services,
        theme: Theme,
        bridge: EventBridge,
        *,
        editor: EditorPanel,
    ) -> None:
        super().__init__()
        self.services = services
        self.theme = theme
        self.bridge = bridge
        self.editor = editor
        self.keys = Keys(services.settings)
        self.visits = NavigationHistory()
        self.detour = ReturnLocation(self)
        self.preferences = Preferences(services.settings, bridge)
        self.reader = Reader(bridge)
        self.tasks = Tasks(self.on_failed, self)
        self.acts = NoteActions(services.capture, bridge, self._remove, self)
        self.damage: DamagedVault | None = None
        """Set if the user left because the vault is damaged and they want its backup."""
        self.wanted_backup: Path | None = None
        """Set if the user left to restore the vault from this backup."""
        self.others_unsaved: list[Callable[[], bool]] = []
        """Functions that return whether a part other than the editor has text that is not on disk yet."""
        self.others_in_trouble: list[Callable[[], bool]] = []
        """Functions that return whether such text could not be saved."""
        self._empty = False
        self._make_panels()
        self._make_window()
        self._wire_notes()
        self._wire_acts()

    def start(self, *, shown: bool = True) -> None:
        """Show the window with its list, or prepare it without showing it."""
        state = window_state.from_text(str(self.services.settings.get(WINDOW)))
        self.window.restore_state(state)
        self.actions[CommandId.SIDEBAR].setChecked(not self.sidebar.isHidden())
        self.browser.start(state.note if state else "")
        if state is not None:
            self.side.open(state.side_part, focus=False)
        self.notes.view.setFocus(Qt.FocusReason.OtherFocusReason)
        self.starting.emit(state)
        if shown:
            self.window.show()

    def _remove(self, notes: Sequence[NoteId]) -> "Future[Changes]":
        """Delete notes permanently; the code for it is imported on first use."""
        return self.services.shredder.remove(notes)

    def on_failed(self, error: Exception) -> None:
        """Show what went wrong; an error that is not our own is a bug and goes to the log."""
        if not isinstance(error, NoteBrainError):
            raise error
        if isinstance(error, DamagedWords):
            self.bridge.publish(WordsDamaged())
        elif isinstance(error, DamagedVault) and error.backup is not None:
            self.status.tell_problem(
                str(error), _("Open the backup"), lambda: self._leave_for_backup(error)
            )
        else:
            self.status.tell_problem(str(error))

    def close(self) -> None:
        """Close the threads; anything they still send is ignored."""
        self.closing.emit()
        self.browser.finish()
        self.bridge.close()
        self.exchange.close()
        self.reader.close()
        self.tasks.close()

    def _make_panels(self) -> None:
        theme = self.theme
        self.sidebar = Sidebar(theme)
        model = NoteListModel(ListSource(self.services.library), self)
        self.notes = NoteListPanel(theme, model, self.services.clock.now)
        self.welcome = Welcome(theme)
        self.strip = ExchangeStrip(theme)
        self.status = StatusLine(theme)
        self.side = SidePane(theme)
        self.centre = EditorStack(self.editor)

    def _make_window(self) -> None:
        parts = WindowWidgets(
            sidebar=self.sidebar,
            notes=self.notes,
            editor=self.centre,
            side=self.side,
            welcome=self.welcome,
            strip=self.strip,
            status=self.status,
        )
        self.window = MainWindow(self.theme, parts)
        self.pages = Pages(self.window, self.sidebar)
        self.pages.announce(SEARCH)
        self.actions = Actions(
            self.keys.map, window=self.window, note_list=self.notes.view, text=self.editor.view
        )
        self.exchange = ExchangeFlow(self.services, self.theme, self.strip, self.tasks, self.window)
        self.note_menu = NoteMenu(self.window, self.actions, self.acts, self.tasks)
        for menu in self.actions.menus(self.window):
            self.window.menuBar().addMenu(menu)

    def _wire_notes(self) -> None:
        panels = Panels(self.sidebar, self.notes, self.editor)
        self.browser = NoteBrowser(self.services, panels, self.reader, self.bridge)
        self.browser.counted.connect(self._on_counted)
        self.browser.place_shown.connect(self._on_place)
        self.browser.note_shown.connect(self._on_note)
        self.browser.titled.connect(self._on_titled)
        self.browser.writing_requested.connect(self._on_writing)
        self.browser.failed.connect(self._on_not_made)
        self.sidebar.new_note_requested.connect(self.browser.new_note)
        self.sidebar.page_chosen.connect(self.pages.show)
        self.pages.leaving_notes.connect(self.browser.leave)
        self.side.left.connect(self.editor.setFocus)
        self.notes.entered.connect(self._on_writing)
        self.notes.menu_requested.connect(self._on_note_menu)
        self.welcome.new_note_requested.connect(self.browser.new_note)
        self.welcome.import_requested.connect(self.exchange.ask_import)

    def _wire_acts(self) -> None:
        self.acts.done.connect(self._on_done)
        self.acts.undone.connect(self._on_undone)
        self.acts.returned.connect(self.browser.choose_again)
        self.acts.failed.connect(self.on_failed)
        self.window.page_changed.connect(self._offer_commands)
        self.window.toast.undo_requested.connect(self.acts.undo)
        self.bridge.failed.connect(self.on_failed)

    def show_search(self, typing: bool = True) -> None:
        """Show the search; `typing` puts the cursor in its field."""
        self.pages.show(SEARCH, typing)

    def leave_page(self) -> None:
        """Go back from a page to the notes, or to Home if the user came from there."""
        if self.pages.before == HOME and self.pages.current != HOME:
            self.pages.show(HOME)
            return
        self.sidebar.select(self.browser.place)
        self._show_page()
        self.notes.view.setFocus()

    def open_hit(self, note_id: str, start: int, end: int) -> None:
        """Show a note from the search results at the passage that was found."""
        if self.open_note(NoteId(note_id)):
            self.editor.show_passage(start, end)

    def open_note(self, note_id: NoteId) -> bool:
        """Show this note; return whether it exists."""
        found = self.browser.open_note(note_id)
        if found:
            self.sidebar.select(self.browser.place)
            self.window.show_notes()
            self.reading_requested.emit()
        return found

    def write_in(self, note_id: NoteId) -> None:
        """Show this note and put the cursor in its text."""
        if self.open_note(note_id):
            self.editor.setFocus()

    def show_note_menu(self, notes: Sequence[Filed], at: QPoint) -> None:
        """Show the context menu of these notes."""
        library = self.services.library
        known = Known(library.workspaces(), library.tags())
        menu = self.note_menu.make(notes, known)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)

    def next_region(self) -> None:
        """Move the keyboard focus to the next part of the window."""
        cycle(self._regions())

    def previous_region(self) -> None:
        """Move the keyboard focus to the previous part of the window."""
        cycle(self._regions(), back=True)

    def _regions(self) -> list[Region]:
        return [
            Region(self.sidebar, self.sidebar.focus_entries),
            Region(self.notes, self.notes.view.setFocus),
            Region(self.centre, self.centre.enter),
            Region(self.side, self.side.enter),
            *self.pages.regions(),
            Region(self.welcome, self.welcome.new_button.setFocus),
            *with_button(self.strip, self.strip.cancel, self.strip.close_button),
            *with_button(self.status, self.status.act),
        ]

    def leave_for(self, backup: Path) -> None:
        """Close the window; its opener then replaces the vault with this backup."""
        self.wanted_backup = backup
        self.window.end()

    def _leave_for_backup(self, damage: DamagedVault) -> None:
        """Close the window; its opener then offers the backup."""
        self.damage = damage
        self.window.end()

    def _show_page(self) -> None:
        if self._empty:
            self.window.show_welcome()
            self.welcome.new_button.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.window.show_notes()

    def _on_counted(self, counts: Counts) -> None:
        self._empty = counts.notes == counts.trashed == 0 and self.browser.workspace is None
        if not self.pages.current:
            self._show_page()
        self.status.recount(counts.notes)

    def _on_place(self, _place: Location) -> None:
        self._show_page()
        self._offer_commands()

    def _offer_commands(self) -> None:
        """Enable the commands that make sense here; in the search, Ctrl+D belongs to the search."""
        trash, listed = self.browser.place.kind is LocationKind.TRASH, self.window.shows_notes
        self.actions[CommandId.TRASH].setEnabled(listed and not trash)
        self.actions[CommandId.RESTORE].setEnabled(listed and trash)
        self.actions[CommandId.PIN].setEnabled(listed and not trash)
        self.actions[CommandId.NEXT_NOTE].setEnabled(listed)
        self.actions[CommandId.PREVIOUS_NOTE].setEnabled(listed)

    def _on_note(self, note: Note | None) -> None:
        if note is not None:
            self._on_titled(note.title)
            return
        self.window.setWindowTitle("NoteBrain")
        if not _held_by_something(self.window):
            self.notes.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_titled(self, title: str) -> None:
        self.window.setWindowTitle(f"{title or _('Untitled')} - NoteBrain")

    def _on_writing(self) -> None:
        self._empty = False
        self.window.show_notes()
        self.sidebar.select(self.browser.place)
        self.reading_requested.emit()
        self.centre.enter()

    def _on_not_made(self, error: Exception) -> None:
        """Say that no note was created, and why: the user pressed a key for it and sees none."""
        if isinstance(error, NoteBrainError) and not isinstance(error, DamagedWords | DamagedVault):
            cause = str(error)
            self.status.tell_problem(_("No note was made. {cause}").format(cause=cause))
        else:
            self.on_failed(error)

    def _on_note_menu(self, at: QPoint) -> None:
        self.show_note_menu(self.notes.selected(), at)

    def _on_done(self, text: str) -> None:
        self.window.tell(text)
        self.status.tell_plain(text)  # undo is offered only in the toast

    def _on_undone(self, text: str) -> None:
        self.window.tell(text, undoable=False)
        self.status.tell_plain(text)


def _held_by_something(window: QWidget) -> bool:
    """Return whether a widget of the window has the keyboard focus."""
    # Qt's type hints omit that there may be no such widget
    return isinstance(cast("object", window.focusWidget()), QWidget)
