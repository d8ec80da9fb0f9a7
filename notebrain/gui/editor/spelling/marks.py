"""Which words in view are wrong, as far as it is known yet, and the waves under them."""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import cast

from PySide6.QtCore import QObject, QPointF, QRectF, Signal
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QTextBlock, QTextCursor, QTextLine

from notebrain.domain.text.pieces import index_at, units_of
from notebrain.domain.text.spelling import Range, words_in
from notebrain.gui.editor.markdown_syntax import Style, look

_NO_PROSE = Style.CODE | Style.MARK | Style.TAG | Style.COMMENT
_MOST_KNOWN = 20_000
_MOST_LINES = 512
_LONGEST_PROSE = (
    2_000  # points; nobody writes a longer line, and every key would look through all of it
)
_WAVE_PX, _RISE_PX = 4.0, 1.4


class SpellMarks(QObject):
    """Asks for words it does not know yet, and marks those that turn out wrong."""

    asked = Signal(list)
    """These words are in view, and nobody has said yet whether they are right."""
    changed = Signal()
    """Other words are marked now."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.on = False
        self._known: dict[str, bool] = {}
        self._waiting: set[str] = set()
        self._ignored: set[str] = set()

    def switch(self, on: bool) -> None:
        """Mark wrong words from now on, or none."""
        self.on = on
        self.forget()

    def forget(self) -> None:
        """Ask anew for every word, e.g. because the languages are others now."""
        self._known.clear()
        self._waiting.clear()
        self.changed.emit()

    def learn(self, answers: Mapping[str, bool]) -> None:
        """Take in which words are right."""
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        self._known.update(answers)
        self._waiting -= answers.keys()
        if not all(answers.values()):
            self.changed.emit()

    def ignore(self, word: str) -> None:
        """Do not mark this word until the window is closed."""
        self._ignored.add(word)
        self.changed.emit()

    def wrong_word(self, cursor: QTextCursor) -> Range | None:
        """Return where the wrong word at a cursor is in its line, in code points."""
        text = cursor.block().text()
        at = index_at(text, cursor.positionInBlock())
        for start, end in self._words(cursor.block()):
            if start <= at <= end and self._is_wrong(text[start:end]):
                return start, end
        return None

    def draw(
        self,
        painter: QPainter,
        lines: list[tuple[QTextBlock, QRectF]],
        ink: QColor,
        *,
        caret: QTextCursor | None,
    ) -> None:
        """Draw waves under the wrong words of these lines, but for the one that `caret` is writing."""
        if not self.on:
            return
        unknown: set[str] = set()
        painter.setPen(QPen(ink, 1.0))
        for block, place in lines:
            text = block.text()
            writing = _place_in(block, caret)
            for start, end in self._words(block):
                word = text[start:end]
                if word not in self._known:
                    unknown.add(word)
                elif end != writing and self._is_wrong(word):
                    _draw_waves(
                        painter, block, place, (units_of(text[:start]), units_of(text[:end]))
                    )
        unknown -= self._waiting
        if unknown:
            self._waiting |= unknown
            self.asked.emit(sorted(unknown))

    def _is_wrong(self, word: str) -> bool:
        return not self._known.get(word, True) and word not in self._ignored

    def _words(self, block: QTextBlock) -> Sequence[Range]:
        if block.length() > _LONGEST_PROSE:
            return ()
        before = block.previous().userState()
        return _words_of(block.text(), before, first=block.blockNumber() == 0)


@lru_cache(maxsize=_MOST_LINES)
def _words_of(text: str, state: int, *, first: bool) -> Sequence[Range]:
    """Return the words of a line; kept, as all lines in view are asked for with each key."""
    line = look(text, state, first=first)
    skipped = [(start, end) for start, end, style in line.spans if style & _NO_PROSE]
    return tuple(words_in(text, skipped))


def _place_in(block: QTextBlock, caret: QTextCursor | None) -> int:
    """Return where the caret is in a line, in code points; -1 when it is elsewhere."""
    if caret is None or caret.blockNumber() != block.blockNumber():
        return -1
    return index_at(block.text(), caret.positionInBlock())


def _draw_waves(painter: QPainter, block: QTextBlock, place: QRectF, word: Range) -> None:
    """Draw under a word, once for each line it stands on."""
    layout = block.layout()
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        first = max(word[0], line.textStart())
        last = min(word[1], line.textStart() + line.textLength())
        if first < last:
            left, right = _x(line, first), _x(line, last)
            base = place.top() + line.y() + line.ascent() + 2 * _RISE_PX
            painter.drawPolyline(_wave(place.left() + left, place.left() + right, base))


def _x(line: QTextLine, at: int) -> float:
    # a pair of the place and the position it is the place of; Qt's types do not say so
    place, _position = cast("tuple[float, int]", line.cursorToX(at))
    return place


def _wave(left: float, right: float, base: float) -> QPolygonF:
    steps = max(2, math.ceil(abs(right - left) * 2 / _WAVE_PX))
    width = (right - left) / steps
    return QPolygonF(
        [QPointF(left + step * width, base + (step % 2) * _RISE_PX) for step in range(steps + 1)]
    )
