"""Notes fall into groups by date."""

from datetime import date, datetime, time, timedelta

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.notes.date_groups import Period, groups

TODAY = date(2026, 11, 19)  # a Thursday
_MONDAY, _SUNDAY, _THURSDAY = 1, 7, 4


def ms(day: date, hour: int = 12) -> int:
    return round(datetime.combine(day, time(hour)).timestamp() * 1000)


def found(days, *, first_weekday=_MONDAY, oldest_first=False):
    days = sorted(days, reverse=not oldest_first)
    return [
        (group.row, group.period, group.first)
        for group in groups(
            [ms(day) for day in days],
            TODAY,
            first_weekday=first_weekday,
            oldest_first=oldest_first,
        )
    ]


DAYS = [
    *(TODAY, TODAY, date(2026, 11, 18), date(2026, 11, 17), date(2026, 11, 16)),
    *(date(2026, 11, 15), date(2026, 11, 1), date(2026, 10, 31), date(2025, 10, 31)),
]


def test_today_yesterday_this_week_and_months_follow_each_other() -> None:
    assert found(DAYS) == [
        (0, Period.TODAY, TODAY),
        (2, Period.YESTERDAY, date(2026, 11, 18)),
        (3, Period.WEEK, date(2026, 11, 16)),
        (5, Period.MONTH, date(2026, 11, 1)),
        (7, Period.MONTH, date(2026, 10, 1)),
        (8, Period.MONTH, date(2025, 10, 1)),
    ]


def test_the_oldest_can_come_first() -> None:
    assert found(DAYS, oldest_first=True) == [
        (0, Period.MONTH, date(2025, 10, 1)),
        (1, Period.MONTH, date(2026, 10, 1)),
        (2, Period.MONTH, date(2026, 11, 1)),
        (4, Period.WEEK, date(2026, 11, 16)),
        (6, Period.YESTERDAY, date(2026, 11, 18)),
        (7, Period.TODAY, TODAY),
    ]


def test_a_week_begins_where_the_language_says_so() -> None:
    days = [date(2026, 11, 16), date(2026, 11, 15), date(2026, 11, 14)]

    periods = [period for _row, period, _first in found(days, first_weekday=_SUNDAY)]

    assert periods == [Period.WEEK, Period.MONTH]
    assert found(days, first_weekday=_SUNDAY)[1][0] == 2


def test_a_week_that_begins_today_or_yesterday_has_no_other_days() -> None:
    days = [TODAY, date(2026, 11, 18), date(2026, 11, 17)]

    for first_weekday in (_THURSDAY, _THURSDAY - 1):
        periods = [period for _row, period, _first in found(days, first_weekday=first_weekday)]
        assert periods == [Period.TODAY, Period.YESTERDAY, Period.MONTH]


def test_the_first_moment_of_a_day_belongs_to_it_and_the_last_one_too() -> None:
    dates = [ms(TODAY, 0), ms(TODAY, 0) - 1]

    found = groups(dates, TODAY, first_weekday=_MONDAY)

    assert [group.period for group in found] == [Period.TODAY, Period.YESTERDAY]


def test_notes_dated_ahead_are_not_of_today() -> None:
    days = [TODAY + timedelta(days=900), TODAY + timedelta(days=1), TODAY]

    assert found(days) == [
        (0, Period.AHEAD, TODAY + timedelta(days=1)),
        (2, Period.TODAY, TODAY),
    ]


@pytest.mark.parametrize("moment", [1 << 62, -(1 << 62), 253_402_300_800_000, -62_135_596_800_001])
def test_a_date_outside_of_the_calendar_is_no_error(moment: int) -> None:
    dates = sorted([moment, moment, ms(TODAY)], reverse=True)

    assert len(groups(dates, TODAY, first_weekday=_MONDAY)) == 2
    assert len(groups(dates[::-1], TODAY, first_weekday=_MONDAY, oldest_first=True)) == 2


def test_no_notes_are_no_groups() -> None:
    assert groups([], TODAY, first_weekday=_MONDAY) == []


@given(st.lists(st.integers(-3_000, 3_000), max_size=60), st.integers(1, 7), st.booleans())
def test_each_note_is_in_the_group_of_its_day(offsets, first_weekday, oldest_first) -> None:
    days = sorted((TODAY - timedelta(days=n) for n in offsets), reverse=not oldest_first)

    made = groups(
        [ms(day) for day in days], TODAY, first_weekday=first_weekday, oldest_first=oldest_first
    )

    rows = [group.row for group in made]
    assert rows == sorted(set(rows))
    for group, after in zip(made, [*rows[1:], len(days)], strict=False):
        assert all(group.first <= day < group.end for day in days[group.row : after])
    assert len({(group.period, group.first) for group in made}) == len(made)
