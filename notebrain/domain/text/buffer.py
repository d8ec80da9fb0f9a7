"""Maps stored text to the text shown in an editor, and applies edits and undo.

A text widget changes its text: every line end becomes the same paragraph separator, lone surrogates are dropped, a byte
order mark at the start disappears. A `TextMap` shows such characters as something that the widget leaves alone,
remembers what is stored for them, and applies edits so that everything else stays unchanged byte for byte.

A line that is too long for the widget to lay out at every key press is shown in parts; nothing is stored for the line
end between two parts.

A map is immutable: an edit returns a new one that shares all pieces except the changed one. So keeping one map per undo
step is cheap, and undo restores the exact stored text.

Positions are UTF-16 units, as in Qt; an `offset` is in code points of the stored text.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from notebrain.domain.text.pieces import (
    LINE_ENDS,
    SOFT,
    Odd,
    Piece,
    cut,
    joined,
    most_frequent_line_end,
    part,
    parted,
    shown_as,
    units_of,
)


@dataclass(frozen=True, slots=True)
class TextMap:
    """A state of a note's text.

    Attributes:
        pieces: The text in order; pieces are only empty if the text is.
        sizes: The size of each piece in UTF-16 units.
        line_end: The stored form of a shown line end unless a piece says otherwise: the most frequent one in the note.
    """

    pieces: tuple[Piece, ...]
    sizes: tuple[int, ...]
    line_end: str = "\n"
    units: int = field(default=0)

    @classmethod
    def of(cls, stored: str) -> "TextMap":
        """Return the map of a stored text."""
        line_end = most_frequent_line_end(stored)
        return cls.from_pieces(cut(parted(shown_as(stored, line_end))), line_end)

    @classmethod
    def from_pieces(cls, pieces: Iterable[Piece], line_end: str) -> "TextMap":
        """Return a map of these pieces."""
        whole_pieces = tuple(pieces)
        sizes = tuple(units_of(piece.shown) for piece in whole_pieces)
        return cls(whole_pieces, sizes, line_end, sum(sizes))

    @property
    def shown(self) -> str:
        """The text for the editor; lines end with a line feed."""
        return "".join(piece.shown for piece in self.pieces)

    @property
    def stored(self) -> str:
        """The text to store."""
        return "".join(piece.stored(self.line_end) for piece in self.pieces)

    def stored_between(self, start: int, end: int) -> str:
        """Return the stored text of the units from `start` to `end`, e.g. for the clipboard."""
        first, last, base = self._touched(start, end)
        whole = joined(self.pieces[first:last])
        left, right = whole.index(start - base), whole.index(end - base)
        return part(whole, left, right).stored(self.line_end)

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
        """Return the span (start, length), widened so that it does not split a character."""
        end = start + removed
        if self._splits_pair(start):
            start -= 1
        if self._splits_pair(end):
            end += 1
        return start, end - start

    def edited(self, start: int, removed: int, added: str) -> "TextMap":
        """Return the text after replacing `removed` units at `start` with `added` (as shown).

        Characters in the span that do not change keep their stored form; a new line ends like its neighbors. The span
        must not split a character, see `widened`.
        """
        # one more unit on either side, to see characters that would merge
        first, last, base = self._touched(max(0, start - 1), min(self.units, start + removed + 1))
        whole = joined(self.pieces[first:last])
        left, right = whole.index(start - base), whole.index(start + removed - base)
        if whole.shown[left:right] == added:
            return self
        run = replaced(whole, left, right, added, self.line_end)
        return self._with(tuple(cut(run)), first, last)

    def with_edits(self, edits: Sequence[tuple[int, int, str]]) -> "TextMap":
        """Return the text after many edits (start, end, added), in order and not overlapping.

        This is much faster than applying them one by one; the spans must not split characters.
        """
        ends = list(accumulate(self.sizes))
        pieces: list[Piece] = []
        done = number = 0
        while number < len(edits):
            first, last, base = self._touched(max(0, edits[number][0] - 1), edits[number][1], ends)
            begin = number
            while number < len(edits) and edits[number][0] <= ends[last - 1]:
                last = self._touched(edits[number][0], edits[number][1] + 1, ends)[1]
                number += 1
            whole = joined(self.pieces[first:last])
            run = edited_run(whole, base, edits[begin:number], self.line_end)
            pieces += (*self.pieces[done:first], *cut(run))
            done = last
        return TextMap.from_pieces((*pieces, *self.pieces[done:]), self.line_end)

    def between(self, start: int, end: int) -> "TextMap":
        """Return the part from the unit `start` to `end`; it shares pieces where possible."""
        start, length = self.widened(start, end - start)
        first, last, base = self._touched(start, start + length)
        pieces = list(self.pieces[first:last])
        if pieces:
            tail = base + sum(self.sizes[first:last])
            size = len(pieces[-1].shown)
            cut_off = size - pieces[-1].index(start + length - (tail - self.sizes[last - 1]))
            left = pieces[0].index(start - base)
            pieces[-1] = part(pieces[-1], 0, size - cut_off)
            pieces[0] = part(pieces[0], left, len(pieces[0].shown))
        return TextMap.from_pieces((piece for piece in pieces if piece.shown), self.line_end)

    def _with(self, pieces: tuple[Piece, ...], first: int, last: int) -> "TextMap":
        """Return this text with `pieces` replacing those from `first` up to, but not including, `last`."""
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
        return joined(self.pieces[first:last]).splits_pair(unit - base)

    def _touched(
        self, start: int, end: int, known_ends: list[int] | None = None
    ) -> tuple[int, int, int]:
        """Return the pieces that contain the units (first, one after the last), and where they start."""
        ends = list(accumulate(self.sizes)) if known_ends is None else known_ends
        first = max(0, min(bisect_right(ends, start), len(ends) - 1))
        last = min(bisect_left(ends, end) + 1, len(ends))
        return first, max(last, min(first + 1, len(ends))), ends[first - 1] if first else 0


def _shown_until(piece: Piece, offset: int, line_end: str) -> str:
    """Return the shown text before the code point `offset` of the piece's stored text."""
    lengths = {odd.at: len(odd.stored) for odd in piece.odd}
    at = 0
    for index, char in enumerate(piece.shown):
        at += lengths.get(index, len(line_end) if char == "\n" else 1)
        if at > offset:
            return piece.shown[:index]
    return piece.shown


_SPLIT_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


def replaced(whole: Piece, left: int, right: int, added: str, line_end: str) -> Piece:
    """Return the piece with `shown[left:right]` replaced by `added`."""
    shown = whole.shown[:left] + added + whole.shown[right:]
    if not whole.odd and line_end != "\r" and not _SPLIT_PAIR.search(shown):
        return Piece(shown)
    odd = [item for item in whole.odd if item.at < left]
    odd += [Odd(left + at, stored) for at, stored in _odd_of(whole, left, right, added, line_end)]
    shift = left + len(added) - right
    odd += [Odd(item.at + shift, item.stored) for item in whole.odd if item.at >= right]
    return _mended(Piece(shown, tuple(odd)), line_end)


def edited_run(
    whole: Piece, base: int, edits: Sequence[tuple[int, int, str]], line_end: str
) -> Piece:
    """Return a piece that starts at the unit `base`, after these edits (start, end, added), in order."""
    spans = [(whole.index(start - base), whole.index(end - base), add) for start, end, add in edits]
    if not whole.odd and line_end != "\r":
        parts: list[str] = []
        done = 0
        for left, right, added in spans:
            parts += (whole.shown[done:left], added)
            done = right
        shown = "".join((*parts, whole.shown[done:]))
        if not _SPLIT_PAIR.search(shown):
            return Piece(shown)
    for left, right, added in reversed(spans):
        whole = replaced(whole, left, right, added, line_end)
    return whole


def _odd_of(
    whole: Piece, left: int, right: int, added: str, line_end: str
) -> list[tuple[int, str]]:
    """Return the odd characters of `added`, which replaces `whole.shown[left:right]`."""
    gone = {odd.at - left: odd.stored for odd in whole.odd if left <= odd.at < right}
    new_end = _line_end_near(whole, left, right, line_end)
    if not gone and new_end == line_end:
        return []
    from notebrain.domain.text.diff import matches

    stored = {at: new_end for at, char in enumerate(added) if char == "\n" and new_end != line_end}
    for match in matches(whole.shown[left:right], added):
        for step in range(match.size):
            if match.old + step in gone:
                stored[match.new + step] = gone[match.old + step]
            else:
                stored.pop(match.new + step, None)
    return sorted(stored.items())


def _line_end_near(whole: Piece, left: int, right: int, line_end: str) -> str:
    """Return the line end for a new line at `left`: that of the line before it, or else of the line after it."""
    for at in (whole.shown.rfind("\n", 0, left), whole.shown.find("\n", right)):
        kind = whole.kind_at(at, line_end) if at >= 0 else ""
        if kind in LINE_ENDS:
            return kind
    return line_end


def _mended(run: Piece, line_end: str) -> Piece:
    """Return the piece without adjacent characters that would be read back as one: CR LF, two surrogates."""
    kinds = {odd.at: odd.stored for odd in run.odd}
    for block in re.finditer("\n{2,}", run.shown):
        ends = [at for at in range(*block.span()) if kinds.get(at, line_end) != SOFT]
        for at, after in pairwise(ends):
            if kinds.get(at, line_end) == "\r" and kinds.get(after, line_end) == "\n":
                kinds[at] = "\r\n"  # a line feed alone would become one with a return before it
    if len(kinds) > len(run.odd) or any(kinds[odd.at] != odd.stored for odd in run.odd):
        run = Piece(run.shown, tuple(Odd(*item) for item in sorted(kinds.items())))
    while pair := _SPLIT_PAIR.search(run.shown):
        whole = pair[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le")
        tail = part(run, pair.end(), len(run.shown))
        run = joined((part(run, 0, pair.start()), Piece(whole), tail))
    return run


class EditHistory:
    """Tracks the edits of an open note and its movements through the undo stack.

    The widget's undo restores characters as shown; their stored form comes from the state saved here for the same
    position in the undo stack. States share everything they have in common, so each costs a few kilobytes at most.
    """

    def __init__(self, stored: str) -> None:
        self._states: dict[int, TextMap] = {}
        self._current = TextMap.of(stored)
        self._states[0] = self._current

    @property
    def current(self) -> TextMap:
        """The current text."""
        return self._current

    def edit(self, step: int, text: TextMap) -> None:
        """Record an edit that left the undo stack at `step`; earlier redo states are discarded."""
        for later in [known for known in self._states if known > step]:
            del self._states[later]
        self._states[step] = self._current = text

    def walk(self, step: int) -> bool:
        """Go to the state of an undo or redo step; return False if that step is unknown."""
        if step not in self._states:
            return False
        self._current = self._states[step]
        return True
