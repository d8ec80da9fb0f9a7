"""A clock that tells the time it is given."""

from datetime import UTC, datetime, timedelta


class FakeClock:
    """Stands still until it is moved."""

    def __init__(self, moment: datetime = datetime(2026, 11, 19, 14, 5, tzinfo=UTC)) -> None:
        self.moment = moment

    def now(self) -> datetime:
        return self.moment

    def forward(self, **duration: float) -> None:
        self.moment += timedelta(**duration)
