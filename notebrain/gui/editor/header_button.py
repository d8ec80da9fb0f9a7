"""A button for a command in the header of the note."""

from PySide6.QtCore import QObject

from notebrain.app.commands.command import CommandId
from notebrain.gui.core.actions import Actions
from notebrain.gui.core.context import Context
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.widgets.buttons import IconButton, native_text


def add_note_button(
    context: Context, editor: EditorPanel, command: CommandId, icon: str, name: str
) -> IconButton:
    """Add a button for a command before "More" and return it; its tooltip shows the user's shortcut."""
    button = editor.header.add_button(icon, name)
    button.clicked.connect(context.actions[command].trigger)
    _KeysInTip(button, name, context.actions, command)
    return button


class _KeysInTip(QObject):
    """Keeps the shortcut in the tooltip up to date; lives as long as its button."""

    def __init__(self, button: IconButton, name: str, actions: Actions, command: CommandId) -> None:
        super().__init__(button)
        self._button = button
        self._name = name
        self._actions = actions
        self._command = command
        actions.rekeyed.connect(self._show_keys)
        self._show_keys()

    def _show_keys(self) -> None:
        keys = native_text(self._actions.keys.first(self._command))
        self._button.setToolTip(f"{self._name} ({keys})" if keys else self._name)
