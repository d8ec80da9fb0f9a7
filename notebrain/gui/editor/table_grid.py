"""Tables as grids: how wide the columns are, and how the pipes of each row become the room between them.

The text stays as it is: a pipe is one pixel wide and keeps a distance to the next letter that fills its column, so the
caret, the mouse and the selection still find each character where it is seen.

A table that is wider than the text column stays as it was written. A row is one paragraph, and Qt breaks its lines only
at the end of the column, so cells cannot wrap. They could be cut, by hiding their ends as marks are hidden, but in the
reading mode, where no caret brings hidden text back, what is cut could not be read at all. The preview wraps cells.
"""

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from PySide6.QtGui import QTextCharFormat, QTextFormat, QTextLayout

from notebrain.domain.markdown.editing.tables import cells_of, is_separator
from notebrain.domain.text.pieces import units_of
from notebrain.gui.editor.formats import SyntaxFormats
from notebrain.gui.editor.inline_syntax import inline_spans
from notebrain.gui.editor.text_style import Span, Style, flat

MOST_ROWS = 200
"""Longer tables stay as they were written: to align one row, all have to be measured."""
GRID = QTextFormat.Property.UserProperty.value + 1
"""Marks the format of the first pipe of a row that is shown as part of a grid."""
_GAP = 24.0
"""The room between the text of two columns, in design pixels."""
_DASHES = re.compile(r"\s*(:?)-+(:?)\s*$")


class Grid(NamedTuple):
    """The columns of a table: their widths in pixels, and the share of the free room left of their text."""

    widths: Sequence[float]
    shares: Sequence[float]


def grid_of(rows: Sequence[str], formats: SyntaxFormats, room: float) -> Grid | None:
    """Return the columns of a table, or None if it cannot be shown as a grid in so many pixels."""
    if len(rows) < 2 or len(rows) > MOST_ROWS or not is_separator(rows[1]):  # noqa: PLR2004
        return None
    if any(is_separator(row) for row in (rows[0], *rows[2:])):
        return None
    dashes = [_DASHES.match(rows[1][cell.start : cell.end]) for cell in cells_of(rows[1])]
    widths = [0.0] * len(dashes)
    for number, row in enumerate(rows):
        if number == 1:
            continue
        cells = cells_of(row)
        if len(cells) > len(widths):
            return None
        for column, cell in enumerate(cells):
            width = _width(row[cell.start : cell.end], formats, head=not number)
            widths[column] = max(widths[column], width)
    if not widths or sum(widths) + formats.px(_GAP) * len(widths) > room:
        return None
    shares = [_share(found[1], found[2]) if found else 0.0 for found in dashes]
    return Grid(widths, shares)


def edges_of(grid: Grid, formats: SyntaxFormats) -> list[float]:
    """Return how far the right edge of each column is from the left edge of the table, in pixels."""
    gap = formats.px(_GAP)
    return list(accumulate(width + gap for width in grid.widths))


def _share(left: str, right: str) -> float:
    return 0.5 if left and right else 1.0 if right else 0.0


def row_formats(
    row: str, grid: Grid, formats: SyntaxFormats, *, head: bool
) -> list[tuple[int, int, QTextCharFormat]]:
    """Return the formats of a row in a grid (start, end, format), in code points."""
    found: list[tuple[int, int, QTextCharFormat]] = []
    if is_separator(row):
        return [(0, 1, _marked(formats.of(Style.HIDDEN))), (1, len(row), formats.of(Style.HIDDEN))]
    gap, owed, at = formats.px(_GAP), 0.0, 0
    for column, cell in enumerate(cells_of(row)):
        text = row[cell.start : cell.end]
        width = _width(text, formats, head=head)
        free = grid.widths[column] - width
        before = free * grid.shares[column]
        pad = owed + before + (gap / 2 if column == 0 else gap)
        found += _padded(row, at, cell.start, pad, formats, first=column == 0)
        found += [
            (cell.start + span.start, cell.start + span.end, formats.of(formats.known(text, span)))
            for span in _spans(text, head=head)
        ]
        owed, at = free - before, cell.end
    missing = sum(width + gap for width in grid.widths[len(cells_of(row)) :])
    found += _padded(row, at, len(row), owed + gap / 2 + missing, formats, first=False)
    return found


def is_grid(formats: Sequence[QTextLayout.FormatRange]) -> bool:
    """Return whether a row with these formats is shown as part of a grid."""
    return any(part.format.hasProperty(GRID) for part in formats[:3])


def _marked(look: QTextCharFormat) -> QTextCharFormat:
    made = QTextCharFormat(look)
    made.setProperty(GRID, True)
    return made


def _padded(
    row: str, start: int, end: int, pad: float, formats: SyntaxFormats, *, first: bool
) -> list[tuple[int, int, QTextCharFormat]]:
    """Return the formats of a pipe and the blanks around it, which together are `pad` pixels wide."""
    pipe = row.index("|", start, end) if first else max(start, row.find("|", start, end))
    wide = _marked(formats.spaced(pad)) if first else formats.spaced(pad)
    hidden = formats.of(Style.HIDDEN)
    parts = ((start, pipe, hidden), (pipe, pipe + 1, wide), (pipe + 1, end, hidden))
    return [part for part in parts if part[1] > part[0]]


def _spans(cell: str, *, head: bool) -> list[Span]:
    """Return the spans of the text of a cell, with its marks hidden; what has no mark is one of them."""
    extra = Style.STRONG if head else Style.PLAIN
    spans: list[Span] = []
    at = 0
    for start, end, style in [
        *flat(inline_spans(cell, 0, len(cell))),
        Span(len(cell), len(cell), Style.PLAIN),
    ]:
        if start > at:
            spans.append(Span(at, start, extra))
        if end > start:
            hide = Style.HIDDEN if style & Style.MARK else Style.PLAIN
            spans.append(Span(start, end, style | hide | extra))
        at = end
    return spans


def _width(cell: str, formats: SyntaxFormats, *, head: bool) -> float:
    if not cell:
        return 0.0
    layout = QTextLayout(cell, formats.text_font)
    ranges: list[QTextLayout.FormatRange] = []
    for start, end, style in _spans(cell, head=head):
        part = QTextLayout.FormatRange()
        part.start, part.length = units_of(cell[:start]), units_of(cell[start:end])
        part.format = formats.of(style)
        ranges.append(part)
    layout.setFormats(ranges)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(1e6)
    layout.endLayout()
    return line.naturalTextWidth()
