"""A check box and a switch in the colors of the theme."""

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QWidget

from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme

_BOX, _GAP, _RADIUS, _TICK = 16, 8, 4, 12


def draw_box(
    painter: QPainter, theme: Theme, box: QRect, *, ticked: bool, live: bool = True
) -> None:
    """Draw a check box into this square; one that is not `live` cannot be ticked now."""
    color, radius = theme.tokens.color, theme.px(_RADIUS)
    if not ticked:
        painter.setPen(QPen(color("control" if live else "faint"), 1))
        painter.setBrush(color("surface"))
        painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color("accent_fill" if live else "faint"))
    painter.drawRoundedRect(box, radius, radius)
    mark = QRect(0, 0, theme.px(_TICK), theme.px(_TICK))
    mark.moveCenter(box.center())
    icons.draw(painter, "check", theme.tokens.on_accent, mark)


class TickBox(QCheckBox):
    """Shows on, off, or partly on when several items differ."""

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._theme = theme
        self.setAccessibleName(text)
        theme.follow(self._apply_theme)

    def show_on(self, on: bool | None) -> None:
        """Show whether all are on, none is, or (None) some are, without emitting a signal."""
        blocked = self.blockSignals(True)
        self.setTristate(on is None)
        state = Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
        self.setCheckState(Qt.CheckState.PartiallyChecked if on is None else state)
        self.blockSignals(blocked)
        self.update()

    def nextCheckState(self) -> None:
        # clicking leads from "some" to "all", and never back to "some"
        on = self.checkState() != Qt.CheckState.Checked
        self.setTristate(False)
        self.setChecked(on)

    def sizeHint(self) -> QSize:
        px = self._theme.px
        text = self._theme.fonts.width(Role.BODY, self.text())
        return QSize(px(_BOX + _GAP + 6) + round(text + 0.5), px(24))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, at: object) -> bool:
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        side = px(_BOX)
        left = self.width() - side - 2 if rtl else 2
        box = QRect(left, (self.height() - side) // 2, side, side)
        self._paint_box(painter, box)
        room = self.rect().adjusted(side + px(_GAP), 0, 0, 0)
        if rtl:
            room = self.rect().adjusted(0, 0, -side - px(_GAP), 0)
        painter.setFont(theme.font(Role.BODY))
        painter.setPen(theme.tokens.color("text" if self.isEnabled() else "faint"))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading
        painter.drawText(
            room, int(self.style().visualAlignment(self.layoutDirection(), flags)), self.text()
        )
        painter.end()

    def _paint_box(self, painter: QPainter, box: QRect) -> None:
        theme, px = self._theme, self._theme.px
        color = theme.tokens.color
        state, live = self.checkState(), self.isEnabled()
        if self.hasFocus():
            painter.setPen(QPen(color("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            ring = QRectF(box).adjusted(-1, -1, 1, 1)
            painter.drawRoundedRect(ring, px(_RADIUS) + 1, px(_RADIUS) + 1)
        if state == Qt.CheckState.PartiallyChecked:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color("accent_fill" if live else "faint"))
            painter.drawRoundedRect(box, px(_RADIUS), px(_RADIUS))
            dash = QRectF(0, 0, px(8), px(2))
            dash.moveCenter(QRectF(box).center())
            painter.fillRect(dash, color("on_accent"))
            return
        draw_box(painter, theme, box, ticked=state == Qt.CheckState.Checked, live=live)

    def _apply_theme(self) -> None:
        self.setFont(self._theme.font(Role.BODY))
        self.updateGeometry()
        self.update()


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
