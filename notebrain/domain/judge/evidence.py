"""The passages that support a verdict."""

from collections.abc import Iterable, Iterator, Sequence

from notebrain.domain.judge.compare import Comparison
from notebrain.domain.judge.contradictions import Conflict
from notebrain.domain.judge.matching import Matching
from notebrain.domain.judge.parser import ParsedText, Token
from notebrain.domain.judge.verdict import Evidence, Kind, Side, What


def evidence_of(
    older: str, newer: str, pair: Comparison, kind: Kind, found: Sequence[Conflict]
) -> tuple[Evidence, ...]:
    """Return what supports a kind, older side first, in the order of the bodies."""
    if kind is Kind.DISTINCT:
        return ()
    if kind not in {Kind.REPLACED, Kind.CONTRADICTION}:
        return of_wording(older, newer, pair.matching)
    evidence = of_conflicts(older, newer, found)
    if not evidence and kind is Kind.REPLACED:
        evidence = of_values(older, newer, pair.matching)
    evidence = evidence or of_wording(older, newer, pair.matching)
    if kind is Kind.REPLACED and pair.announces_change is not None:
        side = pair.announces_change
        body, reading = (newer, pair.newer) if side is Side.NEWER else (older, pair.older)
        evidence += of_change(body, reading, side)
    return tuple(sorted(evidence, key=lambda part: (part.side is Side.NEWER, part.start, part.end)))


MOST_WORDS = 12
"""The most differing passages shown per side; more would amount to the notes themselves."""
_LONGEST_GAP = 2


def of_conflicts(older: str, newer: str, conflicts: Sequence[Conflict]) -> tuple[Evidence, ...]:
    """Return the evidence for conflicts: which passages contradict each other."""
    return _ordered(
        evidence
        for conflict in conflicts
        for side, body, tokens in (
            (Side.OLDER, older, conflict.older),
            (Side.NEWER, newer, conflict.newer),
        )
        for evidence in _stretches(side, body, tokens, conflict.what)
    )


def of_values(older: str, newer: str, matching: Matching) -> tuple[Evidence, ...]:
    """Return the values that only one side has, of the kinds that both sides have: the new ones replace the others."""
    sides = ((Side.OLDER, older, matching.older), (Side.NEWER, newer, matching.newer))
    ours, theirs = (
        {token.value.what for token in tokens if token.value is not None}
        for _side, _body, tokens in sides
    )
    return _ordered(
        evidence
        for side, body, tokens in sides
        for token in tokens
        if token.value is not None and token.value.what in ours & theirs
        for evidence in _stretches(side, body, [token], token.value.what)
    )


def of_change(newer: str, reading: ParsedText, side: Side = Side.NEWER) -> tuple[Evidence, ...]:
    """Return the words that announce a change in a body."""
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
    return tuple(
        sorted(
            once, key=lambda evidence: (evidence.side is Side.NEWER, evidence.start, evidence.end)
        )
    )


def _stretches(side: Side, body: str, tokens: Sequence[Token], what: What) -> Iterator[Evidence]:
    """Yield the ranges that the tokens cover; neighbors with only a space between them are merged."""
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
