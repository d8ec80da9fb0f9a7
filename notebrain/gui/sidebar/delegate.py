"""Paints one line of the sidebar."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from notebrain.gui import dates
from notebrain.gui.sidebar.entries import ENTRY_ROLE, Entry
from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme

if TYPE_CHECKING:
    from collections.abc import Callable

Index = QModelIndex | QPersistentModelIndex

SIDE = 8
_PAD, _GAP = 10, 10
_RADIUS = 6
_DOT = 8
_HEADING, _HEADING_TEXT = 42, 16
_BETWEEN = 1
_DOT_INK = 0.8

_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class EntryDelegate(QStyledItemDelegate):
    """An icon or a dot, a name, and a count or a key."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.ring = False
        self.right_gap: Callable[[], int] = lambda: theme.px(SIDE)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        entry: Entry = index.data(ENTRY_ROLE)
        height = _HEADING if entry.heading else 28 + _BETWEEN
        return QSize(self._theme.px(120), self._theme.px(height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry: Entry = index.data(ENTRY_ROLE)
        px = self._theme.px
        ground = option.rect.adjusted(px(SIDE), 0, -self.right_gap(), -_BETWEEN)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if entry.heading:
            self._paint_heading(painter, entry, ground)
        else:
            self._paint_ground(painter, option, ground)
            self._paint_entry(painter, option, entry, ground.adjusted(px(_PAD), 0, -px(_PAD), 0))
        painter.restore()

    def _paint_heading(self, painter: QPainter, entry: Entry, ground: QRect) -> None:
        theme = self._theme
        bottom = ground.bottom() - theme.px(3)
        line = QRect(
            ground.left() + theme.px(_PAD),
            bottom - theme.px(_HEADING_TEXT) + 1,
            ground.width() - 2 * theme.px(_PAD),
            theme.px(_HEADING_TEXT),
        )
        painter.setFont(theme.font(Role.SMALL_MEDIUM))
        painter.setPen(theme.tokens.color("muted"))
        painter.drawText(line, _LEFT, entry.text)

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, ground: QRect) -> None:
        tokens, radius = self._theme.tokens, self._theme.px(_RADIUS)
        fill = _fill(option)
        if fill:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tokens.color(fill))
            painter.drawRoundedRect(ground, radius, radius)
        if self.ring and option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(tokens.color("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(ground.adjusted(1, 1, -1, -1), radius - 1, radius - 1)

    def _paint_entry(
        self, painter: QPainter, option: QStyleOptionViewItem, entry: Entry, inner: QRect
    ) -> None:
        theme = self._theme
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        self._paint_mark(painter, entry, inner, chosen=chosen)
        inner = inner.adjusted(theme.metrics.icon + theme.px(_GAP), 0, 0, 0)
        end = entry.key or (dates.number(entry.count) if entry.count is not None else "")
        role = Role.LABEL if entry.key else Role.NUMBER
        painter.setFont(theme.font(role))
        painter.setPen(theme.tokens.color("muted"))
        painter.drawText(inner, _RIGHT, end)
        room = inner.width() - round(theme.fonts.width(role, end)) - theme.px(SIDE)
        name = Role.TITLE if chosen else Role.BODY
        painter.setFont(theme.font(name))
        painter.setPen(theme.tokens.color("text"))
        metrics = QFontMetricsF(theme.font(name))
        cut = metrics.elidedText(entry.text, Qt.TextElideMode.ElideRight, room)
        painter.drawText(inner, _LEFT, cut)

    def _paint_mark(self, painter: QPainter, entry: Entry, inner: QRect, *, chosen: bool) -> None:
        tokens, side = self._theme.tokens, self._theme.metrics.icon
        box = QRect(inner.left(), inner.center().y() - side // 2 + 1, side, side)
        if entry.icon:
            icons.draw(painter, entry.icon, tokens.text if chosen else tokens.muted, box)
            return
        radius = self._theme.px(_DOT) / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setOpacity(_DOT_INK)
        painter.setBrush(tokens.ink_of(entry.text))
        painter.drawEllipse(QPointF(box.center()) + QPointF(0.5, 0.5), radius, radius)
        painter.setOpacity(1.0)


def _fill(option: QStyleOptionViewItem) -> str | None:
    if option.state & QStyle.StateFlag.State_Selected:
        return "selected" if option.widget.hasFocus() else "selected_idle"
    return "hover" if option.state & QStyle.StateFlag.State_MouseOver else None
