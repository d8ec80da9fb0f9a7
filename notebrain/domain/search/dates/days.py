"""Ranges of whole days: weeks, months, seasons and holidays, and the last time that something came round."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

FIRST_YEAR, LAST_YEAR = 1971, 2200
"""Years outside are not dates: Windows cannot convert times before 1970 to its own zone."""
_DAY = timedelta(days=1)
_LEAST_REACH = timedelta(days=90)
_REACHES = 12
"""How many times its own length "before" and "after" a range reach: a year for a month, a quarter for a day."""
_WEEKDAYS = 7
_MONTHS = 12


@dataclass(frozen=True, slots=True)
class Days:
    """Some days in a row, at least one; `end` is the first day after them."""

    first: date
    end: date

    def __post_init__(self) -> None:
        if self.first >= self.end:
            raise ValueError(f"{self.first} is not before {self.end}")

    @property
    def length(self) -> timedelta:
        """How long it takes."""
        return self.end - self.first

    def contains(self, other: "Days") -> bool:
        """Return whether all days of another range are in this one."""
        return self.first <= other.first and other.end <= self.end

    def until(self, other: "Days") -> "Days":
        """Return the days from the first of this range to the last of another."""
        return Days(self.first, other.end)

    def before(self) -> "Days":
        """Return the days that "before" this range means: a while that fits its length."""
        return Days(_clipped(self.first, -self._reach), self.first)

    def after(self, today: date) -> "Days":
        """Return the days after this range, to today if it is over."""
        end = today + _DAY
        return Days(self.end, end if self.end < end else _clipped(self.end, self._reach))

    def part(self, start: float, end: float) -> "Days":
        """Return the part between two shares of its length, at least one day."""
        days = self.length.days
        first = self.first + timedelta(days=round(start * days))
        return Days(first, max(first + _DAY, self.first + timedelta(days=round(end * days))))

    @property
    def _reach(self) -> timedelta:
        return max(_REACHES * self.length, _LEAST_REACH)


def _clipped(day: date, by: timedelta) -> date:
    earliest, latest = date(FIRST_YEAR, 1, 1), date(LAST_YEAR, 12, 31)
    return max(earliest, day + by) if by < timedelta() else min(latest, day + by)


def one_day(day: date) -> Days:
    """Return a single day."""
    return Days(day, day + _DAY)


def week_of(day: date, *, by: int = 0) -> Days:
    """Return the week, from Monday, that a day is in, or the one `by` weeks later."""
    monday = day - timedelta(days=day.weekday() - _WEEKDAYS * by)
    return Days(monday, monday + timedelta(days=_WEEKDAYS))


def weekend_of(day: date, *, by: int = 0) -> Days:
    """Return Saturday and Sunday of the week that a day is in, or of the one `by` weeks later."""
    end = week_of(day, by=by).end
    return Days(end - timedelta(days=2), end)


def numbered_week(year: int, number: int) -> Days:
    """Return a week of a year by its number in ISO 8601; raises `ValueError` if there is none."""
    return week_of(date.fromisocalendar(year, number, 1))


def months(year: int, first: int, *, number: int = 1) -> Days:
    """Return some months in a row; `first` may lie outside 1 to 12 and then counts into other years."""
    start, end = (year * _MONTHS + first - 1 + by for by in (0, number))
    return Days(
        date(start // _MONTHS, start % _MONTHS + 1, 1), date(end // _MONTHS, end % _MONTHS + 1, 1)
    )


def whole_year(year: int) -> Days:
    """Return a year."""
    return months(year, 1, number=_MONTHS)


def season(year: int, number: int) -> Days:
    """Return spring (0) to winter (3) by whole months; winter begins in December of the year."""
    return months(year, 3 + 3 * number, number=3)


def quarter(year: int, number: int) -> Days:
    """Return a quarter, 1 to 4."""
    return months(year, 3 * number - 2, number=3)


def easter(year: int) -> date:
    """Return Easter Sunday in the Gregorian calendar (Meeus, Astronomical Algorithms, chapter 8)."""
    golden, century, rest = year % 19, year // 100, year % 100
    moon = (
        19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15
    ) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (rest // 4) - moon - rest % 4) % 7
    shift = (golden + 11 * moon + 22 * weekday) // 451
    month, day = divmod(moon + weekday - 7 * shift + 114, 31)
    return date(year, month, day + 1)


def easter_days(year: int) -> Days:
    """Return Good Friday to Easter Monday."""
    sunday = easter(year)
    return Days(sunday - 2 * _DAY, sunday + 2 * _DAY)


def pentecost_days(year: int) -> Days:
    """Return Whit Sunday and Whit Monday."""
    sunday = easter(year) + timedelta(days=49)
    return Days(sunday, sunday + 2 * _DAY)


def christmas_days(year: int) -> Days:
    """Return 24 to 26 December."""
    return Days(date(year, 12, 24), date(year, 12, 27))


def new_year_days(year: int) -> Days:
    """Return 31 December of the year before and 1 January."""
    return Days(date(year - 1, 12, 31), date(year, 1, 2))


Yearly = Callable[[int], Days]
"""Something that comes round every year; raises `ValueError` for a year without it (29 February)."""


def last_time(yearly: Yearly, today: date) -> Days:
    """Return the last time that something began, today included."""
    return max(_around(yearly, today.year), key=lambda days: (days.first <= today, days.first))


def last_whole(yearly: Yearly, today: date) -> Days:
    """Return the last time that something ended before today."""
    return max(_around(yearly, today.year), key=lambda days: (days.end <= today, days.first))


def next_time(yearly: Yearly, today: date) -> Days:
    """Return the next time that something begins after today."""
    return min(_around(yearly, today.year), key=lambda days: (days.first <= today, days.first))


def nearest_time(yearly: Yearly, day: date) -> Days:
    """Return the time that something began nearest to a day."""
    return min(_around(yearly, day.year), key=lambda days: abs(days.first - day))


def _around(yearly: Yearly, year: int) -> list[Days]:
    """Return something in the years around one: nine, because 29 February may be missing for eight."""
    found: list[Days] = []
    for one in range(max(FIRST_YEAR, year - 8), min(LAST_YEAR, year + 8) + 1):
        try:
            found.append(yearly(one))
        except ValueError:
            continue
    if not found:
        raise ValueError(f"nothing near {year}")
    return found
