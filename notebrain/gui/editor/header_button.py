"""A button for a command in the header of the note."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from notebrain.app.commands.command import CommandId
from notebrain.gui.core.actions import Actions
from notebrain.gui.widgets.buttons import IconButton, native_text

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


def add_note_button(desk: "Desk", command: CommandId, icon: str, name: str) -> IconButton:
    """Add a button for a command before "More" and return it; its tooltip shows the user's shortcut."""
    button = desk.editor.header.add_button(icon, name)
    button.clicked.connect(desk.actions[command].trigger)
    _KeysInTip(button, name, desk.actions, command)
    return button


class _KeysInTip(QObject):
    """Keeps the shortcut in the tooltip up to date; lives as long as its button."""

    def __init__(self, button: IconButton, name: str, actions: Actions, command: CommandId) -> None:
        super().__init__(button)
        self._button = button
        self._name = name
        self._actions = actions
        self._command = command
        actions.rekeyed.connect(self._tell)
        self._tell()

    def _tell(self) -> None:
        keys = native_text(self._actions.keys.first(self._command))
        self._button.setToolTip(f"{self._name} ({keys})" if keys else self._name)
