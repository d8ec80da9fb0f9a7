"""How long notes stay in the trash."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.trash import days_left, overdue_before

_THEN = datetime(2026, 11, 19, 14, 5, tzinfo=UTC)


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
    assert days_left(_THEN, _THEN + timedelta(hours=hours), days) == left


@given(st.integers(0, 5_000_000), st.integers(1, 60))
def test_a_note_is_removed_when_no_day_is_left_and_never_before(minutes: int, days: int) -> None:
    now = _THEN + timedelta(minutes=minutes)
    before = overdue_before(now, days)

    assert before is not None
    assert (before >= _THEN) == (days_left(_THEN, now, days) == 0)
