"""How a suggestion looks: its label, and quietly behind it what it stands for."""

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.mirrored import Mirrored

DETAIL_ROLE = Qt.ItemDataRole.UserRole + 1
_HEIGHT, _PAD = 30, 10


class SuggestionRows(QStyledItemDelegate):
    """Paints one line per suggestion."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self.height = 0
        self.dress()

    def dress(self) -> None:
        """Take the size of the theme."""
        self.height = self._theme.px(_HEIGHT)

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(self._theme.px(_HEIGHT), self.height)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme, px, tokens = self._theme, self._theme.px, self._theme.tokens
        rect = option.rect
        seen = Mirrored(option.direction, rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tokens.color("selected"))
            painter.drawRoundedRect(QRectF(rect), px(5), px(5))
        room = rect.adjusted(px(_PAD), 0, -px(_PAD), 0)
        align = int(Qt.AlignmentFlag.AlignVCenter)
        painter.setFont(theme.font(Role.SMALL))
        detail = str(index.data(DETAIL_ROLE) or "")
        painter.setPen(tokens.color("muted"))
        seen.text(painter, room, align | Qt.AlignmentFlag.AlignRight.value, detail)
        width = round(theme.fonts.width(Role.SMALL, detail)) + px(8) if detail else 0
        painter.setFont(theme.font(Role.BODY))
        painter.setPen(tokens.color("text"))
        label = painter.fontMetrics().elidedText(
            str(index.data() or ""), Qt.TextElideMode.ElideRight, room.width() - width
        )
        seen.text(painter, room, align | Qt.AlignmentFlag.AlignLeft.value, label)
        painter.restore()
