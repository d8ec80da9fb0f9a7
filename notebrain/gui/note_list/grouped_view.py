"""A list view whose rows all have one height and stand below headings.

Qt's own view lays out every row; below headings it would ask for the size of each of 100,000 rows. Here the place of a
row follows from its number and from the number of headings above it.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import (
    QAbstractItemModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
)
from PySide6.QtGui import QAccessible, QAccessibleEvent, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyleOptionViewItem

from notebrain.gui.note_list.model import Heading

Index = QModelIndex | QPersistentModelIndex
_Move = QAbstractItemView.CursorAction
_Hint = QAbstractItemView.ScrollHint
_State = QStyle.StateFlag


class GroupedListView(QListView):
    """Shows rows below headings, which can neither be selected nor reached by keys."""

    _headings: Sequence[Heading] = ()
    _headed: Sequence[int] = ()
    """The rows directly below headings."""

    def row_height(self) -> int:
        """Return the height of every row."""
        raise NotImplementedError

    def heading_height(self) -> int:
        """Return the height of every heading."""
        raise NotImplementedError

    def paint_heading(self, painter: QPainter, place: QRect, text: str) -> None:
        """Paint a heading."""
        raise NotImplementedError

    def show_headings(self, headings: Sequence[Heading]) -> None:
        """Show these headings, from top to bottom, instead of the previous ones."""
        self._headings = headings
        self._headed = [heading.row for heading in headings]
        self.scheduleDelayedItemsLayout()

    def is_below_heading(self, row: int) -> bool:
        """Return whether a heading stands directly above this row."""
        number = self._above(row)
        return number > 0 and self._headed[number - 1] == row

    def is_on_heading(self, at: QPoint) -> bool:
        """Return whether there is a heading at this position of the viewport."""
        y = at.y() + self.verticalOffset()
        first, after = self._rows_in(y, y)
        return first == after and 0 <= y < self._top(self._count())

    def hovered(self) -> QModelIndex:
        """Return the row under the pointer."""
        if not self.viewport().underMouse():
            return QModelIndex()
        return self.indexAt(self.viewport().mapFromGlobal(self.cursor().pos()))

    def _model(self) -> QAbstractItemModel | None:
        # Qt's type hints omit that there is none while the view is made
        return cast("QAbstractItemModel | None", self.model())

    def _count(self) -> int:
        model = self._model()
        return 0 if model is None else model.rowCount()

    def _above(self, row: int) -> int:
        """Return how many headings stand above this row."""
        return bisect_right(self._headed, row)

    def _top(self, row: int) -> int:
        """Return where a row begins, in pixels from the beginning of the list."""
        return row * self.row_height() + self._above(row) * self.heading_height()

    def _rows_in(self, top: int, bottom: int) -> tuple[int, int]:
        """Return the first row that is at least partly between two positions, and the row after the last one."""
        if not self._count():
            return 0, 0
        return self._begun(top - self.row_height()), self._begun(bottom)

    def _begun(self, y: int) -> int:
        """Return how many rows begin at or above a position."""
        height, heading, headed = self.row_height(), self.heading_height(), self._headed
        above = bisect_right(
            range(len(headed)), y, key=lambda number: headed[number] * height + number * heading
        )
        rows = (y - above * heading) // height + 1
        if above:
            rows = max(rows, headed[above - 1])  # between a heading and its first row
        return min(max(rows, 0), self._count())

    def doItemsLayout(self) -> None:
        QAbstractItemView.doItemsLayout(self)

    def updateGeometries(self) -> None:
        if self._model() is None:
            return
        bar, room = self.verticalScrollBar(), self.viewport().height()
        bar.setSingleStep(self.row_height())
        bar.setPageStep(room)
        bar.setRange(0, max(0, self._top(self._count()) - room))
        QAbstractItemView.updateGeometries(self)

    def horizontalOffset(self) -> int:
        return 0

    def verticalOffset(self) -> int:
        return self.verticalScrollBar().value()

    def visualRect(self, index: Index) -> QRect:
        if not index.isValid():
            return QRect()
        top = self._top(index.row()) - self.verticalOffset()
        return QRect(0, top, self.viewport().width(), self.row_height())

    def indexAt(self, at: QPoint) -> QModelIndex:
        y = at.y() + self.verticalOffset()
        first, after = self._rows_in(y, y)
        return self.model().index(first, 0) if first < after else QModelIndex()

    def scrollTo(self, index: Index, hint: _Hint = _Hint.EnsureVisible) -> None:
        """Scroll to a row; the first row of a group comes into sight with its heading."""
        if not index.isValid():
            return
        place, room = self.visualRect(index), self.viewport().height()
        if self.is_below_heading(index.row()):
            place.setTop(place.top() - self.heading_height())
        to_top, to_bottom = place.top(), place.bottom() + 1 - room
        by = 0
        match hint:
            case _Hint.PositionAtTop:
                by = to_top
            case _Hint.PositionAtBottom:
                by = to_bottom
            case _Hint.PositionAtCenter:
                by = (to_top + to_bottom) // 2
            case _Hint.EnsureVisible:
                by = min(to_top, max(0, to_bottom))
        self.verticalScrollBar().setValue(self.verticalOffset() + by)

    def moveCursor(self, action: _Move, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        row, last = self.currentIndex().row(), self._count() - 1
        if row < 0:
            return self.model().index(0, 0)
        page = max(1, self.viewport().height() // self.row_height())
        steps = {
            _Move.MoveUp: -1,
            _Move.MovePrevious: -1,
            _Move.MoveDown: 1,
            _Move.MoveNext: 1,
            _Move.MovePageUp: -page,
            _Move.MovePageDown: page,
            _Move.MoveHome: -row,
            _Move.MoveEnd: last - row,
        }
        return self.model().index(min(max(row + steps.get(action, 0), 0), last), 0)

    def currentChanged(self, current: Index, previous: Index) -> None:
        QAbstractItemView.currentChanged(self, current, previous)
        if self.hasFocus():
            self._tell(QAccessible.Event.Focus, current)

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        QAbstractItemView.selectionChanged(self, selected, deselected)
        if selected.count():
            self._tell(QAccessible.Event.SelectionAdd, selected.first().topLeft())

    def _tell(self, what: QAccessible.Event, index: Index) -> None:
        """Tell a screen reader what happened to a row; Qt would look for the row in a layout that is not there."""
        if index.isValid() and QAccessible.isActive():
            event = QAccessibleEvent(self, what)
            event.setChild(index.row())
            QAccessible.updateAccessibility(event)

    def setSelection(self, rect: QRect, flags: QItemSelectionModel.SelectionFlag) -> None:
        found, offset = rect.normalized(), self.verticalOffset()
        first, after = self._rows_in(found.top() + offset, found.bottom() + offset)
        chosen = QItemSelection()
        if first < after:
            chosen.select(self.model().index(first, 0), self.model().index(after - 1, 0))
        self.selectionModel().select(chosen, flags)

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:
        region, shown = QRegion(), self.viewport().rect()
        for part in selection.toList():
            top = self.visualRect(part.topLeft())
            region += QRegion(top.united(self.visualRect(part.bottomRight())).intersected(shown))
        return region

    def paintEvent(self, event: QPaintEvent) -> None:
        area, offset = event.rect(), self.verticalOffset()
        top, bottom = area.top() + offset, area.bottom() + offset
        painter = QPainter(self.viewport())
        first, after = self._rows_in(top, bottom)
        self._paint_rows(painter, range(first, after))
        height = self.heading_height()
        # the heading below the last row may be in sight without its first row
        for heading in self._headings[max(0, self._above(first) - 1) : self._above(after)]:
            place = QRect(0, self._top(heading.row) - height - offset, area.right() + 1, height)
            place.setWidth(self.viewport().width())
            if place.intersects(area):
                self.paint_heading(painter, place, heading.text)
        painter.end()

    def _paint_rows(self, painter: QPainter, rows: range) -> None:
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        plain = option.state & ~(
            _State.State_Selected | _State.State_HasFocus | _State.State_MouseOver
        )
        current = self.currentIndex() if self.hasFocus() else QModelIndex()
        hovered, delegate, model = self.hovered(), self.itemDelegate(), self.model()
        for row in rows:
            index, state = model.index(row, 0), plain
            if self.selectionModel().isSelected(index):
                state |= _State.State_Selected
            if index == current:
                state |= _State.State_HasFocus
            if index == hovered:
                state |= _State.State_MouseOver
            option.state, option.rect = state, self.visualRect(index)
            delegate.paint(painter, option, index)
