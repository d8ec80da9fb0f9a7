"""A button that shows its key."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton, QWidget

from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.key_cap import native_text
from notebrain.gui.widgets.mirrored import Mirrored

_PAD, _GAP, _CAP, _CAP_PAD, _RADIUS = 12, 8, 18, 5, 4
_CAP_GROUND = QColor(255, 255, 255, 51)


class KeyButton(QPushButton):
    """The filled button of a screen, with the shortcut that does the same."""

    def __init__(self, theme: Theme, text: str, key: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._theme = theme
        self._key = ""
        self.setProperty("kind", "go")
        self.setAutoDefault(True)  # Return presses it too, not only Space
        self.setAccessibleName(text)
        self.set_key(key)
        theme.changed.connect(self.updateGeometry)

    def set_key(self, key: str) -> None:
        """Show this shortcut."""
        self._key = native_text(key)
        self.setAccessibleDescription(self._key)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        theme = self._theme
        text = theme.fonts.width(Role.BUTTON, self.text())
        cap = self._cap_width() + theme.px(_GAP) if self._key else 0
        width = text + cap + theme.px(2 * _PAD)
        return QSize(round(width) + 2, theme.metrics.button)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        self.style().drawControl(QStyle.ControlElement.CE_PushButton, option, painter, self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_words(painter)
        painter.end()

    def _paint_words(self, painter: QPainter) -> None:
        theme, px = self._theme, self._theme.px
        inner = self.rect().adjusted(px(_PAD), 0, -px(_PAD), 0)
        painter.setPen(theme.tokens.color("on_accent"))
        painter.setFont(theme.font(Role.BUTTON))
        seen = Mirrored(self.layoutDirection(), self.rect())
        seen.text(painter, inner, int(Qt.AlignmentFlag.AlignLeft | _MIDDLE), self.text())
        if not self._key:
            return
        side = px(_CAP)
        width = round(self._cap_width())
        cap = seen.rect(QRect(inner.right() + 1 - width, (self.height() - side) // 2, width, side))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_CAP_GROUND)
        painter.drawRoundedRect(QRectF(cap), px(_RADIUS), px(_RADIUS))
        painter.setPen(theme.tokens.color("on_accent"))
        painter.setFont(theme.font(Role.CAP))
        painter.drawText(cap, int(Qt.AlignmentFlag.AlignHCenter | _MIDDLE), self._key)

    def _cap_width(self) -> float:
        return self._theme.fonts.width(Role.CAP, self._key) + self._theme.px(2 * _CAP_PAD)


_MIDDLE = Qt.AlignmentFlag.AlignVCenter
