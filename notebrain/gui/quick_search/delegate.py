"""The delegate that paints one row of the quick search."""

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from notebrain.gui.quick_search.model import ROW_ROLE, AskRow, FoundModel, FoundRow, NewRow, Row
from notebrain.gui.search.snippet_painter import Quote
from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.painting import Index, RowDelegate, is_chosen

ROW_HEIGHT = 54
_SIDE, _PAD, _GAP, _ICON = 6, 12, 12, 16
_TITLE, _LINE = 20, 19
_ICONS = {NewRow: "plus", AskRow: "text-search"}


class FoundDelegate(RowDelegate):
    """Paints the title with workspace and date at its end, and below it one line of the text that was found."""

    def __init__(self, theme: Theme, model: FoundModel, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._model = model

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._theme.px(100), self._theme.px(ROW_HEIGHT))

    def _paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: Row | None = index.data(ROW_ROLE)
        if row is None:
            return
        px = self._theme.px
        ground = option.rect.adjusted(px(_SIDE), 1, -px(_SIDE), -1)
        chosen = is_chosen(option)
        self._paint_fill(painter, ground, "selected" if chosen else self._fill(option), px(6))
        inner = ground.adjusted(px(_PAD), 0, -px(_PAD), 0)
        inner.setLeft(inner.left() + self._paint_icon(painter, row, inner, chosen=chosen))
        if isinstance(row, FoundRow):
            high = px(_TITLE) + (px(_LINE) if row.quote else 0)
            inner.setTop(inner.top() + (inner.height() - high) // 2)
            self._paint_title(painter, row, inner)
            if row.quote:
                self._paint_quote(painter, row, inner, chosen=chosen)
        else:
            self._write(painter, inner, Role.BODY, "text", row.text)

    def _paint_icon(self, painter: QPainter, row: Row, inner: QRect, *, chosen: bool) -> int:
        """Paint the icon for the kind of row; return its width."""
        tokens, side = self._theme.tokens, self._theme.px(_ICON)
        name = row.icon if isinstance(row, FoundRow) else _ICONS[type(row)]
        ink = tokens.text if chosen else tokens.muted
        icons.draw(painter, name, ink, self._square(inner, side))
        return side + self._theme.px(_GAP)

    def _paint_title(self, painter: QPainter, row: FoundRow, inner: QRect) -> None:
        theme = self._theme
        line = QRect(inner.left(), inner.top(), inner.width(), theme.px(_TITLE))
        metrics = QFontMetricsF(theme.font(Role.NUMBER))
        aside = metrics.elidedText(
            self._model.aside(row), Qt.TextElideMode.ElideLeft, line.width() / 2
        )
        line.setWidth(self._write_end(painter, line, aside, _GAP))
        self._write(painter, line, Role.TITLE, "text", row.text)

    def _paint_quote(self, painter: QPainter, row: FoundRow, inner: QRect, *, chosen: bool) -> None:
        theme, tokens = self._theme, self._theme.tokens
        quote = Quote(
            row.quote,
            row.marks,
            theme.font(Role.BODY),
            width=inner.width(),
            line=theme.px(_LINE),
            lines=1,
        )
        at = QPointF(self._seen.rect(inner).left(), inner.top() + theme.px(_TITLE))
        ink = tokens.color("text2")
        if row.by_meaning and not row.marks:
            quote.underline(painter, at, ink, tokens.color("accent"))
        else:
            ground = tokens.color("mark_selected" if chosen else "mark")
            quote.draw(painter, at, ink, ground, theme.px(1))
