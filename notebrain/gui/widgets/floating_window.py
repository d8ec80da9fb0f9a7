"""A small window of its own that stands above all others, wherever the user is."""

import math

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QCursor,
    QGuiApplication,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QRegion,
    QResizeEvent,
    QScreen,
)
from PySide6.QtWidgets import QWidget

from notebrain.gui.theme.theme import Theme

_RADIUS = 10
_FLAGS = Qt.WindowType.Tool | Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint
_BARE_X11 = "xcb"
"""Qt does not tell whether a compositor runs there; without one, what is see-through is black, so it is cut off."""


class FloatingWindow(QWidget):
    """Frameless, above all others, moved by its ground; with round corners and a line around."""

    def __init__(self, theme: Theme, flags: Qt.WindowType | None = None) -> None:
        super().__init__(None, _FLAGS if flags is None else _FLAGS | flags)
        self._theme = theme
        self._cut = QGuiApplication.platformName() == _BARE_X11
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground, on=not self._cut)
        self.setAttribute(Qt.WidgetAttribute.WA_MacAlwaysShowToolWindow)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens, whole = self._theme.tokens, QRectF(self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._cut:  # what is left of the corners is line, without a bright dot beside it
            painter.fillRect(self.rect(), tokens.color("field"))
        ground = QPainterPath()
        ground.addRoundedRect(whole, self._radius, self._radius)
        painter.fillPath(ground, tokens.color("field"))
        inside = QPainterPath()
        inside.addRoundedRect(whole.adjusted(1, 1, -1, -1), self._radius - 1, self._radius - 1)
        painter.fillPath(inside, tokens.color("raised"))
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._cut:
            self.setMask(rounded(self.rect(), self._radius))

    @property
    def _radius(self) -> float:
        return self._theme.px(_RADIUS)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.windowHandle().startSystemMove()


def takes_keyboard() -> bool:
    """Return whether every window that is shown here gets the keyboard, whatever it wants: Wayland knows no other."""
    return QGuiApplication.platformName().startswith("wayland")


def rounded(whole: QRect, radius: float) -> QRegion:
    """Return what is left of a rectangle when its corners are rounded; a pixel that is cut through stays."""
    left = QRegion(whole)
    for row in range(math.ceil(radius)):
        across = radius - row - 0.5
        inset = math.floor(radius - math.sqrt(radius * radius - across * across))
        for y in (whole.top() + row, whole.bottom() - row):
            left -= QRegion(whole.left(), y, inset, 1)
            left -= QRegion(whole.right() - inset + 1, y, inset, 1)
    return left


def room_under_pointer() -> QRect:
    """Return where windows may stand on the screen that the user looks at."""
    screen: QScreen | None = QGuiApplication.screenAt(QCursor.pos())
    return (screen or QGuiApplication.primaryScreen()).availableGeometry()


def upper_third(width: int, room: QRect) -> QPointF:
    """Return where a window that wide stands in the upper third of `room`, in its middle."""
    return QPointF(room.left() + (room.width() - width) / 2, room.top() + room.height() / 5)
