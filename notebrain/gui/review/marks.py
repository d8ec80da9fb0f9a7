"""Two texts as they are read side by side: what only one has, and the values that differ."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise

from notebrain.domain.judging.verdict import Evidence, Side, What
from notebrain.domain.units import units_of
from notebrain.domain.worddiff import Kind, compare
from notebrain.gui.history.shown import plain

LONGEST = 60_000
"""So much of a note is shown; all of it can be opened."""


class Mark(Enum):
    """How a stretch of text stands to the other text."""

    REMOVED = "removed"
    ADDED = "added"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class Stretch:
    """A marked stretch; counted as Qt counts, in UTF-16 units."""

    start: int
    end: int
    mark: Mark


@dataclass(frozen=True, slots=True)
class Marked:
    """A text to be read."""

    text: str
    stretches: Sequence[Stretch]


def sides(older: str, newer: str, evidence: Sequence[Evidence]) -> tuple[Marked, Marked]:
    """Return two texts with what differs; evidence that no longer fits a text is left out."""
    older, newer = older[:LONGEST], newer[:LONGEST]
    comparison = compare(older, newer)
    cuts: dict[Kind, list[tuple[int, int]]] = {Kind.REMOVED: [], Kind.ADDED: []}
    at = {Kind.REMOVED: 0, Kind.ADDED: 0}
    for piece in comparison.pieces:
        for kind, found in cuts.items():
            if piece.kind in (kind, Kind.SAME):
                end = at[kind] + len(piece.text)
                if piece.kind is kind:
                    found.append((at[kind], end))
                at[kind] = end
    return (
        _marked(older, cuts[Kind.REMOVED], Mark.REMOVED, _values(older, Side.OLDER, evidence)),
        _marked(newer, cuts[Kind.ADDED], Mark.ADDED, _values(newer, Side.NEWER, evidence)),
    )


def added(base: str, text: str) -> list[Stretch]:
    """Return what a text has that the other one has not."""
    found: list[Stretch] = []
    at = 0
    for piece in compare(base, text).pieces:
        if piece.kind is Kind.REMOVED:
            continue
        end = at + units_of(piece.text)
        if piece.kind is Kind.ADDED:
            found.append(Stretch(at, end, Mark.ADDED))
        at = end
    return found


def _values(body: str, side: Side, evidence: Iterable[Evidence]) -> list[tuple[int, int]]:
    return [
        (one.start, one.end)
        for one in evidence
        if one.side is side and one.what is not What.WORDS and body[one.start : one.end] == one.text
    ]


def _marked(
    body: str, cuts: Sequence[tuple[int, int]], mark: Mark, values: Sequence[tuple[int, int]]
) -> Marked:
    """Return a body as it is read; a value is marked as one and as nothing else."""
    edges = sorted({0, len(body), *(edge for pair in (*cuts, *values) for edge in pair)})
    texts: list[str] = []
    stretches: list[Stretch] = []
    at = 0
    for start, end in pairwise(edges):
        text = plain(body[start:end])
        until = at + units_of(text)
        of = Mark.VALUE if _inside(start, values) else mark if _inside(start, cuts) else None
        if of is mark and not text.strip():
            of = None  # the blank beside a value says nothing
        if of is not None and stretches and stretches[-1].end == at and stretches[-1].mark is of:
            stretches[-1] = replace(stretches[-1], end=until)
        elif of is not None:
            stretches.append(Stretch(at, until, of))
        texts.append(text)
        at = until
    return Marked("".join(texts), stretches)


def _inside(at: int, pairs: Sequence[tuple[int, int]]) -> bool:
    return any(start <= at < end for start, end in pairs)
