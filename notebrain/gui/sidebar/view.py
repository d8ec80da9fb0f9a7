"""One scrolling part of the sidebar."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QStyle, QWidget

from notebrain.gui.notes.drag import NOTES_MIME, note_ids
from notebrain.gui.sidebar.delegate import SIDE, EntryDelegate
from notebrain.gui.sidebar.model import Entry, EntryModel, Fold
from notebrain.gui.theme.theme import Theme

if TYPE_CHECKING:
    from collections.abc import Callable

_BY_KEY = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
    Qt.FocusReason.OtherFocusReason,
)


_SCROLL_MARGIN = 24


class EntryView(QListView):
    """A list of entries; the arrow keys continue into the neighboring part."""

    moved_to = Signal(object)
    """The user went to an entry with the arrow keys."""
    opened = Signal(object)
    """The user clicked an entry or pressed Enter on it."""
    folded = Signal(object, bool)
    """The user opened (True) or closed an entry with others below it."""
    menu_requested = Signal(object, QPoint)
    dropped = Signal(object, list)
    """Notes, given by their ids, were dropped on this entry."""
    held_over = Signal(bool)
    """Notes are being dragged over the list, or no longer are."""
    left_down = Signal()
    left_up = Signal()

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entries = EntryModel()
        self._theme = theme
        self._delegate = EntryDelegate(theme, self)
        self._delegate.right_gap = self._right_gap
        self.setAccessibleName(name)
        self.setModel(self.entries)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setMouseTracking(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._on_menu)
        self.takes: Callable[[Entry], bool] = lambda _entry: False
        """Returns whether notes can be dropped on an entry."""
        self.setAcceptDrops(True)
        theme.changed.connect(self.scheduleDelayedItemsLayout)
        self._top = 0
        self.entries.modelAboutToBeReset.connect(self._on_resetting)
        self.entries.modelReset.connect(self._on_reset)

    def entry(self) -> Entry | None:
        """Return the selected entry."""
        index = self.currentIndex()
        return self.entries.entry(index) if index.isValid() else None

    def choose(self, index: QModelIndex) -> None:
        """Select this entry, or none if the index is invalid."""
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        if index.isValid():
            self.selectionModel().setCurrentIndex(index, flag)
        else:
            self.selectionModel().clear()

    def _right_gap(self) -> int:
        """Return the gap beside an entry; the scroll bar fits into it, so that it moves no text."""
        bar = self.verticalScrollBar()
        return max(0, self._theme.px(SIDE) - (bar.width() if bar.isVisible() else 0))

    def enter_from(self, *, top: bool) -> None:
        """Take the focus and go to the first or last entry."""
        rows = range(self.entries.rowCount())
        indexes = [self.entries.index(row) for row in (rows if top else reversed(rows))]
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.choose(next(i for i in indexes if i.flags() & Qt.ItemFlag.ItemIsEnabled))
        self.moved_to.emit(self.entry())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._delegate.ring = True
        before = self.currentIndex()
        if self._fold_by_key(event):
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if before.isValid():
                self.opened.emit(self.entry())
            return
        super().keyPressEvent(event)
        if self.currentIndex() != before:
            self.moved_to.emit(self.entry())
        elif event.key() == Qt.Key.Key_Down:
            self.left_down.emit()
        elif event.key() == Qt.Key.Key_Up:
            self.left_up.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._delegate.ring = False
        at = event.position().toPoint()
        index = self.indexAt(at)
        if event.button() == Qt.MouseButton.LeftButton and self._fold_by_click(index, at):
            return
        if event.button() == Qt.MouseButton.RightButton:
            return  # the menu is for the entry under the pointer; the selection stays as it is
        super().mousePressEvent(event)
        if (
            event.button() == Qt.MouseButton.LeftButton
            and index.flags() & Qt.ItemFlag.ItemIsEnabled
        ):
            self.opened.emit(self.entries.entry(index))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        event.setAccepted(event.mimeData().hasFormat(NOTES_MIME))
        self.held_over.emit(True)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        index = self._target(event)
        self._hold_over(index.row())
        event.setAccepted(index.isValid())
        margin = self._theme.px(_SCROLL_MARGIN)
        if not self.viewport().rect().adjusted(0, margin, 0, -margin).contains(_at(event)):
            self.startAutoScroll()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._hold_over(-1)
        self.stopAutoScroll()
        self.held_over.emit(False)

    def dropEvent(self, event: QDropEvent) -> None:
        index = self._target(event)
        self._hold_over(-1)
        self.stopAutoScroll()
        event.setAccepted(index.isValid())
        if index.isValid():
            self.dropped.emit(self.entries.entry(index), note_ids(event.mimeData()))

    def _target(self, event: QDropEvent) -> QModelIndex:
        """Return the entry under the drag if notes can be dropped on it, or an invalid index."""
        index = self.indexAt(_at(event))
        fits = event.mimeData().hasFormat(NOTES_MIME) and index.isValid()
        return index if fits and self.takes(self.entries.entry(index)) else QModelIndex()

    def _on_resetting(self) -> None:
        self._top = self.verticalScrollBar().value()

    def _on_reset(self) -> None:
        """Restore the scroll position: a tag that opens moves nothing above it."""
        self.doItemsLayout()
        self.verticalScrollBar().setValue(self._top)

    def _hold_over(self, row: int) -> None:
        if row != self._delegate.drop_row:
            self._delegate.drop_row = row
            self.viewport().update()

    def _fold_by_key(self, event: QKeyEvent) -> bool:
        """Open or close the selected entry with the right and left arrow keys; return whether it was one of them."""
        entry = self.entry()
        if entry is None or event.key() not in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            return False
        leading = Qt.Key.Key_Left if self.isRightToLeft() else Qt.Key.Key_Right
        wanted = Fold.CLOSED if event.key() == leading else Fold.OPEN
        if entry.fold is wanted:
            self.folded.emit(entry, wanted is Fold.CLOSED)
        elif event.key() != leading and entry.depth:
            self._go_up(entry)
        return True

    def _go_up(self, entry: Entry) -> None:
        """Go to the parent of this entry."""
        for row in range(self.currentIndex().row() - 1, -1, -1):
            index = self.entries.index(row)
            if self.entries.entry(index).depth < entry.depth:
                self.choose(index)
                self.moved_to.emit(self.entry())
                return

    def _fold_by_click(self, index: QModelIndex, at: QPoint) -> bool:
        entry = self.entries.entry(index) if index.isValid() else None
        if entry is None or entry.fold is Fold.NONE:
            return False
        row = self.visualRect(index)
        spot = QStyle.visualRect(self.layoutDirection(), row, self._delegate.chevron(row, entry))
        hit = spot.contains(at)
        if hit:
            self.folded.emit(entry, entry.fold is Fold.CLOSED)
        return hit

    def _on_menu(self, at: QPoint) -> None:
        index = self.indexAt(at)
        if not index.isValid():
            index = self.currentIndex()  # the menu key, not the pointer
            at = self.visualRect(index).center()
        if index.isValid():
            self.menu_requested.emit(self.entries.entry(index), self.viewport().mapToGlobal(at))

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._delegate.ring = event.reason() in _BY_KEY
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()


def _at(event: QDropEvent) -> QPoint:
    return event.position().toPoint()
