"""Explains the rank of the selected hit: the parts of its score, and their sum."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.search.types import Hit
from notebrain.gui.search import texts
from notebrain.gui.search.texts import Part
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.painting import PLAIN, BidiPainter

_TITLE, _ROW, _SUM = 32, 26, 38
_BAR, _NUMBER, _GAP = 88, 48, 12
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class ScorePanel(QWidget):
    """Paints the sum; a screen reader reads it as one sentence."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._seen = PLAIN
        self._hit: Hit | None = None
        self._title = ""
        self._parts: list[Part] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_hit(self, hit: Hit | None, rank: int) -> None:
        """Show the sum of this hit, whose rank from 0 is `rank`; None shows nothing."""
        self._hit = hit
        self._title = texts.why_title(rank)
        self._parts = texts.parts(hit) if hit else []
        if hit is not None:
            terms, score = texts.sum_of(hit.why)
            lines = (
                f"{' '.join(filter(None, (part.name, part.source)))}: {part.number}"
                for part in self._parts
            )
            self.setAccessibleName(f"{self._title}. {'. '.join(lines)}. {terms} = {score}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        px = self._theme.px
        rows = max(5, len(self._parts)) + (1 if self._superseded() else 0)
        return QSize(px(336), px(_TITLE) + rows * px(_ROW) + px(_SUM))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(200), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._hit is None:
            return
        theme, px, tokens = self._theme, self._theme.px, self._theme.tokens
        self._seen = BidiPainter(self.layoutDirection(), self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.font(Role.SECTION))
        painter.setPen(tokens.color("text"))
        self._seen.text(painter, QRect(0, 0, self.width(), px(22)), _LEFT, self._title)
        top = px(_TITLE)
        for part in self._parts:
            self._paint_part(painter, part, QRect(0, top, self.width(), px(_ROW)))
            top += px(_ROW)
        if self._superseded():
            painter.setFont(theme.font(Role.SMALL))
            painter.setPen(tokens.color("warning"))
            line = QRect(0, top, self.width(), px(_ROW))
            self._seen.text(painter, line, _LEFT, _("A newer version of this is in the list."))
            top += px(_ROW)
        painter.fillRect(QRect(0, top + px(8), self.width(), 1), tokens.color("border"))
        self._paint_sum(painter, QRect(0, top + px(14), self.width(), px(24)))
        painter.end()

    def _superseded(self) -> bool:
        return self._hit is not None and self._hit.why.superseded_by is not None

    def _paint_part(self, painter: QPainter, part: Part, line: QRect) -> None:
        theme, px, tokens = self._theme, self._theme.px, self._theme.tokens
        number = Role.TITLE if part.bar is None else Role.BODY
        painter.setFont(theme.font(number))
        painter.setPen(tokens.color("text"))
        self._seen.text(painter, line, _RIGHT, part.number)
        room = line.width() - px(_NUMBER + _GAP)
        if part.bar is not None:
            room -= px(_BAR + _GAP)
            left = line.right() + 1 - px(_NUMBER + _GAP + _BAR)
            bar = QRectF(left, line.center().y() - 1, px(_BAR), px(4))
            ink = "control" if part.factor else "accent"
            self._paint_bar(painter, bar, part.bar, ink)
        painter.setFont(theme.font(Role.BODY))
        painter.setPen(tokens.color("text"))
        self._seen.text(painter, line, _LEFT, part.name)
        start = round(theme.fonts.width(Role.BODY, part.name)) + px(8)
        metrics = QFontMetricsF(theme.font(Role.SMALL))
        source = metrics.elidedText(part.source, Qt.TextElideMode.ElideRight, room - start)
        painter.setFont(theme.font(Role.SMALL))
        painter.setPen(tokens.color("muted"))
        self._seen.text(painter, line.adjusted(start, 0, 0, 0), _LEFT, source)

    def _paint_bar(self, painter: QPainter, bar: QRectF, value: float, ink: str) -> None:
        tokens = self._theme.tokens
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tokens.color("track"))
        painter.drawRoundedRect(self._seen.exact(bar), 2, 2)
        if value > 0:
            bar.setWidth(max(bar.height(), bar.width() * min(1.0, value)))
            painter.setBrush(tokens.color(ink))
            painter.drawRoundedRect(self._seen.exact(bar), 2, 2)

    def _paint_sum(self, painter: QPainter, line: QRect) -> None:
        if self._hit is None:
            return
        terms, score = texts.sum_of(self._hit.why)
        theme = self._theme
        painter.setFont(theme.font(Role.NUMBER))
        painter.setPen(theme.tokens.color("muted"))
        self._seen.text(painter, line, _LEFT, terms)
        painter.setFont(theme.font(Role.TITLE))
        painter.setPen(theme.tokens.color("text"))
        self._seen.text(painter, line, _RIGHT, score)
