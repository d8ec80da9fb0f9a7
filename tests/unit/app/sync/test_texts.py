"""What is said about syncing."""

from datetime import UTC, datetime, timedelta

from notebrain.app.sync.texts import retry_text


def test_another_try_is_told_with_its_day() -> None:
    now = datetime(2026, 11, 22, 12, tzinfo=UTC)

    assert retry_text(now) != retry_text(now + timedelta(days=1))
