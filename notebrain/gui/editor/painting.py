"""Paints the text in view: grounds of code, lines, selection and a caret in the accent colour.

Qt's own painting draws the caret by turning the colours under it around, one pixel wide at least,
so that it cannot be given a colour nor be hidden.
"""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QPainter,
    QPalette,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextLayout,
)

from notebrain.gui.editor.markdown import is_code
from notebrain.gui.editor.styles import FENCE_BITS, Block

_KIND = (1 << FENCE_BITS) - 1


def draw_lines(
    painter: QPainter,
    lines: list[tuple[QTextBlock, QRectF]],
    grounds: Sequence[tuple[QTextCursor, QBrush]],
    ink: QColor,
) -> None:
    """Draw these lines at their places; what a cursor selects stands on its ground."""
    painter.setPen(ink)
    for block, rect in lines:
        ranges = [found for cursor, ground in grounds if (found := _range(block, cursor, ground))]
        block.layout().draw(painter, rect.topLeft(), ranges, QRectF())


def draw_placeholder(painter: QPainter, text: str, line: QRectF, palette: QPalette) -> None:
    """Draw what an empty note says, beginning where `line`, the line of the caret, begins."""
    painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
    room = QRectF(line.left(), line.top(), 1_000, line.height())
    painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), text)


def code_grounds(lines: list[tuple[QTextBlock, QRectF]], width: float) -> Iterator[QRectF]:
    """Yield the grounds of the code blocks among these lines; one that began above is cut there."""
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
        ground.setHeight(ground.height() + ground.width())  # goes on below
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
