"""The scores of notes: how the two arms are combined, how age lowers them, and their parts as shown to the user.

`recency = 0.5 ** (age_days / half_life_days)` is exactly one half after one half-life, unlike the `e^(-age/7)` that the
source documents call a half-life (which leaves 37 % after 7 days).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from operator import mul

from notebrain.domain.search.types import ProfileName, Why

_DAY = timedelta(days=1)


def age_days(at: datetime, *, now: datetime) -> float:
    """Return the age in days; a date in the future has age 0."""
    return max(0.0, (now - at) / _DAY)


def recency(age_days: float, *, half_life_days: float) -> float:
    """Return 1 for now, one half after the half-life, approaching 0; ages below 0 count as 0."""
    if half_life_days <= 0:
        return 1.0 if age_days <= 0 else 0.0
    return float(0.5 ** (max(0.0, age_days) / half_life_days))


def age_factor(recency: float, *, floor: float) -> float:
    """Return the factor for a match: `floor + (1 - floor) * recency`, never below the floor.

    Recency alone would bury almost every note older than a month (nDCG .50 to .11 on dated LoCoMo); between different
    topics, age should only break near ties.
    """
    return floor + (1.0 - floor) * recency


OUTSIDE_DATES = 0.3
"""The factor for a note outside of the time that a query names.

Of 14 questions with a date, .71 had a right note first with .2 and .3, .64 with .4, .50 with .5 and .6, .43 with .7.
"""


def dates_factor(*, outside: bool) -> float:
    """Return the factor for a note that lies inside or outside of the time that a query names."""
    return OUTSIDE_DATES if outside else 1.0


TITLE_WEIGHT = 2.0
"""How much more a word counts in the title of a note than in its body."""
DEFAULT_ALPHA = 0.5
"""Words and meaning have the same weight (the best single setting for LoCoMo, Cranfield and SciFact)."""

MEMORY_WEIGHTS = (0.40, 0.30, 0.20, 0.10)
"""The weights of relevance, importance, recency and frequency in the `memory` profile."""


@dataclass(frozen=True, slots=True)
class Profile:
    """How much age counts.

    Attributes:
        half_life_days: Days after which recency is one half.
        floor: The lowest factor that age alone can give a match.
        settles_versions: Whether an older version of the same content yields to a newer one.
        weighted_sum: Whether the score is the weighted sum of the `memory` profile instead of a product.
    """

    half_life_days: float
    floor: float
    settles_versions: bool = False
    weighted_sum: bool = False


PROFILES = {
    # floor: at 0.85, age alone costs .010 nDCG on dated LoCoMo; at 0.90, it costs .003
    ProfileName.BALANCED: Profile(30.0, 0.90, settles_versions=True),
    ProfileName.STRICT: Profile(7.0, 0.0),
    ProfileName.TIMELESS: Profile(30.0, 1.0),
    # with the 7 days of the source documents, the newest version is first in .67 of the decay questions, not in .94
    ProfileName.MEMORY: Profile(30.0, 0.0, weighted_sum=True),
}


def profile(
    name: ProfileName, *, half_life_days: float | None = None, floor: float | None = None
) -> Profile:
    """Return a profile, with the given half-life or floor if any; `timeless` ignores age."""
    chosen = PROFILES[name]
    if half_life_days is not None:
        chosen = replace(chosen, half_life_days=half_life_days)
    if floor is not None and name is not ProfileName.TIMELESS:
        chosen = replace(chosen, floor=min(1.0, max(0.0, floor)))
    return chosen


RRF_K = 60
"""The constant of reciprocal rank fusion (Cormack, Clarke, Buettcher 2009)."""


def normalized(scores: Sequence[float]) -> list[float]:
    """Return scores scaled to the range from 0 (also for negative scores) to 1 (the best one).

    Min-max scaling over the candidates was never better (.507/.431/.889 against .529/.431/.900).
    """
    best = max(scores, default=0.0)
    if best <= 0:
        return [0.0] * len(scores)
    return [max(0.0, score) / best for score in scores]


def blend(keyword: float, meaning: float, *, alpha: float) -> float:
    """Return `alpha * keyword + (1 - alpha) * meaning`."""
    return alpha * keyword + (1.0 - alpha) * meaning


_ENOUGH = 20.0
"""How much rarity found (about three rare words) is trusted however little of a long question it is."""


def trust(covers: Sequence[float], weight: float) -> list[float]:
    """Return how far the words of each note count, 0 to 1: by the share of the question that it covers.

    Without this, the note with one accidental word of the question gets the same match as one with all words, because
    the best score of any note is scaled to 1. Two parts: how much of the question the best note covers, which says
    whether its words found anything at all, and the note's own cover in proportion to that (its square root). Measured
    against no trust: LoCoMo .536 to .545, SciFact .911 to .918, Cranfield .446, English questions in other words .62 to
    .74 first.

    Args:
        covers: The share of the question's words, weighted by rarity, that each note has; see `cover`.
        weight: The sum of these weights.
    """
    best = max(covers, default=0.0)
    if best <= 0:
        return [0.0] * len(covers)
    sure = best + (1.0 - best) * (1.0 - math.exp(-best * weight / _ENOUGH))
    return [sure * math.sqrt(share / best) for share in covers]


def reciprocal_ranks(scores: Sequence[float]) -> list[float]:
    """Return `(k + 1) / (k + rank)` for each score, rank from 1; a score of 0 or less was not found and gets 0.

    Scaled so that the first rank gets 1, like the scores of the other fusion.
    """
    order = sorted(
        (index for index, score in enumerate(scores) if score > 0), key=lambda i: -scores[i]
    )
    ranks = [0.0] * len(scores)
    for place, index in enumerate(order, start=1):
        ranks[index] = (RRF_K + 1) / (RRF_K + place)
    return ranks


def smoothed(
    values: Sequence[float], weights: Sequence[Sequence[float]], *, share: float
) -> list[float]:
    """Return each value mixed with its neighbors: `(1 - share) * v + share * mean of neighbors`.

    `weights[i]` are the neighbors' weights for value i, which add up to 1, or empty for a note without neighbors. Notes
    that say nearly the same should have similar matches (score regularization, Diaz 2005): +.01 nDCG on Cranfield.
    """
    return [
        value if not row else (1.0 - share) * value + share * sum(map(mul, row, values))
        for value, row in zip(values, weights, strict=False)
    ]


REPEATS = 0.57
"""The factor for a note nearly identical with a better hit, so that others come before it.

This is maximal marginal relevance (Carbonell, Goldstein 1998) with a weight of .7, `(.7 - .3) / .7`, for near-identical
notes only: plain MMR over all hits costs nDCG.
"""


NO_MEANING_COSINE = 0.22
"""If the best cosine is below this, nothing is sure by meaning.

Questions in other words than the note, which were answerable, have as little as .16 (a twentieth is below .23), about a
third of those asked of somebody else's notes have less than .25; no limit tells them apart.
"""
LEAST_COVER = 0.30
NOISE_COSINE = 0.15
"""A note without any word of the query and with a cosine below this is noise."""


def weight_of(count: int, *, notes: int) -> float:
    """Return the weight of a word in `count` of `notes` notes for the cover of a question: `ln((N + 1) / (n + .5))`.

    Words that no note contains have the highest weight: a note with only the common words of a question is no answer.
    """
    return math.log((notes + 1) / (min(count, notes) + 0.5))


def rarity(count: int, *, notes: int) -> float:
    """Return the weight of a word in `count` of `notes` notes: `ln(1 + (N - n + 0.5) / (n + 0.5))`, above 0.

    FTS5's weight, by contrast, is zero for words in half of the notes, but a query may consist of such words.
    """
    return math.log1p(max(0, notes - count) / (count + 0.5) + 0.5 / (count + 0.5))


def weight_in_index(count: int, *, notes: int) -> float:
    """Return the weight that FTS5 gives to a word in `count` notes."""
    rest = max(0, notes - count)
    return max(1e-6, math.log((rest + 0.5) / (count + 0.5)))


def nothing_good_enough(best_cosine: float | None, best_cover: float) -> bool:
    """Return whether a search should report that it found nothing instead of listing noise.

    Args:
        best_cosine: The best cosine of any note, or None if only words were searched: then any word is enough.
        best_cover: The best share of the query's words that one note contains.
    """
    return best_cosine is not None and best_cosine < NO_MEANING_COSINE and best_cover < LEAST_COVER


_PLACES = 2


@dataclass(frozen=True, slots=True)
class ShownWhy:
    """The parts of a score, each rounded to two places; `score` is calculated from the rounded parts."""

    keyword: float
    meaning: float
    alpha: float
    match: float
    age: float
    importance: float
    recency: float
    frequency: float
    dates: float
    repeats: float
    score: float
    weighted_sum: bool


def shown(why: Why) -> ShownWhy:
    """Return the parts rounded so that they give the same score on a calculator.

    `match` is calculated from the rounded words and meaning, and the score from the rounded match, age and importance,
    so it may differ from the exact score by about 0.01.
    """
    keyword, meaning, alpha = (
        round(part, _PLACES) for part in (why.keyword, why.meaning, why.alpha)
    )
    match = 1.0 if why.listed else round(alpha * keyword + (1 - alpha) * meaning, _PLACES)
    age, importance, recency, frequency, dates, repeats = (
        round(part, _PLACES)
        for part in (
            *(why.age, why.importance, why.recency, why.frequency),
            *(why.dates, why.repeats),
        )
    )
    if why.weighted_sum:
        parts = (match, importance, recency, frequency)
        score = sum(weight * part for weight, part in zip(MEMORY_WEIGHTS, parts, strict=True))
    else:
        score = match * age * importance
    score *= dates * repeats
    return ShownWhy(
        keyword,
        meaning,
        alpha,
        match,
        age,
        importance,
        recency,
        frequency,
        dates,
        repeats,
        round(score, _PLACES),
        why.weighted_sum,
    )
