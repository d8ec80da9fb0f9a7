"""A layout that goes on in the next line where there is no room."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Puts parts side by side, each as wide as it wants, and wraps like words do."""

    def __init__(self, parent: QWidget | None = None, *, gap: int = 6) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(0, 0, 0, 0)

    def set_gap(self, gap: int) -> None:
        """Keep parts and lines so many pixels apart."""
        self._gap = gap
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
        return self._lay_out(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._lay_out(rect, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _lay_out(self, rect: QRect, *, move: bool) -> int:
        """Place the parts, or only measure; return the height."""
        widget = self.parentWidget()
        direction = widget.layoutDirection() if widget else Qt.LayoutDirection.LeftToRight
        at, tallest = QPoint(rect.topLeft()), 0
        for item in self._items:
            part = item.widget()
            if part is not None and part.isHidden():
                continue
            size = item.sizeHint().boundedTo(QSize(max(1, rect.width()), item.sizeHint().height()))
            if at.x() > rect.left() and at.x() + size.width() > rect.right() + 1:
                at, tallest = QPoint(rect.left(), at.y() + tallest + self._gap), 0
            if move:
                item.setGeometry(_mirrored(QRect(at, size), rect, direction))
            at.setX(at.x() + size.width() + self._gap)
            tallest = max(tallest, size.height())
        return at.y() + tallest - rect.top()


def _mirrored(place: QRect, rect: QRect, direction: Qt.LayoutDirection) -> QRect:
    if direction is Qt.LayoutDirection.RightToLeft:
        place.moveRight(rect.right() - (place.left() - rect.left()))
    return place
