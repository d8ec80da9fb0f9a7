"""The account's clock: runs with the real time and can be moved, or stopped, by a test."""

import time
from datetime import datetime, timedelta
from typing import Final

from notebrain.app.core.clock import SystemClock

WIRE_FORMAT: Final = "%Y-%m-%dT%H:%M:%S.%fZ"


class StandinClock:
    """Starts at the real time."""

    def __init__(self) -> None:
        self._start = SystemClock().now()
        self._started = time.monotonic()
        self._stopped: float | None = None

    def now(self) -> datetime:
        """Return the account's idea of the time."""
        until = time.monotonic() if self._stopped is None else self._stopped
        return self._start + timedelta(seconds=until - self._started)

    def stand_still(self) -> None:
        """Stop: from now on only `forward` moves the time."""
        self._stopped = time.monotonic()

    def start_at(self, moment: datetime) -> None:
        """Be at `moment` now."""
        self._start += moment - self.now()

    def forward(self, **duration: float) -> None:
        """Move on, e.g. `forward(minutes=5)`."""
        self._start += timedelta(**duration)

    def stamp(self) -> str:
        """Return the time as the services write it."""
        return self.now().strftime(WIRE_FORMAT)
