"""The delegate that paints one card of the inbox: what it is about, the note, one line."""

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from notebrain.app.notes.card_views import AnsweredCard, OpenCard
from notebrain.gui.core import date_format
from notebrain.gui.review import texts
from notebrain.gui.review.inbox_model import ASKED_ROLE, GIVEN_ROLE, LINE_ROLE
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.painting import Index, RowDelegate

_SIDE, _PAD, _TEXT, _RADIUS, _ROW = 8, 10, 26, 7, 72


class InboxDelegate(RowDelegate):
    """Paints kind and date, the title, and one line about the difference."""

    def __init__(self, theme: Theme, now: Callable[[], datetime], parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._now = now

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._theme.px(160), self._theme.px(_ROW))

    def _paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        asked: OpenCard | None = index.data(ASKED_ROLE)
        if asked is None:
            return
        px = self._theme.px
        ground = option.rect.adjusted(px(_SIDE), 0, -px(_SIDE), 0)
        self._paint_ground(painter, option, ground)
        self._paint_icon(painter, asked, ground)
        self._paint_words(painter, index, ground.adjusted(px(_PAD + _TEXT), 0, -px(_PAD), 0))

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, ground: QRect) -> None:
        px, fill = self._theme.px, self._fill(option)
        if not fill:
            left, width = ground.left() + px(_PAD + _TEXT), ground.width() - px(2 * _PAD + _TEXT)
            line = self._seen.rect(QRect(left, ground.bottom(), width, 1))
            painter.fillRect(line, self._theme.tokens.color("border"))
        self._paint_fill(painter, ground, fill, px(_RADIUS))
        self._paint_ring(painter, option, ground, px(_RADIUS) - 1)

    def _paint_icon(self, painter: QPainter, asked: OpenCard, ground: QRect) -> None:
        px = self._theme.px
        name, ink = texts.ICONS[asked.card.kind]
        side = px(16)
        place = self._seen.rect(QRect(ground.left() + px(_PAD), ground.top() + px(12), side, side))
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(place, self._theme.pixmap(name, ink, 16, ratio=ratio))

    def _paint_words(self, painter: QPainter, index: Index, inner: QRect) -> None:
        px = self._theme.px
        asked: OpenCard = index.data(ASKED_ROLE)
        given: AnsweredCard | None = index.data(GIVEN_ROLE)
        line = QRect(inner.left(), inner.top() + px(8), inner.width(), px(18))
        date = date_format.short(given.at if given else asked.card.made_at, self._now())
        room = self._write_end(painter, line, date)
        self._write(painter, line, Role.SMALL, "muted", texts.kind(asked.card.kind), room)
        line.translate(0, px(18))
        self._write(painter, line, Role.TITLE, "text", texts.title(asked.newer.title))
        line.translate(0, px(18))
        self._write(painter, line, Role.SMALL, "text2", index.data(LINE_ROLE))
