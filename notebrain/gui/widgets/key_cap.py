"""The picture of a key."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme


def native_text(key: str) -> str:
    """Return a shortcut as this system writes it, e.g. ⌘N on macOS."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)


class KeyCap(QWidget):
    """Shows a shortcut as a key; only a hint, so it takes no focus."""

    def __init__(self, theme: Theme, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text = native_text(key)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        width = self._theme.fonts.width(Role.CAP, self._text) + self._theme.px(10)
        return QSize(max(self._theme.px(18), round(width)), self._theme.px(18))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_key(painter, self._theme, QRectF(self.rect()), self._text)
        painter.end()


def paint_key(painter: QPainter, theme: Theme, rect: QRectF, text: str) -> None:
    """Paint a key with its text into this rectangle."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.tokens.color("inset"))
    painter.drawRoundedRect(rect, theme.px(4), theme.px(4))
    painter.setFont(theme.font(Role.CAP))
    painter.setPen(theme.tokens.color("text2"))
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
