"""How age counts.

`recency = 0.5 ** (age_days / half_life_days)`: after one half-life exactly one half, not the `e^(-age/7)` that the
source documents write and call a half-life (that leaves 37 % after 7 days).
"""

from datetime import datetime, timedelta

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
