"""Judges how two notes relate to each other: the verdict and its evidence."""

from collections.abc import Iterable, Iterator, Sequence

from notebrain.domain.judge.compare import Comparison
from notebrain.domain.judge.contradictions import CERTAIN, LIKELY, POSSIBLE, Conflict
from notebrain.domain.judge.matching import Likeness, Matching
from notebrain.domain.judge.parser import ParsedText, Token, read
from notebrain.domain.judge.similarity import are_in_series, are_records, how_alike, similarity
from notebrain.domain.judge.stemming import are_german
from notebrain.domain.judge.verdict import (
    Bands,
    Cosines,
    Evidence,
    Kind,
    Side,
    Statement,
    Verdict,
    What,
)
from notebrain.domain.notes.content import repeat_hash

DEFAULT_BANDS = Bands()
_OF_LONG_NOTES = 0.6
"""The share of a long note that must be in the other one for a statement to contradict it."""
_UNSURE = 0.5


def judge(
    older: Statement,
    newer: Statement,
    cosines: Cosines | None = None,
    bands: Bands = DEFAULT_BANDS,
    like: Likeness | None = None,
) -> Verdict:
    """Return how two notes relate to each other.

    Args:
        older: The one written first.
        newer: The one written last.
        cosines: How similar they are in meaning; without it, only words are compared.
        bands: What cosines mean for the model they come from.
        like: How similar two words are in meaning; without it, only words with the same root and a few synonyms match.
    """
    later = Side.OLDER if older.at and newer.at and older.at > newer.at else Side.NEWER
    if _is_repeat(older.body, newer.body):
        return Verdict(Kind.REPEAT, 1.0, 1.0, 0.0, newer=later)
    cosines = cosines or Cosines()
    german = are_german(older.body, newer.body)  # one short note may be too little to tell
    pair = Comparison(read(older.body, german=german), read(newer.body, german=german), like)
    in_series = are_in_series(older, newer)
    found: Sequence[Conflict] = () if in_series else _of_one_thing(pair, cosines, bands)
    kind, confidence = _kind(pair, found, cosines, bands, in_series=in_series)
    if kind is Kind.REPLACED and older.at is None and newer.at is None:
        later = pair.announces_change or later
    against = _contradiction(pair, found)
    return Verdict(
        kind,
        confidence,
        similarity(pair, cosines.whole) * (1.0 - against),
        against,
        _evidence(older.body, newer.body, pair, kind, found),
        later,
    )


def _is_repeat(older: str, newer: str) -> bool:
    """Return whether two texts are the same except for trailing whitespace and blank lines."""
    if repeat_hash(older) == repeat_hash(newer):
        return True
    return _lines(older) == _lines(newer)


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def _kind(
    pair: Comparison, found: Sequence[Conflict], cosines: Cosines, bands: Bands, *, in_series: bool
) -> tuple[Kind, float]:
    if in_series:
        return Kind.DISTINCT, 0.9
    changed = pair.announces_change is not None
    if found and (changed or not are_records(pair, found)):
        strength = max(conflict.strength for conflict in found)
        return (Kind.REPLACED if changed else Kind.CONTRADICTION), strength
    if found:
        return Kind.DISTINCT, 0.7
    if changed and pair.takes_over:
        return Kind.REPLACED, 0.6
    return how_alike(pair, cosines, bands)


def _of_one_thing(pair: Comparison, cosines: Cosines, bands: Bands) -> Sequence[Conflict]:
    """Return the conflicts for which the notes are similar enough; long notes need more than one similar statement."""
    shares = pair.matching.older_share, pair.matching.newer_share
    if pair.is_long and max(shares) < _OF_LONG_NOTES:
        return ()
    cosine = cosines.whole
    if cosine is None:
        return pair.conflicts
    return [found for found in pair.conflicts if cosine >= _least_cosine(found, pair, bands)]


def _least_cosine(found: Conflict, pair: Comparison, bands: Bands) -> float:
    """Return the least cosine for a conflict: figures count more than words, and all of the words more than most."""
    if found.what not in {What.NEGATION, What.OPPOSITE}:
        return bands.unlike
    if found.what is What.NEGATION and pair.like is not None:
        return bands.unlike  # the claims were already compared without their denial
    for strength, least in (
        (CERTAIN, bands.related),
        (LIKELY, bands.same),
        (POSSIBLE, bands.near),
    ):
        if found.strength >= strength:
            return least
    return bands.close


def _contradiction(pair: Comparison, found: Sequence[Conflict]) -> float:
    """Return how strongly the notes contradict each other, 0 to 1."""
    if found:
        return max(conflict.strength for conflict in found) * 0.95
    if not pair.polarity_differs:
        return 0.0
    return _UNSURE * max(pair.matching.older_share, pair.matching.newer_share)


def _evidence(
    older: str, newer: str, pair: Comparison, kind: Kind, found: Sequence[Conflict]
) -> tuple[Evidence, ...]:
    if kind is Kind.DISTINCT:
        return ()
    if kind not in {Kind.REPLACED, Kind.CONTRADICTION}:
        return of_wording(older, newer, pair.matching)
    evidence = of_conflicts(older, newer, found) or of_wording(older, newer, pair.matching)
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
