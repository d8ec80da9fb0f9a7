"""Pieces of text as shown and as stored, and counting in UTF-16 units.

A character outside the Basic Multilingual Plane counts as two units (a surrogate pair), and a lone surrogate, e.g. from
a broken clipboard, as one.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

PIECE = 2_048
"""Code points per piece: near the square root of 8 x 1 MB, where an edit of a 1 MB note copies the least."""


class Odd(NamedTuple):
    """A shown character that is stored as something else."""

    at: int
    stored: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of text as shown, and its characters that are stored differently."""

    shown: str
    odd: tuple[Odd, ...] = ()

    def stored(self, line_end: str) -> str:
        """Return the stored text of this piece."""
        if not self.odd:
            return self.shown if line_end == "\n" else self.shown.replace("\n", line_end)
        parts: list[str] = []
        at = 0
        for odd in self.odd:
            parts += (self.shown[at : odd.at].replace("\n", line_end), odd.stored)
            at = odd.at + 1
        parts.append(self.shown[at:].replace("\n", line_end))
        return "".join(parts)

    def index(self, unit: int) -> int:
        """Return the index of the character that starts at the UTF-16 unit `unit`."""
        return index_at(self.shown, unit)

    def splits_pair(self, unit: int) -> bool:
        """Return whether `unit` is between the two surrogates of one character."""
        if self.shown.isascii():
            return False
        around = self.shown.encode("utf-16-le", "surrogatepass")[unit * 2 - 2 : unit * 2 + 2]
        return len(around.decode("utf-16-le", "surrogatepass")) == 1

    def kind_at(self, index: int, line_end: str) -> str:
        """Return the stored form of `shown[index]`."""
        for odd in self.odd:
            if odd.at == index:
                return odd.stored
        char = self.shown[index]
        return line_end if char == "\n" else char


def joined(pieces: tuple[Piece, ...]) -> Piece:
    """Return the pieces as one."""
    if len(pieces) == 1:
        return pieces[0]
    odd: list[Odd] = []
    base = 0
    for piece in pieces:
        odd.extend(Odd(base + at, stored) for at, stored in piece.odd)
        base += len(piece.shown)
    return Piece("".join(piece.shown for piece in pieces), tuple(odd))


def part(piece: Piece, start: int, end: int) -> Piece:
    """Return the characters from `start` up to, but not including, `end`."""
    first = bisect_left(piece.odd, (start,))
    last = bisect_left(piece.odd, (end,))
    odd = tuple(Odd(at - start, stored) for at, stored in piece.odd[first:last])
    return Piece(piece.shown[start:end], odd)


def cut(run: Piece) -> Iterator[Piece]:
    """Yield the piece in parts of manageable size."""
    if len(run.shown) <= 2 * PIECE:
        if run.shown:
            yield run
        return
    for start in range(0, len(run.shown), PIECE):
        yield part(run, start, start + PIECE)


LINE_ENDS = ("\n", "\r\n", "\r")
SOFT = ""
"""The stored form of a line end that only splits a long line."""
LONG_LINE = 6_000
PART = 2_000
"""Longer lines are shown in parts of about this many code points."""
WORD_JOINER = "\u2060"
REPLACEMENT = "\ufffd"

_ODD = re.compile("\r\n|[\r\u2029\ufeff\ufffe\ufdd0\ufdd1\ud800-\udfff]")
_SHOWN_AS = {"\r\n": "\n", "\r": "\n", "\u2029": "\n", "\ufeff": WORD_JOINER}


def most_frequent_line_end(stored: str) -> str:
    """Return the most frequent line end of a text; a line feed if it has only one line."""
    crlf = stored.count("\r\n")
    counts = {"\n": stored.count("\n") - crlf, "\r\n": crlf, "\r": stored.count("\r") - crlf}
    return max(LINE_ENDS, key=counts.__getitem__)


def shown_as(stored: str, line_end: str) -> Piece:
    """Return the whole stored text as one piece."""
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
    """Add the line feeds of `plain` to `odd` if they differ from the note's line end."""
    if line_end != "\n":
        odd.extend(Odd(base + at.start(), "\n") for at in re.finditer("\n", plain))


def _long_lines(shown: str) -> Iterator[tuple[int, int]]:
    """Yield the ranges of long lines without examining the other lines, since a note may have half a million."""
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
    """Return the text with its long lines split into parts, each ending after a space if there is one."""
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


_FIRST, _SECOND = 0xD8, 0xDC
"""The start of the high byte of each surrogate of a pair."""


def units_of(text: str) -> int:
    """Return how many UTF-16 units `text` has."""
    return len(text) if text.isascii() else len(_wide(text)) // 2


def head_of(text: str, units: int) -> str:
    """Return the first `units` UTF-16 units of `text`, without a character that is only half included."""
    if text.isascii():
        return text[:units]
    # every character has at least one unit, and one more shows whether a pair is split
    wide = _wide(text[: units + 1])
    end = 2 * units
    if 0 < end < len(wide) and _is(_FIRST, wide[end - 1]) and _is(_SECOND, wide[end + 1]):
        end -= 2
    return wide[:end].decode("utf-16-le", "surrogatepass")


def index_at(text: str, units: int) -> int:
    """Return the index of the character at or around the position `units` UTF-16 units into `text`."""
    return units if text.isascii() else len(head_of(text, units))


def _is(half: int, high_byte: int) -> bool:
    return high_byte & 0b1111_1100 == half


def _wide(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass")
