"""The delegate that paints one row of the results."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyleOptionViewItem, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.search.hit_text import file_text
from notebrain.domain.search.types import Hit, HitFile
from notebrain.gui.search import texts
from notebrain.gui.search.model import ROW_ROLE, Row
from notebrain.gui.search.snippet_painter import Quote
from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.painting import LEFT, RIGHT, BidiPainter, Index, RowDelegate, is_chosen

_SIDE, _PAD, _TOP = 8, 12, 10
_TITLE, _LINE, _WHY = 20, 19, 14
_BAR, _GAP, _BETWEEN = 40, 6, 16
_BADGE = 6
_FILE_ICON = 14
_INDENT = 24
_MAX_CACHED = 400
_GHOST = (0.34, 0.92, 0.58)


class HitDelegate(RowDelegate):
    """Paints title and age, two lines of the note, and a bar for each part of the score."""

    def __init__(self, theme: Theme, now: Callable[[], datetime], parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._now = now
        self._quotes: dict[tuple[str, tuple[tuple[int, int], ...], int], Quote] = {}
        theme.changed.connect(self._quotes.clear)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._theme.px(200), self._theme.metrics.hit_row)

    def _paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW_ROLE)
        if row is None:
            return
        px = self._theme.px
        ground = option.rect.adjusted(px(_SIDE), 0, -px(_SIDE), 0)
        chosen = is_chosen(option)
        self._paint_ground(painter, option, index, ground)
        left = px(_PAD) + (px(_INDENT) if row.older else 0)
        inner = ground.adjusted(left, px(_TOP), -px(_PAD), 0)
        self._paint_title(painter, row, inner)
        self._paint_quote(painter, row, inner, chosen=chosen)
        if row.hit is not None:
            self._paint_why(painter, row, row.hit, inner, chosen=chosen)
        elif row.conversation is not None:
            text = texts.questions(row.conversation)
            self._write_whole(painter, self._why_line(inner), Role.LABEL, "muted", text)

    def fold_rect(self, row: Row, rect: QRect, direction: Qt.LayoutDirection) -> QRect:
        """Return where in `rect` a click unfolds the older versions of a row."""
        px = self._theme.px
        inner = rect.adjusted(px(_SIDE + _PAD), px(_TOP), -px(_SIDE + _PAD), 0)
        if row.hit is None or not row.hit.older_versions:
            return QRect()
        line = self._why_line(inner)
        line.setLeft(self._bars_end(line.left()))
        line.setWidth(round(self._theme.fonts.width(Role.LABEL, _fold_text(row))) + px(24))
        spot = line.adjusted(0, -px(5), 0, px(5))
        return QStyle.visualRect(direction, rect, spot)

    def paint_ghost(
        self, painter: QPainter, top: int, width: int, direction: Qt.LayoutDirection
    ) -> None:
        """Paint placeholder bars for a hit that may still arrive."""
        px = self._theme.px
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.tokens.color("inset"))
        room = width - 2 * px(_SIDE + _PAD)
        seen = BidiPainter(direction, QRect(0, top, width, px(76)))
        for number, share in enumerate(_GHOST):
            bar = QRectF(px(_SIDE + _PAD), top + px(14 + 20 * number), room * share, px(10))
            painter.drawRoundedRect(seen.exact(bar), px(5), px(5))

    def _paint_ground(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index, ground: QRect
    ) -> None:
        px = self._theme.px
        fill = "selected" if is_chosen(option) else self._fill(option)
        if not fill and not self._next_is_chosen(option, index):
            low = QRect(ground.left() + px(_PAD), ground.bottom(), ground.width() - 2 * px(_PAD), 1)
            painter.fillRect(low, self._theme.tokens.color("border"))
        self._paint_fill(painter, ground, fill, px(7))
        self._paint_ring(painter, option, ground, px(6))

    def _next_is_chosen(self, option: QStyleOptionViewItem, index: Index) -> bool:
        view = option.widget
        return isinstance(view, QListView) and view.currentIndex().row() == index.row() + 1

    def _paint_title(self, painter: QPainter, row: Row, inner: QRect) -> None:
        theme, px = self._theme, self._theme.px
        line = QRect(inner.left(), inner.top(), inner.width(), px(_TITLE))
        text = texts.age((_day(self._now()) - _day(row.updated_at)).days)
        line.setWidth(self._write_end(painter, line, text))
        beside = self._beside(row)
        remark = _remark(row)
        file = row.hit.file if row.hit is not None else None
        file_room = 0 if file is None else min(self._file_width(file), line.width() // 2)
        room = line.width() - px(14 + 8) * len(beside) - file_room
        if remark:
            room -= round(theme.fonts.width(Role.SMALL_MEDIUM, remark)) + px(8 + 2 * _BADGE)
        ink = "text2" if row.older else "text"
        title = self._write(painter, line, Role.TITLE, ink, row.title or _("Untitled"), room)
        line.setLeft(line.left() + round(theme.fonts.width(Role.TITLE, title)) + px(8))
        for name in beside:
            side = px(14)
            icons.draw(painter, name, theme.tokens.muted, self._square(line, side))
            line.setLeft(line.left() + side + px(8))
        if file is not None:
            used = self._paint_file(painter, QRect(line), file, file_room)
            line.setLeft(line.left() + used)
        if remark:
            self._paint_remark(painter, line, remark, badge=_is_outdated(row))

    def _file_width(self, file: HitFile) -> int:
        width = round(self._theme.fonts.width(Role.SMALL, file_text(file)))
        return width + self._theme.px(_FILE_ICON + 4 + 2 + 8)

    def _paint_file(self, painter: QPainter, line: QRect, file: HitFile, room: int) -> int:
        """Paint which file the quote is from, shortening its name and not its page; return the room it took."""
        theme, px = self._theme, self._theme.px
        side = px(_FILE_ICON)
        icons.draw(painter, "paperclip", theme.tokens.accent, self._square(line, side))
        line.setLeft(line.left() + side + px(4))
        left = room - side - px(4 + 8)
        page = file_text(replace(file, name=""))
        name = self._cut(Role.SMALL, file.name, left - round(theme.fonts.width(Role.SMALL, page)))
        written = file_text(replace(file, name=name))
        self._write_whole(painter, line, Role.SMALL, "accent", written)
        return side + px(4 + 8) + round(theme.fonts.width(Role.SMALL, written))

    def _paint_remark(self, painter: QPainter, line: QRect, remark: str, *, badge: bool) -> None:
        theme, px = self._theme, self._theme.px
        if badge:
            width = round(theme.fonts.width(Role.SMALL_MEDIUM, remark)) + px(2 * _BADGE)
            box = QRect(line.left(), line.top() + px(1), width, line.height() - px(2))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.tokens.color("warning_tint"))
            painter.drawRoundedRect(self._seen.rect(box), px(5), px(5))
            line = line.adjusted(px(_BADGE), 0, 0, 0)
        ink = "warning" if badge else "accent"
        self._write_whole(painter, line, Role.SMALL_MEDIUM, ink, remark)

    def _beside(self, row: Row) -> list[str]:
        marks = ["history"] if row.older else []
        if row.conversation is not None:
            marks.append("message-square")
        if row.pinned:
            marks.append("pin")
        if row.local_only:
            marks.append("lock")
        return marks

    def _paint_quote(self, painter: QPainter, row: Row, inner: QRect, *, chosen: bool) -> None:
        theme = self._theme
        key = (row.quote, row.marks, inner.width())
        quote = self._quotes.get(key)
        if quote is None:
            if len(self._quotes) > _MAX_CACHED:
                self._quotes.clear()
            font, line = theme.font(Role.BODY), theme.px(_LINE)
            quote = Quote(row.quote, row.marks, font, width=inner.width(), line=line)
            self._quotes[key] = quote
        at = QPointF(self._seen.rect(inner).left(), inner.top() + theme.px(_TITLE) + 1)
        ink = theme.tokens.color("text2")
        if row.hit is not None and not row.marks and row.hit.by_meaning:
            quote.underline(painter, at, ink, theme.tokens.color("accent"))
        else:
            ground = theme.tokens.color("mark_selected" if chosen else "mark")
            quote.draw(painter, at, ink, ground, theme.px(1))

    def _paint_why(
        self, painter: QPainter, row: Row, hit: Hit, inner: QRect, *, chosen: bool
    ) -> None:
        theme, px, tokens = self._theme, self._theme.px, self._theme.tokens
        line = self._why_line(inner)
        track = tokens.color("track")
        if chosen:
            track = QColor(255, 255, 255, 33) if tokens.dark else QColor(0, 0, 0, 26)
        left = line.left()
        painter.setFont(theme.font(Role.LABEL))
        for name, value, ink in () if hit.why.listed else _bars(hit):
            painter.setPen(tokens.color("muted"))
            line.setLeft(left)
            self._seen.text(painter, line, LEFT, name)
            left += round(theme.fonts.width(Role.LABEL, name)) + px(_GAP)
            bar = QRectF(left, line.center().y() - px(2) + 1, px(_BAR), px(4))
            self._paint_bar(painter, bar, value, (track, tokens.color(ink)))
            left += px(_BAR + _BETWEEN)
        line.setLeft(left)
        if hit.older_versions:
            painter.setPen(tokens.color("accent"))
            self._seen.text(painter, line, LEFT, _fold_text(row))
            side = px(12)
            width = round(theme.fonts.width(Role.LABEL, _fold_text(row)))
            after = line.adjusted(width + px(4), 0, 0, 0)
            name = "chevron-up" if row.unfolded else "chevron-down"
            icons.draw(painter, name, tokens.accent, self._square(after, side))
        if not hit.why.listed:
            self._write_whole(painter, line, Role.SMALL_STRONG, "text2", texts.score(hit), RIGHT)

    def _paint_bar(
        self, painter: QPainter, rect: QRectF, value: float, inks: tuple[QColor, QColor]
    ) -> None:
        radius = rect.height() / 2
        track, ink = inks
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(track)
        painter.drawRoundedRect(self._seen.exact(rect), radius, radius)
        if value > 0:
            full = QRectF(rect)
            full.setWidth(max(rect.height(), rect.width() * min(1.0, value)))
            painter.setBrush(ink)
            painter.drawRoundedRect(self._seen.exact(full), radius, radius)

    def _why_line(self, inner: QRect) -> QRect:
        px = self._theme.px
        top = inner.top() + px(_TITLE) + 1 + 2 * px(_LINE) + px(7)
        return QRect(inner.left(), top, inner.width(), px(_WHY))

    def _bars_end(self, left: int) -> int:
        px = self._theme.px
        for name in _bar_names():
            left += round(self._theme.fonts.width(Role.LABEL, name)) + px(_GAP + _BAR + _BETWEEN)
        return left


def _is_outdated(row: Row) -> bool:
    return row.hit is not None and row.hit.outdated


def _remark(row: Row) -> str:
    """Return the text after the title, or "" for none."""
    if _is_outdated(row):
        return _("outdated")
    return _("found by meaning") if row.joined else ""


def _fold_text(row: Row) -> str:
    return texts.older(len(row.hit.older_versions)) if row.hit else ""


def _bar_names() -> tuple[str, str, str, str]:
    return _("words"), _("meaning"), _("age"), _("importance")


def _bars(hit: Hit) -> list[tuple[str, float, str]]:
    """Return each bar: its name, its level, its ink."""
    words, meaning, age, importance = _bar_names()
    aged = hit.why.recency if hit.why.weighted_sum else hit.why.age
    return [
        (words, hit.why.keyword, "accent"),
        (meaning, hit.why.meaning, "accent"),
        (age, aged, "control"),
        (importance, hit.importance / 5, "control"),
    ]


def _day(at: datetime) -> date:
    """Return the day as the user's calendar has it."""
    return at.astimezone().date()
