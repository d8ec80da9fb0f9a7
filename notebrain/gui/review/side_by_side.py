"""The two notes of a card, side by side or one above the other."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.gui.review.marked_text import Marked, MarkedText
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import ElidedLabel, Label
from notebrain.gui.widgets.layouts import FoldingRow, hairline

_NARROW = 720


class Pane(QFrame):
    """A text under a caption."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.setObjectName("pane")
        self._theme = theme
        self.name = Label(theme, name, role=Role.SMALL_STRONG)
        self.about = ElidedLabel(theme, role=Role.NUMBER, ink="muted")
        self.text = MarkedText(theme, name)
        caption, end = QWidget(), QWidget()
        self._caption, self._end = QHBoxLayout(caption), QHBoxLayout(end)
        for row in (self._caption, self._end):
            row.setContentsMargins(0, 0, 0, 0)
        self._caption.addWidget(self.name)
        self._caption.addWidget(self.about)
        self._caption.addStretch(1)
        self._bar = QWidget()
        self._head = FoldingRow(caption, end, self._bar)
        self._inner = QVBoxLayout()
        self._inner.addWidget(self.text)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(1, 1, 1, 1)
        self._column.setSpacing(0)
        self._column.addWidget(self._bar)
        self._column.addWidget(hairline())
        self._column.addLayout(self._inner)
        self._column.addStretch(1)
        theme.follow(self._apply_theme)

    def add_to_head(self, widget: QWidget) -> None:
        """Add a widget to the end of the caption line."""
        self._end.addWidget(widget)

    def add_above(self, widget: QWidget) -> None:
        """Add a widget between the caption and the text."""
        self._inner.insertWidget(0, widget)

    def add_below(self, widget: QWidget) -> None:
        """Add a widget below the text."""
        self._inner.addWidget(widget)

    def show_text(self, name: str, about: str, marked: Marked) -> None:
        """Show a text under this caption."""
        self.name.setText(name)
        self.about.setText(about)
        self.text.setAccessibleName(f"{name}, {about}")
        self.text.show_marked(marked)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._bar.setMinimumHeight(px(34))
        self._head.setContentsMargins(px(12), px(3), px(8), px(3))
        for row in (self._head, self._caption, self._end):
            row.setSpacing(px(8))
        self._inner.setContentsMargins(px(12), px(10), px(12), px(12))
        self._inner.setSpacing(px(8))


class SidePanes(QWidget):
    """The older and the newer text of a card."""

    older_requested = Signal()
    newer_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.older, self.newer = Pane(theme, _("Older")), Pane(theme, _("New"))
        self.open: dict[Pane, QPushButton] = {}
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        for pane, asked in ((self.older, self.older_requested), (self.newer, self.newer_requested)):
            button = text_button(_("Open"))
            button.setProperty("small", True)
            button.clicked.connect(asked)
            pane.add_to_head(button)
            self.open[pane] = button
            self._row.addWidget(pane, 1)
        theme.follow(self._apply_theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < min(self._theme.px(_NARROW), _NARROW)
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if way != self._row.direction():
            self._row.setDirection(way)

    def _apply_theme(self) -> None:
        self._row.setSpacing(self._theme.px(16))
