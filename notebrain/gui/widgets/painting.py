"""Painting for left-to-right and right-to-left layouts."""

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle

_RTL = Qt.LayoutDirection.RightToLeft


class BidiPainter:
    """Mirrors positions that were computed for a left-to-right layout.

    Names, counts and sentences keep the direction of their own script: laid out in the direction of
    the window, "12 notes" would be read "notes 12".

    Args:
        direction: The layout direction of the window.
        within: The area to mirror in: the row or the widget.
    """

    __slots__ = ("_direction", "_within")

    def __init__(self, direction: Qt.LayoutDirection, within: QRect) -> None:
        self._direction = direction
        self._within = within

    def rect(self, rect: QRect) -> QRect:
        """Return where this rectangle appears."""
        return QStyle.visualRect(self._direction, self._within, rect)

    def exact(self, rect: QRectF) -> QRectF:
        """Return where this rectangle appears, with fractions of a pixel."""
        if self._direction is not _RTL:
            return rect
        seen = QRectF(rect)
        seen.moveRight(self._within.left() + self._within.right() + 1 - rect.left())
        return seen

    def x(self, x: float) -> float:
        """Return where this x coordinate appears."""
        return self._within.left() + self._within.right() + 1 - x if self.rtl else x

    def text(self, painter: QPainter, rect: QRect | QRectF, flags: int, text: str) -> None:
        """Draw a text; left and right in `flags` are meant for a left-to-right layout."""
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        align = Qt.AlignmentFlag(flags & _ALIGN)
        turned = QStyle.visualAlignment(self._direction, align)
        room = QRectF(rect) if isinstance(rect, QRect) else rect
        painter.drawText(self.exact(room), flags & ~_ALIGN | turned.value, text)

    @property
    def rtl(self) -> bool:
        """Whether the layout runs from right to left."""
        return self._direction is _RTL


_ALIGN = (Qt.AlignmentFlag.AlignHorizontal_Mask | Qt.AlignmentFlag.AlignVertical_Mask).value
PLAIN = BidiPainter(Qt.LayoutDirection.LeftToRight, QRect())
"""Nothing is mirrored."""
