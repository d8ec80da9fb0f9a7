"""Paints the text in view: grounds of code, lines, selection and a caret in the accent colour.

Qt's own painting draws the caret by turning the colours under it around, one pixel wide at least,
so that it cannot be given a colour nor be hidden.
"""

from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPalette, QTextBlock, QTextCharFormat, QTextCursor, QTextLayout

from notebrain.gui.editor.markdown import is_code
from notebrain.gui.editor.styles import FENCE_BITS, Block

_KIND = (1 << FENCE_BITS) - 1


def draw_lines(
    painter: QPainter,
    lines: list[tuple[QTextBlock, QRectF]],
    cursor: QTextCursor,
    palette: QPalette,
) -> None:
    """Draw these lines at their places, with what is selected of them."""
    painter.setPen(palette.color(QPalette.ColorRole.Text))
    start, end = cursor.selectionStart(), cursor.selectionEnd()
    for block, rect in lines:
        first, last = start - block.position(), end - block.position()
        chosen = first < last and last > 0 and first < block.length()
        ranges = [_selection(max(0, first), last, palette)] if chosen else []
        block.layout().draw(painter, rect.topLeft(), ranges, QRectF())


def draw_placeholder(painter: QPainter, text: str, at: QPointF, palette: QPalette) -> None:
    """Draw what an empty note says."""
    painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
    room = QRectF(at.x(), at.y(), 1_000, painter.fontMetrics().height())
    painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft), text)


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


def _selection(start: int, end: int, palette: QPalette) -> QTextLayout.FormatRange:
    chosen = QTextLayout.FormatRange()
    chosen.start = start
    chosen.length = end - start
    look = QTextCharFormat()
    look.setBackground(palette.brush(QPalette.ColorRole.Highlight))
    chosen.format = look
    return chosen
