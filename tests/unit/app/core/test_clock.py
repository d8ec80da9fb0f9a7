from datetime import UTC, datetime, timedelta

from notebrain.app.core.clock import SystemClock


def test_the_clock_tells_this_moment_in_utc() -> None:
    now = SystemClock().now()

    assert now.tzinfo is UTC
    assert abs(datetime.now(UTC) - now) < timedelta(minutes=1)  # noqa: TID251 - the very thing under test


def test_the_clock_tells_no_more_than_the_vault_keeps() -> None:
    assert SystemClock().now().microsecond % 1000 == 0
