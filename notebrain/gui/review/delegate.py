"""The delegate that paints one card of the inbox: what it is about, the note, one line."""

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from notebrain.app.notes.card_views import AnsweredCard, OpenCard
from notebrain.gui.core import date_format
from notebrain.gui.review import texts
from notebrain.gui.review.inbox_model import ASKED_ROLE, GIVEN_ROLE, LINE_ROLE, Index
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.painting import PLAIN, BidiPainter

_SIDE, _PAD, _TEXT, _RADIUS, _ROW = 8, 10, 26, 7, 72
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class InboxDelegate(QStyledItemDelegate):
    """Paints kind and date, the title, and one line about the difference."""

    def __init__(self, theme: Theme, now: Callable[[], datetime], parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._now = now
        self._seen = PLAIN
        self.ring = False

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._theme.px(160), self._theme.px(_ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        asked: OpenCard | None = index.data(ASKED_ROLE)
        if asked is None:
            return
        px = self._theme.px
        ground = option.rect.adjusted(px(_SIDE), 0, -px(_SIDE), 0)
        self._seen = BidiPainter(option.direction, option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option, ground)
        self._paint_icon(painter, asked, ground)
        self._paint_words(painter, index, ground.adjusted(px(_PAD + _TEXT), 0, -px(_PAD), 0))
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, ground: QRect) -> None:
        tokens, px, state = self._theme.tokens, self._theme.px, option.state
        fill = "hover" if state & QStyle.StateFlag.State_MouseOver else ""
        if state & QStyle.StateFlag.State_Selected:
            fill = "selected" if option.widget.hasFocus() else "selected_idle"
        if fill:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tokens.color(fill))
            painter.drawRoundedRect(ground, px(_RADIUS), px(_RADIUS))
        else:
            line = self._seen.rect(
                QRect(
                    ground.left() + px(_PAD + _TEXT),
                    ground.bottom(),
                    ground.width() - px(2 * _PAD + _TEXT),
                    1,
                )
            )
            painter.fillRect(line, tokens.color("border"))
        if self.ring and state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(tokens.color("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(ground.adjusted(1, 1, -1, -1), px(_RADIUS) - 1, px(_RADIUS) - 1)

    def _paint_icon(self, painter: QPainter, asked: OpenCard, ground: QRect) -> None:
        px = self._theme.px
        name, ink = texts.ICONS[asked.card.kind]
        side = px(16)
        place = self._seen.rect(QRect(ground.left() + px(_PAD), ground.top() + px(12), side, side))
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(place, self._theme.pixmap(name, ink, 16, ratio=ratio))

    def _paint_words(self, painter: QPainter, index: Index, inner: QRect) -> None:
        theme, px = self._theme, self._theme.px
        asked: OpenCard = index.data(ASKED_ROLE)
        given: AnsweredCard | None = index.data(GIVEN_ROLE)
        line = QRect(inner.left(), inner.top() + px(8), inner.width(), px(18))
        date = date_format.short(given.at if given else asked.card.made_at, self._now())
        painter.setFont(theme.font(Role.NUMBER))
        painter.setPen(theme.tokens.color("muted"))
        self._seen.text(painter, line, _RIGHT, date)
        room = line.width() - round(theme.fonts.width(Role.NUMBER, date)) - px(_SIDE)
        self._write(painter, line, Role.SMALL, texts.kind(asked.card.kind), room, "muted")
        line.translate(0, px(18))
        title = texts.title(asked.newer.title)
        self._write(painter, line, Role.TITLE, title, line.width(), "text")
        line.translate(0, px(18))
        self._write(painter, line, Role.SMALL, index.data(LINE_ROLE), line.width(), "text2")

    def _write(
        self, painter: QPainter, line: QRect, role: Role, text: str, room: int, ink: str
    ) -> None:
        font = self._theme.font(role)
        painter.setFont(font)
        painter.setPen(self._theme.tokens.color(ink))
        cut = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, room)
        self._seen.text(painter, line, _LEFT, cut)
