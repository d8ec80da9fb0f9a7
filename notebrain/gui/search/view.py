"""The list view of the hits, with its keyboard and pointer behavior."""

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QMenu, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.notes.links import link_text
from notebrain.gui.search.delegate import HitDelegate
from notebrain.gui.search.model import ROW_ROLE, Row

_TOP = 6


class HitView(QListView):
    """Shows the hits; emits signals for the one to open, the one to fold, and the pointer."""

    opened = Signal(QModelIndex)
    opened_beside = Signal(QModelIndex)
    fold_requested = Signal(QModelIndex)
    menu_requested = Signal(QModelIndex, QPoint)
    """The row of a requested menu, and its position on the screen."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(_("Search results"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setViewportMargins(0, _TOP, 0, 0)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._delegate: HitDelegate | None = None
        self._busy = False
        self._pointed = False

    def use(self, delegate: HitDelegate) -> None:
        """Paint the rows with this delegate."""
        self._delegate = delegate
        self.setItemDelegate(delegate)

    def set_busy(self, *, busy: bool) -> None:
        """Show placeholder bars below the hits while more may arrive."""
        if busy != self._busy:
            self._busy = busy
            self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        last = self.model().index(self.model().rowCount() - 1, 0)
        if not self._busy or self._delegate is None:
            return
        painter = QPainter(self.viewport())
        below = self.visualRect(last).bottom() + 1 if last.isValid() else 0
        width, way = self.viewport().width(), self.layoutDirection()
        self._delegate.paint_ghost(painter, below, width, way)
        painter.end()

    def forget_pointer(self) -> None:
        """Ignore the pointer until it moves again."""
        self._pointed = False

    def under_pointer(self) -> QModelIndex:
        """Return the row the user points at; invalid if the pointer has not moved."""
        if not self._pointed or not self.viewport().underMouse():
            return QModelIndex()
        return self.indexAt(self.viewport().mapFromGlobal(self.cursor().pos()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        current = self.currentIndex()
        if self._delegate is not None:
            self._delegate.ring = True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and current.isValid():
            beside = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            (self.opened_beside if beside else self.opened).emit(current)
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and current.isValid():
            row = current.data(ROW_ROLE)
            leading = Qt.Key.Key_Left if self.isRightToLeft() else Qt.Key.Key_Right
            if row.unfolded != (event.key() == leading):
                self.fold_requested.emit(current)
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Do nothing: letters belong in the field above."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        index = self.indexAt(at)
        if index.isValid() and event.button() == Qt.MouseButton.MiddleButton:
            self.opened_beside.emit(index)
            return
        if index.isValid() and self._delegate is not None:
            self._delegate.ring = False
            row = index.data(ROW_ROLE)
            rect, way = self.visualRect(index), self.layoutDirection()
            if self._delegate.fold_rect(row, rect, way).contains(at):
                self.fold_requested.emit(index)
                return
        super().mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        if index.isValid():
            below = self.viewport().mapToGlobal(self.visualRect(index).center())
            self.menu_requested.emit(index, below if by_key else event.globalPos())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pointed = True
        super().mouseMoveEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and event.button() == Qt.MouseButton.LeftButton:
            self.opened.emit(index)

    def focusInEvent(self, event: QFocusEvent) -> None:
        if self._delegate is not None:
            self._delegate.ring = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)


def hit_menu(
    row: Row,
    parent: QWidget,
    *,
    open_: Callable[[], object],
    elsewhere: Callable[[bool], object],
    pin: Callable[[], object],
) -> QMenu:
    """Return the menu of a row: open it here, beside or in a new window (True), pin, copy a link or a quote."""
    menu = QMenu(parent)
    menu.addAction(_("Open")).triggered.connect(open_)
    menu.aboutToHide.connect(menu.deleteLater)
    if row.conversation is not None:
        return menu
    menu.addAction(_("Open beside")).triggered.connect(lambda: elsewhere(False))
    menu.addAction(_("Open in new window")).triggered.connect(lambda: elsewhere(True))
    menu.addSeparator()
    menu.addAction(_("Unpin") if row.pinned else _("Pin")).triggered.connect(pin)
    menu.addSeparator()
    link = menu.addAction(_("Copy link"))
    link.setEnabled(bool(row.title))
    link.triggered.connect(lambda: _copy(link_text(row.title)))
    quote = menu.addAction(_("Copy quote"))
    quote.setEnabled(bool(row.quote.strip()))
    quote.triggered.connect(lambda: _copy(row.quote.strip(" …\n")))
    return menu


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
