"""The table of the values that differ."""

from collections.abc import Sequence

from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QWidget

from notebrain.domain.judge.verdict import What
from notebrain.gui.review import texts
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import ElidedLabel, IconLabel, Label

MOST = 6
_WIDEST = 260


class ValueBox(ElidedLabel):
    """A value in its box; a dash where one side has none."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__(theme, text or "–", role=Role.TITLE, ink="value" if text else "muted")
        self._boxed = bool(text)
        self.setContentsMargins(theme.px(6), 0, theme.px(6), 0)
        self.setMaximumWidth(theme.px(_WIDEST))
        self.setMinimumHeight(theme.px(21))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._boxed:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            tokens, px = self._theme.tokens, self._theme.px
            painter.setPen(QPen(tokens.color("value_line"), 1))
            painter.setBrush(tokens.color("value_ground"))
            painter.drawRoundedRect(self.rect().adjusted(0, 1, -1, -2), px(3), px(3))
            painter.end()
        super().paintEvent(event)


class ValueRows(QWidget):
    """Shows each value of the older and the newer side."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(5, 1)

    def show_values(self, values: Sequence[tuple[What, str, str]]) -> None:
        """Show these values; above `MOST`, only the first ones."""
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        theme, px = self._theme, self._theme.px
        self._grid.setHorizontalSpacing(px(8))
        self._grid.setVerticalSpacing(px(5))
        for row, (what, older, newer) in enumerate(values[:MOST]):
            icon = texts.VALUE_ICONS.get(what, "hash")
            name = Label(theme, texts.value(what), role=Role.SMALL, ink="muted")
            name.setMinimumWidth(px(68))
            for column, widget in enumerate(
                (
                    IconLabel(theme, icon, "muted"),
                    name,
                    ValueBox(theme, older),
                    IconLabel(theme, "arrow-right", "muted"),
                    ValueBox(theme, newer),
                )
            ):
                self._grid.addWidget(widget, row, column)
        self.setVisible(bool(values))
