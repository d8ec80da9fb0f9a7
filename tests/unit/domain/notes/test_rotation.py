"""Which backups stay."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.notes.retention import Retention, is_undated, retained

_NOW = datetime(2026, 11, 19, 14, 5, tzinfo=UTC)
_MOMENTS = st.lists(
    st.integers(0, 900).map(lambda hours: _NOW - timedelta(hours=17 * hours)), max_size=60
)


@pytest.mark.parametrize(
    ("keep", "ages", "expected"),
    [
        (Retention(), [], []),
        (Retention(0, 0, 0), [5, 3, 9], [3]),
        (Retention(2, 0, 0), [0, 1, 2, 3], [0, 1]),
        (Retention(1, 2, 0), [0, 1, 2, 6, 7, 20], [0, 6]),
        (Retention(1, 1, 2), [0, 1, 25, 40], [0, 25]),
        (Retention(3, 0, 0), [0, 10, 200, 300], [0, 10, 200]),
    ],
)
def test_days_weeks_and_months_that_have_a_backup_keep_their_newest(
    keep: Retention, ages: list[int], expected: list[int]
) -> None:
    made = [_NOW - timedelta(days=age) for age in ages]

    assert sorted(ages[place] for place in retained(made, keep)) == expected


def test_of_one_day_the_newest_stays() -> None:
    made = [_NOW - timedelta(hours=hours) for hours in (0, 2, 4, 30)]

    assert retained(made, Retention(2, 0, 0)) == {0, 3}


@given(_MOMENTS, st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
def test_the_newest_stays_and_never_more_than_asked(
    made: list[datetime], days: int, weeks: int, months: int
) -> None:
    stays = retained(made, Retention(days, weeks, months))

    assert len(stays) <= max(1, days + weeks + months)
    if made:
        assert max(made) in [made[place] for place in stays]


@given(_MOMENTS)
def test_what_was_let_go_is_not_missed_the_next_time(made: list[datetime]) -> None:
    first = [made[place] for place in sorted(retained(made))]

    assert sorted(first[place] for place in retained(first)) == sorted(first)


@pytest.mark.parametrize(("days", "undated"), [(-900, False), (0, False), (0.9, False), (2, True)])
def test_a_date_to_come_says_nothing(days: float, undated: bool) -> None:
    assert is_undated(_NOW + timedelta(days=days), _NOW) is undated
