"""The delegate that paints one row of the quick search."""

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from notebrain.gui.quick_search.model import ROW_ROLE, FoundModel, FoundRow, Index, Row
from notebrain.gui.search.snippet_painter import Quote
from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.painting import PLAIN, BidiPainter

ROW_HEIGHT = 54
_SIDE, _PAD, _GAP, _ICON = 6, 12, 12, 16
_TITLE, _LINE = 20, 19
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class FoundDelegate(QStyledItemDelegate):
    """Paints the title with workspace and date at its end, and below it one line of the text that was found."""

    def __init__(self, theme: Theme, model: FoundModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self._seen = PLAIN

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._theme.px(100), self._theme.px(ROW_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: Row | None = index.data(ROW_ROLE)
        if row is None:
            return
        px = self._theme.px
        ground = option.rect.adjusted(px(_SIDE), 1, -px(_SIDE), -1)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        self._seen = BidiPainter(option.direction, option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option, ground, chosen=chosen)
        inner = ground.adjusted(px(_PAD), 0, -px(_PAD), 0)
        inner.setLeft(inner.left() + self._paint_icon(painter, row, inner, chosen=chosen))
        if isinstance(row, FoundRow):
            high = px(_TITLE) + px(_LINE)
            inner.setTop(inner.top() + (inner.height() - high) // 2)
            self._paint_title(painter, row, inner)
            self._paint_quote(painter, row, inner, chosen=chosen)
        else:
            self._paint_text(painter, row.text, Role.BODY, inner)
        painter.restore()

    def _paint_ground(
        self, painter: QPainter, option: QStyleOptionViewItem, ground: QRect, *, chosen: bool
    ) -> None:
        if chosen or option.state & QStyle.StateFlag.State_MouseOver:
            radius = self._theme.px(6)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.tokens.color("selected" if chosen else "hover"))
            painter.drawRoundedRect(ground, radius, radius)

    def _paint_icon(self, painter: QPainter, row: Row, inner: QRect, *, chosen: bool) -> int:
        """Paint the icon for the kind of row; return its width."""
        tokens, side = self._theme.tokens, self._theme.px(_ICON)
        name = "file-text" if isinstance(row, FoundRow) else "plus"
        corner = QRect(inner.left(), inner.center().y() - side // 2 + 1, side, side)
        ink = tokens.text if chosen else tokens.muted
        icons.draw(painter, name, ink, self._seen.rect(corner))
        return side + self._theme.px(_GAP)

    def _paint_title(self, painter: QPainter, row: FoundRow, inner: QRect) -> None:
        theme = self._theme
        line = QRect(inner.left(), inner.top(), inner.width(), theme.px(_TITLE))
        metrics = QFontMetricsF(theme.font(Role.NUMBER))
        aside = metrics.elidedText(
            self._model.aside(row), Qt.TextElideMode.ElideLeft, line.width() / 2
        )
        painter.setFont(theme.font(Role.NUMBER))
        painter.setPen(theme.tokens.color("muted"))
        self._seen.text(painter, line, _RIGHT, aside)
        line.setWidth(line.width() - round(metrics.horizontalAdvance(aside)) - theme.px(_GAP))
        self._paint_text(painter, row.text, Role.TITLE, line)

    def _paint_text(self, painter: QPainter, text: str, role: Role, line: QRect) -> None:
        font = self._theme.font(role)
        cut = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, line.width())
        painter.setFont(font)
        painter.setPen(self._theme.tokens.color("text"))
        self._seen.text(painter, line, _LEFT, cut)

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
        if row.span is not None and not row.marks:
            quote.underline(painter, at, ink, tokens.color("accent"))
        else:
            ground = tokens.color("mark_selected" if chosen else "mark")
            quote.draw(painter, at, ink, ground, theme.px(1))
