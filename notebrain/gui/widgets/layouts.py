"""Layouts that give way to narrow windows, two columns, the margins of a text column, and a hairline."""

from PySide6.QtCore import QEvent, QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QLayout,
    QLayoutItem,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from notebrain.gui.theme.theme import Theme

_PAGE_MARGIN = 32


class ColumnPage(QFrame):
    """A page whose content is one column, centered if the page is wider than it.

    Args:
        widest: The maximum width of the column, in unscaled pixels.
    """

    def __init__(self, theme: Theme, widest: int) -> None:
        super().__init__()
        self.setObjectName("search")
        self._theme = theme
        self._widest = widest
        self._column = QVBoxLayout(self)
        theme.follow(self._fit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        px = self._theme.px
        side = max(px(_PAGE_MARGIN), (self.width() - px(self._widest)) // 2)
        self._column.setContentsMargins(side, px(24), side, px(16))
        self._column.setSpacing(px(14))


class FlowLayout(QLayout):
    """Arranges widgets like words on lines, from right to left in right-to-left languages."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._line_gap: int | None = None

    def set_line_gap(self, gap: int) -> None:
        """Leave this much between lines; by default, as much as between the widgets of a line."""
        self._line_gap = gap
        self.invalidate()

    def insert(self, place: int, widget: QWidget) -> None:
        """Insert a widget before the one at this index."""
        self.addWidget(widget)
        self._items.insert(place, self._items.pop())
        self.invalidate()

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _place(self, rect: QRect, *, move: bool) -> int:
        """Return the height of the lines; with `move`, also place the widgets."""
        margins: QMargins = self.contentsMargins()
        room = rect.marginsRemoved(margins)
        gap, x, y, line = max(0, self.spacing()), room.left(), room.top(), 0
        below = gap if self._line_gap is None else self._line_gap
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint()
            size.setWidth(min(size.width(), max(1, room.width())))
            if x > room.left() and x + size.width() > room.right() + 1:
                x, y, line = room.left(), y + line + below, 0
            if move:
                item.setGeometry(turned(self.parentWidget(), QRect(QPoint(x, y), size), room))
            x += size.width() + gap
            line = max(line, size.height())
        return y + line - rect.top() + margins.bottom()


class FoldingRow(FlowLayout):
    """Puts one part at the start of a line and another at its end, or the second below if there is no room for both."""

    def __init__(self, start: QWidget, end: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._least = 0
        self.addWidget(start)
        self.addWidget(end)

    def set_least(self, width: int) -> None:
        """Fold where less than this width is left for the first part, for example for a text that wraps."""
        self._least = width
        self.invalidate()

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation.Horizontal

    def sizeHint(self) -> QSize:
        shown = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(size.width() for size in shown) + max(0, self.spacing()) * (len(shown) - 1)
        margins = self.contentsMargins()
        return QSize(width + margins.left() + margins.right(), self.minimumSize().height())

    def _place(self, rect: QRect, *, move: bool) -> int:
        margins: QMargins = self.contentsMargins()
        room, gap = rect.marginsRemoved(margins), max(0, self.spacing())
        start, end = self._items
        beside = 0 if end.isEmpty() else end.sizeHint().width()
        left = room.width() - beside - (gap if beside else 0)
        folds = beside > 0 and left < max(self._least, start.minimumSize().width())
        first = QRect(room.topLeft(), QSize(room.width() if folds else left, 0))
        first.setHeight(_height(start, first.width()))
        second = QRect(first.right() + 1 + gap, room.top(), beside, _height(end, beside))
        if folds:
            second = QRect(room.left(), first.bottom() + 1 + gap, min(beside, room.width()), 0)
            second.setHeight(_height(end, second.width()))
        else:
            line = max(first.height(), second.height() if beside else 0, room.height())
            first.setHeight(line)
            second.setHeight(line)
        if move:
            start.setGeometry(turned(self.parentWidget(), first, room))
            end.setGeometry(turned(self.parentWidget(), second, room))
        last = second.bottom() if beside else first.bottom()
        return last + 1 - rect.top() + margins.bottom()


def _height(item: QLayoutItem, width: int) -> int:
    return item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()


def turned(parent: QWidget | None, place: QRect, room: QRect) -> QRect:
    """Return where a part belongs in a room, which in right-to-left languages is at the other side of it."""
    if parent is None or parent.layoutDirection() == Qt.LayoutDirection.LeftToRight:
        return place
    return QRect(QPoint(room.left() + room.right() - place.right(), place.top()), place.size())


MAIN_COLUMN, SIDE_COLUMN, BETWEEN_COLUMNS = 560, 344, 40
"""Widths of the two columns of a page and of the room between them, in design pixels."""
_STACKED = 640


class TwoColumns(QWidget):
    """A wide and a narrow column beside each other, or below each other where there is little room."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._main, self._side = QVBoxLayout(), QVBoxLayout()
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._line.setContentsMargins(0, 0, 0, 0)
        for column, share in ((self._main, MAIN_COLUMN), (self._side, SIDE_COLUMN)):
            column.setSpacing(0)
            # not an alignment: Qt would then give wrapped lines no more than their first guess of a height
            column.addStretch(1)
            self._line.addLayout(column, share)
        theme.follow(self._apply_theme)

    def add(self, *parts: QWidget, beside: bool = False) -> None:
        """Add widgets at the end of the wide column, or of the narrow one beside it."""
        column = self._side if beside else self._main
        for part in parts:
            column.insertWidget(column.count() - 1, part)

    def minimumSizeHint(self) -> QSize:
        # the columns give way to each other before they ask for more room than one of them
        widest = max(self._main.minimumSize().width(), self._side.minimumSize().width())
        return QSize(widest, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._turn()

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest:
            self._turn()  # a long word may need more than the wide column has
        return super().event(event)

    def _turn(self) -> None:
        beside, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        room = (self.width() - self._line.spacing()) * MAIN_COLUMN / (MAIN_COLUMN + SIDE_COLUMN)
        is_narrow = (
            self.width() < self._theme.px(_STACKED) or self._main.minimumSize().width() > room
        )
        self._line.setDirection(below if is_narrow else beside)
        self._line.activate()  # a layout that was asked for is made before this is reached

    def _apply_theme(self) -> None:
        self._line.setSpacing(self._theme.px(BETWEEN_COLUMNS))
        self._turn()


_LEAST = 200


def column_margins(field: QPlainTextEdit, theme: Theme, *, margin: int) -> QMargins:
    """Return the margins around the viewport that center the column in its field.

    The column is as wide as the user's longest line, or as wide as the field allows.

    Args:
        margin: The space that the document itself leaves on each side of the lines, in pixels.
    """
    bar = field.verticalScrollBar()
    width = field.width()
    room = max(theme.px(_LEAST), width - bar.sizeHint().width())
    column = min(theme.px(theme.look.line_width) + 2 * margin, room)
    side = max(0, (width - column) // 2)
    beside = bar.sizeHint().width() if bar.isVisible() else 0
    return QMargins(side, 0, max(0, width - column - side - beside), 0)


def hairline(*, upright: bool = False) -> QFrame:
    """Return a line one pixel thick, across or from top to bottom."""
    line = QFrame()
    line.setObjectName("hairline")
    (line.setFixedWidth if upright else line.setFixedHeight)(1)
    return line
