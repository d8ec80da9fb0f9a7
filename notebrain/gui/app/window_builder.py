"""Builds one window: its frame, its panels, and the context that its features are given."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from notebrain.app.commands.command import CommandId
from notebrain.app.commands.keymap import Keys
from notebrain.app.events import WordsDamaged
from notebrain.app.services import Services
from notebrain.app.settings.remembered import WINDOW
from notebrain.domain.errors import DamagedVault, DamagedWords, NoteBrainError
from notebrain.domain.i18n import _
from notebrain.domain.notes.navigation import NavigationHistory
from notebrain.domain.notes.note import Counts, NoteId
from notebrain.gui.browser.note_browser import NoteBrowser, Panels
from notebrain.gui.core.actions import Actions
from notebrain.gui.core.context import Context
from notebrain.gui.core.focus import Region, cycle, with_button
from notebrain.gui.core.locations import LocationKind, Place
from notebrain.gui.core.settings_model import SettingsModel
from notebrain.gui.core.tasks import Tasks
from notebrain.gui.core.threads import BackgroundReader, EventBridge
from notebrain.gui.editor.active_editor import ActiveEditor
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.import_export.controller import ImportExportController
from notebrain.gui.import_export.progress_strip import ProgressStrip
from notebrain.gui.note_list.model import ListSource, NoteListModel
from notebrain.gui.note_list.panel import NoteListPanel
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.notes.context_menu import NoteMenu
from notebrain.gui.notes.navigation import ReturnLocation
from notebrain.gui.sidebar.panel import Sidebar
from notebrain.gui.theme.theme import Theme
from notebrain.gui.window import window_state
from notebrain.gui.window.main_window import ALWAYS_MENU_BAR, MainWindow, WindowWidgets
from notebrain.gui.window.pages import ASK, PROFILE, SEARCH, EditorStack, Pages
from notebrain.gui.window.side_panel import NoteSidePanel
from notebrain.gui.window.status_bar import StatusBar
from notebrain.gui.window.welcome_page import Welcome

if TYPE_CHECKING:
    from concurrent.futures import Future

    from PySide6.QtCore import QPoint

    from notebrain.domain.notes.changes import Changes


class BareWindow:
    """One window on one vault without its features: starts it, connects its panels, and ends it."""

    def __init__(
        self, services: Services, theme: Theme, events: EventBridge, editor: EditorPanel
    ) -> None:
        self.services = services
        self.theme = theme
        self.events = events
        self.editor = editor
        self.damage: DamagedVault | None = None
        """Set if the user left because the vault is damaged and they want its backup."""
        self.wanted_backup: Path | None = None
        """Set if the user left to restore the vault from this backup."""
        self.keys = Keys(services.settings)
        self.visits: NavigationHistory[Place] = NavigationHistory()
        self.settings = SettingsModel(services.settings, events)
        self.reader = BackgroundReader(events)
        self._make_panels()
        self._make_window()
        self.tasks = Tasks(self.on_failed, self.window)
        self.acts = NoteActions(services.notes, events, self._remove, self.window)
        self.return_location = ReturnLocation(self.window)
        self.browser = NoteBrowser(services, self._panels(), self.reader, events)
        self.context = self._context()
        self.active = ActiveEditor(self.context, editor, (self.sidebar, self.notes))
        self.note_menu = NoteMenu(self.context, self.acts)
        self.exchange = ImportExportController(self.context, self.strip, self.acts)
        self._wire_notes()
        self._wire_acts()

    def start(self, *, shown: bool = True) -> None:
        """Show the window with its list, or prepare it without showing it."""
        state = window_state.from_text(self.services.settings.get(WINDOW))
        self.window.restore_state(state)
        self.actions[CommandId.SIDEBAR].setChecked(self.window.sidebar_shown)
        self.browser.start(state.note if state else "")
        if state is not None:
            self.side.open(state.side_part, focus=False)
        self.notes.view.setFocus(Qt.FocusReason.OtherFocusReason)
        self.window.starting.emit(state)
        if shown:
            self.window.show()

    def close(self) -> None:
        """Close the threads; anything they still send is ignored."""
        self.window.closing.emit()
        self.browser.finish()
        self.events.close()
        self.exchange.close()
        self.reader.close()
        self.tasks.close()

    def leave_for(self, backup: Path) -> None:
        """Close the window; its opener then replaces the vault with this backup."""
        self.wanted_backup = backup
        self.window.end()

    def on_failed(self, error: Exception) -> None:
        """Show what went wrong; an error that is not our own is a bug and goes to the log."""
        if not isinstance(error, NoteBrainError):
            raise error
        if isinstance(error, DamagedWords):
            self.events.publish(WordsDamaged())
        elif isinstance(error, DamagedVault) and error.backup is not None:
            self.status.show_problem(
                str(error), _("Open the backup"), lambda: self._leave_for_backup(error)
            )
        else:
            self.status.show_problem(str(error))

    def _leave_for_backup(self, damage: DamagedVault) -> None:
        """Close the window; its opener then offers the backup."""
        self.damage = damage
        self.window.end()

    def _remove(self, notes: Sequence[NoteId]) -> "Future[Changes]":
        """Delete notes permanently; the code for it is imported on first use."""
        return self.services.shredder.remove(notes)

    def _make_panels(self) -> None:
        theme = self.theme
        self.sidebar = Sidebar(theme)
        self.notes = NoteListPanel(
            theme, NoteListModel(ListSource(self.services.library)), self.services.clock.now
        )
        self.welcome = Welcome(theme)
        self.strip = ProgressStrip(theme)
        self.status = StatusBar(theme)
        self.side = NoteSidePanel(theme)
        self.stack = EditorStack(self.editor)

    def _make_window(self) -> None:
        parts = WindowWidgets(
            sidebar=self.sidebar,
            notes=self.notes,
            editor=self.stack,
            side=self.side,
            welcome=self.welcome,
            strip=self.strip,
            status=self.status,
        )
        self.window = MainWindow(self.theme, parts)
        self.pages = Pages(self.window, self.sidebar)
        self.pages.reserve(SEARCH)
        self.pages.reserve(ASK)
        self.pages.reserve(PROFILE)
        self.actions = Actions(
            self.keys.map, window=self.window, note_list=self.notes.view, text=self.editor.view
        )
        menus = self.actions.menus(self.window)
        for menu in menus:
            self.window.menuBar().addMenu(menu)
        if not ALWAYS_MENU_BAR:
            self.sidebar.offer_menus(menus)

    def _panels(self) -> Panels:
        return Panels(
            window=self.window,
            pages=self.pages,
            sidebar=self.sidebar,
            notes=self.notes,
            editor=self.editor,
            stack=self.stack,
            welcome=self.welcome,
        )

    def _context(self) -> Context:
        return Context(
            services=self.services,
            theme=self.theme,
            events=self.events,
            reader=self.reader,
            tasks=self.tasks,
            settings=self.settings,
            actions=self.actions,
            messages=self.status,
            window=self.window,
            pages=self.pages,
            side=self.side,
            navigator=self.browser,
            on_error=self.on_failed,
        )

    def _wire_notes(self) -> None:
        self.browser.counted.connect(self._on_counted)
        self.browser.location_shown.connect(self._offer_commands)
        self.browser.failed.connect(self._on_not_made)
        self.sidebar.page_chosen.connect(self.pages.show)
        self.side.left.connect(self.active.enter)
        self.notes.menu_requested.connect(self._on_note_menu)
        self.welcome.import_requested.connect(self.exchange.ask_import)
        self.editor.saved.connect(self.status.show_saved)
        self.editor.saved.connect(self.window.toast.hide)
        self.active.words_counted.connect(self.status.show_word_count)
        self.active.chosen_counted.connect(self.status.show_selected_words)

    def _wire_acts(self) -> None:
        self.acts.done.connect(self._on_done)
        self.acts.undone.connect(self._on_undone)
        self.acts.returned.connect(self.browser.choose_again)
        self.acts.failed.connect(self.on_failed)
        self.window.page_changed.connect(self._offer_commands)
        self.active.note_shown.connect(self._offer_commands)
        self.window.toast.undo_requested.connect(self.acts.undo)
        self.window.toast.redo_requested.connect(self.acts.redo)
        self.side.changed.connect(self._on_side)
        self.events.failed.connect(self.on_failed)
        self.actions.bind(CommandId.NEXT_REGION, lambda: cycle(self._regions()))
        self.actions.bind(CommandId.PREVIOUS_REGION, lambda: cycle(self._regions(), back=True))

    def _regions(self) -> list[Region]:
        return [
            Region(self.sidebar, self.sidebar.focus_entries),
            Region(self.notes, self.notes.view.setFocus),
            *self.stack.regions(),
            Region(self.side, self.side.enter),
            *self.pages.regions(),
            Region(self.welcome, self.welcome.new_button.setFocus),
            *with_button(self.strip, self.strip.cancel, self.strip.close_button),
            *with_button(self.status, self.status.act),
        ]

    def _on_counted(self, counts: Counts) -> None:
        everywhere = sum(number for _name, number in counts.workspaces)
        self.status.recount(counts.notes, everywhere)

    def _offer_commands(self, *_location: object) -> None:
        """Enable the commands that make sense here; in the search, Ctrl+D belongs to the search."""
        note, listed, shown = self.active.note, self.window.shows_notes, self.active.is_in_sight
        trash = self.browser.location.kind is LocationKind.TRASH
        if self.active.panel is not self.editor:
            trash = note is not None and note.deleted_at is not None
        self.actions[CommandId.TRASH].setEnabled(shown and not trash)
        self.actions[CommandId.RESTORE].setEnabled(shown and trash)
        self.actions[CommandId.PIN].setEnabled(shown and not trash)
        self.actions[CommandId.NEXT_NOTE].setEnabled(listed)
        self.actions[CommandId.PREVIOUS_NOTE].setEnabled(listed)

    def _on_not_made(self, error: Exception) -> None:
        """Show that no note was created, and why: the user pressed a key for it and sees none."""
        if isinstance(error, NoteBrainError) and not isinstance(error, DamagedWords | DamagedVault):
            cause = str(error)
            self.status.show_problem(_("No note was created. {cause}").format(cause=cause))
        else:
            self.on_failed(error)

    def _on_note_menu(self, at: "QPoint") -> None:
        self.note_menu.popup(self.notes.selected(), at)

    def _on_done(self, text: str) -> None:
        self.window.show_done(text)
        self.status.show_info(text)  # undo is offered only in the message in the corner

    def _on_side(self, _part: str) -> None:
        self.window.lift_toast()

    def _on_undone(self, text: str) -> None:
        self.window.show_done(text, undoable=False, redoable=self.acts.can_redo)
        self.status.show_info(text)
