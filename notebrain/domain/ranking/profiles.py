"""The ways in which age can count, by name."""

from dataclasses import dataclass, replace

from notebrain.domain.search import ProfileName

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
