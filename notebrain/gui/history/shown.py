"""How a comparison is written down to be read: the text of all pieces, and where the changes are in it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from notebrain.domain.text.diff import Comparison, Kind, Piece
from notebrain.domain.text.pieces import units_of

_LONGEST = 2_000
_LONG = re.compile(rf"[^\n]{{{_LONGEST}}}")
_LINE_ENDS = re.compile("\r\n?|[\u2028\u2029\x0b\x0c\x85]")
_NOT_SHOWN = re.compile("[\x00-\x08\x0e-\x1f\ufdd0-\ufdef\ufeff\ufffe\uffff\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Change:
    """A stretch that is only in one of the texts; counted as Qt counts, in UTF-16 units."""

    start: int
    end: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class Shown:
    """What is read.

    Attributes:
        stops: Where to stop on the way from change to change: neighbours are one.
    """

    text: str
    changes: Sequence[Change]
    stops: Sequence[tuple[int, int]]


def shown(comparison: Comparison) -> Shown:
    """Return a comparison as it is read."""
    texts: list[str] = []
    changes: list[Change] = []
    stops: list[tuple[int, int]] = []
    at = 0
    for piece in comparison.pieces:
        text = _visible(piece)
        end = at + units_of(text)
        if piece.kind is not Kind.SAME:
            changes.append(Change(at, end, piece.kind))
            if stops and stops[-1][1] == at:
                stops[-1] = (stops[-1][0], end)
            else:
                stops.append((at, end))
        texts.append(text)
        at = end
    return Shown("".join(texts), changes, stops)


def plain(text: str) -> str:
    """Return a text as it is read."""
    return _visible(Piece(Kind.SAME, text))


def _visible(piece: Piece) -> str:
    text = _NOT_SHOWN.sub("\ufffd", _LINE_ENDS.sub("\n", piece.text))
    if piece.kind is not Kind.SAME and not text.strip(" \t\n"):
        text = text.replace("\n", "¶\n")  # an empty line that came or went has nothing to underline
    return _LONG.sub(lambda part: f"{part[0]}\n", text)
