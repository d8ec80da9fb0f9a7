"""The overlay that shows the palette over the window and returns the focus when it closes."""

import math
from typing import cast

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QObject,
    QPointF,
    QRect,
    QRectF,
    Qt,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import (
    QBrush,
    QColor,
    QGradient,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QRadialGradient,
    QTransform,
)
from PySide6.QtWidgets import QWidget

from notebrain.gui.command_palette.panel import PalettePanel
from notebrain.gui.theme import look
from notebrain.gui.theme.theme import Theme

_WIDTH, _TOP, _MARGIN, _RADIUS = 640, 56, 24, 10
_SHADOW, _LOWER, _STEPS = 40, 14, 16


class Overlay(QWidget):
    """Dims the window and shows the palette on top; a click outside the palette closes it."""

    closed = Signal()

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._theme = theme
        self._home = self._window = window
        self._before: QWidget | None = None
        self._dense = 1.0
        self._under: QPixmap | None = None
        """A picture of the window as it was when it was covered, since repainting it for every key takes 20 ms."""
        self._shadow: _Shadow | None = None
        self.panel = PalettePanel(theme, self)
        self.panel.left.connect(self.close_up)
        self.panel.resized.connect(self._place)
        self.panel.edit.lost.connect(self._on_lost)
        self._fade = QVariantAnimation(self, startValue=0.0, endValue=1.0)
        self._fade.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._fade.valueChanged.connect(self._on_fade)
        window.installEventFilter(self)
        theme.changed.connect(self._on_theme)
        self.hide()

    def open_up(self, window: QWidget) -> None:
        """Show the palette over everything else in this window and let the user type."""
        self._move(window)
        if self.isHidden():
            # Qt's type hints omit that there may be no such widget
            held = cast("object", self._window.window().focusWidget())
            self._before = held if isinstance(held, QWidget) else None
            self._fade.setDuration(look.duration(look.FADE_IN_MS))
            self._fade.start()
            self._cover(self._window.grab())
        self._place()
        self.update()
        self.show()
        self.raise_()
        self.panel.edit.setFocus(Qt.FocusReason.PopupFocusReason)
        self.panel.edit.selectAll()

    def close_up(self) -> None:
        """Close, and return the focus to the widget that had it."""
        if self.isHidden():
            return
        before, self._before = self._before, None
        self.hide()
        self._cover(None)
        if before is not None and before.isVisible():
            before.setFocus(Qt.FocusReason.PopupFocusReason)
        self._move(self._home)  # a window of a note may be deleted any time
        self.closed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._cover(None)
            self._place()
        elif event.type() == QEvent.Type.Close:
            self.close_up()
        return False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.close_up()

    def paintEvent(self, event: QPaintEvent) -> None:
        dark = self._theme.tokens.dark
        painter = QPainter(self)
        if self._under is not None:
            painter.drawPixmap(0, 0, self._under)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = self._theme.tokens.color("window")
        veil.setAlphaF(0.45 * self._dense)
        painter.fillRect(self.rect(), veil)
        reach = self._theme.px(_SHADOW)
        wanted = (reach, 0.55 if dark else 0.18, self.devicePixelRatioF())
        if self._shadow is None or self._shadow.made_for != wanted:
            self._shadow = _Shadow(*wanted)
        panel = self.panel.geometry().translated(0, self._theme.px(_LOWER))
        self._shadow.paint(painter, panel.adjusted(reach, reach, -reach, -reach))
        painter.end()

    def _move(self, window: QWidget) -> None:
        if window is not self._window:
            self.close_up()
            self._window.removeEventFilter(self)
            self._window = window
            self.setParent(window)
            window.installEventFilter(self)

    def _cover(self, picture: QPixmap | None) -> None:
        """Cover the window with this picture, or uncover it if there is none."""
        self._under = picture
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, on=picture is not None)
        self.update()

    def _on_theme(self) -> None:
        self._cover(None)
        self._place()

    def _on_fade(self, dense: float) -> None:
        self._dense = dense
        self.update()

    def _on_lost(self) -> None:
        """Close if the user went elsewhere in this window, but not if they switched to another window."""
        focus = cast("object", self._window.window().focusWidget())
        if self.isVisible() and focus is not self.panel.edit and self._window.isActiveWindow():
            self._before = None
            self.close_up()

    def _place(self) -> None:
        """Give the panel its place, and paint only what that changes."""
        px, window = self._theme.px, self._window
        self.setGeometry(window.rect())
        width = min(px(_WIDTH), window.width() - 2 * px(_MARGIN))
        top = min(px(_TOP), window.height() // 10)
        height = min(self.panel.wanted_height, window.height() - top - px(_MARGIN))
        before = self.panel.geometry()
        place = QRect((window.width() - width) // 2, top, width, height)
        if place != before:
            self.panel.setGeometry(place)
            out = px(_SHADOW + _LOWER)
            self.update(before.united(place).adjusted(-out, -out, out, out))


class _Shadow:
    """What falls around the panel: darkest at its edge, and gone without a visible end.

    Its gradients are painted once and kept as pictures: painting them took 15 of the 30 ms of each key.
    """

    def __init__(self, reach: int, strength: float, ratio: float) -> None:
        self.made_for = (reach, strength, ratio)
        self._out = 2 * reach
        whole = QRadialGradient(QPointF(self._out, self._out), self._out)
        whole.setStops(_fading(strength))
        self._corners = self._picture(2 * self._out, 2 * self._out, whole, ratio)
        down = QLinearGradient(QPointF(0, self._out), QPointF(0, 0))
        down.setStops(_fading(strength))
        self._above = self._picture(1, self._out, down, ratio)
        across = QLinearGradient(QPointF(self._out, 0), QPointF(0, 0))
        across.setStops(_fading(strength))
        self._beside = self._picture(self._out, 1, across, ratio)
        self._below = self._above.transformed(QTransform.fromScale(1, -1))
        self._behind = self._beside.transformed(QTransform.fromScale(-1, 1))

    def paint(self, painter: QPainter, inner: QRect) -> None:
        """Paint the shadow around the place where it is darkest."""
        out, wide, high = self._out, inner.width(), inner.height()
        left, top = inner.left(), inner.top()
        right, bottom = left + wide, top + high
        painter.drawPixmap(QRect(left, top - out, wide, out), self._above)
        painter.drawPixmap(QRect(left, bottom, wide, out), self._below)
        painter.drawPixmap(QRect(left - out, top, out, high), self._beside)
        painter.drawPixmap(QRect(right, top, out, high), self._behind)
        half = self._corners.width() / 2
        for x, y, column, row in (
            (left - out, top - out, 0, 0),
            (right, top - out, 1, 0),
            (left - out, bottom, 0, 1),
            (right, bottom, 1, 1),
        ):
            part = QRectF(column * half, row * half, half, half)
            painter.drawPixmap(QRectF(x, y, out, out), self._corners, part)

    @staticmethod
    def _picture(width: int, height: int, gradient: QGradient, ratio: float) -> QPixmap:
        picture = QPixmap(round(width * ratio), round(height * ratio))
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.scale(picture.width() / width, picture.height() / height)
        painter.fillRect(QRectF(0, 0, width, height), QBrush(gradient))
        painter.end()
        return picture


def _fading(strength: float) -> list[tuple[float, QColor]]:
    """Return the stops of a gradient across the edge of a blurred shadow, from its inside to where it ends."""
    stops: list[tuple[float, QColor]] = []
    for step in range(_STEPS + 1):
        at = step / _STEPS
        # the integral of a bell curve whose middle is the edge
        shade = QColor(0, 0, 0)
        shade.setAlphaF(strength * (1 - math.erf((2 * at - 1) * 2**0.5)) / 2 * (1 - at**8))
        stops.append((at, shade))
    return stops
