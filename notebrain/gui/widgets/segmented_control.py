"""A row of a few names of which one is chosen."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QButtonGroup, QRadioButton, QSizePolicy, QWidget

from notebrain.gui.theme.fonts import Fonts, Role
from notebrain.gui.theme.theme import Theme

_PAD, _SEGMENT = 2, 24


class Segments(QWidget):
    """Shows names side by side, or below each other where the room is too narrow; one or none of them is chosen."""

    chosen = Signal(str)

    def __init__(
        self,
        theme: Theme,
        names: Sequence[tuple[str, str]],
        name: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName(name)
        self._group = QButtonGroup(self)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self.buttons: dict[str, QRadioButton] = {}
        for key, text in names:
            button = _Segment(theme, text)
            button.setAccessibleDescription(name)  # "Dark" alone does not say what would be dark
            button.clicked.connect(lambda _on=False, one=key: self.chosen.emit(one))
            self._group.addButton(button)
            self._row.addWidget(button, 1)
            self.buttons[key] = button
        theme.follow(self._apply_theme)

    def show_chosen(self, key: str) -> None:
        """Show this option as chosen; none if it is not among them."""
        self._group.setExclusive(False)
        for name, button in self.buttons.items():
            button.setChecked(name == key)
        self._group.setExclusive(True)
        self.update()

    def set_offered(self, key: str, offered: bool) -> None:
        """Show or hide one of the options."""
        self.buttons[key].setVisible(offered)
        self._fold()

    def sizeHint(self) -> QSize:
        widths = [button.sizeHint().width() for button in self._offered()]
        return QSize(sum(widths) + 2 * self._theme.px(_PAD), self.height())

    def minimumSizeHint(self) -> QSize:
        widths = [button.sizeHint().width() for button in self._offered()]
        return QSize(max(widths, default=0) + 2 * self._theme.px(_PAD), self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()

    def _offered(self) -> Sequence[QRadioButton]:
        return [button for button in self.buttons.values() if not button.isHidden()]

    def _fold(self) -> None:
        """Put the names below each other if they do not fit side by side."""
        is_narrow = self.width() < self.sizeHint().width()
        way = QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight
        if way != self._row.direction():
            self._row.setDirection(way)
        lines = len(self._offered()) if is_narrow else 1
        height = self._theme.px(_SEGMENT) * lines + 2 * self._theme.px(_PAD)
        if height != self.height() or self.maximumHeight() != height:
            self.setFixedHeight(height)
        self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.tokens.color("inset"))
        painter.drawRoundedRect(QRectF(self.rect()), self._theme.px(7), self._theme.px(7))
        painter.end()

    def _apply_theme(self) -> None:
        self._row.setContentsMargins(*[self._theme.px(_PAD)] * 4)
        self._row.setSpacing(0)
        self._fold()


class _Segment(QRadioButton):
    """Painted as a segment, but read aloud as the radio button it is."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__()
        self._theme = theme
        self._measured_in: Fonts | None = None
        self._hint = QSize()
        self.setText(text)
        self.setAccessibleName(text)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        if self._measured_in is not self._theme.fonts:  # a layout asks dozens of times
            self._measured_in = self._theme.fonts
            px = self._theme.px
            width = self._theme.fonts.width(Role.TITLE, self.text())
            self._hint = QSize(round(width) + px(16), px(_SEGMENT))
        return self._hint

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, at: QPoint) -> bool:
        return self.rect().contains(at)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, tokens = self._theme, self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect, radius = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme.px(5)
        if self.isChecked():
            outline = QPen(tokens.color("border"), 1) if not tokens.dark else Qt.PenStyle.NoPen
            painter.setPen(outline)
            painter.setBrush(tokens.color("segment"))
            painter.drawRoundedRect(rect, radius, radius)
        if self.hasFocus():
            painter.setPen(QPen(tokens.color("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.setFont(theme.font(Role.TITLE if self.isChecked() else Role.BODY))
        painter.setPen(tokens.color("text" if self.isChecked() else "text2"))
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter), self.text())
        painter.end()
