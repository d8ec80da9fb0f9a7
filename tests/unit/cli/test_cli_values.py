from argparse import ArgumentTypeError
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone

import pytest

from notebrain.cli import values


def test_a_moment_keeps_its_zone() -> None:
    moment = values.moment("2026-11-20T14:30:00+01:00")

    assert moment == datetime(2026, 11, 20, 14, 30, tzinfo=timezone(timedelta(hours=1)))


@pytest.mark.parametrize(
    "text", ["2026-11-20T12:00Z", "20261120T120000Z", " 2026-11-20 12:00+00:00 "]
)
def test_a_moment_is_read_in_any_form_of_the_standard(text: str) -> None:
    moment = values.moment(text)

    assert moment == datetime(2026, 11, 20, 12, tzinfo=UTC)


def test_a_moment_without_a_zone_is_local() -> None:
    moment = values.moment("2026-11-20")

    assert moment.tzinfo is not None
    assert moment.replace(tzinfo=None) == datetime(2026, 11, 20)  # noqa: DTZ001 - local on purpose


@pytest.mark.parametrize("text", ["tomorrow", "", "2026-13-01", "20.11.2026", "0001-01-01 00:00x"])
def test_nonsense_is_no_moment(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match="ISO 8601"):
        values.moment(text)


@pytest.mark.parametrize(
    ("read", "text", "value"),
    [
        (values.importance, "1", 1),
        (values.importance, "5", 5),
        (values.count, "30", 30),
        (values.share, "0", 0.0),
        (values.share, "1.0", 1.0),
        (values.days, "0.5", 0.5),
    ],
)
def test_values_at_the_edge_are_taken(
    read: Callable[[str], object], text: str, value: object
) -> None:
    assert read(text) == value


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (values.importance, "0"),
        (values.importance, "9"),
        (values.importance, "three"),
        (values.count, "0"),
        (values.count, "-1"),
        (values.count, "1.5"),
        (values.count, "²"),
        (values.share, "1.1"),
        (values.share, "nan"),
        (values.share, "x"),
        (values.days, "0"),
        (values.days, "inf"),
    ],
)
def test_values_beyond_the_edge_are_refused_by_name(
    read: Callable[[str], object], text: str
) -> None:
    with pytest.raises(ArgumentTypeError, match=text):
        read(text)


def test_more_than_anybody_has_is_all_there_is() -> None:
    assert values.count("9" * 30) == 10**9


def test_tags_come_one_by_one_or_parted_by_commas() -> None:
    tags = values.tags_of(["garden, winter", "home", " ,"])

    assert tags == ("garden", "winter", "home")


def test_no_tags_are_no_tags() -> None:
    assert values.tags_of(None) == ()
