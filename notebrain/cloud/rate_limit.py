"""How fast to send requests: below the account's limit, slower when it says so, and how long to wait before a retry."""

import asyncio
import random
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from notebrain.cloud.error_codes import Service
from notebrain.domain.sync.computers import LIMIT, SLOW_S, URGENT_LIMIT, WINDOW_S, Use

# §1: 1,200 requests in 5 minutes for all of a user's tokens and the dashboard together; beyond that the account is
# blocked for 5 minutes. All computers of a vault together stay under 60 % of that: 60 at once and 2 a second add up to
# 660.
BURST = 60
PER_SECOND = (LIMIT - BURST) / WINDOW_S
_CHECK_AGAIN_S = 5.0
_SHORTEST_BACKOFF_S = 1.0
_LONGEST_BACKOFF_S = 60.0


class Time(Protocol):
    """A source of time, so that tests do not have to wait."""

    def monotonic(self) -> float:
        """Return seconds that never go backwards."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


class RealTime:
    """The time of this computer."""

    def monotonic(self) -> float:
        """Return seconds that never go backwards, whatever happens to the clock."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait without blocking others."""
        await asyncio.sleep(seconds)


@dataclass(slots=True)
class TokenBucket:
    """A token bucket: a number of requests may go at once, and one more after each interval.

    Attributes:
        shared_by: How many computers share it; each gets an equal part, halved after the account was blocked.
    """

    size: float = BURST
    per_second: float = PER_SECOND
    left: float = BURST
    at: float = 0.0
    shared_by: int = 1

    def take(self, now: float) -> float:
        """Reserve one place in the line and return the seconds until its turn."""
        size, per_second = self.size / self.shared_by, self.per_second / self.shared_by
        self.left = min(size, self.left + max(0.0, now - self.at) * per_second)
        self.at = now
        self.left -= 1
        return max(0.0, -self.left / per_second)

    def give_back(self) -> None:
        """Give the place back, because the request was not made."""
        self.left += 1


class RateLimiter:
    """Lets requests through one after the other, as fast as the account allows for all computers of the vault together.

    Attributes:
        unreported: Requests made here that were not reported to the other computers yet.
        was_shut: Whether the account was blocked for too many requests, and the others were not told yet.
    """

    def __init__(
        self,
        *,
        passing: Time | None = None,
        bucket: TokenBucket | None = None,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self.time = passing or RealTime()
        self._bucket = bucket or TokenBucket(at=self.time.monotonic())
        self._chance = chance
        self._shut_until: dict[Service | None, float] = {}
        self._made: deque[float] = deque()
        self._use, self._reported_at = Use(), 0.0
        self._slow_until = 0.0
        self.unreported = 0
        self.was_shut = False

    def leave_room(self, use: Use) -> None:
        """Leave room for what other computers use."""
        self._use, self._reported_at = use, self.time.monotonic()
        self._share_out()

    def slow_down(self, seconds: float) -> None:
        """Send at half speed for this long, because something else, such as the dashboard, uses the account too."""
        self._slow_until = max(self._slow_until, self.time.monotonic() + seconds)
        self._share_out()

    @property
    def _is_slow(self) -> bool:
        return self._slow_until > self.time.monotonic()

    def _share_out(self) -> None:
        self._bucket.shared_by = (1 + self._use.busy) * (2 if self._is_slow else 1)

    def shut(self, service: Service | None, seconds: float) -> None:
        """Send nothing to a service, or to any if None, for this long; in the latter case all computers slow down."""
        if service is None:
            self.was_shut = True
            self.slow_down(seconds + SLOW_S)
        until = self.time.monotonic() + seconds
        self._shut_until[service] = max(until, self._shut_until.get(service, until))

    def shut_for(self, service: Service) -> float:
        """Return for how many more seconds a service must be left alone."""
        until = max(self._shut_until.get(service, 0.0), self._shut_until.get(None, 0.0))
        return max(0.0, until - self.time.monotonic())

    def has_room(self) -> bool:
        """Return whether an urgent request may go at once."""
        return self._used() < (URGENT_LIMIT // 2 if self._is_slow else URGENT_LIMIT)

    async def turn(self, *, urgent: bool = False) -> None:
        """Wait until the next request may go; urgent ones go first, and the others a little later."""
        wait_s = self._bucket.take(self.time.monotonic())
        if not urgent:
            try:
                if wait_s:
                    await self.time.sleep(wait_s)
                while (wait_s := self._until_room_s()) > 0:
                    await self.time.sleep(wait_s)
            except BaseException:
                self._bucket.give_back()
                raise
        self._made.append(self.time.monotonic())
        self.unreported += 1

    def _until_room_s(self) -> float:
        """Return how long to wait before checking again; 0 if the five-minute window has room for another request."""
        self._share_out()
        most = LIMIT // 2 if self._is_slow else LIMIT
        return 0.0 if self._used() <= most - 1 else _CHECK_AGAIN_S

    def _used(self) -> float:
        """Return about how many requests all computers made in the last five minutes."""
        now = self.time.monotonic()
        while self._made and self._made[0] <= now - WINDOW_S:
            self._made.popleft()
        return len(self._made) + self._use.after(now - self._reported_at)

    def backoff(self, tries: int) -> float:
        """Return the seconds before a retry: doubled each time, and randomized so that clients do not retry at once."""
        longest = min(_LONGEST_BACKOFF_S, _SHORTEST_BACKOFF_S * 2.0 ** min(tries, 10))
        return longest * (0.5 + 0.5 * self._chance())
