"""The parts of a score as shown to the user: rounded, but still consistent with the shown score."""

from dataclasses import dataclass

from notebrain.domain.search.ranking.decay import MEMORY_WEIGHTS
from notebrain.domain.search.types import Why

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
    match = round(alpha * keyword + (1 - alpha) * meaning, _PLACES)
    age, importance, recency, frequency = (
        round(part, _PLACES) for part in (why.age, why.importance, why.recency, why.frequency)
    )
    if why.weighted_sum:
        parts = (match, importance, recency, frequency)
        score = sum(weight * part for weight, part in zip(MEMORY_WEIGHTS, parts, strict=True))
    else:
        score = match * age * importance
    return ShownWhy(
        keyword,
        meaning,
        alpha,
        match,
        age,
        importance,
        recency,
        frequency,
        round(score, _PLACES),
        why.weighted_sum,
    )
