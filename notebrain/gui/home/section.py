"""A section of Home: a title with a button, a hairline, and the content."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import ElidedLabel, Label
from notebrain.gui.widgets.layouts import hairline

_HEAD = 32


class Section(QWidget):
    """A titled section; hidden while it has nothing to show."""

    def __init__(self, theme: Theme, title: str, end: QWidget | None = None) -> None:
        super().__init__()
        self._theme = theme
        self._end = end
        self.title = ElidedLabel(theme, title, role=Role.SECTION)
        self._head = QHBoxLayout()
        self._head.setContentsMargins(0, 0, 0, 0)
        self._head.addWidget(self.title)
        self._head.addStretch(1)
        if end is not None:
            if isinstance(end, QPushButton):
                end.setProperty("small", True)
                end.setProperty("flush", True)
            self._head.addWidget(end)
        self._bar = QWidget()
        self._bar.setLayout(self._head)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        self.column.addWidget(self._bar)
        self.column.addWidget(hairline())
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._bar.setFixedHeight(px(_HEAD))
        if isinstance(self._end, QPushButton):
            self._end.setFont(self._theme.font(Role.SMALL_MEDIUM))


def small(theme: Theme, text: str = "", ink: str = "muted") -> Label:
    """Return a label in small print."""
    label = Label(theme, text, role=Role.SMALL, ink=ink)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
