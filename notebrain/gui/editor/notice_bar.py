"""A bar above the text for a notice, with buttons for what to do about it."""

from collections.abc import Callable

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import IconLabel, Label
from notebrain.gui.widgets.layouts import FoldingRow

Act = tuple[str, Callable[[], object]]
_MOST_ACTS = 3
_TEXT = 160
"""With less room for the text, the buttons go below it."""


class NoticeBar(QFrame):
    """Shows a notice; hidden while there is none."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tint = "danger_tint"
        self._calls: list[Callable[[], object]] = []
        self._icon = IconLabel(theme, "circle-alert", "danger", size=16)
        self.text = Label(theme, role=Role.BODY)
        self.text.setWordWrap(True)
        self.buttons: list[QPushButton] = []
        said, acts = QWidget(), QWidget()
        self._said, self._acts = QHBoxLayout(said), QHBoxLayout(acts)
        for part in (self._said, self._acts):
            part.setContentsMargins(0, 0, 0, 0)
        self._said.addWidget(self._icon)
        self._said.addWidget(self.text, 1)
        self._row = FoldingRow(said, acts, self)
        for number in range(_MOST_ACTS):
            button = text_button("")
            button.clicked.connect(lambda _on=False, at=number: self._calls[at]())
            self.buttons.append(button)
            self._acts.addWidget(button)
        theme.follow(self._apply_theme)
        self.hide()

    def show_notice(self, kind: str, icon: str, text: str, *acts: Act) -> None:
        """Show `text` in the colors of `kind` (danger, warning, quiet) with a button for each of these acts."""
        self._tint, ink = ("inset", "text2") if kind == "quiet" else (f"{kind}_tint", kind)
        self._icon.set_icon(icon, ink)
        self.text.set_ink(ink)
        self.text.setText(text)
        self._calls = [call for _name, call in acts]
        for number, button in enumerate(self.buttons):
            button.setVisible(number < len(acts))
            if number < len(acts):
                button.setText(acts[number][0])
        self.setAccessibleName(text)
        self.show()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.tokens.color(self._tint))
        painter.end()

    def set_left(self, left: int) -> None:
        """Align the bar with the left edge of the text."""
        self._row.setContentsMargins(left, self._theme.px(6), self._theme.px(12), self._theme.px(6))

    def _apply_theme(self) -> None:
        self.setMinimumHeight(self._theme.px(40))
        for row in (self._row, self._said, self._acts):
            row.setSpacing(self._theme.px(10))
        self._row.set_least(self._theme.px(_TEXT))
