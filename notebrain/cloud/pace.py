"""How fast to ask: under the account's limit, slower when it says so, and how long to wait before another try."""

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from notebrain.cloud.codes import Service

# §1: 1,200 requests in 5 minutes for all of a user's tokens and the dashboard together, else the account is shut for
# 5 minutes. 60 at once and 3 a second come to at most 960.
BURST = 60
PER_SECOND = 3.0
_SHORTEST_BACKOFF_S = 1.0
_LONGEST_BACKOFF_S = 60.0


class Time(Protocol):
    """The time that passes, so that tests need not wait for it."""

    def monotonic(self) -> float:
        """Return seconds that never run backwards."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


class RealTime:
    """The time of this computer."""

    def monotonic(self) -> float:
        """Return seconds that never run backwards, whatever happens to the clock."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait without keeping others waiting."""
        await asyncio.sleep(seconds)


@dataclass(slots=True)
class Bucket:
    """So many requests may go at once, and one more each time a little has passed."""

    size: float = BURST
    per_second: float = PER_SECOND
    left: float = BURST
    at: float = 0.0

    def take(self, now: float) -> float:
        """Take one place in the line and return the seconds until its turn."""
        self.left = min(self.size, self.left + max(0.0, now - self.at) * self.per_second)
        self.at = now
        self.left -= 1
        return max(0.0, -self.left / self.per_second)

    def give_back(self) -> None:
        """Leave the line: the request was not made."""
        self.left += 1


class Pace:
    """Lets requests through one after the other, as fast as the account allows."""

    def __init__(
        self,
        *,
        passing: Time | None = None,
        bucket: Bucket | None = None,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self.time = passing or RealTime()
        self._bucket = bucket or Bucket(at=self.time.monotonic())
        self._chance = chance
        self._shut_until: dict[Service | None, float] = {}

    def shut(self, service: Service | None, seconds: float) -> None:
        """Ask nothing of a service, or of all for None, for so long."""
        until = self.time.monotonic() + seconds
        self._shut_until[service] = max(until, self._shut_until.get(service, until))

    def shut_for(self, service: Service) -> float:
        """Return the seconds a service still wants to be left alone."""
        until = max(self._shut_until.get(service, 0.0), self._shut_until.get(None, 0.0))
        return max(0.0, until - self.time.monotonic())

    async def turn(self, *, urgent: bool = False) -> None:
        """Wait until the next request may go; one somebody waits for goes first, and the others a little later."""
        wait_s = self._bucket.take(self.time.monotonic())
        if urgent or not wait_s:
            return
        try:
            await self.time.sleep(wait_s)
        except BaseException:
            self._bucket.give_back()
            raise

    def backoff(self, tries: int) -> float:
        """Return the seconds before another try: twice as long each time, and never all clients at one moment."""
        longest = min(_LONGEST_BACKOFF_S, _SHORTEST_BACKOFF_S * 2.0 ** min(tries, 10))
        return longest * (0.5 + 0.5 * self._chance())
