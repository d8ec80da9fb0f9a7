"""Applies the settings for the look of the window to the theme."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.setting import Setting, Value
from notebrain.app.settings.table import (
    CODE_FONT,
    DENSITY,
    INDEX_PAUSED,
    LINE_WIDTH,
    MOTION,
    TEXT_FONT,
    TEXT_SIZE,
    THEME,
    ZOOM,
)
from notebrain.gui.core.context import Context
from notebrain.gui.theme import look as motion
from notebrain.gui.theme.look import Density, Look, Motion
from notebrain.gui.theme.theme import ThemeMode

_OF_LOOK = (TEXT_FONT, CODE_FONT, TEXT_SIZE, LINE_WIDTH, DENSITY, MOTION)
_MODES = {
    ThemeMode.LIGHT: CommandId.THEME_LIGHT,
    ThemeMode.DARK: CommandId.THEME_DARK,
    ThemeMode.SYSTEM: CommandId.THEME_SYSTEM,
}


def chosen_look(get: Callable[[Setting[Value]], Value]) -> Look:
    """Return the look that the settings ask for."""
    return Look(
        text_family=str(get(TEXT_FONT)),
        code_family=str(get(CODE_FONT)),
        text_size=float(get(TEXT_SIZE)),
        line_width=round(float(get(LINE_WIDTH))),
        density=Density(str(get(DENSITY))),
        motion=Motion(str(get(MOTION))),
    )


class AppearanceController(QObject):
    """Applies a changed setting at once."""

    def __init__(self, context: Context) -> None:
        super().__init__(context.window)
        self._context = context
        context.settings.changed.connect(self._on_changed)
        motion.choose(context.theme.look.motion)

    def _on_changed(self, setting: Setting[Value]) -> None:
        get = self._context.settings.get
        if setting in _OF_LOOK:
            look = chosen_look(get)
            motion.choose(look.motion)
            self._context.theme.set_look(look)
        elif setting is THEME:
            mode = ThemeMode(str(get(THEME)))
            self._context.theme.set_mode(mode)
            self._context.actions[_MODES[mode]].setChecked(True)
        elif setting is ZOOM:
            self._context.theme.set_zoom(float(get(ZOOM)))
        elif setting is INDEX_PAUSED:
            self._context.actions[CommandId.PAUSE_INDEX].setChecked(bool(get(INDEX_PAUSED)))
