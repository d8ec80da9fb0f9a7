"""Queries that name a time, and notes that lie in it."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.search.dates.queries import DatedQuery, lies_in, read_query
from notebrain.domain.search.dates.questions import QuestionDates

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def read(text: str, *, typing: bool = False) -> DatedQuery:
    return read_query(text, NOW, zone=UTC, typing=typing)


def dates_of(text: str) -> QuestionDates:
    dates = read(text).dates
    assert dates is not None
    return dates


def test_the_words_of_a_time_are_not_searched_for() -> None:
    dated = read("plumber tag:home two weeks ago")

    assert dated.query.words == ("plumber",)
    assert [one.text for one in dated.query.filters] == ["tag:home"]
    assert dated.plain.words == ("plumber", "two", "weeks", "ago")


def test_the_words_of_a_time_are_words_if_asked_for() -> None:
    dated = read_query("plumber last week", NOW, zone=UTC, read_dates=False)

    assert dated.dates is None
    assert dated.query.words == ("plumber", "last", "week")


@pytest.mark.parametrize("text", ['"last week"', "-yesterday plumber", "tag:2025", "in:March"])
def test_quoted_and_excluded_words_and_filters_name_no_time(text: str) -> None:
    assert read(text).dates is None


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("plumber in March before:2026-01", False),
        ("plumber in March after:2026-06", False),
        ("plumber in March after:2026-02", True),
        ("plumber in March -after:2026-06", True),
        ("plumber yesterday tag:home", True),
    ],
)
def test_filters_win_over_words(text: str, names: bool) -> None:
    assert (read(text).dates is not None) == names


@pytest.mark.parametrize(
    ("text", "lists"),
    [
        ("what did I do yesterday", True),
        ("yesterday tag:work", True),
        ('yesterday "spare key"', False),
        ("yesterday plumber", False),
        ("yesterday C++ ++", False),
    ],
)
def test_a_question_for_nothing_but_a_time_lists_it(text: str, lists: bool) -> None:
    assert read(text).lists == lists


def test_a_word_before_a_time_is_complete_while_typing() -> None:
    assert not read("plumb yesterday", typing=True).query.prefix
    assert read("yesterday plumb", typing=True).query.prefix


@pytest.mark.parametrize(
    ("question", "text", "lies"),
    [
        ("in March", "Dentist on 12 March", True),
        ("in March", "Dentist on 12 April", False),
        ("in March", "Zahnarzt 12.3.", True),
        ("2025", "Car service 2025: brakes", True),
        ("2025", "Car service 2026: oil", False),
        ("summer 2025", "Summer 2025: Crete", True),
        ("2025", "RFC 2025", False),
        ("12 March 2025", "in March 2025", False),
        ("March 2025", "am 12.03.2025 beim Arzt", True),
        ("this month", "you may march", False),
    ],
)
def test_a_date_in_the_text_counts(question: str, text: str, lies: bool) -> None:
    assert lies_in(dates_of(question), text, datetime(2026, 1, 10, tzinfo=UTC)) == lies


@given(st.text(max_size=200), st.datetimes(timezones=st.just(UTC)))
def test_any_text_is_read_for_dates(text: str, written_at: datetime) -> None:
    lies_in(dates_of("2025"), text, written_at)


@given(st.text(alphabet='yesterday lastweek"-:inmarch20253 ß', max_size=40), st.booleans())
def test_any_query_is_read(text: str, typing: bool) -> None:
    dated = read(text, typing=typing)

    if dated.dates is not None:
        start, end = dated.dates.offsets
        assert text[start:end] == dated.dates.text
