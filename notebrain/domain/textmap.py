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

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from notebrain.domain.textedit import edited_run, replaced
from notebrain.domain.textpieces import Piece, cut, joined, part
from notebrain.domain.textshown import most_frequent_line_end, parted, shown_as
from notebrain.domain.units import units_of


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
        line_end = most_frequent_line_end(stored)
        return cls.from_pieces(cut(parted(shown_as(stored, line_end))), line_end)

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
        whole = joined(self.pieces[first:last])
        left, right = whole.index(start - base), whole.index(start + removed - base)
        if whole.shown[left:right] == added:
            return self
        run = replaced(whole, left, right, added, self.line_end)
        return self._with(tuple(cut(run)), first, last)

    def with_edits(self, edits: Sequence[tuple[int, int, str]]) -> "TextMap":
        """Return the text after many edits (start, end, added), in order and apart from each other.

        Much faster than one after the other; the spans must not cut characters into halves.
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
        """Return the part from the unit `start` to `end`; it shares what it can."""
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
        return TextMap.from_pieces((one for one in pieces if one.shown), self.line_end)

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
        return joined(self.pieces[first:last]).splits_pair(unit - base)

    def _touched(
        self, start: int, end: int, known_ends: list[int] | None = None
    ) -> tuple[int, int, int]:
        """Return which pieces hold the units (first, one after the last); where they begin."""
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
