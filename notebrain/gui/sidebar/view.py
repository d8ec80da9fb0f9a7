"""One scrolling part of the sidebar."""

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from notebrain.gui.sidebar.delegate import SIDE, EntryDelegate
from notebrain.gui.sidebar.entries import Entry, EntryModel
from notebrain.gui.theme.theme import Theme

_BY_KEY = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
    Qt.FocusReason.OtherFocusReason,
)


class EntryView(QListView):
    """A list of entries; its arrow keys lead on into the neighbouring part."""

    moved_to = Signal(object)
    """The user went to an entry with the arrow keys."""
    opened = Signal(object)
    """The user clicked an entry or pressed Enter on it."""
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
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def entry(self) -> Entry | None:
        """Return the chosen entry."""
        index = self.currentIndex()
        return self.entries.entry(index) if index.isValid() else None

    def choose(self, index: QModelIndex) -> None:
        """Mark this entry as the chosen one, or none if it is not valid."""
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        if index.isValid():
            self.selectionModel().setCurrentIndex(index, flag)
        else:
            self.selectionModel().clear()

    def _right_gap(self) -> int:
        """Return the gap beside an entry: the scroll bar stands in it, so that it moves no text."""
        bar = self.verticalScrollBar()
        return max(0, self._theme.px(SIDE) - (bar.width() if bar.isVisible() else 0))

    def enter_from(self, *, top: bool) -> None:
        """Take the keyboard and go to the first or last entry."""
        rows = range(self.entries.rowCount())
        indexes = [self.entries.index(row) for row in (rows if top else reversed(rows))]
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.choose(next(i for i in indexes if i.flags() & Qt.ItemFlag.ItemIsEnabled))
        self.moved_to.emit(self.entry())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._delegate.ring = True
        before = self.currentIndex()
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
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        if (
            event.button() == Qt.MouseButton.LeftButton
            and index.flags() & Qt.ItemFlag.ItemIsEnabled
        ):
            self.opened.emit(self.entries.entry(index))

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._delegate.ring = event.reason() in _BY_KEY
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()
