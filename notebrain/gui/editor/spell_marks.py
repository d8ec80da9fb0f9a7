"""The misspelled visible words, as far as they are known, and the wavy lines under them."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import cast

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QTextBlock, QTextCursor, QTextLine

from notebrain.domain.text.pieces import index_at, units_of
from notebrain.domain.text.spelling import Range, words_in
from notebrain.gui.editor.live_syntax import parsed
from notebrain.gui.editor.text_style import Style

_NO_PROSE = Style.CODE | Style.MARK | Style.TAG | Style.COMMENT
_MOST_KNOWN = 20_000
_MOST_LINES = 512
_LONGEST_PROSE = (
    2_000  # points; nobody writes a longer line, and every key press would check all of it
)
_WAVE_PX, _RISE_PX = 4.0, 1.4


class SpellMarks(QObject):
    """Requests unknown words, and marks those that are misspelled."""

    asked = Signal(list)
    """These words are visible and have not been checked yet."""
    changed = Signal()
    """The marked words changed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.on = False
        self._known: dict[str, bool] = {}
        self._waiting: set[str] = set()
        self._ignored: set[str] = set()
        self._waves: dict[tuple[int, float], QPixmap] = {}

    def switch(self, on: bool) -> None:
        """Turn the marks on or off."""
        self.on = on
        self.forget()

    def forget(self) -> None:
        """Check every word again, for example because the languages changed."""
        self._known.clear()
        self._waiting.clear()
        self.changed.emit()

    def learn(self, answers: Mapping[str, bool]) -> None:
        """Add these results, which say whether each word is correct."""
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
        """Return the range in its line of the misspelled word at a cursor, in code points."""
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
        """Draw wavy lines under the misspelled words of these lines, except the one that is being typed at `caret`."""
        if not self.on:
            return
        unknown: set[str] = set()
        wave = self._wave(ink, painter.device().devicePixelRatioF())
        for block, place in lines:
            text = block.text()
            writing = _place_in(block, caret)
            for start, end in self._words(block):
                word = text[start:end]
                if word not in self._known:
                    unknown.add(word)
                elif end != writing and self._is_wrong(word):
                    units = units_of(text[:start]), units_of(text[:end])
                    _draw_waves(painter, block, place, units, wave)
        unknown -= self._waiting
        if unknown:
            self._waiting |= unknown
            self.asked.emit(sorted(unknown))

    def _wave(self, ink: QColor, ratio: float) -> QPixmap:
        """Return a picture of one wave; kept, since each key press draws many."""
        look = ink.rgba(), ratio
        if look not in self._waves:
            self._waves = {look: _drawn(ink, ratio)}
        return self._waves[look]

    def _is_wrong(self, word: str) -> bool:
        return not self._known.get(word, True) and word not in self._ignored

    def _words(self, block: QTextBlock) -> Sequence[Range]:
        if block.length() > _LONGEST_PROSE:
            return ()
        before, after = block.previous().userState(), block.userState()
        return _words_of(block.text(), before, after, first=block.blockNumber() == 0)


@lru_cache(maxsize=_MOST_LINES)
def _words_of(text: str, before: int, after: int, *, first: bool) -> Sequence[Range]:
    """Return the words of a line; cached, since each key press requests all visible lines."""
    line = parsed(text, before, after, first=first)
    skipped = [(start, end) for start, end, style in line.spans if style & _NO_PROSE]
    return tuple(words_in(text, skipped))


def _place_in(block: QTextBlock, caret: QTextCursor | None) -> int:
    """Return the position of the caret in a line, in code points, or -1 if it is elsewhere."""
    if caret is None or caret.blockNumber() != block.blockNumber():
        return -1
    return index_at(block.text(), caret.positionInBlock())


def _draw_waves(
    painter: QPainter, block: QTextBlock, place: QRectF, word: Range, wave: QPixmap
) -> None:
    """Draw a wavy line under a word, once for each visual line it spans."""
    layout = block.layout()
    at = word[0]
    while at < word[1]:
        line = layout.lineForTextPosition(at)
        last = min(word[1], line.textStart() + line.textLength()) if line.isValid() else at
        if last <= at:
            return
        ends = _x(line, at), _x(line, last)
        top = place.top() + line.y() + line.ascent() + 2 * _RISE_PX - 1
        room = QRectF(place.left() + min(ends), top, abs(ends[1] - ends[0]), _WAVE_PX)
        painter.drawTiledPixmap(room, wave)
        at = last


def _x(line: QTextLine, at: int) -> float:
    # a tuple of the x coordinate and the position; Qt's type hints do not say so
    place, _position = cast("tuple[float, int]", line.cursorToX(at))
    return place


def _drawn(ink: QColor, ratio: float) -> QPixmap:
    side = round(_WAVE_PX * ratio)
    picture = QPixmap(side, side)
    picture.setDevicePixelRatio(side / _WAVE_PX)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(ink, 1.0))
    half = _WAVE_PX / 2
    rise = (1.0, 1 + _RISE_PX)
    painter.drawPolyline([QPointF(step * half, rise[step % 2]) for step in range(-1, 4)])
    painter.end()
    return picture
