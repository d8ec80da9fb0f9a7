"""A switch that takes effect at once."""

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QWidget

from notebrain.gui.theme.theme import Theme

_WIDTH, _HEIGHT, _KNOB, _ROOM = 32, 18, 14, 3


class Switch(QCheckBox):
    """A check box that looks like a switch; its label is beside it."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName(name)
        theme.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        px = self._theme.px
        return QSize(px(_WIDTH) + 2 * px(_ROOM), px(28))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def keyPressEvent(self, e: QKeyEvent) -> None:
        if e.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(e)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, tokens, px = self._theme, self._theme.tokens, self._theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        groove = QRectF(px(_ROOM), (self.height() - px(_HEIGHT)) / 2, px(_WIDTH), px(_HEIGHT))
        radius = groove.height() / 2
        on = self.isChecked() and self.isEnabled()
        painter.setPen(QPen(tokens.color("accent_fill" if on else "control"), 1))
        painter.setBrush(tokens.color("accent_fill" if on else "track"))
        painter.drawRoundedRect(groove.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        room = (groove.height() - px(_KNOB)) / 2
        right = self.isChecked() != (self.layoutDirection() is Qt.LayoutDirection.RightToLeft)
        left = groove.right() - room - px(_KNOB) if right else groove.left() + room
        painter.setPen(QPen(tokens.color("control"), 1) if not on else Qt.PenStyle.NoPen)
        painter.setBrush(tokens.color("on_accent" if on else "surface"))
        painter.drawEllipse(QRectF(left, groove.top() + room, px(_KNOB), px(_KNOB)))
        if self.hasFocus():
            painter.setPen(QPen(theme.tokens.color("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(groove.adjusted(-2, -2, 2, 2), radius + 2, radius + 2)
        painter.end()
