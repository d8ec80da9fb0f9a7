"""The delegate that paints one row of the history: a day, or a state on a rail that joins the states of a sitting."""

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyleOptionViewItem

from notebrain.gui.history.model import ROW_ROLE, Row
from notebrain.gui.theme.fonts import Role
from notebrain.gui.widgets.painting import Index, RowDelegate

_SIDE, _PAD, _RAIL = 8, 10, 18
_RADIUS, _DOT = 7, 7
_HEADING, _ROW = 36, 48


class HistoryDelegate(RowDelegate):
    """Paints what was done and when, with the amount of changes below."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row: Row = index.data(ROW_ROLE)
        return QSize(self._theme.px(120), self._theme.px(_HEADING if row.heading else _ROW))

    def _paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: Row = index.data(ROW_ROLE)
        px = self._theme.px
        ground = option.rect.adjusted(px(_SIDE), 0, -px(_SIDE), 0)
        if row.heading:
            self._paint_heading(painter, row, ground)
        else:
            self._paint_fill(painter, ground, self._fill(option), px(_RADIUS))
            self._paint_ring(painter, option, ground, px(_RADIUS) - 1)
            self._paint_rail(painter, row, ground, index)
            self._paint_state(painter, row, ground.adjusted(px(_PAD + _RAIL), 0, -px(_PAD), 0))

    def _paint_heading(self, painter: QPainter, row: Row, ground: QRect) -> None:
        theme = self._theme
        line = ground.adjusted(theme.px(_PAD), theme.px(12), 0, 0)
        self._write_whole(painter, line, Role.SMALL_STRONG, "muted", row.heading)

    def _paint_rail(self, painter: QPainter, row: Row, ground: QRect, index: Index) -> None:
        """Draw a dot for the state, and lines to its neighbors from the same sitting."""
        tokens, px = self._theme.tokens, self._theme.px
        x = self._seen.x(ground.left() + px(_PAD) + px(_DOT) / 2)
        center = QPointF(x, ground.top() + px(16))
        above: Row | None = index.sibling(index.row() - 1, 0).data(ROW_ROLE)
        painter.setPen(QPen(tokens.color("field"), px(2)))
        if above is not None and above.joined:
            painter.drawLine(QPointF(center.x(), ground.top()), center)
        if row.joined:
            painter.drawLine(center, QPointF(center.x(), ground.bottom() + 1))
        painter.setPen(Qt.PenStyle.NoPen)
        present = row.state is not None and row.state.revision is None
        painter.setBrush(tokens.color("accent" if present else "control"))
        if row.is_marked:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(tokens.color("accent"), px(2)))
        half = px(_DOT) / 2 + (px(2) if row.is_marked else 0)
        painter.drawEllipse(QRectF(center.x() - half, center.y() - half, 2 * half, 2 * half))

    def _paint_state(self, painter: QPainter, row: Row, inner: QRect) -> None:
        px = self._theme.px
        line = QRect(inner.left(), inner.top() + px(6), inner.width(), px(20))
        room = self._write_end(painter, line, row.time)
        self._write(painter, line, Role.TITLE, "text", row.name, room)
        line.translate(0, px(19))
        self._write(painter, line, Role.SMALL, "muted", row.detail)
