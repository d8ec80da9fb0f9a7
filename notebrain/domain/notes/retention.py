"""How long notes stay in the trash, and which backups are kept."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

_DAY = timedelta(days=1)


def days_left(age: timedelta, days: int) -> int | None:
    """Return how many more days a note stays in the trash, rounded up; None if it stays forever.

    Args:
        age: How long this computer has seen it in the trash.
        days: How many days notes stay there.
    """
    if days <= 0:
        return None
    return max(0, ceil((days * _DAY - age) / _DAY))


@dataclass(frozen=True, slots=True)
class Retention:
    """For how many days, weeks and months with backups to keep the newest one."""

    days: int = 7
    weeks: int = 4
    months: int = 6


DEFAULT_RETENTION = Retention()


def is_undated(made_at: datetime, now: datetime) -> bool:
    """Return whether the date of a backup is in the future and thus meaningless, because a clock was wrong."""
    return made_at - now > timedelta(days=1)


def retained(made: Sequence[datetime], retention: Retention = DEFAULT_RETENTION) -> set[int]:
    """Return the indices in `made` of the backups to keep; the newest one is always kept.

    Args:
        made: When each backup was made, in any order.
    """
    newest_first = sorted(range(len(made)), key=lambda place: made[place], reverse=True)
    stays = set(newest_first[:1])
    periods: tuple[tuple[Callable[[datetime], Hashable], int], ...] = (
        (lambda moment: moment.date(), retention.days),
        (lambda moment: moment.isocalendar()[:2], retention.weeks),
        (lambda moment: (moment.year, moment.month), retention.months),
    )
    for period, most in periods:
        seen: set[Hashable] = set()
        for place in newest_first:
            name = period(made[place])
            if name not in seen and len(seen) < most:
                seen.add(name)
                stays.add(place)
    return stays
