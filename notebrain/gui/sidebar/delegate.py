"""The delegate that paints one entry of the sidebar."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from notebrain.gui.core import date_format
from notebrain.gui.sidebar.model import ENTRY_ROLE, Entry, Fold
from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.painting import RIGHT, Index, RowDelegate, is_chosen

if TYPE_CHECKING:
    from collections.abc import Callable

SIDE = 8
_PAD, _GAP = 10, 10
_RADIUS = 6
_DOT = 8
_HEADING, _HEADING_TEXT = 42, 16
_BETWEEN = 1
_DOT_INK = 0.8
_INDENT = 14
_CHEVRON = 12
_PILL, _PILL_PAD = 18, 7
_LEAST = 36
"""At least this much of a name is shown; otherwise the count is hidden."""


class EntryDelegate(RowDelegate):
    """Paints an icon or a dot, a name, and a count or a key."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.drop_row = -1
        """The row over which notes are being dragged."""
        self.right_gap: Callable[[], int] = lambda: theme.px(SIDE)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        entry: Entry = index.data(ENTRY_ROLE)
        height = _HEADING if entry.heading else 28 + _BETWEEN
        return QSize(self._theme.px(120), self._theme.px(height))

    def _paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry: Entry = index.data(ENTRY_ROLE)
        px = self._theme.px
        ground = option.rect.adjusted(px(SIDE), 0, -self.right_gap(), -_BETWEEN)
        if entry.heading:
            self._paint_heading(painter, entry, ground)
        else:
            fill = "accent_tint" if index.row() == self.drop_row else self._fill(option)
            self._paint_fill(painter, self._seen.rect(ground), fill, px(_RADIUS))
            self._paint_ring(painter, option, self._seen.rect(ground), px(_RADIUS) - 1)
            inner = ground.adjusted(px(_PAD) + entry.depth * px(_INDENT), 0, -px(_PAD), 0)
            self._paint_entry(painter, option, entry, inner)

    def _paint_heading(self, painter: QPainter, entry: Entry, ground: QRect) -> None:
        theme = self._theme
        bottom = ground.bottom() - theme.px(3)
        line = QRect(
            ground.left() + theme.px(_PAD),
            bottom - theme.px(_HEADING_TEXT) + 1,
            ground.width() - 2 * theme.px(_PAD),
            theme.px(_HEADING_TEXT),
        )
        self._write_whole(painter, line, Role.SMALL_MEDIUM, "muted", entry.text)

    def chevron(self, row: QRect, entry: Entry) -> QRect:
        """Return where a click opens or closes an entry with others below it."""
        px = self._theme.px
        left = row.left() + px(SIDE) + entry.depth * px(_INDENT)
        return QRect(left, row.top(), px(_PAD + _GAP), row.height() - _BETWEEN)

    def _paint_entry(
        self, painter: QPainter, option: QStyleOptionViewItem, entry: Entry, inner: QRect
    ) -> None:
        theme = self._theme
        chosen = is_chosen(option)
        self._paint_fold(painter, entry, inner)
        self._paint_mark(painter, entry, inner, chosen=chosen)
        inner = inner.adjusted(theme.metrics.icon + theme.px(_GAP), 0, 0, 0)
        name = Role.TITLE if chosen else Role.BODY
        room = inner.width()
        if _end(entry)[1] and self._has_room(entry, name, inner):
            room -= self._paint_end(painter, entry, inner) + theme.px(SIDE)
        self._write(painter, inner, name, "text", entry.text, room)

    def _has_room(self, entry: Entry, name: Role, inner: QRect) -> bool:
        """Return whether the end of the line fits: the whole name beside a key, or the start of it beside a count."""
        fonts = self._theme.fonts
        role, end = _end(entry)
        room = inner.width() - fonts.width(role, end) - self._theme.px(SIDE)
        whole = fonts.width(name, entry.text)
        return entry.urgent or room >= (whole if entry.key else min(whole, self._theme.px(_LEAST)))

    def _paint_fold(self, painter: QPainter, entry: Entry, inner: QRect) -> None:
        if entry.fold is Fold.NONE:
            return
        side = self._theme.px(_CHEVRON)
        before = inner.adjusted(self._theme.px(1) - side, 0, 0, 0)
        name = "chevron-down" if entry.fold is Fold.OPEN else "chevron-right"
        icons.draw(painter, name, self._theme.tokens.muted, self._square(before, side))

    def _paint_end(self, painter: QPainter, entry: Entry, inner: QRect) -> int:
        """Paint the key or the count; return its width."""
        theme = self._theme
        role, end = _end(entry)
        width = round(theme.fonts.width(role, end))
        painter.setFont(theme.font(role))
        if entry.urgent and end:
            side, pad = theme.px(_PILL), theme.px(_PILL_PAD)
            width = max(side, width + 2 * pad)
            pill = self._seen.rect(
                QRect(inner.right() + 1 - width, inner.center().y() - side // 2 + 1, width, side)
            )
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.tokens.color("accent_fill"))
            painter.drawRoundedRect(pill, side / 2, side / 2)
            painter.setFont(theme.font(Role.CAP))
            painter.setPen(theme.tokens.color("on_accent"))
            painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, end)
            return width
        painter.setPen(theme.tokens.color("muted"))
        self._seen.text(painter, inner, RIGHT, end)
        return width

    def _paint_mark(self, painter: QPainter, entry: Entry, inner: QRect, *, chosen: bool) -> None:
        tokens, side = self._theme.tokens, self._theme.metrics.icon
        box = self._square(inner, side)
        if entry.icon:
            ink = str(getattr(tokens, entry.ink)) if entry.ink else ""
            icons.draw(painter, entry.icon, ink or (tokens.text if chosen else tokens.muted), box)
            return
        radius = self._theme.px(_DOT) / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setOpacity(_DOT_INK)
        painter.setBrush(
            tokens.ink_of(
                entry.location.tag if entry.location and entry.location.tag else entry.text
            )
        )
        painter.drawEllipse(QPointF(box.center()) + QPointF(0.5, 0.5), radius, radius)
        painter.setOpacity(1.0)


def _end(entry: Entry) -> tuple[Role, str]:
    """Return the text at the end of a line, and its role."""
    if entry.key:
        return Role.LABEL, entry.key
    return Role.NUMBER, "" if entry.count is None else date_format.number(entry.count)
