"""What a verdict shows for itself: stretches of the two bodies."""

from collections.abc import Iterable, Iterator, Sequence

from notebrain.domain.judging.conflict import Conflict
from notebrain.domain.judging.matching import Matching
from notebrain.domain.judging.reading import Reading, Token
from notebrain.domain.judging.verdict import Evidence, Side, What

MOST_WORDS = 12
"""Wording that differs is shown up to so many stretches a side; more would be the notes themselves."""
_LONGEST_GAP = 2


def of_conflicts(older: str, newer: str, conflicts: Sequence[Conflict]) -> tuple[Evidence, ...]:
    """Return what contradicts what."""
    return _ordered(
        evidence
        for conflict in conflicts
        for side, body, tokens in (
            (Side.OLDER, older, conflict.older),
            (Side.NEWER, newer, conflict.newer),
        )
        for evidence in _stretches(side, body, tokens, conflict.what)
    )


def of_change(newer: str, reading: Reading, side: Side = Side.NEWER) -> tuple[Evidence, ...]:
    """Return the words by which a body says that something changed."""
    return tuple(_stretches(side, newer, reading.changes[:MOST_WORDS], What.CHANGE))


def of_wording(older: str, newer: str, matching: Matching) -> tuple[Evidence, ...]:
    """Return the words that only one side has."""
    return _ordered(
        evidence
        for side, body, tokens in (
            (Side.OLDER, older, matching.older),
            (Side.NEWER, newer, matching.newer),
        )
        for evidence in list(_stretches(side, body, sorted(tokens), What.WORDS))[:MOST_WORDS]
    )


def _ordered(found: Iterable[Evidence]) -> tuple[Evidence, ...]:
    once = dict.fromkeys(found)
    return tuple(sorted(once, key=lambda one: (one.side is Side.NEWER, one.start, one.end)))


def _stretches(side: Side, body: str, tokens: Sequence[Token], what: What) -> Iterator[Evidence]:
    """Yield the stretches that the tokens cover; neighbours with only a blank between them are one."""
    start = end = -1
    for token in tokens:
        if (
            start >= 0
            and end <= token.start <= end + _LONGEST_GAP
            and not body[end : token.start].strip()
        ):
            end = token.end
            continue
        if start >= 0:
            yield Evidence(side, start, end, body[start:end], what)
        start, end = token.start, token.end
    if start >= 0:
        yield Evidence(side, start, end, body[start:end], what)
