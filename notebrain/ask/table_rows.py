"""Rows of tables in answers: a row is one sentence, and its values need the heads of their columns.

The line of the heads and the line of dashes below it say nothing by themselves, and a row whose heads are not in sight
says too little: none of them is quoted.
"""

from collections.abc import Iterator

from notebrain.domain.markdown.editing.tables import cells_of, is_row, is_separator
from notebrain.domain.search.sentences import spans_of

Span = tuple[int, int]


def parts_of(text: str, start: int, end: int) -> Iterator[Span]:
    r"""Yield what can be quoted of a text: its sentences, and the rows of its tables as a whole.

    Example:
        >>> text = "It is due. | a |\n\n| what | when |\n|---|---|\n| tax. | May |"
        >>> [text[first:last] for first, last in parts_of(text, 0, len(text))]
        ['It is due.', '| a |', '| tax. | May |']
    """
    done = start
    for first, last in spans_of(text, start, end):
        if first < done:
            continue
        begin, stop = _line(text, first)
        line = text[begin:stop]
        if begin < start or not is_row(line):
            yield first, last
            continue
        done = min(stop, end)
        if _is_in_table(text, begin, stop) and heads_of(text, begin, stop) is None:
            continue
        at = begin + len(line) - len(line.lstrip())
        yield at, at + len(line.strip())


def heads_of(text: str, start: int, end: int) -> tuple[str, ...] | None:
    """Return the heads of the columns of a row, or None if the text at this place is no row below heads."""
    if not is_row(text[start:end]) or is_separator(text[start:end]):
        return None
    begin = _line(text, start)[0]
    while begin:
        below, begin = begin, _line(text, begin - 1)[0]
        line = text[begin : below - 1]
        if not is_row(line):
            return None
        if is_separator(line):
            above = text[_line(text, begin - 1)[0] : begin - 1] if begin else ""
            heads = tuple(above[cell.start : cell.end] for cell in cells_of(above))
            return heads if is_row(above) and any(heads) else None
    return None


def _is_in_table(text: str, begin: int, stop: int) -> bool:
    """Return whether a row has other rows above or below it; or is where the text that is read begins."""
    below = text[stop + 1 : _line(text, stop + 1)[1]] if stop < len(text) else ""
    above = text[_line(text, begin - 1)[0] : begin - 1] if begin else ""
    return is_row(below) or is_row(above) or is_separator(text[begin:stop])


def _line(text: str, at: int) -> Span:
    """Return the line that a place is in."""
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, len(text) if end < 0 else end
