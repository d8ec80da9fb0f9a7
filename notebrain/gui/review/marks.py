"""Two texts as they are read side by side: what only one has, and the values that differ."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise

from notebrain.domain.judge.similarity import lone
from notebrain.domain.judge.verdict import Evidence, Side, What
from notebrain.domain.text.diff import Kind, compare
from notebrain.domain.text.pieces import units_of
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
    removed, added_ = _cuts(older, newer)
    return (
        _marked(older, removed, Mark.REMOVED, _values(older, newer, removed, Side.OLDER, evidence)),
        _marked(newer, added_, Mark.ADDED, _values(newer, older, added_, Side.NEWER, evidence)),
    )


def added(base: str, text: str) -> Sequence[Stretch]:
    """Return what a text that can be written in has and the other one has not."""
    _removed, cuts = _cuts(base, text)
    values = _touching(lone(text, base), cuts)
    return _marked(text, cuts, Mark.ADDED, values, shown=str).stretches


def _cuts(older: str, newer: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return where each of two texts differs from the other, in code points."""
    cuts: dict[Kind, list[tuple[int, int]]] = {Kind.REMOVED: [], Kind.ADDED: []}
    at = {Kind.REMOVED: 0, Kind.ADDED: 0}
    for piece in compare(older, newer).pieces:
        for kind, found in cuts.items():
            if piece.kind in (kind, Kind.SAME):
                end = at[kind] + len(piece.text)
                if piece.kind is kind:
                    found.append((at[kind], end))
                at[kind] = end
    return cuts[Kind.REMOVED], cuts[Kind.ADDED]


def _values(
    body: str,
    other: str,
    cuts: Sequence[tuple[int, int]],
    side: Side,
    evidence: Iterable[Evidence],
) -> list[tuple[int, int]]:
    """Return what must not be overlooked: what the card rests on, and values and names among the wording."""
    shown = [
        (one.start, one.end)
        for one in evidence
        if one.side is side and one.what is not What.WORDS and body[one.start : one.end] == one.text
    ]
    return shown + _touching(lone(body, other), cuts)


def _touching(
    found: Iterable[tuple[int, int]], cuts: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    return [
        (start, end)
        for start, end in found
        if any(first < end and start < last for first, last in cuts)
    ]


def _marked(
    body: str,
    cuts: Sequence[tuple[int, int]],
    mark: Mark,
    values: Sequence[tuple[int, int]],
    *,
    shown: Callable[[str], str] = plain,
) -> Marked:
    """Return a body as it is read; a value is marked as one and as nothing else."""
    edges = sorted({0, len(body), *(edge for pair in (*cuts, *values) for edge in pair)})
    texts: list[str] = []
    stretches: list[Stretch] = []
    at = 0
    for start, end in pairwise(edges):
        text = shown(body[start:end])
        until = at + units_of(text)
        of = Mark.VALUE if _inside(start, values) else mark if _inside(start, cuts) else None
        if of is mark and not text.strip():
            of = None  # the blank beside a value says nothing
        if of is not None and stretches and stretches[-1].end == at and stretches[-1].mark is of:
            stretches[-1] = replace(stretches[-1], end=until)
        elif of is not None:
            above = len(text) - len(text.lstrip("\n"))  # lines without a word have nothing to mark
            stretches.append(Stretch(at + above, until, of))
        texts.append(text)
        at = until
    return Marked("".join(texts), stretches)


def _inside(at: int, pairs: Sequence[tuple[int, int]]) -> bool:
    return any(start <= at < end for start, end in pairs)
