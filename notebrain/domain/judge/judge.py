"""Judges how two notes relate to each other: the verdict and its evidence."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from notebrain.domain.judge.compare import Comparison
from notebrain.domain.judge.evidence import evidence_of
from notebrain.domain.judge.features import describe
from notebrain.domain.judge.learned import Weights
from notebrain.domain.judge.machine_parts import without_machine_parts
from notebrain.domain.judge.matching import Likeness
from notebrain.domain.judge.opinion import Opinion, opinion_of
from notebrain.domain.judge.parser import read
from notebrain.domain.judge.similarity import similarity
from notebrain.domain.judge.stemming import are_german
from notebrain.domain.judge.verdict import Bands, Cosines, Kind, Side, Statement, Verdict
from notebrain.domain.notes.content import repeat_hash

_DEFAULT_BANDS = Bands()
_SURE = 0.75
"""Below this probability of being distinct, notes that are very near to each other deserve a look."""
_SCENE = re.compile(
    r"\W*(?:an?|the|some|no|one|two|three|four|five|several|few|many|there|nobody|someone|somebody|people)\b\D*",
    re.IGNORECASE,
)
"""A text that begins like the description of a scene, and has no figure."""
_SHARED, _CERTAIN = 0.5, 0.85
"""Of scenes that share half of their words, a contradiction that no rule can point at must be this likely: "A man plays
a flute" names nothing particular, and another man may play another thing. Without this, 30 of 100 contradictions among
pairs of plain sentences are none, with it 10; of true ones 82 of 100 are found. Asked of all notes, as it was before,
it costs half of the contradictions among notes that nobody had seen."""
_LEAST_SURE = {
    Kind.DUPLICATE: 0.75,
    Kind.OVERLAP: 0.75,
    Kind.REPLACED: 0.6,
    Kind.CONTRADICTION: 0.6,
}
"""A card must be this sure of its kind.

Notes of a developer about one tool are often near to each other: with .6 for duplicates and overlaps, 1,873 of them
raise 18 cards in place of 8, most of them wrong; of 29 right ones in diaries, one is lost.
"""
_MOST_DISTINCT = {
    Kind.DUPLICATE: 0.08,
    Kind.OVERLAP: 0.08,
    Kind.REPLACED: 0.05,
    Kind.CONTRADICTION: 0.25,
}
"""Up to this probability of being distinct a pair is worth a card.

501 entries of diaries raise 5 wrong cards, and 18 of 23 right ones; 400 entries of another diary 8, and 13 of 24. With
.1 for replacements, 8 wrong ones and 2 right ones are added. With .07 for contradictions, there are about half as many
wrong ones, but changed doses and times are missed.
"""

WORTH_READING = 0.3
"""From this probability on that two notes have to do with each other, both are read together, which takes 6 ms.

In three diaries, .12, .26 and .34 of the pairs of near notes reach it, and 41 of 47 true ones.
"""

Relate = Callable[[str, str], Sequence[float] | None]
"""Reads two notes together and returns a score for each kind in `RELATIONS`, or None if it cannot."""


@dataclass(frozen=True, slots=True)
class Impression:
    """What words, rules and vectors say of two notes, before they are read together.

    Attributes:
        older, newer: Without the parts that machines wrote.
        likely: How likely each kind is.
        later: Which of the two describes the later state of affairs, by their dates.
    """

    older: Statement
    newer: Statement
    pair: Comparison
    opinion: Opinion
    likely: Mapping[Kind, float]
    later: Side
    cosine: float | None

    @property
    def related(self) -> float:
        """How likely the notes have to do with each other."""
        return 1.0 - self.likely[Kind.DISTINCT]

    @property
    def worth_reading(self) -> bool:
        """Whether reading both notes together can change the verdict."""
        return self.related >= WORTH_READING


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
        """Return how two notes relate to each other; see `weigh` and `decide`.

        Args:
            relate: Reads both together if that is worth it.
        """
        weighed = self.weigh(older, newer, cosines, bands, like)
        if isinstance(weighed, Verdict):
            return weighed
        read = None
        if relate is not None and weighed.worth_reading:
            read = relate(weighed.older.body, weighed.newer.body)
        return self.decide(weighed, read)

    def weigh(
        self,
        older: Statement,
        newer: Statement,
        cosines: Cosines | None = None,
        bands: Bands = _DEFAULT_BANDS,
        like: Likeness | None = None,
    ) -> Impression | Verdict:
        """Return the impression that two notes make; if one repeats the other, the verdict.

        Args:
            older: The one written first, if no dates tell otherwise.
            newer: The one written last.
            cosines: How similar they are in meaning; without it, only words are compared.
            bands: What cosines mean for the model they come from.
            like: How similar two words are in meaning; without it, only words with the same root and a few synonyms
                match.
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
        return Impression(older, newer, pair, opinion, likely, later, cosines.whole)

    def decide(self, weighed: Impression, read: Sequence[float] | None = None) -> Verdict:
        """Return the verdict.

        Args:
            read: What reading both notes together says, a score for each kind in `RELATIONS`; without it, less is
                known.
        """
        older, newer, pair, later = weighed.older, weighed.newer, weighed.pair, weighed.later
        likely = weighed.likely if read is None else self.weights.joined(weighed.likely, read)
        kind, confidence = _kind(likely, weighed)
        if kind is Kind.REPLACED and older.at is None and newer.at is None:
            later = pair.announces_change or later
        against = likely[Kind.CONTRADICTION] + likely[Kind.REPLACED]
        return Verdict(
            kind,
            confidence,
            similarity(pair, weighed.cosine) * (1.0 - against),
            against,
            evidence_of(older.body, newer.body, pair, kind, weighed.opinion.conflicts),
            later,
            kind is Kind.FLAGGED
            or (
                confidence >= _LEAST_SURE.get(kind, 0.0)
                and likely[Kind.DISTINCT] <= _MOST_DISTINCT.get(kind, 0.0)
            ),
        )


def _kind(likely: Mapping[Kind, float], weighed: Impression) -> tuple[Kind, float]:
    kind = max(likely, key=lambda one: likely[one])
    if kind is Kind.CONTRADICTION and likely[kind] < _least_of_contradiction(weighed):
        kind = max(likely.keys() - {kind}, key=lambda one: likely[one])
    if kind is Kind.DISTINCT and weighed.opinion.kind is Kind.FLAGGED and likely[kind] < _SURE:
        return Kind.FLAGGED, 1.0 - likely[kind]
    return kind, likely[kind]


def _least_of_contradiction(weighed: Impression) -> float:
    """Return how likely a contradiction must be to count as one."""
    if not all(_SCENE.fullmatch(note.body) for note in (weighed.older, weighed.newer)):
        return 0.0
    matching = weighed.pair.matching
    shared = max(matching.older_share, matching.newer_share) >= _SHARED
    return _CERTAIN if shared and not weighed.pair.conflicts else _LEAST_SURE[Kind.CONTRADICTION]


def _is_repeat(older: str, newer: str) -> bool:
    """Return whether two texts are the same except for trailing whitespace and blank lines."""
    (ours, our_lines), (theirs, their_lines) = _looks(older), _looks(newer)
    return ours == theirs or our_lines == their_lines


# a new note is compared with several others, and they with each other
@lru_cache(maxsize=64)
def _looks(text: str) -> tuple[bytes, str]:
    """Return the hash that repeats share, and the lines without what one does not see."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    return repeat_hash(text), "\n".join(lines)
