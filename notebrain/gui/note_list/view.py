"""The scrolling list view with its keyboard, pointer and hover behavior."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QDrag, QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from notebrain.domain.i18n import _
from notebrain.gui.note_list.delegate import NoteDelegate

if TYPE_CHECKING:
    from collections.abc import Callable

Index = QModelIndex | QPersistentModelIndex

_BY_KEY = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


class NoteListView(QListView):
    """Shows notes; Enter asks to edit the selected one."""

    entered_note = Signal()
    escaped = Signal()
    picked = Signal()
    """A single note was clicked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Notes"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
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
        delegate.has_ground = self.has_ground
        self.setItemDelegate(delegate)

    def has_ground(self, index: Index) -> bool:
        """Return whether this row is selected or under the pointer; no line is drawn above it then."""
        return self.selectionModel().isSelected(index) or self._is_under_pointer(index)

    def _is_under_pointer(self, index: Index) -> bool:
        if not self.viewport().underMouse():
            return False
        return self.indexAt(self.viewport().mapFromGlobal(self.cursor().pos())) == index

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._delegate.ring = True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
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
        super().mousePressEvent(event)

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
