from argparse import ArgumentTypeError
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone

import pytest

from notebrain.cli import option_types


def test_a_moment_keeps_its_zone() -> None:
    moment = option_types.moment("2026-11-20T14:30:00+01:00")

    assert moment == datetime(2026, 11, 20, 14, 30, tzinfo=timezone(timedelta(hours=1)))


@pytest.mark.parametrize(
    "text", ["2026-11-20T12:00Z", "20261120T120000Z", " 2026-11-20 12:00+00:00 "]
)
def test_a_moment_is_read_in_any_form_of_the_standard(text: str) -> None:
    moment = option_types.moment(text)

    assert moment == datetime(2026, 11, 20, 12, tzinfo=UTC)


def test_a_moment_without_a_zone_is_local() -> None:
    moment = option_types.moment("2026-11-20")

    assert moment.tzinfo is not None
    assert moment.replace(tzinfo=None) == datetime(2026, 11, 20)  # noqa: DTZ001 - local on purpose


@pytest.mark.parametrize("text", ["tomorrow", "", "2026-13-01", "20.11.2026", "0001-01-01 00:00x"])
def test_nonsense_is_no_moment(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match="ISO 8601"):
        option_types.moment(text)


@pytest.mark.parametrize(
    ("read", "text", "value"),
    [
        (option_types.importance, "1", 1),
        (option_types.importance, "5", 5),
        (option_types.count, "30", 30),
        (option_types.share, "0", 0.0),
        (option_types.share, "1.0", 1.0),
        (option_types.days, "0.5", 0.5),
    ],
)
def test_values_at_the_edge_are_taken(
    read: Callable[[str], object], text: str, value: object
) -> None:
    assert read(text) == value


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (option_types.importance, "0"),
        (option_types.importance, "9"),
        (option_types.importance, "three"),
        (option_types.count, "0"),
        (option_types.count, "-1"),
        (option_types.count, "1.5"),
        (option_types.count, "²"),
        (option_types.share, "1.1"),
        (option_types.share, "nan"),
        (option_types.share, "x"),
        (option_types.days, "0"),
        (option_types.days, "inf"),
    ],
)
def test_values_beyond_the_edge_are_refused_by_name(
    read: Callable[[str], object], text: str
) -> None:
    with pytest.raises(ArgumentTypeError, match=text):
        read(text)


def test_more_than_anybody_has_is_all_there_is() -> None:
    assert option_types.count("9" * 30) == 10**9


def test_tags_come_one_by_one_or_parted_by_commas() -> None:
    tags = option_types.tags_of(["garden, winter", "home", " ,"])

    assert tags == ("garden", "winter", "home")


def test_no_tags_are_no_tags() -> None:
    assert option_types.tags_of(None) == ()
