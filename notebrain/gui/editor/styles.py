"""What a stretch of Markdown is, as flags that can be combined."""

from enum import IntEnum, IntFlag
from typing import NamedTuple


class Style(IntFlag):
    """How a stretch of text looks; several at once where marks are nested."""

    PLAIN = 0
    MARK = 1
    """Markdown's own signs."""
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
    """The sign and the box of a list, so that text lines up under text."""
    DONE = 2048
    """What stands behind a ticked box."""
    QUOTE = 4096
    VALUE = 8192
    """A number or a text within code."""
    COMMENT = 16384
    TABLE = 32768
    """A row of a table: letters of one width keep its columns below each other."""


class Block(IntEnum):
    """What the next line starts in; a fence adds its details above `FENCE_BITS`."""

    TEXT = 0
    FRONT_MATTER = 1
    FENCE = 2
    FENCE_END = 3
    """The line that closed a fence: part of the code block, but text follows."""


FENCE_BITS = 2


class Span(NamedTuple):
    """A stretch of one line in one style, by code points."""

    start: int
    end: int
    style: Style
