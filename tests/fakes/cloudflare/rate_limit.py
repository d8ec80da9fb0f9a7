"""The limit over all tokens of a user: 1,200 requests in 5 minutes, then nothing for 5 minutes."""

import threading
from collections import deque
from datetime import datetime, timedelta
from email.utils import format_datetime
from typing import Final

from tests.fakes.cloudflare.clock import StandinClock
from tests.fakes.cloudflare.wire import Refused

WINDOW: Final = timedelta(minutes=5)


class RateLimit:
    """Counts requests under the account's clock; `limit` None counts nothing."""

    def __init__(self, clock: StandinClock, limit: int | None) -> None:
        self.limit = limit
        self._clock = clock
        self._seen: deque[datetime] = deque()
        self._blocked_until: datetime | None = None
        self._lock = threading.Lock()

    def count(self) -> None:
        """Count one request, or refuse it."""
        if self.limit is None:
            return
        with self._lock:
            now = self._clock.now()
            if self._blocked_until is not None and now < self._blocked_until:
                raise self._too_many(self.limit, now, self._blocked_until)
            while self._seen and self._seen[0] <= now - WINDOW:
                self._seen.popleft()
            if len(self._seen) >= self.limit:
                self._blocked_until = now + WINDOW
                self._seen.clear()
                raise self._too_many(self.limit, now, self._blocked_until)
            self._seen.append(now)

    @staticmethod
    def _too_many(limit: int, now: datetime, until: datetime) -> Refused:
        headers = {
            "Retry-After": str(max(1, round((until - now).total_seconds()))),
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": "0",
            "X-RateLimit-Reset": format_datetime(until, usegmt=True),
        }
        text = (
            f"More than {limit} requests per {WINDOW.seconds} seconds reached. "
            "Please wait and consider throttling your request speed"
        )
        return Refused(429, 10013, text, headers=headers)
