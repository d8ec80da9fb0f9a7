"""What the rules conclude about two notes: strict about values, denials and series, blind to other wordings.

The learned judge weighs this opinion among other figures; it is most often right about notes in nearly the same words.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from notebrain.domain.judge.compare import Comparison
from notebrain.domain.judge.contradictions import CERTAIN, LIKELY, POSSIBLE, Conflict
from notebrain.domain.judge.similarity import are_in_series, are_records, how_alike
from notebrain.domain.judge.verdict import Bands, Cosines, Kind, Statement, What

_OF_LONG_NOTES = 0.6
"""The share of a long note that must be in the other one for a statement to contradict it."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the rules say.

    Attributes:
        confidence: How sure they are, 0 to 1.
        conflicts: What cannot both be true.
        in_series: Whether the notes are members of one series, or have headings that name different things.
    """

    kind: Kind
    confidence: float
    conflicts: Sequence[Conflict]
    in_series: bool


def opinion_of(
    older: Statement, newer: Statement, pair: Comparison, cosines: Cosines, bands: Bands
) -> Opinion:
    """Return what the rules say about two notes.

    Args:
        pair: What matches in them.
        bands: What cosines mean for the model they come from.
    """
    in_series = are_in_series(older, newer)
    found: Sequence[Conflict] = () if in_series else _of_one_thing(pair, cosines, bands)
    kind, confidence = _kind(pair, found, cosines, bands, in_series=in_series)
    return Opinion(kind, confidence, found, in_series)


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
