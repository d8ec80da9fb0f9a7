"""The days up to now, as the user's calendar has them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

STRIP_DAYS = 14
HALF_LIFE_DAYS = 7


@dataclass(frozen=True, slots=True)
class Day:
    """One day of the strip.

    Attributes:
        notes: How many notes were written.
    """

    date: date
    notes: int = 0


def last_days(today: date, count: int = STRIP_DAYS) -> list[date]:
    """Return the last days, today last."""
    return [today - timedelta(days=back) for back in range(count - 1, -1, -1)]


def ink(age_days: float, half_life_days: float = HALF_LIFE_DAYS) -> float:
    """Return how dark something of this age is drawn: 1 today, half after each half-life."""
    return float(0.5 ** (age_days / half_life_days))


def heights(days: Sequence[Day]) -> list[float]:
    """Return how high each day stands, the fullest 1."""
    most = max((day.notes for day in days), default=0)
    return [day.notes / most if most else 0.0 for day in days]
