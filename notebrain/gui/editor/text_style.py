"""How a part of a line looks, and the spans that say so.

Apart because the syntax of Markdown, the syntax of code and the live look all speak of them, and none knows the others.
"""

from collections.abc import Iterable
from enum import IntFlag
from itertools import pairwise
from typing import NamedTuple


class Style(IntFlag):
    """How a span looks; styles are combined where marks are nested."""

    PLAIN = 0
    MARK = 1
    """The Markdown characters themselves."""
    H1 = 2
    H2 = 4
    H3 = 8
    STRONG = 16
    EMPHASIS = 32
    STRIKE = 64
    CODE = 128
    LINK = 256
    TAG = 512
    LIST = 1024
    """The bullet and check box of a list item, so that its text is aligned."""
    DONE = 2048
    """The text after a ticked check box."""
    QUOTE = 4096
    VALUE = 8192
    """A number or string within code."""
    COMMENT = 16384
    TABLE = 32768
    """A row of a table: a monospaced font keeps its columns aligned."""
    KEYWORD = 65536
    """A word that a programming language reserves."""
    HIDDEN = 131072
    """Takes no room and cannot be seen; the caret passes it in one place."""
    CLEAR = 262144
    """Keeps its room but cannot be seen, because something is painted there."""
    RAISED = 524288
    """The number of a footnote."""
    INSIDE = 1048576
    """A link to a note or a file of the vault, which may not be there."""
    MISSING = 2097152
    """Such a link to what is not there."""


class Span(NamedTuple):
    """A span of one line in one style, in code points."""

    start: int
    end: int
    style: Style


def flat(spans: Iterable[Span]) -> list[Span]:
    """Return spans that do not overlap, combining styles where spans did."""
    found = sorted(span for span in spans if span.end > span.start)
    if all(one.end <= other.start for one, other in pairwise(found)):
        return found
    edges = sorted({edge for span in found for edge in span[:2]})
    styles = dict.fromkeys(edges, Style.PLAIN)
    for span in found:
        for edge in edges:
            if span.start <= edge < span.end:
                styles[edge] |= span.style
    return [Span(start, end, styles[start]) for start, end in pairwise(edges) if styles[start]]
