"""How long notes stay in the trash."""

from datetime import timedelta

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.notes.retention import days_left


@pytest.mark.parametrize(
    ("hours", "days", "left"),
    [
        (0, 30, 30),
        (1, 30, 30),
        (24, 30, 29),
        (25, 30, 29),
        (719, 30, 1),
        (800, 30, 0),
        (5, 0, None),
    ],
)
def test_a_begun_day_counts_whole(hours: int, days: int, left: int | None) -> None:
    assert days_left(timedelta(hours=hours), days) == left


@given(st.integers(0, 5_000_000), st.integers(1, 60))
def test_no_day_is_left_when_they_are_over_and_never_before(minutes: int, days: int) -> None:
    age = timedelta(minutes=minutes)

    assert (age >= timedelta(days=days)) == (days_left(age, days) == 0)
