"""What an editor shows of a stored text."""

import re
from collections.abc import Iterator
from itertools import pairwise

from notebrain.domain.textpieces import Odd, Piece, joined, part

LINE_ENDS = ("\n", "\r\n", "\r")
SOFT = ""
"""What is stored for a line end that only parts a long line."""
LONG_LINE = 6_000
PART = 2_000
"""A longer line is shown in parts of about this many code points."""
WORD_JOINER = "\u2060"
REPLACEMENT = "\ufffd"

_ODD = re.compile("\r\n|[\r\u2029\ufeff\ufffe\ufdd0\ufdd1\ud800-\udfff]")
_SHOWN_AS = {"\r\n": "\n", "\r": "\n", "\u2029": "\n", "\ufeff": WORD_JOINER}


def most_frequent_line_end(stored: str) -> str:
    """Return what most lines of a text end in; a line feed if it has one line."""
    crlf = stored.count("\r\n")
    counts = {"\n": stored.count("\n") - crlf, "\r\n": crlf, "\r": stored.count("\r") - crlf}
    return max(LINE_ENDS, key=counts.__getitem__)


def shown_as(stored: str, line_end: str) -> Piece:
    """Return the whole stored text as one run."""
    if line_end != "\r\n" and not _ODD.search(stored):
        return Piece(stored)
    parts: list[str] = []
    odd: list[Odd] = []
    done = length = 0
    for found in _ODD.finditer(stored):
        plain = stored[done : found.start()]
        _note_line_feeds(plain, length, line_end, odd)
        shown = _SHOWN_AS.get(found[0], REPLACEMENT)
        parts += (plain, shown)
        length += len(plain)
        if not (shown == "\n" and found[0] == line_end):
            odd.append(Odd(length, found[0]))
        length += 1
        done = found.end()
    rest = stored[done:]
    _note_line_feeds(rest, length, line_end, odd)
    return Piece("".join((*parts, rest)), tuple(odd))


def _note_line_feeds(plain: str, base: int, line_end: str, odd: list[Odd]) -> None:
    """Add the line feeds of `plain` to `odd` where they are not what the note's lines end in."""
    if line_end != "\n":
        odd.extend(Odd(base + at.start(), "\n") for at in re.finditer("\n", plain))


def _long_lines(shown: str) -> Iterator[tuple[int, int]]:
    """Yield where the long lines are; of the others none is looked at, for a note may have half a million."""
    start = 0
    while len(shown) - start >= LONG_LINE:
        short = shown.rfind("\n", start, start + LONG_LINE)
        if short >= 0:
            start = short + 1
            continue
        end = shown.find("\n", start + LONG_LINE)
        end = end if end >= 0 else len(shown)
        yield start, end
        start = end + 1


def parted(whole: Piece) -> Piece:
    """Return the text with its long lines in parts, each ending after a blank if there is one."""
    breaks: list[int] = []
    for start, end in _long_lines(whole.shown):
        at = start
        while end - at > 2 * PART:
            blank = whole.shown.rfind(" ", at + PART // 2, at + PART)
            at = blank + 1 if blank >= 0 else at + PART
            breaks.append(at)
    if not breaks:
        return whole
    parts = [part(whole, *edges) for edges in pairwise((0, *breaks, len(whole.shown)))]
    soft = Piece("\n", (Odd(0, SOFT),))
    return joined(tuple(piece for part in parts for piece in (part, soft))[:-1])
