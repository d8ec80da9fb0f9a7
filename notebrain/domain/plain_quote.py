"""A passage of Markdown as one reads it: without marks, on one line, its marked words still marked."""

import re
from collections.abc import Iterable, Sequence

# What is taken out: marks at the beginning of a line, marks around words, and the targets of links.
_MARKS = re.compile(
    r"(?m:^[ \t]*(?:(?:\#{1,6}|>|[-*+](?:[ \t]+\[[ xX]\])?)[ \t]+)+)|\*\*|~~|`+|\[\[|\]\]|!?\[(?=[^\]\n]*\]\([^)\n]*\))"
    r"|(?<=.)\]\([^)\n]*\)"
)
_BLANKS = re.compile(r"\s+")

Span = tuple[int, int]


def plain(text: str, spans: Iterable[Span]) -> tuple[str, tuple[Span, ...]]:
    """Return a passage in plain words, and where the given spans of it stand then; empty ones are left out."""
    kept: list[str] = []
    place: list[int] = []
    length = position = 0
    for start, end in (*_pieces(text), (len(text), len(text))):
        place += [length] * (start - position)
        for at in range(start, end):
            place.append(length)
            blank = text[at].isspace()
            if not blank or (length and kept[-1] != " "):
                kept.append(" " if blank else text[at])
                length += 1
        position = end
    place.append(length)
    moved = [(place[start], place[end]) for start, end in spans]
    return "".join(kept), tuple(span for span in moved if span[0] < span[1])


def _pieces(text: str) -> Sequence[Span]:
    """Return the stretches of a text between its marks."""
    pieces: list[Span] = []
    at = 0
    for mark in _MARKS.finditer(text):
        pieces.append((at, mark.start()))
        at = mark.end()
    return [*pieces, (at, len(text))]


def after_title(text: str, title: str) -> int:
    """Return where a text goes on after a first line that only repeats the title; 0 if it does not, or ends there."""
    lead = len(text) - len(text.lstrip())
    end = text.find("\n", lead)
    if end < 0 or not text[end:].strip():
        return 0
    line = _BLANKS.sub(" ", plain(text[lead:end], ())[0]).strip()
    if not line or line.casefold() != title.strip().casefold():
        return 0
    return end + len(text[end:]) - len(text[end:].lstrip())
