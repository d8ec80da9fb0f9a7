"""The line below the palette: what the keys do."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.key_cap import native_text, paint_key
from notebrain.gui.widgets.mirrored import PLAIN, Mirrored

_PAD, _BETWEEN, _GAP, _CAP = 18, 16, 5, 18


@dataclass(frozen=True, slots=True)
class Hint:
    """Some keys, and what they do."""

    keys: tuple[str, ...]
    text: str


class Foot(QWidget):
    """Paints hints from the left and one at the right; what finds no room is left out."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._left: Sequence[Hint] = ()
        self._right: Hint | None = None
        self._seen = PLAIN

    def tell(self, left: Sequence[Hint], right: Hint | None) -> None:
        """Show these hints."""
        self._left, self._right = left, right
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        px = self._theme.px
        self._seen = Mirrored(self.layoutDirection(), self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = float(self.width() - px(_PAD))
        if self._right is not None:
            width = self._width(self._right)
            if width < room - px(_PAD):
                self._paint(painter, self._right, room - width)
                room -= width + px(_BETWEEN)
        left = float(px(_PAD))
        for hint in self._left:
            width = self._width(hint)
            if left + width > room:
                break
            self._paint(painter, hint, left)
            left += width + px(_BETWEEN)
        painter.end()

    def _paint(self, painter: QPainter, hint: Hint, left: float) -> None:
        theme, px = self._theme, self._theme.px
        for key in hint.keys:
            width = self._cap_width(key)
            cap = QRectF(left, (self.height() - px(_CAP)) / 2, width, px(_CAP))
            paint_key(painter, theme, self._seen.exact(cap), _shown(key))
            left += width + px(_GAP)
        painter.setFont(theme.font(Role.SMALL))
        painter.setPen(theme.tokens.color("muted"))
        text = QRectF(left, 0, self.width() - left, self.height())
        self._seen.text(painter, text, Qt.AlignmentFlag.AlignVCenter.value, hint.text)

    def _width(self, hint: Hint) -> float:
        caps = sum(self._cap_width(key) + self._theme.px(_GAP) for key in hint.keys)
        return caps + self._theme.fonts.width(Role.SMALL, hint.text) + 1

    def _cap_width(self, key: str) -> float:
        wide = self._theme.fonts.width(Role.CAP, _shown(key)) + self._theme.px(10)
        return max(self._theme.px(_CAP), wide)


def _shown(key: str) -> str:
    return {"Up": "↑", "Down": "↓"}.get(key) or native_text(key)
