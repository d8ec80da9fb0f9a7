"""Dated updates: the note's own text is kept, the update is found again."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.notes.updates import Update, append_update, updates

AT = datetime(2026, 11, 21, 14, 2, tzinfo=UTC)


@given(st.text(), st.text(), st.datetimes(timezones=st.just(UTC)))
def test_the_body_is_kept_and_the_update_found_with_its_date(
    body: str, text: str, at: datetime
) -> None:
    appended = append_update(body, text, at=at)

    assert appended.startswith(body)
    assert appended.endswith(text)
    assert Update(
        appended.index("**Update", len(body)), at.replace(second=0, microsecond=0)
    ) in updates(appended)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("", "**Update 2026-11-21 14:02 UTC:**\nnew"),
        ("old", "old\n\n**Update 2026-11-21 14:02 UTC:**\nnew"),
        ("old\n", "old\n\n**Update 2026-11-21 14:02 UTC:**\nnew"),
        ("old\n\n", "old\n\n**Update 2026-11-21 14:02 UTC:**\nnew"),
        ("a\r\nb", "a\r\nb\r\n\r\n**Update 2026-11-21 14:02 UTC:**\r\nnew"),
        ("a\r\nb\r\n", "a\r\nb\r\n\r\n**Update 2026-11-21 14:02 UTC:**\r\nnew"),
        ("a\rb\r", "a\rb\r\r**Update 2026-11-21 14:02 UTC:**\rnew"),
    ],
)
def test_an_update_follows_a_blank_line_in_the_line_ends_of_the_body(
    body: str, expected: str
) -> None:
    assert append_update(body, "new", at=AT) == expected


def test_the_marker_names_the_zone_of_its_time_and_means_the_same_moment() -> None:
    berlin = timezone(timedelta(hours=1))

    appended = append_update("old", "new", at=AT.astimezone(berlin))

    assert "**Update 2026-11-21 15:02 +01:00:**" in appended
    assert updates(appended) == [Update(5, AT)]


def test_a_marker_without_a_zone_is_read_as_utc() -> None:
    assert updates("**Update 2026-11-21 14:02:**\nnew") == [Update(0, AT)]


@pytest.mark.parametrize(
    "body",
    [
        "**Update 2026-13-45 14:02:** no such day",
        "see **Update 2026-11-21 14:02:** inside a line",
        "**Update soon:**",
        "**Update 0001-01-01 00:00 +23:00:** before all time",
    ],
)
def test_what_only_looks_like_a_marker_is_text(body: str) -> None:
    assert updates(body) == []
