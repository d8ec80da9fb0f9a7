"""A small separate window that stays above all others, whatever program the user is in."""

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
"""Qt cannot detect a compositor there; without one, transparent corners turn black, so the window is masked instead."""


class FloatingWindow(QWidget):
    """Frameless, above all other windows, movable by its background; with round corners and a border."""

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
        if self._cut:  # the remaining corner pixels are border, without a bright dot beside it
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
    """Return whether every window shown here gets the focus, wanted or not, as on Wayland."""
    return QGuiApplication.platformName().startswith("wayland")


def rounded(whole: QRect, radius: float) -> QRegion:
    """Return the region of a rectangle with rounded corners; a pixel that is cut through stays in it."""
    left = QRegion(whole)
    for row in range(math.ceil(radius)):
        across = radius - row - 0.5
        inset = math.floor(radius - math.sqrt(radius * radius - across * across))
        for y in (whole.top() + row, whole.bottom() - row):
            left -= QRegion(whole.left(), y, inset, 1)
            left -= QRegion(whole.right() - inset + 1, y, inset, 1)
    return left


def room_under_pointer() -> QRect:
    """Return the available area of the screen under the pointer."""
    screen: QScreen | None = QGuiApplication.screenAt(QCursor.pos())
    return (screen or QGuiApplication.primaryScreen()).availableGeometry()


def upper_third(width: int, room: QRect) -> QPointF:
    """Return where to center a window of this width in the upper third of `room`."""
    return QPointF(room.left() + (room.width() - width) / 2, room.top() + room.height() / 5)
