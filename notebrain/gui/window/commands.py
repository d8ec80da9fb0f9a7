"""What each command does, and when it is available."""

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.table import THEME, ZOOM
from notebrain.gui.core.context import Context
from notebrain.gui.editor.active_editor import ActiveEditor
from notebrain.gui.import_export.controller import ImportExportController
from notebrain.gui.note_list.chosen_head import StepButtons
from notebrain.gui.note_list.panel import NoteListPanel
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.theme.theme import ThemeMode
from notebrain.gui.window.main_window import MainWindow
from notebrain.gui.window.pages import SEARCH
from notebrain.gui.window.welcome_page import Welcome

_THEMES = {
    CommandId.THEME_LIGHT: ThemeMode.LIGHT,
    CommandId.THEME_DARK: ThemeMode.DARK,
    CommandId.THEME_SYSTEM: ThemeMode.SYSTEM,
}


def bind_commands(
    context: Context,
    window: MainWindow,
    note_list: NoteListPanel,
    acts: NoteActions,
    exchange: ImportExportController,
) -> None:
    """Bind the commands that need no feature."""
    _bind_notes(context, note_list, acts, exchange)
    _bind_view(context, window)
    for command, mode in _THEMES.items():
        _bind_theme(context, command, mode)


def _bind_notes(
    context: Context, note_list: NoteListPanel, acts: NoteActions, exchange: ImportExportController
) -> None:
    actions, notes = context.actions, note_list
    actions.bind(CommandId.NEW_NOTE, context.navigator.new_note)
    actions.bind(CommandId.SEARCH, lambda: context.pages.show(SEARCH))
    actions.bind(CommandId.UNDO_FILING, acts.undo)
    actions.bind(CommandId.REDO_FILING, acts.redo)
    actions.bind(CommandId.NEXT_NOTE, lambda: notes.step(1))
    actions.bind(CommandId.PREVIOUS_NOTE, lambda: notes.step(-1))
    actions.bind(CommandId.IMPORT, exchange.ask_import)
    actions.bind(CommandId.IMPORT_FILE, exchange.ask_import_file)
    actions.bind(CommandId.EXPORT, exchange.ask_export)
    actions.bind(CommandId.QUIT, context.window.end)


def _bind_view(context: Context, window: MainWindow) -> None:
    actions, theme = context.actions, context.theme
    sidebar, full_screen = actions[CommandId.SIDEBAR], actions[CommandId.FULL_SCREEN]
    sidebar.setChecked(window.sidebar_shown)
    sidebar.toggled.connect(window.set_sidebar_shown)
    full_screen.toggled.connect(window.set_full_screen)
    actions.bind(CommandId.ZOOM_IN, lambda: _zoomed(context, theme.zoom_in))
    actions.bind(CommandId.ZOOM_OUT, lambda: _zoomed(context, theme.zoom_out))
    actions.bind(CommandId.ZOOM_RESET, lambda: _zoomed(context, theme.zoom_reset))


def _zoomed(context: Context, zoom: Callable[[], None]) -> None:
    zoom()
    context.settings.put(ZOOM, context.theme.zoom)


def _bind_theme(context: Context, command: CommandId, mode: ThemeMode) -> None:
    def show() -> None:
        context.settings.put(THEME, mode.value)

    context.actions.bind(command, show)
    context.actions[command].setChecked(context.theme.mode is mode)


_COMMANDS = (
    CommandId.INSPECTOR,
    CommandId.TAG,
    CommandId.LINKS,
    CommandId.PREVIEW,
    CommandId.HISTORY,
)


class NoteCommands(QObject):
    """Disables the commands for the panes beside the text while a page covers the notes.

    Otherwise the focus would move to a hidden pane, and change a hidden note.
    """

    def __init__(self, context: Context, active: ActiveEditor) -> None:
        super().__init__(context.window)
        self._context = context
        self._active = active
        context.window.page_changed.connect(self._offer)
        active.note_shown.connect(self._offer)
        self._offer()

    def _offer(self, *_news: object) -> None:
        for command in _COMMANDS:
            self._context.actions.offer(command, self._active.is_in_sight)


class KeyHints(Protocol):
    """A panel that shows keys beside what they do, such as the sidebar."""

    def show_keys(self, *, new: str, search: str) -> None:
        """Show the keys of the two commands."""


class ShownKeys(QObject):
    """Shows the keys of their commands in the sidebar, above the list and on the welcome page."""

    def __init__(
        self, context: Context, sidebar: KeyHints, steps: StepButtons, welcome: Welcome
    ) -> None:
        super().__init__(context.window)
        self._context = context
        self._sidebar = sidebar
        self._steps = steps
        self._welcome = welcome
        context.actions.rekeyed.connect(self._show_keys)
        self._show_keys()

    def _show_keys(self) -> None:
        keys = self._context.actions.keys
        new, search = keys.first(CommandId.NEW_NOTE), keys.first(CommandId.SEARCH)
        self._sidebar.show_keys(new=new, search=search)
        self._steps.show_keys(keys.first(CommandId.PREVIOUS_NOTE), keys.first(CommandId.NEXT_NOTE))
        self._welcome.new_button.set_key(new)
