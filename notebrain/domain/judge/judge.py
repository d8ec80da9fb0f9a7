"""Judges how two notes relate to each other: the verdict and its evidence."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from notebrain.domain.judge.compare import Comparison
from notebrain.domain.judge.evidence import evidence_of
from notebrain.domain.judge.features import describe
from notebrain.domain.judge.learned import Weights
from notebrain.domain.judge.machine_parts import without_machine_parts
from notebrain.domain.judge.matching import Likeness
from notebrain.domain.judge.opinion import opinion_of
from notebrain.domain.judge.parser import read
from notebrain.domain.judge.similarity import similarity
from notebrain.domain.judge.stemming import are_german
from notebrain.domain.judge.verdict import Bands, Cosines, Kind, Side, Statement, Verdict
from notebrain.domain.notes.content import repeat_hash

_DEFAULT_BANDS = Bands()
_SURE = 0.75
"""Below this probability of being distinct, notes that are very near to each other deserve a look."""
_SHARED, _CERTAIN = 0.5, 0.9
"""Of notes that share half of their words, a contradiction that no rule can point at must be this likely. Without this,
31 of 100 contradictions among pairs of plain sentences are none, with it 8; of true ones 81 of 100 are found."""
_LEAST_SURE = 0.6
"""A card must be this sure of its kind; with the weights of before, this cost no true pair in the diary, and among
1,873 notes of a developer it left 14 of 32 cards."""
_MOST_DISTINCT = {
    Kind.DUPLICATE: 0.08,
    Kind.OVERLAP: 0.08,
    Kind.REPLACED: 0.1,
    Kind.CONTRADICTION: 0.2,
}
"""Up to this probability of being distinct a pair is worth a card. With .2 for duplicates, 1,873 notes of a developer
raise 114 cards in place of 16; with .2 for replacements, entries of a log raise 21 of 25 wrong cards in diaries."""

WORTH_READING = 0.3
"""From this probability on that two notes have to do with each other, both are read together, which takes 6 ms.

In two diaries, .22 and .51 of the pairs of near notes reach it, and so do all true ones.
"""

Relate = Callable[[str, str], Sequence[float] | None]
"""Reads two notes together and returns a score for each kind in `RELATIONS`, or None if it cannot."""


@dataclass(frozen=True, slots=True)
class Judge:
    """Weighs the rules' opinion, the words and the meaning of two notes as it has learned from labeled pairs."""

    weights: Weights

    def judge(
        self,
        older: Statement,
        newer: Statement,
        cosines: Cosines | None = None,
        bands: Bands = _DEFAULT_BANDS,
        like: Likeness | None = None,
        relate: Relate | None = None,
    ) -> Verdict:
        """Return how two notes relate to each other.

        Args:
            older: The one written first, if no dates tell otherwise.
            newer: The one written last.
            cosines: How similar they are in meaning; without it, only words are compared.
            bands: What cosines mean for the model they come from.
            like: How similar two words are in meaning; without it, only words with the same root and a few synonyms
                match.
            relate: Reads both together; without it, less is known.
        """
        later = Side.OLDER if older.at and newer.at and older.at > newer.at else Side.NEWER
        if _is_repeat(older.body, newer.body):
            return Verdict(Kind.REPEAT, 1.0, 1.0, 0.0, newer=later)
        cosines = cosines or Cosines()
        older = replace(older, body=without_machine_parts(older.body))
        newer = replace(newer, body=without_machine_parts(newer.body))
        german = are_german(older.body, newer.body)  # one short note may be too little to tell
        pair = Comparison(read(older.body, german=german), read(newer.body, german=german), like)
        opinion = opinion_of(older, newer, pair, cosines, bands)
        likely = self.weights.probabilities(describe(older, newer, pair, opinion, cosines))
        if relate is not None and 1.0 - likely[Kind.DISTINCT] >= WORTH_READING:
            read_together = relate(older.body, newer.body)
            if read_together is not None:
                likely = self.weights.joined(likely, read_together)
        kind, confidence = _kind(likely, opinion.kind, pair)
        if kind is Kind.REPLACED and older.at is None and newer.at is None:
            later = pair.announces_change or later
        against = likely[Kind.CONTRADICTION] + likely[Kind.REPLACED]
        return Verdict(
            kind,
            confidence,
            similarity(pair, cosines.whole) * (1.0 - against),
            against,
            evidence_of(older.body, newer.body, pair, kind, opinion.conflicts),
            later,
            kind is Kind.FLAGGED
            or (
                confidence >= _LEAST_SURE and likely[Kind.DISTINCT] <= _MOST_DISTINCT.get(kind, 0.0)
            ),
        )


def _kind(likely: Mapping[Kind, float], ruled: Kind, pair: Comparison) -> tuple[Kind, float]:
    kind = max(likely, key=lambda one: likely[one])
    if kind is Kind.CONTRADICTION and not _may_contradict(likely[kind], pair):
        kind = max(likely.keys() - {kind}, key=lambda one: likely[one])
    if kind is Kind.DISTINCT and ruled is Kind.FLAGGED and likely[kind] < _SURE:
        return Kind.FLAGGED, 1.0 - likely[kind]
    return kind, likely[kind]


def _may_contradict(likely: float, pair: Comparison) -> bool:
    """Return whether a contradiction is likely enough: in nearly the same words it can be pointed at."""
    share = max(pair.matching.older_share, pair.matching.newer_share)
    return share < _SHARED or likely >= _CERTAIN or bool(pair.conflicts)


def _is_repeat(older: str, newer: str) -> bool:
    """Return whether two texts are the same except for trailing whitespace and blank lines."""
    if repeat_hash(older) == repeat_hash(newer):
        return True
    return _lines(older) == _lines(newer)


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.strip()]
