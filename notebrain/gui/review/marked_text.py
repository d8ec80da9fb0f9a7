"""Text with marks: additions are underlined, deletions struck through, and values boxed."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from typing import cast

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QTextEdit

from notebrain.domain.judge.verdict import Evidence, Side, What
from notebrain.domain.review.values import values_lacking
from notebrain.domain.text.diff import Kind, compare
from notebrain.domain.text.pieces import units_of
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.diff_view import plain
from notebrain.gui.widgets.hidden_addresses import HiddenAddresses

LONGEST = 60_000
"""Characters of a note that are shown; the whole note can be opened."""


class Mark(Enum):
    """How a stretch of text relates to the other text."""

    REMOVED = "removed"
    ADDED = "added"
    VALUE = "value"
    QUOTE = "quote"
    """Not a difference: the words that something rests on."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A marked stretch; positions are in UTF-16 units, as in Qt."""

    start: int
    end: int
    mark: Mark


@dataclass(frozen=True, slots=True)
class Marked:
    """A text and its marked stretches."""

    text: str
    stretches: Sequence[Stretch]


def sides(
    older: str, newer: str, evidence: Sequence[Evidence], *, rivals: bool = False
) -> tuple[Marked, Marked]:
    """Return two texts with their differences marked; evidence that no longer fits a text is left out.

    Args:
        rivals: Both were written at the same time, so what only the older one has was not removed.
    """
    older, newer = older[:LONGEST], newer[:LONGEST]
    removed, added_ = _cuts(older, newer)
    return (
        _marked(
            older,
            removed,
            Mark.ADDED if rivals else Mark.REMOVED,
            _values(older, newer, removed, Side.OLDER, evidence),
        ),
        _marked(newer, added_, Mark.ADDED, _values(newer, older, added_, Side.NEWER, evidence)),
    )


def quoted(text: str, evidence: Sequence[Evidence]) -> Marked:
    """Return a text with the words marked that a card rests on."""
    places = [(part.start, part.end) for part in evidence]
    return _marked(text[:LONGEST], places, Mark.QUOTE, ())


def added(base: str, text: str) -> Sequence[Stretch]:
    """Return the stretches of an editable text that the other text does not have."""
    _removed, cuts = _cuts(base, text)
    values = _touching(values_lacking(text, base), cuts)
    return _marked(text, cuts, Mark.ADDED, values, shown=str).stretches


def removed(lines: Sequence[str], remaining: str) -> Marked:
    """Return lines that are not in the remaining text, all marked as removed, and the values that it lacks as such."""
    text = "\n".join(lines)[:LONGEST]
    return _marked(text, [(0, len(text))], Mark.REMOVED, values_lacking(text, remaining))


def _cuts(older: str, newer: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return where each of two texts differs from the other, in code points."""
    cuts: dict[Kind, list[tuple[int, int]]] = {Kind.REMOVED: [], Kind.ADDED: []}
    at = {Kind.REMOVED: 0, Kind.ADDED: 0}
    for piece in compare(older, newer).pieces:
        for kind, found in cuts.items():
            if piece.kind in (kind, Kind.SAME):
                end = at[kind] + len(piece.text)
                if piece.kind is kind:
                    found.append((at[kind], end))
                at[kind] = end
    return cuts[Kind.REMOVED], cuts[Kind.ADDED]


def _values(
    body: str,
    other: str,
    cuts: Sequence[tuple[int, int]],
    side: Side,
    evidence: Iterable[Evidence],
) -> list[tuple[int, int]]:
    """Return what must not be overlooked: the evidence of the card, and values and names that differ."""
    shown = [
        (part.start, part.end)
        for part in evidence
        if part.side is side
        and part.what is not What.WORDS
        and body[part.start : part.end] == part.text
    ]
    return shown + _touching(values_lacking(body, other), cuts)


def _touching(
    found: Iterable[tuple[int, int]], cuts: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    return [
        (start, end)
        for start, end in found
        if any(first < end and start < last for first, last in cuts)
    ]


def _marked(
    body: str,
    cuts: Sequence[tuple[int, int]],
    mark: Mark,
    values: Sequence[tuple[int, int]],
    *,
    shown: Callable[[str], str] = plain,
) -> Marked:
    """Return the text as displayed; a value is marked only as a value."""
    edges = sorted({0, len(body), *(edge for pair in (*cuts, *values) for edge in pair)})
    texts: list[str] = []
    stretches: list[Stretch] = []
    at = 0
    for start, end in pairwise(edges):
        text = shown(body[start:end])
        until = at + units_of(text)
        of = Mark.VALUE if _inside(start, values) else mark if _inside(start, cuts) else None
        if of is mark and not text.strip():
            of = None  # whitespace beside a value means nothing
        if of is not None and stretches and stretches[-1].end == at and stretches[-1].mark is of:
            stretches[-1] = replace(stretches[-1], end=until)
        elif of is not None:
            above = len(text) - len(text.lstrip("\n"))  # empty lines need no mark
            stretches.append(Stretch(at + above, until, of))
        texts.append(text)
        at = until
    return Marked("".join(texts), stretches)


def _inside(at: int, pairs: Sequence[tuple[int, int]]) -> bool:
    return any(start <= at < end for start, end in pairs)


_LEAST, _MOST = 25, 420
_SEMIBOLD = 600


class MarkedText(QTextEdit):
    """A text box as high as its text, up to a limit; read-only unless it is made editable."""

    placed = Signal()

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self._stretches: Sequence[Stretch] = ()
        self.setReadOnly(True)
        self.setAccessibleName(name)
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setDocumentMargin(0)
        self._addresses = HiddenAddresses(self.document())
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        theme.follow(self._apply_theme)

    def show_marked(self, marked: Marked) -> None:
        """Show a text with its marks."""
        self.setPlainText(marked.text)
        self._embolden(marked.stretches)
        self.mark(marked.stretches)

    def mark(self, stretches: Sequence[Stretch]) -> None:
        """Mark these stretches of the text, and no others."""
        self._stretches = stretches
        self._select()
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        color = self._theme.tokens.color
        boxes = [
            box
            for stretch in self._stretches
            if stretch.mark is Mark.VALUE
            for box in self._boxes(stretch)
        ]
        self._paint_boxes(boxes, QPen(Qt.PenStyle.NoPen), QBrush(color("value_ground")))
        super().paintEvent(event)
        # the backgrounds next to a value reach below its outline
        self._paint_boxes(boxes, QPen(color("value_line"), 1), QBrush(Qt.BrushStyle.NoBrush))

    def _paint_boxes(self, boxes: Sequence[QRectF], pen: QPen, brush: QBrush) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen)
        painter.setBrush(brush)
        for box in boxes:
            painter.drawRoundedRect(box, self._theme.px(3), self._theme.px(3))
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _boxes(self, stretch: Stretch) -> list[QRectF]:
        """Return a box for each line that a value spans."""
        document = self.document()
        found: list[QRectF] = []
        block = document.findBlock(stretch.start)
        scrolled = QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())
        while block.isValid() and block.position() < stretch.end:
            layout = block.layout()
            corner = document.documentLayout().blockBoundingRect(block).topLeft() - scrolled
            first = max(0, stretch.start - block.position())
            last = min(block.length() - 1, stretch.end - block.position())
            for number in range(layout.lineCount()):
                line = layout.lineAt(number)
                start = max(first, line.textStart())
                end = min(last, line.textStart() + line.textLength())
                if start < end:
                    left, right = (_x(line.cursorToX(at)) for at in (start, end))
                    inset = self._theme.px(2)
                    found.append(
                        QRectF(
                            max(0.5, corner.x() + min(left, right) - 1.5),
                            corner.y() + line.y() + inset + 0.5,
                            abs(right - left) + 3,
                            line.height() - 2 * inset - 1,
                        )
                    )
            block = block.next()
        return found

    def _select(self) -> None:
        looks = self._formats()
        selections: list[QTextEdit.ExtraSelection] = []
        for stretch in self._stretches:
            if stretch.mark is Mark.VALUE:
                continue  # its mark is part of the text formats
            selection = QTextEdit.ExtraSelection()
            selection.cursor = self._cursor(stretch)
            selection.format = looks[stretch.mark]
            selections.append(selection)
        self.setExtraSelections(selections)

    def _embolden(self, stretches: Sequence[Stretch]) -> None:
        """Make values bold in the document itself, because a selection cannot change the font weight."""
        bold = QTextCharFormat()
        bold.setFontWeight(_SEMIBOLD)
        bold.setForeground(self._theme.tokens.color("value"))
        for stretch in stretches:
            if stretch.mark is Mark.VALUE:
                self._cursor(stretch).mergeCharFormat(bold)

    def _cursor(self, stretch: Stretch) -> QTextCursor:
        last = self.document().characterCount() - 1
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(stretch.start, last))
        cursor.setPosition(min(stretch.end, last), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _formats(self) -> dict[Mark, QTextCharFormat]:
        color = self._theme.tokens.color
        added, removed = QTextCharFormat(), QTextCharFormat()
        added.setFontUnderline(True)
        removed.setFontStrikeOut(True)
        for look, name in ((added, "added"), (removed, "removed")):
            look.setForeground(color(name))
            look.setBackground(color(f"{name}_ground"))
        quote = QTextCharFormat()
        quote.setBackground(color("mark"))
        return {Mark.ADDED: added, Mark.REMOVED: removed, Mark.QUOTE: quote}

    def _fit(self) -> None:
        px = self._theme.px
        wanted = round(self.document().size().height()) + 2
        self.setFixedHeight(min(max(wanted, px(_LEAST)), px(_MOST)))

    def _apply_theme(self) -> None:
        self.setFont(self._theme.font(Role.EDITOR))
        self.document().setDefaultFont(self._theme.font(Role.EDITOR))
        if self.isReadOnly():  # bold letters would count as an edit by the user
            self._embolden(self._stretches)
        self._select()
        self._fit()


def _x(found: object) -> float:
    """Return the position from the result of `cursorToX`, which in PySide is a number or a tuple."""
    value: object = cast("tuple[object, ...]", found)[0] if isinstance(found, tuple) else found
    assert isinstance(value, float)  # noqa: S101 - so PySide has it
    return value
