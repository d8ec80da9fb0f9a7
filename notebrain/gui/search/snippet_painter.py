"""One or two lines of a note with the matched words highlighted."""

import re

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPen,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)

from notebrain.domain.text.pieces import head_of, units_of

Marks = tuple[tuple[int, int], ...]
_LINES = 2
_SENTENCE = re.compile(r".+?[.!?…](?=\s|$)|.+", re.DOTALL)


class Quote:
    """A quote laid out for one width."""

    def __init__(
        self,
        text: str,
        marks: Marks,
        font: QFont,
        *,
        width: float,
        line: float,
        lines: int = _LINES,
    ) -> None:
        self._line = line
        self._lines = lines
        text = _one_line(text)
        self._layout = _laid_out(text, marks, font, width=width, height=line, lines=lines)
        if self._layout.lineCount() > lines:
            text = _cut(self._layout, text, font, width, lines)
            marks = tuple((start, min(end, len(text))) for start, end in marks if start < len(text))
            self._layout = _laid_out(text, marks, font, width=width, height=line, lines=lines)
        self._text = text
        self._marks = marks

    def draw(self, painter: QPainter, at: QPointF, ink: QColor, ground: QColor, rim: float) -> None:
        """Draw the quote; marked words have the background `ground`."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        for start, end in self._marks:
            for rect in self._rects(start, end):
                painter.drawRoundedRect(rect.translated(at).adjusted(-rim, 0, rim, 0), 2, 2)
        painter.setPen(ink)
        self._layout.draw(painter, at)

    def underline(self, painter: QPainter, at: QPointF, ink: QColor, accent: QColor) -> None:
        """Draw the quote with its first sentence underlined, because it was found by its meaning."""
        painter.setPen(ink)
        self._layout.draw(painter, at)
        found = _SENTENCE.match(self._text)
        if found is None:
            return
        painter.setPen(QPen(accent, 1.5))
        for rect in self._rects(0, found.end()):
            low = rect.translated(at).bottom() - 0.5
            painter.drawLine(
                QPointF(at.x() + rect.left(), low), QPointF(at.x() + rect.right(), low)
            )

    def _rects(self, start: int, end: int) -> list[QRectF]:
        """Return the areas of the characters, one rectangle per line."""
        first, last = units_of(self._text[:start]), units_of(self._text[:end])
        rects: list[QRectF] = []
        for number in range(min(self._lines, self._layout.lineCount())):
            line = self._layout.lineAt(number)
            left, right = line.textStart(), line.textStart() + line.textLength()
            if last <= left or first >= right:
                continue
            begins = _x(line.cursorToX(max(first, left)))
            ends = min(_x(line.cursorToX(min(last, right))), line.naturalTextWidth())
            rects.append(QRectF(begins, line.y() + 1, ends - begins, self._line - 2))
        return rects


def _one_line(text: str) -> str:
    """Return the text with each line end and tab replaced by a space, so that offsets stay valid."""
    return re.sub(r"[\r\n\t\u2028\u2029\x00]", " ", text)


def _laid_out(
    text: str, marks: Marks, font: QFont, *, width: float, height: float, lines: int
) -> QTextLayout:
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setFormats([_strong(text, mark) for mark in marks])
    layout.beginLayout()
    for number in range(lines + 1):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        line.setPosition(QPointF(0, number * height + (height - line.height()) / 2))
    layout.endLayout()
    return layout


def _strong(text: str, mark: tuple[int, int]) -> QTextLayout.FormatRange:
    run = QTextLayout.FormatRange()
    run.start = units_of(text[: mark[0]])
    run.length = units_of(text[mark[0] : mark[1]])
    look = QTextCharFormat()
    look.setFontWeight(QFont.Weight.DemiBold)
    run.format = look
    return run


def _cut(layout: QTextLayout, text: str, font: QFont, width: float, lines: int) -> str:
    """Return the text, cut so that it ends in an ellipsis on the last visible line."""
    last = layout.lineAt(lines - 1)
    head = head_of(text, last.textStart())
    tail = text[len(head) :][:400]
    metrics = QFontMetricsF(font)
    return head + metrics.elidedText(tail, Qt.TextElideMode.ElideRight, width * 0.97)


def _x(found: object) -> float:
    """Return the position, which PySide gives alone or together with a character position."""
    return float(found[0] if isinstance(found, tuple) else found)  # type: ignore[arg-type]
