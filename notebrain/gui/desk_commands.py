"""What each command does."""

from collections.abc import Callable

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.table import THEME, ZOOM
from notebrain.gui.desk import Desk
from notebrain.gui.theme.theme import ThemeMode

_THEMES = {
    CommandId.THEME_LIGHT: ThemeMode.LIGHT,
    CommandId.THEME_DARK: ThemeMode.DARK,
    CommandId.THEME_SYSTEM: ThemeMode.SYSTEM,
}


def bind_commands(desk: Desk) -> None:
    """Let every command of the table that needs only the desk do its work."""
    _bind_notes(desk)
    _bind_view(desk)
    for command, mode in _THEMES.items():
        _bind_theme(desk, command, mode)


def _bind_notes(desk: Desk) -> None:
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


def _bind_view(desk: Desk) -> None:
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


def _zoomed(desk: Desk, zoom: Callable[[], None]) -> None:
    zoom()
    desk.preferences.put(ZOOM, desk.theme.zoom)


def _bind_theme(desk: Desk, command: CommandId, mode: ThemeMode) -> None:
    def show() -> None:
        desk.preferences.put(THEME, mode.value)

    desk.actions.bind(command, show)
    desk.actions[command].setChecked(desk.theme.mode is mode)
