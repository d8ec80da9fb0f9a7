"""The days up to now."""

from datetime import date

from notebrain.domain.notes.home import Day, heights, ink, last_days

TODAY = date(2026, 3, 2)


def test_the_last_days_end_with_today() -> None:
    days = last_days(TODAY)

    assert (len(days), days[0], days[-1]) == (14, date(2026, 2, 17), TODAY)


def test_ink_fades_by_half_each_week() -> None:
    assert (ink(0), ink(7), ink(14)) == (1.0, 0.5, 0.25)


def test_the_fullest_day_stands_highest() -> None:
    assert heights([Day(TODAY, 1), Day(TODAY, 4), Day(TODAY)]) == [0.25, 1.0, 0.0]
    assert heights([Day(TODAY)]) == [0.0]
