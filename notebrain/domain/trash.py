"""How long notes stay in the trash."""

from datetime import datetime, timedelta
from math import ceil

_DAY = timedelta(days=1)


def days_left(deleted_at: datetime, now: datetime, days: int) -> int | None:
    """Return how many more days a note stays, a begun one counting whole; None keeps it for ever."""
    if days <= 0:
        return None
    return max(0, ceil((deleted_at + days * _DAY - now) / _DAY))


def overdue_before(now: datetime, days: int) -> datetime | None:
    """Return the moment before which notes went to the trash that are to be removed now; None removes none."""
    return now - days * _DAY if days > 0 else None
