"""The shortcuts, to be looked up and changed."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from notebrain.app.keys import Keys
from notebrain.gui.menus import Actions
from notebrain.gui.theme.theme import Theme


class ShortcutsPanel(QWidget):
    """Lists every command with its keys, and lets the user give it others."""

    def __init__(
        self, theme: Theme, keys: Keys, actions: Actions, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._keys = keys
        self._actions = actions
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)

    def search(self, text: str) -> int:
        """Show only the commands that this text finds; return how many they are."""
        return sum(text.casefold() in row.text.casefold() for row in self._actions.rows)
