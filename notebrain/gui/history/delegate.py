"""The delegate that paints one row of the history: a day, or a state on a rail that joins the states of a sitting."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from notebrain.gui.history.model import ROW_ROLE, Row
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.painting import PLAIN, BidiPainter

Index = QModelIndex | QPersistentModelIndex

_SIDE, _PAD, _RAIL = 8, 10, 18
_RADIUS, _DOT = 7, 7
_HEADING, _ROW = 36, 48
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class HistoryDelegate(QStyledItemDelegate):
    """Paints what was done and when, with the amount of changes below."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._seen = PLAIN
        self.ring = False

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row: Row = index.data(ROW_ROLE)
        return QSize(self._theme.px(120), self._theme.px(_HEADING if row.heading else _ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: Row = index.data(ROW_ROLE)
        px = self._theme.px
        ground = option.rect.adjusted(px(_SIDE), 0, -px(_SIDE), 0)
        self._seen = BidiPainter(option.direction, option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.heading:
            self._paint_heading(painter, row, ground)
        else:
            self._paint_ground(painter, option, ground)
            self._paint_rail(painter, row, ground, index)
            self._paint_state(painter, row, ground.adjusted(px(_PAD + _RAIL), 0, -px(_PAD), 0))
        painter.restore()

    def _paint_heading(self, painter: QPainter, row: Row, ground: QRect) -> None:
        theme = self._theme
        line = ground.adjusted(theme.px(_PAD), theme.px(12), 0, 0)
        painter.setFont(theme.font(Role.SMALL_STRONG))
        painter.setPen(theme.tokens.color("muted"))
        self._seen.text(painter, line, _LEFT, row.heading)

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, ground: QRect) -> None:
        tokens, px, state = self._theme.tokens, self._theme.px, option.state
        fill = "hover" if state & QStyle.StateFlag.State_MouseOver else ""
        if state & QStyle.StateFlag.State_Selected:
            fill = "selected" if option.widget.hasFocus() else "selected_idle"
        if fill:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tokens.color(fill))
            painter.drawRoundedRect(ground, px(_RADIUS), px(_RADIUS))
        if self.ring and state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(tokens.color("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(ground.adjusted(1, 1, -1, -1), px(_RADIUS) - 1, px(_RADIUS) - 1)

    def _paint_rail(self, painter: QPainter, row: Row, ground: QRect, index: Index) -> None:
        """Draw a dot for the state, and lines to its neighbors from the same sitting."""
        tokens, px = self._theme.tokens, self._theme.px
        x = self._seen.x(ground.left() + px(_PAD) + px(_DOT) / 2)
        centre = QPointF(x, ground.top() + px(16))
        above: Row | None = index.sibling(index.row() - 1, 0).data(ROW_ROLE)
        painter.setPen(QPen(tokens.color("field"), px(2)))
        if above is not None and above.joined:
            painter.drawLine(QPointF(centre.x(), ground.top()), centre)
        if row.joined:
            painter.drawLine(centre, QPointF(centre.x(), ground.bottom() + 1))
        painter.setPen(Qt.PenStyle.NoPen)
        present = row.state is not None and row.state.revision is None
        painter.setBrush(tokens.color("accent" if present else "control"))
        half = px(_DOT) / 2
        painter.drawEllipse(QRectF(centre.x() - half, centre.y() - half, 2 * half, 2 * half))

    def _paint_state(self, painter: QPainter, row: Row, inner: QRect) -> None:
        theme, px = self._theme, self._theme.px
        line = QRect(inner.left(), inner.top() + px(6), inner.width(), px(20))
        painter.setFont(theme.font(Role.NUMBER))
        painter.setPen(theme.tokens.color("muted"))
        self._seen.text(painter, line, _RIGHT, row.time)
        room = line.width() - round(theme.fonts.width(Role.NUMBER, row.time)) - px(_SIDE)
        painter.setFont(theme.font(Role.TITLE))
        painter.setPen(theme.tokens.color("text"))
        self._seen.text(painter, line, _LEFT, self._cut(Role.TITLE, row.name, room))
        line.translate(0, px(19))
        painter.setFont(theme.font(Role.SMALL))
        painter.setPen(theme.tokens.color("muted"))
        self._seen.text(painter, line, _LEFT, self._cut(Role.SMALL, row.detail, line.width()))

    def _cut(self, role: Role, text: str, width: int) -> str:
        metrics = QFontMetricsF(self._theme.font(role))
        return metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
