"""The meter of Workers AI: so many neurons a day, again from midnight UTC."""

import threading
from typing import TYPE_CHECKING, Final

from tests.fakes.cloudflare.clock import StandinClock
from tests.fakes.cloudflare.faults import NEURONS_TEXT
from tests.fakes.cloudflare.wire import Refused

if TYPE_CHECKING:
    from datetime import date

FREE_A_DAY: Final = 10_000.0


class Neurons:
    """Counts what calls cost; `code` is 4006 as mostly seen or 3036 as documented."""

    def __init__(self, clock: StandinClock) -> None:
        self.a_day: float | None = FREE_A_DAY
        self.code = 4006
        self._clock = clock
        self._day: date | None = None
        self._used = 0.0
        self._lock = threading.Lock()

    @property
    def used(self) -> float:
        """Return what was used since midnight."""
        with self._lock:
            return self._today()

    def check(self) -> None:
        """Refuse where today's allocation is used up."""
        with self._lock:
            if self.a_day is not None and self._today() >= self.a_day:
                raise Refused(429, self.code, NEURONS_TEXT)

    def spend(self, tokens: int, neurons_per_million: float) -> float:
        """Count the cost of `tokens` and return it."""
        cost = tokens * neurons_per_million / 1_000_000
        with self._lock:
            self._used = self._today() + cost
        return cost

    def _today(self) -> float:
        today = self._clock.now().date()
        if today != self._day:
            self._day, self._used = today, 0.0
        return self._used
