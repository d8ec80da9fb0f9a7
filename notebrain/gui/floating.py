"""A small window of its own that stands above all others, wherever the user is."""

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QCursor,
    QGuiApplication,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QScreen,
)
from PySide6.QtWidgets import QWidget

from notebrain.gui.theme.theme import Theme

_RADIUS = 10
_FLAGS = Qt.WindowType.Tool | Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint
_BARE_X11 = "xcb"
"""Qt does not tell whether a compositor runs there; without one, what is see-through is black."""


class FloatingWindow(QWidget):
    """Frameless, above all others, moved by its ground; with round corners where the screen can show them."""

    def __init__(self, theme: Theme, flags: Qt.WindowType | None = None) -> None:
        super().__init__(None, _FLAGS if flags is None else _FLAGS | flags)
        self._theme = theme
        self._round = QGuiApplication.platformName() != _BARE_X11
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground, on=self._round)
        self.setAttribute(Qt.WidgetAttribute.WA_MacAlwaysShowToolWindow)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        radius = self._theme.px(_RADIUS) if self._round else 0
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=self._round)
        painter.setPen(QPen(tokens.color("field"), 1))
        painter.setBrush(tokens.color("raised"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.windowHandle().startSystemMove()


def takes_keyboard() -> bool:
    """Tell whether every window that is shown here gets the keyboard, whatever it wants: Wayland knows no other."""
    return QGuiApplication.platformName().startswith("wayland")


def room_under_pointer() -> QRect:
    """Return where windows may stand on the screen that the user looks at."""
    screen: QScreen | None = QGuiApplication.screenAt(QCursor.pos())
    return (screen or QGuiApplication.primaryScreen()).availableGeometry()


def upper_third(width: int, room: QRect) -> QPointF:
    """Return where a window that wide stands in the upper third of `room`, in its middle."""
    return QPointF(room.left() + (room.width() - width) / 2, room.top() + room.height() / 5)
