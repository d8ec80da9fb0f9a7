"""The delegate that paints one row of the palette."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QStyleOptionViewItem

from notebrain.domain.text.pieces import units_of
from notebrain.gui.command_palette.model import (
    ROW_ROLE,
    CommandRow,
    Head,
    NoteRow,
    Row,
    is_open,
    symbol_of,
)
from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.widgets.buttons import native_text, paint_key
from notebrain.gui.widgets.painting import Index, RowDelegate, is_chosen

ROW_HEIGHT, HEAD_HEIGHT = 34, 30
_BETWEEN = "   "
_SIDE, _PAD, _GAP, _ICON = 6, 12, 12, 16


class CommandDelegate(RowDelegate):
    """Paints an icon, a name with the matches marked, and at the end the shortcut, the date or what is missing."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        height = HEAD_HEIGHT if isinstance(index.data(ROW_ROLE), Head) else ROW_HEIGHT
        return QSize(self._theme.px(100), self._theme.px(height))

    def _paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW_ROLE)
        px = self._theme.px
        ground = option.rect.adjusted(px(_SIDE), 0, -px(_SIDE), 0)
        if isinstance(row, Head):
            self._paint_head(painter, row, ground)
        elif row is not None:
            chosen = is_chosen(option)
            if chosen or is_open(row):
                fill = "selected" if chosen else self._fill(option)
                self._paint_fill(painter, ground, fill, px(6))
            self._paint_parts(painter, row, ground, chosen=chosen)

    def _paint_head(self, painter: QPainter, head: Head, ground: QRect) -> None:
        px = self._theme.px
        line = ground.adjusted(px(_PAD), px(4), -px(_PAD), 0)
        self._write_whole(painter, line, Role.SMALL_MEDIUM, "text2", head.text)

    def _paint_parts(self, painter: QPainter, row: Row, ground: QRect, *, chosen: bool) -> None:
        theme, px = self._theme, self._theme.px
        inner = ground.adjusted(px(_PAD), 0, -px(_PAD), 0)
        side = px(_ICON)
        ink = theme.tokens.text if chosen else theme.tokens.muted
        icons.draw(painter, symbol_of(row), ink, self._square(inner, side))
        inner.setLeft(inner.left() + side + px(_GAP))
        inner.setRight(inner.right() - self._paint_end(painter, row, inner))
        self._paint_name(painter, row, inner)

    def _paint_end(self, painter: QPainter, row: Row, inner: QRect) -> int:
        """Paint the end of the row; return its width."""
        theme, px = self._theme, self._theme.px
        text = _aside(row)
        if text:
            text = self._cut(Role.NUMBER, text, inner.width() / 2)
            return inner.width() - self._write_end(painter, inner, text, _GAP)
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
        details = row.details if isinstance(row, NoteRow) else ""
        whole = f"{row.text}{_BETWEEN}{details}" if details else row.text
        text = QFontMetricsF(font).elidedText(
            whole, Qt.TextElideMode.ElideRight, inner.width() - theme.px(2)
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
            if at < min(len(text), len(row.text)) and text[at] == row.text[at]:
                span = QTextLayout.FormatRange()
                span.start, span.length, span.format = (
                    units_of(text[:at]),
                    units_of(text[at]),
                    found,
                )
                ranges.append(span)
        if len(text) > len(row.text) and isinstance(row, NoteRow):
            muted, span = QTextCharFormat(), QTextLayout.FormatRange()
            muted.setForeground(self._theme.tokens.color("muted"))
            start = units_of(row.text)
            span.start, span.length, span.format = start, units_of(text) - start, muted
            ranges.append(span)
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
