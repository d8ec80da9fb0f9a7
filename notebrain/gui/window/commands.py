"""What each command does, and when it is available."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.table import THEME, ZOOM
from notebrain.gui.theme.theme import ThemeMode

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


_THEMES = {
    CommandId.THEME_LIGHT: ThemeMode.LIGHT,
    CommandId.THEME_DARK: ThemeMode.DARK,
    CommandId.THEME_SYSTEM: ThemeMode.SYSTEM,
}


def bind_commands(desk: "Desk") -> None:
    """Bind every command of the table that needs only the desk."""
    _bind_notes(desk)
    _bind_view(desk)
    for command, mode in _THEMES.items():
        _bind_theme(desk, command, mode)


def _bind_notes(desk: "Desk") -> None:
    actions, acts, notes = desk.actions, desk.acts, desk.notes
    actions.bind(CommandId.NEW_NOTE, desk.browser.new_note)
    actions.bind(CommandId.SEARCH, desk.show_search)
    actions.bind(CommandId.UNDO_FILING, acts.undo)
    actions.bind(CommandId.REDO_FILING, acts.redo)
    actions.bind(CommandId.NEXT_NOTE, lambda: notes.step(1))
    actions.bind(CommandId.PREVIOUS_NOTE, lambda: notes.step(-1))
    actions.bind(CommandId.IMPORT, desk.exchange.ask_import)
    actions.bind(CommandId.IMPORT_FILE, desk.exchange.ask_import_file)
    actions.bind(CommandId.EXPORT, desk.exchange.ask_export)
    actions.bind(CommandId.QUIT, desk.window.end)


def _bind_view(desk: "Desk") -> None:
    actions, theme, window = desk.actions, desk.theme, desk.window
    sidebar, full_screen = actions[CommandId.SIDEBAR], actions[CommandId.FULL_SCREEN]
    sidebar.setChecked(not desk.sidebar.isHidden())
    sidebar.toggled.connect(window.set_sidebar_shown)
    full_screen.toggled.connect(window.set_full_screen)
    actions.bind(CommandId.NEXT_REGION, desk.next_region)
    actions.bind(CommandId.PREVIOUS_REGION, desk.previous_region)
    actions.bind(CommandId.ZOOM_IN, lambda: _zoomed(desk, theme.zoom_in))
    actions.bind(CommandId.ZOOM_OUT, lambda: _zoomed(desk, theme.zoom_out))
    actions.bind(CommandId.ZOOM_RESET, lambda: _zoomed(desk, theme.zoom_reset))


def _zoomed(desk: "Desk", zoom: Callable[[], None]) -> None:
    zoom()
    desk.preferences.put(ZOOM, desk.theme.zoom)


def _bind_theme(desk: "Desk", command: CommandId, mode: ThemeMode) -> None:
    def show() -> None:
        desk.preferences.put(THEME, mode.value)

    desk.actions.bind(command, show)
    desk.actions[command].setChecked(desk.theme.mode is mode)


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

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk)
        self._desk = desk
        desk.window.page_changed.connect(self._offer)
        self._offer()

    def _offer(self) -> None:
        for command in _COMMANDS:
            self._desk.actions.offer(command, self._desk.window.shows_notes)


class ShownKeys(QObject):
    """Shows the keys of their commands in the sidebar and on the welcome page."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk)
        self._desk = desk
        desk.actions.rekeyed.connect(self._tell)
        self._tell()

    def _tell(self) -> None:
        keys = self._desk.actions.keys
        new, search = keys.first(CommandId.NEW_NOTE), keys.first(CommandId.SEARCH)
        self._desk.sidebar.tell_keys(new=new, search=search)
        self._desk.welcome.new_button.set_key(new)
