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
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QRadialGradient,
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
        _paint_shadow(painter, self.panel.geometry(), self._theme, 0.55 if dark else 0.18)
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
        px, window = self._theme.px, self._window
        self.setGeometry(window.rect())
        width = min(px(_WIDTH), window.width() - 2 * px(_MARGIN))
        top = min(px(_TOP), window.height() // 10)
        height = min(self.panel.wanted_height, window.height() - top - px(_MARGIN))
        self.panel.setGeometry(QRect((window.width() - width) // 2, top, width, height))
        self.update()


def _paint_shadow(painter: QPainter, panel: QRect, theme: Theme, strength: float) -> None:
    """Paint what falls around the panel: darkest at its edge, and gone without a visible end."""
    reach = theme.px(_SHADOW)
    inner = QRectF(panel).translated(0, theme.px(_LOWER)).adjusted(reach, reach, -reach, -reach)
    left, top, right, bottom = inner.left(), inner.top(), inner.right(), inner.bottom()
    wide, high, out = inner.width(), inner.height(), 2.0 * reach
    for x, y, width, height, start, end in (
        (left, top - out, wide, out, QPointF(left, top), QPointF(left, top - out)),
        (left, bottom, wide, out, QPointF(left, bottom), QPointF(left, bottom + out)),
        (left - out, top, out, high, QPointF(left, top), QPointF(left - out, top)),
        (right, top, out, high, QPointF(right, top), QPointF(right + out, top)),
    ):
        fade = QLinearGradient(start, end)
        fade.setStops(_fading(strength))
        painter.fillRect(QRectF(x, y, width, height), QBrush(fade))
    for corner, x, y in (
        (inner.topLeft(), left - out, top - out),
        (inner.topRight(), right, top - out),
        (inner.bottomLeft(), left - out, bottom),
        (inner.bottomRight(), right, bottom),
    ):
        around = QRadialGradient(corner, out)
        around.setStops(_fading(strength))
        painter.fillRect(QRectF(x, y, out, out), QBrush(around))


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
