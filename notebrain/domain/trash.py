"""How long notes stay in the trash."""

from datetime import timedelta
from math import ceil

_DAY = timedelta(days=1)


def days_left(age: timedelta, days: int) -> int | None:
    """Return how many more days a note stays, a begun one counting whole; None keeps it for ever.

    Args:
        age: How long it has been seen in the trash on this computer.
        days: How long notes stay there.
    """
    if days <= 0:
        return None
    return max(0, ceil((days * _DAY - age) / _DAY))
