"""Recency and profiles.

`recency = 0.5 ** (age_days / half_life_days)`: after one half-life exactly one half, not the `e^(-age/7)` that the
source documents write and call a half-life (that leaves 37 % after 7 days).
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from notebrain.domain.search.types import ProfileName

_DAY = timedelta(days=1)


def age_days(at: datetime, *, now: datetime) -> float:
    """Return the age in days; a date in the future has the age 0."""
    return max(0.0, (now - at) / _DAY)


def recency(age_days: float, *, half_life_days: float) -> float:
    """Return 1 for now, one half at the half-life, towards 0; ages below 0 count as 0."""
    if half_life_days <= 0:
        return 1.0 if age_days <= 0 else 0.0
    return float(0.5 ** (max(0.0, age_days) / half_life_days))


def age_factor(recency: float, *, floor: float) -> float:
    """Return the factor on a match: `floor + (1 - floor) * recency`, never below the floor.

    A bare recency would bury almost every note older than a month (nDCG .50 to .11 on dated LoCoMo); across different
    things age may only break near ties.
    """
    return floor + (1.0 - floor) * recency


DEFAULT_ALPHA = 0.5
"""Words and meaning weigh the same (measured best on LoCoMo, Cranfield and SciFact with one setting)."""

MEMORY_WEIGHTS = (0.40, 0.30, 0.20, 0.10)
"""Relevance, importance, recency and frequency in the `memory` profile."""


@dataclass(frozen=True, slots=True)
class Profile:
    """How much age counts.

    Attributes:
        half_life_days: Days after which recency is one half.
        floor: The least factor that age alone may put on a match.
        settles_versions: Whether an older version of the same thing yields to a newer one.
        weighted_sum: Whether the score is the weighted sum of the memory profile, not a product.
    """

    half_life_days: float
    floor: float
    settles_versions: bool = False
    weighted_sum: bool = False


PROFILES = {
    # floor: at 0.85 age alone costs .010 nDCG on dated LoCoMo, at 0.90 it costs .003
    ProfileName.BALANCED: Profile(30.0, 0.90, settles_versions=True),
    ProfileName.STRICT: Profile(7.0, 0.0),
    ProfileName.TIMELESS: Profile(30.0, 1.0),
    ProfileName.MEMORY: Profile(30.0, 0.0, weighted_sum=True),
}


def profile(
    name: ProfileName, *, half_life_days: float | None = None, floor: float | None = None
) -> Profile:
    """Return a profile, with a half-life or floor of its own if given; `timeless` stays without age."""
    chosen = PROFILES[name]
    if half_life_days is not None:
        chosen = replace(chosen, half_life_days=half_life_days)
    if floor is not None and name is not ProfileName.TIMELESS:
        chosen = replace(chosen, floor=min(1.0, max(0.0, floor)))
    return chosen
