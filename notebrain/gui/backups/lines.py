"""A list of lines with a title, a number at its end, and a detail below."""

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.mirrored import PLAIN, Mirrored

Index = QModelIndex | QPersistentModelIndex
LINE_ROLE = Qt.ItemDataRole.UserRole
_PAD, _RADIUS, _ROW = 10, 7, 48
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


@dataclass(frozen=True, slots=True)
class Line:
    """One line and what it stands for."""

    title: str
    end: str
    detail: str
    stands_for: object


class Lines(QListWidget):
    """Shows lines; one is chosen."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setItemDelegate(_LineDelegate(theme, self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    @property
    def chosen(self) -> object:
        """What the chosen line stands for; None if none is chosen."""
        index = self.currentIndex()
        line: Line | None = index.data(LINE_ROLE) if index.isValid() else None
        return line.stands_for if line else None

    def show_lines(self, lines: list[Line]) -> None:
        """Show these lines with the first one chosen."""
        self.clear()
        for line in lines:
            item = QListWidgetItem(", ".join((line.title, line.end, line.detail)))
            item.setData(LINE_ROLE, line)
            self.addItem(item)
        if lines:
            self.setCurrentRow(0)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()


class _LineDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: Lines) -> None:
        super().__init__(parent)
        self._theme = theme
        self._seen = PLAIN

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._theme.px(120), self._theme.px(_ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line: Line = index.data(LINE_ROLE)
        self._seen = Mirrored(option.direction, option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option)
        px = self._theme.px
        inner = option.rect.adjusted(px(_PAD), px(5), -px(_PAD), 0)
        top = QRect(inner.left(), inner.top(), inner.width(), px(20))
        self._write(painter, Role.NUMBER, "muted", top, line.end, right=True)
        room = top.width() - round(self._theme.fonts.width(Role.NUMBER, line.end)) - px(_PAD)
        below = top.translated(0, px(19))
        self._write(
            painter, Role.TITLE, "text", QRect(top.topLeft(), QSize(room, px(20))), line.title
        )
        self._write(painter, Role.SMALL, "muted", below, line.detail)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        tokens, px, state = self._theme.tokens, self._theme.px, option.state
        focused = option.widget.hasFocus()
        fill = "hover" if state & QStyle.StateFlag.State_MouseOver else ""
        if state & QStyle.StateFlag.State_Selected:
            fill = "selected" if focused else "selected_idle"
        if fill:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tokens.color(fill))
            painter.drawRoundedRect(option.rect, px(_RADIUS), px(_RADIUS))
        if focused and state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(tokens.color("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(option.rect.adjusted(1, 1, -1, -1), px(_RADIUS), px(_RADIUS))

    def _write(
        self, painter: QPainter, role: Role, ink: str, at: QRect, text: str, *, right: bool = False
    ) -> None:
        painter.setFont(self._theme.font(role))
        painter.setPen(self._theme.tokens.color(ink))
        metrics = QFontMetricsF(self._theme.font(role))
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, at.width() + 1)
        self._seen.text(painter, at, _RIGHT if right else _LEFT, shown)
