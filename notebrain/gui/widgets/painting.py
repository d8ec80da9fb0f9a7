"""Painting for left-to-right and right-to-left layouts, and the base of lists and of the delegates that paint rows."""

from html import escape

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme

_RTL = Qt.LayoutDirection.RightToLeft


def tip_of(text: str) -> str:
    """Return what a tooltip needs to show this text as it is: a name with HTML in it would be laid out as HTML."""
    if "<" not in text:
        return text
    lines = "<br>".join(map(escape, text.splitlines()))
    return f"<span>{lines}</span>"


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


def elided(metrics: QFontMetrics | QFontMetricsF, text: str, width: float) -> str:
    """Return a text cut at its end to fit, between two words unless that would lose half of what fits."""
    mode = Qt.TextElideMode.ElideRight
    if isinstance(metrics, QFontMetrics):
        cut = metrics.elidedText(text, mode, int(width))
    else:
        cut = metrics.elidedText(text, mode, width)
    if cut == text:
        return text
    kept = cut.removesuffix("…")
    if text[len(kept) : len(kept) + 1].isspace():
        return f"{kept.rstrip()}…"
    words = kept.rpartition(" ")[0].rstrip(" ,;:.-–")
    return f"{words}…" if 2 * len(words) >= len(kept) else cut


Index = QModelIndex | QPersistentModelIndex

LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class RowDelegate(QStyledItemDelegate):
    """Paints a row as for a left-to-right layout; `_seen` mirrors it where the layout runs the other way."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._seen = PLAIN
        self.ring = False
        """Whether the current row shows that the list has the keyboard."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self._seen = BidiPainter(option.direction, option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_row(painter, option, index)
        painter.restore()

    def _paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        raise NotImplementedError

    def _fill(self, option: QStyleOptionViewItem) -> str:
        """Return the color of the background as a token, or "" for none."""
        if is_chosen(option):
            return "selected" if option.widget.hasFocus() else "selected_idle"
        return "hover" if option.state & QStyle.StateFlag.State_MouseOver else ""

    def _paint_fill(self, painter: QPainter, ground: QRect, fill: str, radius: int) -> None:
        if fill:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.tokens.color(fill))
            painter.drawRoundedRect(ground, radius, radius)

    def _paint_ring(
        self, painter: QPainter, option: QStyleOptionViewItem, ground: QRect, radius: int
    ) -> None:
        if self.ring and option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(self._theme.tokens.color("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(ground.adjusted(1, 1, -1, -1), radius, radius)

    def _square(self, line: QRect, side: int) -> QRect:
        """Return where an icon at the start of a line appears."""
        top = line.center().y() - side // 2 + 1
        return self._seen.rect(QRect(line.left(), top, side, side))

    def _cut(self, role: Role, text: str, width: float) -> str:
        metrics = QFontMetricsF(self._theme.font(role))
        return metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)

    def _write(
        self,
        painter: QPainter,
        line: QRect,
        role: Role,
        ink: str,
        text: str,
        room: int | None = None,
    ) -> str:
        """Write as much of a text as fits into a line or the `room` in it; return what was written."""
        cut = self._cut(role, text, line.width() if room is None else room)
        self._write_whole(painter, line, role, ink, cut)
        return cut

    def _write_whole(
        self, painter: QPainter, line: QRect, role: Role, ink: str, text: str, flags: int = LEFT
    ) -> None:
        """Write a text without cutting it."""
        painter.setFont(self._theme.font(role))
        painter.setPen(self._theme.tokens.color(ink))
        self._seen.text(painter, line, flags, text)

    def _write_end(self, painter: QPainter, line: QRect, text: str, gap: int = 8) -> int:
        """Write a date or a number at the end of a line; return the room that is left before it."""
        self._write_whole(painter, line, Role.NUMBER, "muted", text, RIGHT)
        width = round(self._theme.fonts.width(Role.NUMBER, text))
        return line.width() - width - self._theme.px(gap)


def is_chosen(option: QStyleOptionViewItem) -> bool:
    """Return whether the row is selected."""
    return bool(option.state & QStyle.StateFlag.State_Selected)


class RowList(QListView):
    """A list whose rows a `RowDelegate` paints, with a ring around the current one if keys led there.

    Args:
        name: What a screen reader calls it.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self._delegate: RowDelegate | None = None
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)

    def use(self, delegate: RowDelegate) -> None:
        """Let this delegate paint the rows."""
        self._delegate = delegate
        self.setItemDelegate(delegate)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._set_ring(on=True)
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._set_ring(on=False)
        super().mousePressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._set_ring(on=event.reason() != Qt.FocusReason.MouseFocusReason)
        super().focusInEvent(event)
        self.viewport().update()

    def _set_ring(self, *, on: bool) -> None:
        if self._delegate is not None:
            self._delegate.ring = on
