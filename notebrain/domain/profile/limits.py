"""Which part of a text above its limit is used: one end of it, cut where a reader would cut.

Nothing is removed from the text itself; the rest stays, is shown as unused, and counts again once there is room.
"""

import re
from enum import StrEnum
from typing import Final

from notebrain.domain.text.graphemes import boundary_after, boundary_before

Span = tuple[int, int]
"""Start and end of a part of a text, in characters (code points)."""

# From the best place to cut to the worst: between paragraphs, lines, sentences, words.
_CUTS: Final = (
    re.compile(r"(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)\s*"),
    re.compile(r"\r\n|\r|\n"),
    re.compile(r"(?<=[.!?…])[\"”’')\]]*\s+|(?<=[。\uff01\uff1f])"),
    re.compile(r"\s+"),
)
_LEAST_SHARE: Final = 0.5
"""A cut that would leave less than this of the limit unfilled is not taken if a finer one fills more."""


class Keeps(StrEnum):
    """Which end of a text above its limit is used."""

    OLDEST = "oldest"
    """The beginning: what was there first stays."""
    NEWEST = "newest"
    """The end, where new text is added."""


def used_span(text: str, *, limit: int, keeps: Keeps) -> Span:
    """Return the part of `text` that is used: all of it, or at most `limit` characters at the end that is kept.

    It is cut between paragraphs, else lines, sentences or words, as long as at least half of the limit is filled, and
    never inside what readers see as one character.

    Example:
        >>> used_span("One. Two. Three.", limit=9, keeps=Keeps.OLDEST)
        (0, 9)
        >>> used_span("One. Two. Three.", limit=12, keeps=Keeps.NEWEST)
        (5, 16)
    """
    if len(text) <= limit:
        return 0, len(text)
    if keeps is Keeps.OLDEST:
        return 0, _end(text, limit)
    return _start(text, limit), len(text)


def _end(text: str, limit: int) -> int:
    least = limit * _LEAST_SHARE
    for cut in _CUTS:
        # one more character: what follows may be the blank that ends the last word that fits
        place = max((one.start() for one in cut.finditer(text, 0, limit + 1)), default=0)
        if place >= least:
            return boundary_before(text, min(place, limit), 0)
    return boundary_before(text, limit, 0)


def _start(text: str, limit: int) -> int:
    first = len(text) - limit
    most = first + limit * (1 - _LEAST_SHARE)
    for cut in _CUTS:
        ends = (one.end() for one in cut.finditer(text, first - 1))
        place = next((end for end in ends if end >= first), len(text))
        if place <= most:
            return boundary_after(text, place, 0)
    return boundary_after(text, first, 0)
