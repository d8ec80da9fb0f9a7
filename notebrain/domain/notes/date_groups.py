"""Groups of notes by date: today, yesterday, the rest of this week, and months.

Only the dates at the edges of the groups are looked at, so that 100,000 notes take less than a millisecond.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import Enum

_DAY = timedelta(days=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_EARLIEST, _LATEST = date(1900, 1, 1), date(9000, 1, 1)
_FIRST_MS, _LAST_MS = -2_208_816_000_000, 221_844_355_200_000
"""Two moments inside of these days in every time zone."""
_NEVER = 1 << 63


class Period(Enum):
    """How much time a group covers."""

    AHEAD = "ahead"
    """After today, for example because the clock of another computer is ahead."""
    TODAY = "today"
    YESTERDAY = "yesterday"
    WEEK = "week"
    """This week before yesterday."""
    MONTH = "month"
    """A month, or the part of it before this week."""


@dataclass(frozen=True, slots=True)
class DateGroup:
    """A run of notes in a list.

    Attributes:
        row: The row of its first note.
        first: The first day of the time it covers.
        end: The day after the last one.
    """

    row: int
    period: Period
    first: date
    end: date


def groups(
    dates: Sequence[int], today: date, *, first_weekday: int, oldest_first: bool = False
) -> list[DateGroup]:
    """Return the groups of a list from top to bottom.

    Args:
        dates: The dates of the notes in their order, in milliseconds since 1970.
        today: The current day in the time zone of the user.
        first_weekday: The day a week starts with, 1 for Monday to 7 for Sunday.
        oldest_first: Whether the dates ascend.
    """
    return list(_groups(dates, today, first_weekday, oldest_first=oldest_first))


def _groups(
    dates: Sequence[int], today: date, first_weekday: int, *, oldest_first: bool
) -> Iterator[DateGroup]:
    week = today - timedelta(days=(today.isoweekday() - first_weekday) % 7)
    row = 0
    while row < len(dates):
        period, first, end = _period(_day(dates[row]), today, week)
        yield DateGroup(row, period, first, end)
        if oldest_first:
            after = bisect_left(dates, _ms(end), lo=row)
        else:
            after = bisect_left(dates, 1 - _ms(first), lo=row, key=int.__neg__)
        row = max(row + 1, after)


def _period(day: date, today: date, week: date) -> tuple[Period, date, date]:
    """Return the period of a day, its first day, and the day after it."""
    if day > today:
        return Period.AHEAD, today + _DAY, _LATEST
    if day == today:
        return Period.TODAY, today, today + _DAY
    if day == today - _DAY:
        return Period.YESTERDAY, day, today
    if day >= week:
        return Period.WEEK, week, today - _DAY
    first = day.replace(day=1)
    return Period.MONTH, first, min((first + 31 * _DAY).replace(day=1), week, today - _DAY)


def _day(moment: int) -> date:
    """Return the day of a moment in the time zone of the user, limited to what a calendar can show."""
    within = min(max(moment, _FIRST_MS), _LAST_MS)
    return (_EPOCH + timedelta(milliseconds=within)).astimezone().date()


def _ms(day: date) -> int:
    """Return when a day begins in the time zone of the user."""
    if not _EARLIEST < day < _LATEST:
        return _NEVER if day >= _LATEST else -_NEVER
    return round(datetime.combine(day, time()).astimezone().timestamp() * 1000)
