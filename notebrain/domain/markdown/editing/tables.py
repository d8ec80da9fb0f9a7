"""Tables while typing: Tab and Enter go from cell to cell, add rows, and line the columns up again."""

import re
import unicodedata
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from notebrain.domain.markdown.editing.selection import Passage

_ROW: Final = re.compile(r"\s*\|.*\|\s*$")
_PIPE: Final = re.compile(r"(?<!\\)\|")
_DASHES: Final = re.compile(r"(:?)-+(:?)$")
_FEWEST: Final = 3
_WIDEST: Final = 80
"""Columns are filled up to this width: one long cell should not make every row as long."""


class Cell(NamedTuple):
    """Where the text of a cell is in its row, without the blanks around it."""

    start: int
    end: int


def is_row(line: str) -> bool:
    """Return whether a line outside of code is a row of a table."""
    return bool(_ROW.match(line))


def is_separator(row: str) -> bool:
    """Return whether a row is the line of dashes below the heads."""
    return "-" in row and not row.strip("|-: \t")


def cells_of(row: str) -> list[Cell]:
    r"""Return the cells of a row that begins and ends with a pipe.

    Example:
        >>> [row[cell.start : cell.end] for row in [r"| a | b \| c |"] for cell in cells_of(row)]
        ['a', 'b \\| c']
    """
    pipes = [found.start() for found in _PIPE.finditer(row)]
    cells: list[Cell] = []
    for left, right in pairwise(pipes):
        inner = row[left + 1 : right]
        start = min(left + 1 + len(inner) - len(inner.lstrip()), right)
        cells.append(Cell(start, max(left + 1 + len(inner.rstrip()), start)))
    return cells


def next_cell(passage: Passage) -> Passage | None:
    """Return the effect of Tab in a table: the caret goes to the next cell, from the last one to a new row.

    The passage is the whole table. None if it is not a plain table, or something is selected.
    """
    table = _table(passage)
    if table is None:
        return None
    row, column = table.place
    row, column = (row, column + 1) if column + 1 < len(table.dashes) else (row + 1, 0)
    if row == 1:
        row, column = 2, 0
    if row == len(table.rows):
        table = table.longer()
    return table.written(row, max(0, column))


def previous_cell(passage: Passage) -> Passage | None:
    """Return the effect of Shift+Tab in a table: the caret goes to the cell before, and stays in the first one."""
    table = _table(passage)
    if table is None:
        return None
    row, column = table.place
    last = len(table.dashes) - 1
    row, column = (row, column - 1) if column > 0 else (row - 1, last)
    if row == 1:
        row, column = 0, last
    return table.written(row, min(column, last)) if row >= 0 else table.written(0, 0)


def cell_below(passage: Passage) -> Passage | None:
    """Return the effect of Enter in a cell: the caret goes to the row below, from the last one to a new one.

    In a last row without words, it leaves the table, without the row. None at the ends of a row, too: whoever writes a
    table by hand goes to the next line.
    """
    table = _table(passage)
    if table is None:
        return None
    row, column = table.place
    if not 0 <= column < len(table.dashes):
        return None
    last = row == len(table.rows) - 1
    if last and row > 1 and not any(table.rows[row]):
        rest = passage.text[: passage.line[0]]
        return Passage(rest, len(rest), len(rest))
    row += 2 if row == 0 else 1
    if row >= len(table.rows):
        table = table.longer()
    return table.written(row, column)


class _Table(NamedTuple):
    """The texts of the cells of a table, row by row, and where the caret is.

    Attributes:
        rims: What stands before the first and behind the last pipe of each row.
        dashes: How each column is aligned, as the colons before and behind its dashes.
        place: The row and the cell of the caret: -1 before the first pipe; behind the last, the number of columns.
    """

    rows: Sequence[Sequence[str]]
    rims: Sequence[tuple[str, str]]
    dashes: Sequence[tuple[str, str]]
    place: tuple[int, int]

    def longer(self) -> "_Table":
        """Return the table with one more, empty row."""
        rims = [*self.rims, (self.rims[-1][0], "")]
        return self._replace(rows=[*self.rows, [""] * len(self.dashes)], rims=rims)

    def written(self, row: int, column: int) -> Passage:
        """Return the table lined up, with the caret behind the text of a cell."""
        widths = [
            min(_WIDEST, max(_FEWEST, *(_width(one[at]) for one in self.rows)))
            for at in range(len(self.dashes))
        ]
        lines = [self._line(number, widths) for number in range(len(self.rows))]
        starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
        caret = starts[row] + cells_of(lines[row])[column].end
        if not self.rows[row][column]:
            caret = starts[row] + _pipe(lines[row], column) + 2
        return Passage("\n".join(lines), caret, caret)

    def _line(self, number: int, widths: Sequence[int]) -> str:
        before, behind = self.rims[number]
        if number == 1:
            cells = [
                f"{left}{'-' * (width - len(left) - len(right))}{right}"
                for (left, right), width in zip(self.dashes, widths, strict=True)
            ]
        else:
            cells = [
                _filled(text, width, *sides)
                for text, width, sides in zip(self.rows[number], widths, self.dashes, strict=True)
            ]
        return f"{before}| {' | '.join(cells)} |{behind}"


def _table(passage: Passage) -> _Table | None:
    lines = passage.text.split("\n")
    if passage.chosen or len(lines) <= 1 or not all(map(_is_closed, lines)):
        return None
    if [number for number, line in enumerate(lines) if is_separator(line)] != [1]:
        return None
    rows = [[line[cell.start : cell.end] for cell in cells_of(line)] for line in lines]
    dashes = [_DASHES.match(text) for text in rows[1]]
    sides = [(found[1], found[2]) for found in dashes if found]
    if not sides or len(sides) < len(dashes) or any(len(row) > len(sides) for row in rows):
        return None
    row = passage.text.count("\n", 0, passage.caret)
    start = passage.line[0]
    pipes = len(_PIPE.findall(passage.text[start : passage.caret]))
    here = len(sides) if pipes > len(rows[row]) else pipes - 1
    texts = [_whole(() if number == 1 else cells, len(sides)) for number, cells in enumerate(rows)]
    return _Table(texts, [_rims(line) for line in lines], sides, (row, here))


def _is_closed(line: str) -> bool:
    """Return whether a line is a row whose last pipe is not escaped."""
    return is_row(line) and not line.rstrip().endswith("\\|")


def _whole(cells: Sequence[str], columns: int) -> Sequence[str]:
    return [*cells, *[""] * (columns - len(cells))]


def _rims(line: str) -> tuple[str, str]:
    return line[: line.index("|")], line[line.rindex("|") + 1 :]


def _pipe(line: str, number: int) -> int:
    return [found.start() for found in _PIPE.finditer(line)][number]


def _filled(text: str, width: int, left: str, right: str) -> str:
    free = max(0, width - _width(text))
    before = free // 2 if left and right else free if right else 0
    return f"{' ' * before}{text}{' ' * (free - before)}"


def _width(text: str) -> int:
    """Return how many letters of a monospaced font a text is wide."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )
