"""Recency and profiles: how the age of a note lowers its score.

`recency = 0.5 ** (age_days / half_life_days)` is exactly one half after one half-life, unlike the `e^(-age/7)` that the
source documents call a half-life (which leaves 37 % after 7 days).
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from notebrain.domain.search.types import ProfileName

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
