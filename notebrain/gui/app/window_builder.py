"""The desk: the panels of one window and the services of one vault, wired together."""

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
from notebrain.domain.notes.navigation import Visits
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
from notebrain.gui.notes.locations import Kind, Place
from notebrain.gui.notes.navigation import Detour
from notebrain.gui.sidebar.panel import Sidebar
from notebrain.gui.theme.theme import Theme
from notebrain.gui.window import window_state
from notebrain.gui.window.main_window import MainWindow, Parts
from notebrain.gui.window.pages import HOME, SEARCH, Centre, Pages
from notebrain.gui.window.side_panel import SidePane
from notebrain.gui.window.status_bar import StatusLine
from notebrain.gui.window.welcome_page import Welcome

if TYPE_CHECKING:
    from concurrent.futures import Future

    from notebrain.domain.notes.changes import Changes
    from notebrain.gui.search.panel import SearchPanel


class Desk(QObject):
    """Everything of one window: gives panels what they show, leads on what the user did."""

    reading_asked = Signal()
    """A note is to be read or written in, not only chosen in the list."""
    starting = Signal(object)
    """The window is about to be shown, as it was the last time (a `WindowState`), or for the first time (None)."""

    search: "SearchPanel"
    """Put in once the window is painted, see `Furnishing`."""

    closing = Signal()
    """The window was closed; threads are let go of."""

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
        self.visits = Visits()
        self.detour = Detour(self)
        self.preferences = Preferences(services.settings, bridge)
        self.reader = Reader(bridge)
        self.tasks = Tasks(self.on_failed, self)
        self.acts = NoteActions(services.capture, bridge, self._remove, self)
        self.damage: DamagedVault | None = None
        """Why the user left: the vault is damaged, and he wants its backup."""
        self.wanted_backup: Path | None = None
        """Why the user left: he wants the vault as this backup has it."""
        self.others_unsaved: list[Callable[[], bool]] = []
        """What tells, beside the editor, whether it has words that are not on disk yet."""
        self.others_in_trouble: list[Callable[[], bool]] = []
        """What tells whether such words could not be kept."""
        self._empty = False
        self._make_panels()
        self._make_window()
        self._wire_notes()
        self._wire_acts()

    def start(self, *, shown: bool = True) -> None:
        """Show the window with its list, or have it ready out of sight."""
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
        """Remove notes for good; what does that is loaded when it is first needed."""
        return self.services.shredder.remove(notes)

    def on_failed(self, error: Exception) -> None:
        """Say what went wrong; what has no words of ours is a fault and goes to the log."""
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
        """Let go of the threads; whatever they still say comes too late."""
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
        self.centre = Centre(self.editor)

    def _make_window(self) -> None:
        parts = Parts(
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
        self.browser.writing_asked.connect(self._on_writing)
        self.browser.failed.connect(self._on_not_made)
        self.sidebar.new_note_asked.connect(self.browser.new_note)
        self.sidebar.page_chosen.connect(self.pages.show)
        self.pages.leaving_notes.connect(self.browser.leave)
        self.side.left.connect(self.editor.setFocus)
        self.notes.entered.connect(self._on_writing)
        self.notes.menu_asked.connect(self._on_note_menu)
        self.welcome.new_note_asked.connect(self.browser.new_note)
        self.welcome.import_asked.connect(self.exchange.ask_import)

    def _wire_acts(self) -> None:
        self.acts.done.connect(self._on_done)
        self.acts.undone.connect(self._on_undone)
        self.acts.returned.connect(self.browser.choose_again)
        self.acts.failed.connect(self.on_failed)
        self.window.page_changed.connect(self._offer_commands)
        self.window.toast.undo_asked.connect(self.acts.undo)
        self.bridge.failed.connect(self.on_failed)

    def show_search(self, typing: bool = True) -> None:
        """Show the search; `typing` puts the caret into its field."""
        self.pages.show(SEARCH, typing)

    def leave_page(self) -> None:
        """Go back from a page to the notes, or to Home where one came from there."""
        if self.pages.before == HOME and self.pages.current != HOME:
            self.pages.show(HOME)
            return
        self.sidebar.select(self.browser.place)
        self._show_page()
        self.notes.view.setFocus()

    def open_hit(self, note_id: str, start: int, end: int) -> None:
        """Show a note that was found, at the passage that was found."""
        if self.open_note(NoteId(note_id)):
            self.editor.show_passage(start, end)

    def open_note(self, note_id: NoteId) -> bool:
        """Show this note; tell whether it exists."""
        found = self.browser.open_note(note_id)
        if found:
            self.sidebar.select(self.browser.place)
            self.window.show_notes()
            self.reading_asked.emit()
        return found

    def write_in(self, note_id: NoteId) -> None:
        """Show this note, ready to be written in."""
        if self.open_note(note_id):
            self.editor.setFocus()

    def show_note_menu(self, notes: Sequence[Filed], at: QPoint) -> None:
        """Show the menu of these notes."""
        library = self.services.library
        known = Known(library.workspaces(), library.tags())
        menu = self.note_menu.make(notes, known)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)

    def next_region(self) -> None:
        """Give the keyboard to the next part of the window."""
        cycle(self._regions())

    def previous_region(self) -> None:
        """Give the keyboard to the part before."""
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
        """Close the window; whoever opened it puts this backup in the place of the vault then."""
        self.wanted_backup = backup
        self.window.end()

    def _leave_for_backup(self, damage: DamagedVault) -> None:
        """Close the window; whoever opened it asks for the backup then."""
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

    def _on_place(self, _place: Place) -> None:
        self._show_page()
        self._offer_commands()

    def _offer_commands(self) -> None:
        """Offer what makes sense here; in the search, Ctrl+D is the search's own."""
        trash, listed = self.browser.place.kind is Kind.TRASH, self.window.shows_notes
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
        self.reading_asked.emit()
        self.centre.enter()

    def _on_not_made(self, error: Exception) -> None:
        """Say that there is no new note, and why: the user pressed a key for it and sees none."""
        if isinstance(error, NoteBrainError) and not isinstance(error, DamagedWords | DamagedVault):
            cause = str(error)
            self.status.tell_problem(_("No note was made. {cause}").format(cause=cause))
        else:
            self.on_failed(error)

    def _on_note_menu(self, at: QPoint) -> None:
        self.show_note_menu(self.notes.selected(), at)

    def _on_done(self, text: str) -> None:
        self.window.tell(text)
        self.status.tell_plain(text)  # the way back is in the toast, and only there

    def _on_undone(self, text: str) -> None:
        self.window.tell(text, undoable=False)
        self.status.tell_plain(text)


def _held_by_something(window: QWidget) -> bool:
    """Tell whether a part of the window has the keyboard."""
    # Qt's types leave out that there may be no such widget
    return isinstance(cast("object", window.focusWidget()), QWidget)
