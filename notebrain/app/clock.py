"""The wall clock: the one place that reads it."""

from datetime import UTC, datetime


class SystemClock:
    """The computer's time. Implements `notebrain.domain.ports.Clock`."""

    def now(self) -> datetime:
        """Return this moment in UTC, in whole milliseconds, which is what the vault keeps."""
        now = datetime.now(UTC)
        return now.replace(microsecond=now.microsecond // 1000 * 1000)
