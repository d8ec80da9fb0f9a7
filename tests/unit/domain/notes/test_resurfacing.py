"""Which note of long ago comes back."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.notes.home import PRIME, Old, choose, lot, weight, years_ago
from notebrain.domain.notes.note import NoteId

NOW = datetime(2026, 11, 19, 14, 5, tzinfo=UTC)


def old(name: str, *, days: float = 100, importance: int = 3, opened: float | None = None) -> Old:
    at = NOW - timedelta(days=days)
    seen = None if opened is None else NOW - timedelta(days=opened)
    return Old(NoteId(name), importance, at, at, seen)


MANY = [old(f"n{number}", days=100 + number % 7) for number in range(300)]


@pytest.mark.parametrize(
    ("note", "comes"),
    [
        (old("fresh", days=59), False),
        (old("just sixty", days=60), False),
        (old("old"), True),
        (old("opened last week", opened=7), False),
        (old("opened long ago", opened=31), True),
        (old("opened today", opened=0.1), True),
    ],
)
def test_a_note_comes_back_when_it_is_old_and_was_not_opened_of_late(note, comes) -> None:
    assert (choose([note], now=NOW) is not None) is comes


def chosen_of(notes: Sequence[Old], **more: Any) -> Old:
    """Choose where there is something to choose from."""
    chosen = choose(notes, **more)
    assert chosen is not None
    return chosen


def test_where_no_note_is_old_none_comes_back() -> None:
    assert choose([], now=NOW) is None


def test_it_is_the_same_all_day_and_another_one_tomorrow() -> None:
    morning, evening = NOW.replace(hour=0), NOW.replace(hour=23)
    chosen = {chosen_of(MANY, now=NOW + timedelta(days=day)).id for day in range(10)}

    assert choose(MANY, now=morning) == choose(MANY, now=evening)
    assert len(chosen) > 5


@pytest.mark.slow
@given(st.sets(st.sampled_from(MANY)))
def test_notes_that_come_and_go_do_not_change_the_choice(others: set[Old]) -> None:
    chosen = chosen_of(MANY, now=NOW)

    assert choose([*(set(MANY) - others), chosen], now=NOW) == chosen


def test_another_one_leaves_out_those_that_were_seen() -> None:
    first = chosen_of(MANY, now=NOW)
    second = choose(MANY, now=NOW, skipped=[first.id])

    assert second not in (None, first)
    assert choose([first], now=NOW, skipped=[first.id]) is None


def test_what_is_important_comes_more_often() -> None:
    notes = [old("much", importance=5), *(old(f"{n}", importance=1) for n in range(8))]
    days = [chosen_of(notes, now=NOW + timedelta(days=day)).id for day in range(100)]

    assert days.count(NoteId("much")) > 50


@pytest.mark.parametrize(
    ("days", "years"), [(365, 1), (363, 1), (360, 0), (731, 2), (100, 0), (2, 0), (-1, 0)]
)
def test_an_anniversary_is_this_time_of_an_earlier_year(days: int, years: int) -> None:
    assert years_ago(NOW - timedelta(days=days), NOW) == years


def test_an_anniversary_weighs_more() -> None:
    assert weight(old("a", days=365), now=NOW) > weight(old("b", days=300), now=NOW)


@given(st.dates())
def test_the_lot_of_a_day_shuffles_and_loses_no_note(day) -> None:
    factor, offset = lot(day)

    assert len({(key * factor + offset) % PRIME for key in range(1, 500)}) == 499
