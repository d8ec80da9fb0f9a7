"""The list of files: its keys, and its place, which stays when the files change."""

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView

from notebrain.app.notes.files import FileRow
from notebrain.domain.i18n import _
from notebrain.domain.sync.file_transfer import MovingFile
from notebrain.gui.attachments.delegate import FileDelegate
from notebrain.gui.attachments.model import FILE_ROLE, FileModel
from notebrain.gui.attachments.pictures import Pictures
from notebrain.gui.theme.theme import Theme

_RESTS_AFTER_MS = 80


class FileList(QListView):
    """Shows files, of which one or several are chosen."""

    chosen_changed = Signal()
    remove_requested = Signal()
    copy_requested = Signal()
    menu_requested = Signal(QPoint)
    """The user wants the menu of the chosen files, at this position of the screen."""

    def __init__(self, theme: Theme, pictures: Pictures, now: Callable[[], datetime]) -> None:
        super().__init__()
        self.files = FileModel(now)
        self._delegate = FileDelegate(theme, pictures, now, self)
        self._delegate.moving = lambda: self.files.moving
        self.setModel(self.files)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(_("Files"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._rest = QTimer(self, singleShot=True, interval=_RESTS_AFTER_MS)
        self._rest.timeout.connect(self._on_rest)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.selectionModel().selectionChanged.connect(self.chosen_changed)
        pictures.changed.connect(self.viewport().update)
        pictures.found.connect(self.viewport().update)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def show_moving(self, moving: MovingFile | None) -> None:
        """Show how far the file is that is on its way."""
        if moving != self.files.moving:
            self.files.moving = moving
            self.viewport().update()

    @property
    def current(self) -> FileRow | None:
        """The file with the focus."""
        row: FileRow | None = self.currentIndex().data(FILE_ROLE)
        return row

    def chosen(self) -> list[FileRow]:
        """Return the chosen files from top to bottom."""
        # by ranges: ten thousand indexes would take a second
        selection = self.selectionModel().selection()
        parts = [selection.at(number) for number in range(selection.count())]
        ranges = sorted((part.top(), part.bottom()) for part in parts)
        return [row for top, bottom in ranges for row in self.files.rows[top : bottom + 1]]

    def change(self, act: Callable[[], object], *, stays: bool) -> None:
        """Let the model change; the chosen files stay chosen.

        Args:
            stays: Keep the place in the list, too; otherwise, go to the current file, or to the top.
        """
        chosen = {row.sha for row in self.chosen()}
        current, number = self.current, self.currentIndex().row()
        top = self.indexAt(QPoint(0, 0))
        first: FileRow | None = top.data(FILE_ROLE)
        offset = self.visualRect(top).top() if first is not None else 0
        act()
        places = self.files.places()
        if not places:
            return
        self._choose([places[sha] for sha in chosen if sha in places])
        at = places.get(current.sha) if current is not None else None
        if at is None and chosen and not self.selectionModel().hasSelection():
            at = min(number, len(places) - 1)  # what was chosen is gone: go on with its neighbor
            self._choose([at])
        keep = QItemSelectionModel.SelectionFlag.NoUpdate
        if at is not None:
            self.selectionModel().setCurrentIndex(self.files.index(at), keep)
        self.executeDelayedItemsLayout()
        if not stays:
            self.scrollToTop()
            if at is not None:
                self.scrollTo(self.files.index(at))
        elif first is not None and first.sha in places:
            bar = self.verticalScrollBar()
            bar.setValue(self.sizeHintForRow(0) * places[first.sha] - offset)

    def choose_first(self) -> None:
        """Go to the first file unless another one is current."""
        if self.files.rows and not self.currentIndex().isValid():
            self.setCurrentIndex(self.files.index(0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._delegate.ring = True
        if event.matches(QKeySequence.StandardKey.Delete):
            self.remove_requested.emit()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy_requested.emit()
        elif event.matches(QKeySequence.StandardKey.Find):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._delegate.ring = False
        super().mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        at = event.globalPos()
        if event.reason() is not QContextMenuEvent.Reason.Mouse and self.currentIndex().isValid():
            middle = self.visualRect(self.currentIndex()).center()
            at = self.viewport().mapToGlobal(middle)
        if self.selectionModel().hasSelection():
            self.menu_requested.emit(at)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._delegate.ring = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)
        self.viewport().update()

    def _choose(self, numbers: list[int]) -> None:
        selection = QItemSelection()
        wanted = set(numbers)
        for first in sorted(number for number in wanted if number - 1 not in wanted):
            last = first
            while last + 1 in wanted:
                last += 1
            selection.select(self.files.index(first), self.files.index(last))
        if numbers:
            flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.selectionModel().select(selection, flag)

    def _on_scrolled(self) -> None:
        self._delegate.rests = False
        self._rest.start()

    def _on_rest(self) -> None:
        self._delegate.rests = True
        self.viewport().update()
