"""Dates as people and programs write them."""

# ruff: noqa: DTZ001 - dates without a zone are what is tested

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.dates import read_date, write_date

PARIS = timezone(timedelta(hours=2))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024-03-05", datetime(2024, 3, 5)),
        ("2024-3-5", datetime(2024, 3, 5)),
        ("20240305", datetime(2024, 3, 5)),
        ("2024-03-05 10:20", datetime(2024, 3, 5, 10, 20)),
        ("2024-03-05 9:20", datetime(2024, 3, 5, 9, 20)),
        ("2024-03-05T10:20:30", datetime(2024, 3, 5, 10, 20, 30)),
        ("2024-03-05T10:20:30.123Z", datetime(2024, 3, 5, 10, 20, 30, 123_000, UTC)),
        ("2024-03-05T10:20:30+02:00", datetime(2024, 3, 5, 10, 20, 30, 0, PARIS)),
        ("2024-03-05 10:20:30 +0200", datetime(2024, 3, 5, 10, 20, 30, 0, PARIS)),
        ("2024-03-05 10:20 UTC", datetime(2024, 3, 5, 10, 20, tzinfo=UTC)),
        ("2024/3/5", datetime(2024, 3, 5)),
        ("2024.03.05 10:20", datetime(2024, 3, 5, 10, 20)),
        ("5.3.2024", datetime(2024, 3, 5)),
        ("March 5, 2024", datetime(2024, 3, 5)),
        ("Mar 5th, 2024 10:20", datetime(2024, 3, 5, 10, 20)),
        ("5 March 2024", datetime(2024, 3, 5)),
        ("Tue, 05 Mar 2024 10:20:30 +0200", datetime(2024, 3, 5, 10, 20, 30, 0, PARIS)),
        ("1709634030", datetime(2024, 3, 5, 10, 20, 30, 0, UTC)),
        ("1709634030123", datetime(2024, 3, 5, 10, 20, 30, 123_000, UTC)),
    ],
)
def test_common_forms_are_read(text: str, expected: datetime) -> None:
    assert read_date(f" {text} ") == expected


@pytest.mark.parametrize(
    "text", ["", "soon", "2024-13-45", "31.2.2024", "5 Blah 2024", "03/05/2024", "12", "٢٠٢٤"]
)
def test_what_names_no_date_for_sure_is_none(text: str) -> None:
    assert read_date(text) is None


@given(st.text(max_size=40))
def test_any_text_is_a_date_or_not(text: str) -> None:
    assert read_date(text) is None or isinstance(read_date(text), datetime)


@given(st.datetimes(timezones=st.just(UTC)))
def test_a_written_date_is_read_back_to_the_millisecond(at: datetime) -> None:
    exact = at.replace(microsecond=at.microsecond // 1000 * 1000)

    assert read_date(write_date(exact)) == exact
