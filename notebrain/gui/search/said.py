"""The honest line over the hits: what was found how, and what is still under way."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from notebrain.gui.search.wording import Said
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.mirrored import Mirrored

_HEIGHT = 32
_PROGRESS = 0.62
"""How much of the progress line is full while meaning joins: the words are there already."""
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


class SaidLine(QWidget):
    """Paints one line of text in up to two inks, and a thin line of progress under it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._said = Said("")
        self._busy = False
        theme.changed.connect(self._dress)
        self._dress()

    @property
    def text(self) -> str:
        """All of what is said."""
        return " ".join(
            part for part in (self._said.text, self._said.joining, self._said.rest) if part
        )

    @property
    def busy(self) -> bool:
        """Whether it says that more is to come."""
        return self._busy

    def tell(self, said: Said, *, busy: bool) -> None:
        """Say this; `busy` says that more is to come."""
        self._said = said
        self._busy = busy
        self.setAccessibleName(self.text)
        self.setToolTip(self.text)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, px, tokens = self._theme, self._theme.px, self._theme.tokens
        painter = QPainter(self)
        seen = Mirrored(self.layoutDirection(), self.rect())
        painter.fillRect(QRect(0, 0, self.width(), 1), tokens.color("border"))
        low = QRect(0, self.height() - 2, self.width(), 2)
        painter.fillRect(low, tokens.color("inset"))
        if self._busy:
            low.setWidth(round(self.width() * _PROGRESS))
            painter.fillRect(seen.rect(low), tokens.color("accent"))
        painter.setFont(theme.font(Role.SMALL))
        metrics = QFontMetricsF(theme.font(Role.SMALL))
        room = self.rect().adjusted(px(20), 0, -px(20), -2)
        inks = (self._said.ink, "accent", self._said.ink)
        for text, ink in zip(self._said, inks, strict=False):
            if text and room.width() > 0:
                cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
                painter.setPen(tokens.color(ink))
                seen.text(painter, room, _LEFT, cut)
                room.setLeft(room.left() + round(metrics.horizontalAdvance(f"{cut} ")))
        painter.end()

    def _dress(self) -> None:
        self.setFixedHeight(self._theme.px(_HEIGHT))
        self.update()
