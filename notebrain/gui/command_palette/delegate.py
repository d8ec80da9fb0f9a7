"""The delegate that paints one row of the palette."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from notebrain.domain.text.pieces import units_of
from notebrain.gui.command_palette.model import (
    ROW_ROLE,
    CommandRow,
    Head,
    Index,
    NoteRow,
    Row,
    is_open,
    symbol_of,
)
from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import native_text, paint_key
from notebrain.gui.widgets.painting import PLAIN, BidiPainter

ROW_HEIGHT, HEAD_HEIGHT = 34, 30
_SIDE, _PAD, _GAP, _ICON = 6, 12, 12, 16
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class RowDelegate(QStyledItemDelegate):
    """Paints an icon, a name with the matches marked, and at the end the shortcut, the date or what is missing."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._seen = PLAIN

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        height = HEAD_HEIGHT if isinstance(index.data(ROW_ROLE), Head) else ROW_HEIGHT
        return QSize(self._theme.px(100), self._theme.px(height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW_ROLE)
        px = self._theme.px
        ground = option.rect.adjusted(px(_SIDE), 0, -px(_SIDE), 0)
        self._seen = BidiPainter(option.direction, option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, Head):
            self._paint_head(painter, row, ground)
        elif row is not None:
            self._paint_ground(painter, row, option, ground)
            chosen = bool(option.state & QStyle.StateFlag.State_Selected)
            self._paint_row(painter, row, ground, chosen=chosen)
        painter.restore()

    def _paint_head(self, painter: QPainter, head: Head, ground: QRect) -> None:
        theme, px = self._theme, self._theme.px
        painter.setFont(theme.font(Role.SMALL_MEDIUM))
        painter.setPen(theme.tokens.color("text2"))
        line = ground.adjusted(px(_PAD), px(4), -px(_PAD), 0)
        self._seen.text(painter, line, _LEFT, head.text)

    def _paint_ground(
        self, painter: QPainter, row: Row, option: QStyleOptionViewItem, ground: QRect
    ) -> None:
        pointed = bool(option.state & QStyle.StateFlag.State_MouseOver) and is_open(row)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen or pointed:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.tokens.color("selected" if chosen else "hover"))
            painter.drawRoundedRect(ground, self._theme.px(6), self._theme.px(6))

    def _paint_row(self, painter: QPainter, row: Row, ground: QRect, *, chosen: bool) -> None:
        theme, px = self._theme, self._theme.px
        inner = ground.adjusted(px(_PAD), 0, -px(_PAD), 0)
        side = px(_ICON)
        corner = QRect(inner.left(), inner.center().y() - side // 2 + 1, side, side)
        tokens = theme.tokens
        icons.draw(
            painter,
            symbol_of(row),
            tokens.text if chosen else tokens.muted,
            self._seen.rect(corner),
        )
        inner.setLeft(inner.left() + side + px(_GAP))
        inner.setRight(inner.right() - self._paint_end(painter, row, inner))
        self._paint_name(painter, row, inner)

    def _paint_end(self, painter: QPainter, row: Row, inner: QRect) -> int:
        """Paint the end of the row; return its width."""
        theme, px = self._theme, self._theme.px
        text = _aside(row)
        if text:
            metrics = QFontMetricsF(theme.font(Role.NUMBER))
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, inner.width() / 2)
            painter.setFont(theme.font(Role.NUMBER))
            painter.setPen(theme.tokens.color("muted"))
            self._seen.text(painter, inner, _RIGHT, text)
            return round(metrics.horizontalAdvance(text)) + px(_GAP)
        if isinstance(row, CommandRow) and row.key:
            key = native_text(row.key)
            width = max(px(18), round(theme.fonts.width(Role.CAP, key)) + px(10))
            top = inner.center().y() - px(9) + 1
            cap = QRectF(inner.right() + 1 - width, top, width, px(18))
            paint_key(painter, theme, self._seen.exact(cap), key)
            return width + px(_GAP)
        return 0

    def _paint_name(self, painter: QPainter, row: Row, inner: QRect) -> None:
        theme = self._theme
        font = theme.font(Role.BODY)
        text = QFontMetricsF(font).elidedText(
            row.text, Qt.TextElideMode.ElideRight, inner.width() - theme.px(2)
        )
        layout = QTextLayout(text, font)
        layout.setFormats(self._formats(row, text))
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(inner.width())
        # no wider than its text: in a wider line, right-to-left text would move to the right edge
        line.setLineWidth(line.naturalTextWidth() + 1)
        layout.endLayout()
        painter.setPen(theme.tokens.color("text" if is_open(row) else "muted"))
        top = inner.top() + (inner.height() - line.height()) / 2
        room = QRectF(inner.left(), top, line.width(), line.height())
        layout.draw(painter, self._seen.exact(room).topLeft())

    def _formats(self, row: Row, text: str) -> list[QTextLayout.FormatRange]:
        found = QTextCharFormat()
        found.setFontWeight(QFont.Weight.DemiBold)
        if is_open(row):
            found.setForeground(self._theme.tokens.color("accent"))
        ranges: list[QTextLayout.FormatRange] = []
        for at in _marks(row):
            if at < len(text) and text[at] == row.text[at]:
                one = QTextLayout.FormatRange()
                one.start, one.length, one.format = units_of(text[:at]), units_of(text[at]), found
                ranges.append(one)
        return ranges


def _marks(row: Row) -> tuple[int, ...]:
    return row.marks if isinstance(row, CommandRow | NoteRow) else ()


def _aside(row: Row) -> str:
    match row:
        case CommandRow():
            return row.lacking
        case NoteRow():
            return row.aside
        case _:
            return ""
