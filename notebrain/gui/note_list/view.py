"""The scrolling list view with its keyboard, pointer and hover behavior, and the picture of what is dragged."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QDrag,
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.notes.note import NoteRow
from notebrain.gui.core import date_format
from notebrain.gui.note_list.delegate import NoteDelegate
from notebrain.gui.note_list.grouped_view import GroupedListView, Index
from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme

if TYPE_CHECKING:
    from collections.abc import Callable


_WIDEST, _HEIGHT, _PAD, _BADGE = 220, 34, 10, 20


def picture(theme: Theme, rows: Sequence[NoteRow], ratio: float = 1.0) -> QPixmap:
    """Return a slip with the title of the first note, and a badge with the number of notes."""
    title = (rows[0].title if rows else "") or _("Untitled")
    px, font = theme.px, theme.font(Role.TITLE)
    metrics = QFontMetricsF(font)
    room = px(_WIDEST) - px(3 * _PAD) - theme.metrics.small_icon
    text = metrics.elidedText(title, Qt.TextElideMode.ElideRight, room)
    badge = _badge_width(theme, len(rows)) if len(rows) > 1 else 0
    width = round(metrics.horizontalAdvance(text)) + px(3 * _PAD) + theme.metrics.small_icon
    size = QSize(width + max(px(6), badge // 2) + 2, px(_HEIGHT) + px(_BADGE) // 2)
    pixmap = QPixmap(size * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    slip = QRectF(1, px(_BADGE) // 2, width, px(_HEIGHT) - 2)
    if badge:
        _paint_slip(painter, theme, slip.translated(px(3), px(3)).adjusted(0, 0, 0, -px(3)))
    _paint_slip(painter, theme, slip)
    _paint_title(painter, theme, slip, text)
    if badge:
        _paint_badge(
            painter, theme, QRectF(slip.right() - badge / 2, 0, badge, px(_BADGE)), len(rows)
        )
    painter.end()
    return pixmap


def _paint_slip(painter: QPainter, theme: Theme, slip: QRectF) -> None:
    painter.setPen(QPen(theme.tokens.color("field"), 1))
    painter.setBrush(theme.tokens.color("raised"))
    painter.drawRoundedRect(slip, theme.px(7), theme.px(7))


def _paint_title(painter: QPainter, theme: Theme, slip: QRectF, text: str) -> None:
    side, pad = theme.metrics.small_icon, theme.px(_PAD)
    corner = slip.toRect().adjusted(pad, 0, 0, 0)
    corner.setTop(round(slip.center().y()) - side // 2)
    corner.setSize(QSize(side, side))
    icons.draw(painter, "file-text", theme.tokens.muted, corner)
    painter.setFont(theme.font(Role.TITLE))
    painter.setPen(theme.tokens.color("text"))
    line = slip.adjusted(2 * pad + side, 0, 0, 0)
    painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)


def _paint_badge(painter: QPainter, theme: Theme, place: QRectF, count: int) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.tokens.color("accent_fill"))
    painter.drawRoundedRect(place, place.height() / 2, place.height() / 2)
    painter.setFont(theme.font(Role.CAP))
    painter.setPen(theme.tokens.color("on_accent"))
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, date_format.number(count))


def _badge_width(theme: Theme, count: int) -> int:
    text = theme.fonts.width(Role.CAP, date_format.number(count))
    return max(theme.px(_BADGE), round(text) + theme.px(12))


_BY_KEY = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


class NoteListView(GroupedListView):
    """Shows notes; Enter asks to edit the selected one, and with Shift or the middle button to open it beside."""

    entered_note = Signal()
    elsewhere_requested = Signal(QModelIndex, bool)
    """The note of a row is to be opened beside the shown one, or in a window of its own if True."""
    escaped = Signal()
    picked = Signal()
    """A single note was clicked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Notes"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.make_drag: Callable[[], QDrag | None] = lambda: None
        """Returns the drag to start when the pointer drags the selected notes."""

    def use(self, delegate: NoteDelegate) -> None:
        """Paint the rows with this delegate."""
        self._delegate = delegate
        delegate.has_line_above = self.has_line_above
        self.setItemDelegate(delegate)

    def row_height(self) -> int:
        return self._delegate.row_height

    def heading_height(self) -> int:
        return self._delegate.heading_height

    def paint_heading(self, painter: QPainter, place: QRect, text: str) -> None:
        self._delegate.paint_heading(painter, place, text, self.layoutDirection())

    def has_line_above(self, index: Index) -> bool:
        """Return whether a line is drawn above this row: not if it is selected, hovered or below a heading."""
        return not (
            self.selectionModel().isSelected(index)
            or self.is_below_heading(index.row())
            or self.hovered() == index
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._delegate.ring = True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self.elsewhere_requested.emit(self.currentIndex(), False)
            else:
                self.entered_note.emit()
            return
        if event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
            return
        super().keyPressEvent(event)

    def startDrag(self, actions: Qt.DropAction) -> None:
        drag = self.make_drag()
        if drag is not None:
            drag.exec(Qt.DropAction.MoveAction | Qt.DropAction.CopyAction, Qt.DropAction.MoveAction)

    def keyboardSearch(self, search: str) -> None:
        """Do nothing: looking through all titles would read the whole vault, and there is a search for that."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._delegate.ring = False
        if self.is_on_heading(event.position().toPoint()):
            return  # it would clear the selection
        if event.button() == Qt.MouseButton.MiddleButton:
            self._open_elsewhere(event, window=False)
        else:
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._open_elsewhere(event, window=True)
        else:
            super().mouseDoubleClickEvent(event)

    def _open_elsewhere(self, event: QMouseEvent, *, window: bool) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid():
            self.elsewhere_requested.emit(index, window)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        alone = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        if alone and self.indexAt(event.position().toPoint()).isValid():
            self.picked.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._delegate.ring = event.reason() in _BY_KEY
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()
