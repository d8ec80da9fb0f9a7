"""Runs of a text: what an editor shows, and what is stored for it."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from notebrain.domain.units import index_at

PIECE = 2_048
"""Code points per piece: near the root of 8 x 1 MB, where an edit of a 1 MB note copies least."""


class Odd(NamedTuple):
    """A shown character that does not stand for itself."""

    at: int
    stored: str


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
        return index_at(self.shown, unit)

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
    """Return the characters from `start` to before `end`."""
    first = bisect_left(piece.odd, (start,))
    last = bisect_left(piece.odd, (end,))
    odd = tuple(Odd(at - start, stored) for at, stored in piece.odd[first:last])
    return Piece(piece.shown[start:end], odd)


def cut(run: Piece) -> Iterator[Piece]:
    """Yield the run in pieces of bearable size."""
    if len(run.shown) <= 2 * PIECE:
        if run.shown:
            yield run
        return
    for start in range(0, len(run.shown), PIECE):
        yield part(run, start, start + PIECE)
