"""Buttons that follow the theme."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from notebrain.gui.theme.theme import Theme


class IconButton(QToolButton):
    """A square button with an icon, a name for screen readers, and a tooltip with name and key."""

    def __init__(
        self, theme: Theme, icon: str, name: str, *, key: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = icon
        self._ink = "text2"
        self.setAccessibleName(name)
        self.set_key(key)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self._dress()
        theme.changed.connect(self._dress)

    def set_key(self, key: str) -> None:
        """Name this shortcut, as the system writes it, in the tooltip."""
        name = self.accessibleName()
        self.setToolTip(f"{name} ({key})" if key else name)

    def set_ink(self, ink: str) -> None:
        """Draw the icon in the colour of this token."""
        self._ink = ink
        self._dress()

    def _dress(self) -> None:
        side, small = self._theme.metrics.button, self._theme.metrics.icon
        self.setFixedSize(QSize(side, side))
        self.setIconSize(QSize(small, small))
        self.setIcon(self._theme.icon(self._icon, self._ink, on="accent"))


def text_button(text: str, *, ink: str = "accent", parent: QWidget | None = None) -> QPushButton:
    """Return a button that looks like a link."""
    button = QPushButton(text, parent)
    button.setProperty("kind", "text")
    button.setProperty("ink", ink)
    button.setAutoDefault(True)  # Return presses it too, not only Space
    return button


def paint_kind(button: QPushButton, kind: str) -> None:
    """Let a button that is shown already be of another kind, e.g. "go"; empty for a plain one."""
    if (button.property("kind") or "") != kind:
        button.setProperty("kind", kind)
        button.style().unpolish(button)
        button.style().polish(button)
