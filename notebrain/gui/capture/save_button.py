"""The button that keeps the note, with its key on it."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton

from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.key_cap import native_text
from notebrain.gui.widgets.mirrored import Mirrored

_SIDE, _GAP, _CAP = 12, 8, 18
_CAP_GROUND = 0.2


class SaveButton(QPushButton):
    """A filled button: what it does, and by which key."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._key = ""
        self.setProperty("kind", "go")
        self.setAutoDefault(False)
        theme.changed.connect(self.updateGeometry)

    def tell(self, text: str, key: str) -> None:
        """Say what pressing it does, and which key does it too."""
        self.setText(text)
        self._key = native_text(key)
        self.setToolTip(f"{text} ({self._key})")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        self.ensurePolished()
        px = self._theme.px
        text = QFontMetricsF(self.font()).horizontalAdvance(self.text())
        width = text + self._cap_width() + px(_GAP) + 2 * px(_SIDE)
        return QSize(round(width) + 1, self._theme.metrics.button)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, px = self._theme, self._theme.px
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.style().drawControl(QStyle.ControlElement.CE_PushButton, option, painter, self)
        ink = theme.tokens.color("on_accent")
        seen = Mirrored(self.layoutDirection(), self.rect())
        painter.setPen(ink)
        painter.setFont(self.font())
        room = self.rect().adjusted(px(_SIDE), 0, -px(_SIDE), 0)
        seen.text(painter, room, Qt.AlignmentFlag.AlignVCenter.value, self.text())
        self._paint_cap(painter, seen, ink)
        painter.end()

    def _paint_cap(self, painter: QPainter, seen: Mirrored, ink: QColor) -> None:
        theme, px, width = self._theme, self._theme.px, self._cap_width()
        cap = QRectF(
            self.width() - px(_SIDE) - width, (self.height() - px(_CAP)) / 2, width, px(_CAP)
        )
        ground = QColor(ink)
        ground.setAlphaF(_CAP_GROUND)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(seen.exact(cap), px(4), px(4))
        painter.setPen(ink)
        painter.setFont(theme.font(Role.CAP))
        painter.drawText(seen.exact(cap), Qt.AlignmentFlag.AlignCenter, self._key)

    def _cap_width(self) -> float:
        return max(
            self._theme.px(_CAP), self._theme.fonts.width(Role.CAP, self._key) + self._theme.px(10)
        )
