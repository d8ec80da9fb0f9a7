"""Paints the visible text: code backgrounds, lines, the selection, search matches, and the caret.

Qt's own painting draws the caret by inverting the colors under it, at least one pixel wide, so the caret cannot be
given a color or be hidden.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, Qt, QTimer, Slot
from PySide6.QtGui import (
    QBrush,
    QColor,
    QGuiApplication,
    QPainter,
    QPalette,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextLayout,
)
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from notebrain.gui.editor.document import NoteLayout
from notebrain.gui.editor.markdown_syntax import FENCE_BITS, Block, is_code
from notebrain.gui.theme.theme import Theme

_KIND = (1 << FENCE_BITS) - 1
_MAX_MARKS = 500
_MOST_LINES = 400

Lines = list[tuple[QTextBlock, QRectF]]
"""Lines of a text, each with its rectangle in the viewport."""
Ground = tuple[QTextCursor, QBrush]
"""A range with a background of its own, and the background."""


def lines_to_paint(
    field: QPlainTextEdit, within: QRect, arrange: Callable[[QTextBlock], bool]
) -> Lines:
    """Return the lines that touch a part of the view, with one more on either side, whose ground may reach in.

    All lines are painted next if one is not as high as it was painted last.

    Args:
        arrange: Says of a line that is about to be painted whether it just changed its height.
    """
    lines = _lines_in_view(field, arrange)
    layout, viewport = field.document().documentLayout(), field.viewport()
    if isinstance(layout, NoteLayout):
        heights = {block.blockNumber(): rect.height() for block, rect in lines}
        if layout.remember(heights) and not within.contains(viewport.rect()):
            viewport.update()
    first = bisect_left([rect.bottom() for _block, rect in lines], within.top())
    end = bisect_right([rect.top() for _block, rect in lines], within.bottom())
    return lines[max(0, first - 1) : end + 1]


def _lines_in_view(field: QPlainTextEdit, arrange: Callable[[QTextBlock], bool]) -> Lines:
    """Return the visible lines, with the one below them."""
    lines: Lines = []
    block, at = field.firstVisibleBlock(), field.contentOffset()
    bottom = field.viewport().height()
    while block.isValid():
        # keeps the glyphs between two paints; drawing, and finding places in a line, take half the time
        block.layout().setCacheEnabled(True)
        rect = field.blockBoundingRect(block)  # lays it out
        if arrange(block):
            rect = field.blockBoundingRect(block)
        rect.translate(at)
        lines.append((block, rect))
        if rect.top() > bottom:
            break
        at = QPointF(at.x(), rect.bottom())
        block = block.next()
    return lines


def most_lines(field: QPlainTextEdit) -> int:
    """Return how many lines can be visible at most."""
    line = max(1, field.fontMetrics().height() // 2)
    return min(_MOST_LINES, field.viewport().height() // line + 2)


def found_grounds(
    document: QTextDocument, found: Sequence[tuple[int, int]], lines: Lines, mark: QBrush
) -> list[Ground]:
    """Return the matches in these lines with their background; the given matches are sorted."""
    if not found or not lines:
        return []
    first, last = lines[0][0], lines[-1][0]
    at = bisect_left(found, (first.position(),))
    end = min(last.position() + last.length() - 1, document.characterCount() - 1)
    grounds: list[Ground] = []
    for start, stop in found[max(0, at - 1) : at + _MAX_MARKS]:
        if stop > end:
            break
        cursor = QTextCursor(document)
        cursor.setPosition(start)
        cursor.setPosition(stop, QTextCursor.MoveMode.KeepAnchor)
        grounds.append((cursor, mark))
    return grounds


def draw_lines(
    painter: QPainter,
    lines: Lines,
    grounds: Sequence[Ground],
    ink: QColor,
) -> None:
    """Draw these lines at their positions, with the range that each cursor selects on its background."""
    painter.setPen(ink)
    grounds = [ground for ground in grounds if ground[0].hasSelection()]
    for block, rect in lines:
        ranges = [found for cursor, ground in grounds if (found := _range(block, cursor, ground))]
        block.layout().draw(painter, rect.topLeft(), ranges, QRectF())


def draw_placeholder(painter: QPainter, text: str, line: QRectF, palette: QPalette) -> None:
    """Draw the placeholder of an empty note at the start of `line`, the line of the caret."""
    painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
    room = QRectF(line.left(), line.top(), 1_000, line.height())
    painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), text)


def code_grounds(lines: Lines, width: float) -> Iterator[QRectF]:
    """Yield the background rectangles of the code blocks among these lines; one that began above is cut off there."""
    ground: QRectF | None = None
    for number, (block, rect) in enumerate(lines):
        state = block.userState()
        if is_code(state):
            line = QRectF(0, rect.top(), width, rect.height())
            if number == 0 and is_code(block.previous().userState()):
                line.setTop(line.top() - line.height())
            ground = ground.united(line) if ground else line
        if ground and (not is_code(state) or state & _KIND == Block.FENCE_END):
            yield ground
            ground = None
    if ground:
        ground.setHeight(ground.height() + ground.width())  # continues below
        yield ground


def _range(
    block: QTextBlock, cursor: QTextCursor, ground: QBrush
) -> QTextLayout.FormatRange | None:
    """Return the part of a line that the cursor selects."""
    first = max(0, cursor.selectionStart() - block.position())
    last = cursor.selectionEnd() - block.position()
    if last <= first or first >= block.length():
        return None
    chosen = QTextLayout.FormatRange()
    chosen.start = first
    chosen.length = last - first
    look = QTextCharFormat()
    look.setBackground(ground)
    chosen.format = look
    return chosen


_INSET = 0.12
_WIDTH = 2
_BELOW = 4
"""How far the mark of a misspelled word may reach below its line, in pixels."""


class Caret(QObject):
    """Replaces Qt's own caret, which has the color of the text.

    It blinks between `start` and `stop`, at the system's rate.
    """

    def __init__(self, field: QPlainTextEdit, theme: Theme) -> None:
        super().__init__(field)
        self._field = field
        self._theme = theme
        self._on = True
        self._started = False
        self._place = QRect()
        self._blink = QTimer(self)
        self._blink.timeout.connect(self._on_blink)
        field.setCursorWidth(0)
        field.cursorPositionChanged.connect(self._on_moved)
        field.updateRequest.connect(self._on_scrolled)
        QGuiApplication.styleHints().cursorFlashTimeChanged.connect(self._on_flash_time)

    @property
    def blinks(self) -> bool:
        """Whether the caret goes on and off by itself."""
        return self._blink.isActive()

    @property
    def is_on(self) -> bool:
        """Whether the caret is shown at the moment, if the field has the focus."""
        return self._on

    def start(self) -> None:
        """Show the caret and start blinking."""
        self._on = self._started = True
        flash = QApplication.cursorFlashTime()
        if flash > 0:
            self._blink.start(flash // 2)

    def stop(self) -> None:
        """Stop blinking."""
        self._started = False
        self._blink.stop()

    def draw(self, painter: QPainter) -> None:
        """Draw the caret if the field is editable and focused, unless the caret is blinked off."""
        if self._on and self._field.hasFocus() and not self._field.isReadOnly():
            painter.fillRect(self._rect(), self._theme.tokens.color("accent"))

    def _rect(self) -> QRectF:
        rect = QRectF(self._field.cursorRect())
        inset = rect.height() * _INSET
        return QRectF(
            rect.left(), rect.top() + inset, self._theme.px(_WIDTH), rect.height() - 2 * inset
        )

    @Slot()
    def _on_moved(self) -> None:
        self._on = True
        if self._blink.isActive():
            self._blink.start()
        self._update_words()

    @Slot()
    def _on_blink(self) -> None:
        self._on = not self._on
        self._update()

    @Slot()
    def _on_flash_time(self) -> None:
        self._blink.stop()
        if self._started:
            self.start()
            self._update()

    def _update(self) -> None:
        """Paint the caret anew, where it is and where it was; the field itself paints changed text and selections."""
        rect = self._rect().toAlignedRect().adjusted(-1, -1, 1, 1)
        self._field.viewport().update(self._place)
        self._field.viewport().update(rect)
        self._place = rect

    def _update_words(self) -> None:
        """Paint the lines anew that the caret left and came to: misspelled words have no mark while it is behind them.

        A word at the end of a line can have the caret behind it at the beginning of the next one.
        """
        viewport, before = self._field.viewport(), self._place
        self._update()
        for rect in (before, self._place):
            height = rect.height()
            viewport.update(0, rect.top() - height, viewport.width(), height * 2 + _BELOW)

    @Slot(QRect, int)
    def _on_scrolled(self, _part: QRect, by: int) -> None:
        self._place.translate(0, by)
