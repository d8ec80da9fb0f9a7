"""The stored text of a note beside the text an editor can show; edits go from one to the other.

A text widget changes what it is given: every line end becomes one kind of paragraph, halves of
surrogate pairs are dropped, a byte order mark at the start vanishes. A `TextMap` shows such
characters as something the widget leaves alone, remembers what is really stored there, and applies
an edit so that all that was not touched stays byte for byte.

A line too long for the widget to lay out at every key is shown in parts: the line end between two
parts is stored as nothing.

A map is never changed: an edit gives a new one that shares all pieces but the touched one, so that
keeping one map per undo step is cheap, and undo brings back the exact stored text.

Positions are UTF-16 units, as Qt counts them; `offset` names code points of the stored text.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import NamedTuple

from notebrain.domain.textmatch import matches

PIECE = 2_048
"""Code points per piece: near the root of 8 x 1 MB, where an edit of a 1 MB note copies least."""

LINE_ENDS = ("\n", "\r\n", "\r")
SOFT = ""
"""What is stored for a line end that only parts a long line."""
LONG_LINE = 6_000
PART = 2_000
"""A longer line is shown in parts of about this many code points."""
WORD_JOINER = "\u2060"
REPLACEMENT = "\ufffd"

_ODD = re.compile("\r\n|[\r\u2029\ufeff\ufffe\ufdd0\ufdd1\ud800-\udfff]")
_SPLIT_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_SHOWN_AS = {"\r\n": "\n", "\r": "\n", "\u2029": "\n", "\ufeff": WORD_JOINER}


class Odd(NamedTuple):
    """A shown character that does not stand for itself."""

    at: int
    stored: str


def units_of(text: str) -> int:
    """Return how many UTF-16 units `text` has."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text: as shown, and those of its characters that are stored otherwise."""

    shown: str
    odd: tuple[Odd, ...] = ()

    def stored(self, line_end: str) -> str:
        """Return the stored text of this run."""
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
        """Return the index of the character that begins at the UTF-16 unit `unit`."""
        if self.shown.isascii():
            return unit
        head = self.shown.encode("utf-16-le", "surrogatepass")[: unit * 2]
        return len(head.decode("utf-16-le", "surrogatepass"))

    def splits_pair(self, unit: int) -> bool:
        """Whether `unit` lies between the two halves of one character."""
        if self.shown.isascii():
            return False
        around = self.shown.encode("utf-16-le", "surrogatepass")[unit * 2 - 2 : unit * 2 + 2]
        return len(around.decode("utf-16-le", "surrogatepass")) == 1

    def kind_at(self, index: int, line_end: str) -> str:
        """Return what is stored where `shown[index]` is."""
        for odd in self.odd:
            if odd.at == index:
                return odd.stored
        char = self.shown[index]
        return line_end if char == "\n" else char


@dataclass(frozen=True, slots=True)
class TextMap:
    """One state of a note's text.

    Attributes:
        pieces: The text in order; never empty pieces, unless the text is.
        sizes: UTF-16 units of each piece.
        line_end: What a shown line end is stored as unless a piece says otherwise: the most
            frequent one of the note.
    """

    pieces: tuple[Piece, ...]
    sizes: tuple[int, ...]
    line_end: str = "\n"
    units: int = field(default=0)

    @classmethod
    def of(cls, stored: str) -> "TextMap":
        """Return the map of a stored text."""
        line_end = _most_frequent_line_end(stored)
        return cls.from_pieces(_cut(_parted(_shown(stored, line_end))), line_end)

    @classmethod
    def from_pieces(cls, pieces: Iterable[Piece], line_end: str) -> "TextMap":
        """Return a map of these pieces."""
        kept = tuple(pieces)
        sizes = tuple(units_of(piece.shown) for piece in kept)
        return cls(kept, sizes, line_end, sum(sizes))

    @property
    def shown(self) -> str:
        """The text for the editor; lines end in a line feed."""
        return "".join(piece.shown for piece in self.pieces)

    @property
    def stored(self) -> str:
        """The text to store."""
        return "".join(piece.stored(self.line_end) for piece in self.pieces)

    def stored_between(self, start: int, end: int) -> str:
        """Return the stored text of the units from `start` to `end`, e.g. for the clipboard."""
        first, last, base = self._touched(start, end)
        whole = _joined(self.pieces[first:last])
        left, right = whole.index(start - base), whole.index(end - base)
        return _part(whole, left, right).stored(self.line_end)

    def unit_at(self, offset: int) -> int:
        """Return the position in the editor of a code point offset in the stored text."""
        at, units = 0, 0
        for piece, size in zip(self.pieces, self.sizes, strict=True):
            length = len(piece.stored(self.line_end))
            if offset < at + length:
                return units + units_of(_shown_until(piece, offset - at, self.line_end))
            at, units = at + length, units + size
        return units

    def widened(self, start: int, removed: int) -> tuple[int, int]:
        """Return the span (start, length), widened where it would cut a character into halves."""
        end = start + removed
        if self._splits_pair(start):
            start -= 1
        if self._splits_pair(end):
            end += 1
        return start, end - start

    def edited(self, start: int, removed: int, added: str) -> "TextMap":
        """Return the text after `removed` units at `start` gave way to `added` (as shown).

        Characters that the edit names but leaves as they were keep what is stored for them; a new
        line ends like its neighbours. The span must not cut a character into halves: `widened`.
        """
        # one more unit on either side: characters which would melt into one are seen together
        first, last, base = self._touched(max(0, start - 1), min(self.units, start + removed + 1))
        whole = _joined(self.pieces[first:last])
        left, right = whole.index(start - base), whole.index(start + removed - base)
        if whole.shown[left:right] == added:
            return self
        run = _replaced(whole, left, right, added, self.line_end)
        return self._with(tuple(_cut(run)), first, last)

    def _with(self, pieces: tuple[Piece, ...], first: int, last: int) -> "TextMap":
        """Return this text with `pieces` in place of those from `first` to before `last`."""
        sizes = tuple(units_of(piece.shown) for piece in pieces)
        return TextMap(
            self.pieces[:first] + pieces + self.pieces[last:],
            self.sizes[:first] + sizes + self.sizes[last:],
            self.line_end,
            self.units - sum(self.sizes[first:last]) + sum(sizes),
        )

    def _splits_pair(self, unit: int) -> bool:
        if not 0 < unit < self.units:
            return False
        first, last, base = self._touched(unit - 1, unit + 1)
        return _joined(self.pieces[first:last]).splits_pair(unit - base)

    def _touched(self, start: int, end: int) -> tuple[int, int, int]:
        """Return which pieces hold the units (first, one after the last); where they begin."""
        ends = list(accumulate(self.sizes))
        first = max(0, min(bisect_right(ends, start), len(ends) - 1))
        last = min(bisect_left(ends, end) + 1, len(ends))
        return first, max(last, min(first + 1, len(ends))), ends[first - 1] if first else 0


def _most_frequent_line_end(stored: str) -> str:
    crlf = stored.count("\r\n")
    counts = {"\n": stored.count("\n") - crlf, "\r\n": crlf, "\r": stored.count("\r") - crlf}
    return max(LINE_ENDS, key=counts.__getitem__)


def _shown(stored: str, line_end: str) -> Piece:
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


def _parted(whole: Piece) -> Piece:
    """Return the text with its long lines in parts, each ending after a blank if there is one."""
    breaks: list[int] = []
    for line in re.finditer(rf"[^\n]{{{LONG_LINE},}}", whole.shown):
        start, end = line.span()
        while end - start > 2 * PART:
            blank = whole.shown.rfind(" ", start + PART // 2, start + PART)
            start = blank + 1 if blank >= 0 else start + PART
            breaks.append(start)
    if not breaks:
        return whole
    parts = [_part(whole, *edges) for edges in pairwise((0, *breaks, len(whole.shown)))]
    soft = Piece("\n", (Odd(0, SOFT),))
    return _joined(tuple(piece for part in parts for piece in (part, soft))[:-1])


def _shown_until(piece: Piece, offset: int, line_end: str) -> str:
    """Return the shown text before the code point `offset` of the piece's stored text."""
    lengths = {odd.at: len(odd.stored) for odd in piece.odd}
    at = 0
    for index, char in enumerate(piece.shown):
        at += lengths.get(index, len(line_end) if char == "\n" else 1)
        if at > offset:
            return piece.shown[:index]
    return piece.shown


def _joined(pieces: tuple[Piece, ...]) -> Piece:
    if len(pieces) == 1:
        return pieces[0]
    odd: list[Odd] = []
    base = 0
    for piece in pieces:
        odd.extend(Odd(base + at, stored) for at, stored in piece.odd)
        base += len(piece.shown)
    return Piece("".join(piece.shown for piece in pieces), tuple(odd))


def _part(piece: Piece, start: int, end: int) -> Piece:
    first = bisect_left(piece.odd, (start,))
    last = bisect_left(piece.odd, (end,))
    odd = tuple(Odd(at - start, stored) for at, stored in piece.odd[first:last])
    return Piece(piece.shown[start:end], odd)


def _cut(run: Piece) -> Iterator[Piece]:
    """Yield the run in pieces of bearable size."""
    if len(run.shown) <= 2 * PIECE:
        if run.shown:
            yield run
        return
    for start in range(0, len(run.shown), PIECE):
        yield _part(run, start, start + PIECE)


def _replaced(whole: Piece, left: int, right: int, added: str, line_end: str) -> Piece:
    """Return the run with `shown[left:right]` replaced by `added`."""
    shown = whole.shown[:left] + added + whole.shown[right:]
    if not whole.odd and line_end != "\r" and not _SPLIT_PAIR.search(shown):
        return Piece(shown)
    odd = [item for item in whole.odd if item.at < left]
    odd += [Odd(left + at, stored) for at, stored in _odd_of(whole, left, right, added, line_end)]
    shift = left + len(added) - right
    odd += [Odd(item.at + shift, item.stored) for item in whole.odd if item.at >= right]
    return _mended(Piece(shown, tuple(odd)), line_end)


def _odd_of(
    whole: Piece, left: int, right: int, added: str, line_end: str
) -> list[tuple[int, str]]:
    """Return the odd characters of `added`, which takes the place of `whole.shown[left:right]`."""
    gone = {odd.at - left: odd.stored for odd in whole.odd if left <= odd.at < right}
    new_end = _line_end_near(whole, left, right, line_end)
    if not gone and new_end == line_end:
        return []
    stored = {at: new_end for at, char in enumerate(added) if char == "\n" and new_end != line_end}
    for match in matches(whole.shown[left:right], added):
        for step in range(match.size):
            if match.old + step in gone:
                stored[match.new + step] = gone[match.old + step]
            else:
                stored.pop(match.new + step, None)
    return sorted(stored.items())


def _line_end_near(whole: Piece, left: int, right: int, line_end: str) -> str:
    """Return what a new line at `left` ends in: as the line before it, or the one after."""
    for at in (whole.shown.rfind("\n", 0, left), whole.shown.find("\n", right)):
        kind = whole.kind_at(at, line_end) if at >= 0 else ""
        if kind in LINE_ENDS:
            return kind
    return line_end


def _mended(run: Piece, line_end: str) -> Piece:
    """Return the run without neighbours that would be read back as one: CR LF, two halves."""
    kinds = {odd.at: odd.stored for odd in run.odd}
    for block in re.finditer("\n{2,}", run.shown):
        ends = [at for at in range(*block.span()) if kinds.get(at, line_end) != SOFT]
        for at, after in pairwise(ends):
            if kinds.get(at, line_end) == "\r" and kinds.get(after, line_end) == "\n":
                kinds[at] = "\n"
    if len(kinds) > len(run.odd) or any(kinds[odd.at] != odd.stored for odd in run.odd):
        run = Piece(run.shown, tuple(Odd(*item) for item in sorted(kinds.items())))
    while pair := _SPLIT_PAIR.search(run.shown):
        whole = pair[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le")
        tail = _part(run, pair.end(), len(run.shown))
        run = _joined((_part(run, 0, pair.start()), Piece(whole), tail))
    return run
