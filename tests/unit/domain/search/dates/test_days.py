"""Ranges of days and when things come round."""

from datetime import date

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.search.dates.days import (
    Days,
    christmas_days,
    easter,
    last_time,
    last_whole,
    months,
    nearest_time,
    next_time,
    numbered_week,
    one_day,
    season,
    week_of,
    weekend_of,
    whole_year,
)


@pytest.mark.parametrize(
    ("year", "sunday"),
    [
        (1975, date(1975, 3, 30)),
        (2000, date(2000, 4, 23)),
        (2011, date(2011, 4, 24)),
        (2024, date(2024, 3, 31)),
        (2025, date(2025, 4, 20)),
        (2026, date(2026, 4, 5)),
        (2038, date(2038, 4, 25)),
    ],
)
def test_easter_is_computed(year: int, sunday: date) -> None:
    assert easter(year) == sunday


@given(st.integers(1971, 2199))
def test_easter_is_a_sunday_between_22_march_and_25_april(year: int) -> None:
    sunday = easter(year)

    assert sunday.weekday() == 6
    assert date(year, 3, 22) <= sunday <= date(year, 4, 25)


def test_months_outside_of_the_year_count_into_other_years() -> None:
    assert months(2026, 0) == Days(date(2025, 12, 1), date(2026, 1, 1))
    assert months(2026, 13) == Days(date(2027, 1, 1), date(2027, 2, 1))


def test_winter_ends_in_the_year_after() -> None:
    assert season(2024, 3) == Days(date(2024, 12, 1), date(2025, 3, 1))


def test_weeks_begin_on_monday() -> None:
    sunday = date(2026, 11, 22)

    assert week_of(sunday).first == date(2026, 11, 16)
    assert weekend_of(sunday, by=-1) == Days(date(2026, 11, 14), date(2026, 11, 16))
    assert numbered_week(2026, 1).first == date(2025, 12, 29)


@given(st.dates(date(1980, 1, 1), date(2190, 1, 1)))
def test_the_last_time_has_begun_and_the_next_time_has_not(today: date) -> None:
    last, whole, coming = (
        rule(christmas_days, today) for rule in (last_time, last_whole, next_time)
    )

    assert last.first <= today < coming.first
    assert whole.end <= today
    assert coming == christmas_days(last.first.year + 1)
    assert nearest_time(christmas_days, today) in {last, coming}


def test_a_leap_day_is_the_last_one_there_was() -> None:
    assert last_time(lambda year: one_day(date(year, 2, 29)), date(1903 + 200, 5, 1)) == one_day(
        date(2096, 2, 29)
    )


def test_before_reaches_back_a_while_that_fits_the_length() -> None:
    day, month = one_day(date(2025, 12, 24)), months(2025, 3)

    assert day.before() == Days(date(2025, 9, 25), date(2025, 12, 24))
    assert month.before().first == date(2024, 2, 23)
    assert whole_year(2025).before().end == date(2025, 1, 1)


def test_after_reaches_to_today_if_it_is_over() -> None:
    march = months(2026, 3)

    assert march.after(date(2026, 11, 20)) == Days(date(2026, 4, 1), date(2026, 11, 21))
    assert march.after(date(2026, 3, 5)).first == date(2026, 4, 1)


def test_a_range_without_a_day_is_refused() -> None:
    with pytest.raises(ValueError, match="is not before"):
        Days(date(2026, 1, 1), date(2026, 1, 1))
