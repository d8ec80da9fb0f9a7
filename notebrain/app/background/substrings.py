"""When the substring index gets the notes it lacks: a few at once, many in slices that rest, on mains power."""

import time
from collections.abc import Callable

from notebrain.indexing.indexer import Indexer

FEW = 500
"""So many take half a second; nobody notices that, even on battery."""
_RESTS = 4
"""A slice takes about 50 ms, and the rest after it four times as long: a fifth of one core."""
_ASK_POWER_EVERY_S = 60.0


class SubstringFill:
    """Completes the substring index after an import, while a person uses the computer.

    Args:
        is_on_mains: Whether the computer runs on mains power; None for a command that has nothing else to do, which
            works without rests.
        clock: Seconds that only go forward.
    """

    def __init__(
        self,
        indexer: Indexer,
        is_on_mains: Callable[[], bool] | None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._indexer = indexer
        self._is_on_mains = is_on_mains
        self._clock = clock
        self._next = 0.0
        self._ask_again = 0.0
        self.waiting = 0
        """How many notes wait for their slice; 0 if they are only a few."""
        self.on_battery = False
        """Whether they wait for mains power."""

    def step(self) -> float | None:
        """Add some notes if it is time; return how many seconds to wait before the next ones, None if none are left."""
        if self._is_on_mains is None:
            return 0.0 if self._indexer.fill_substrings() else None
        began = self._clock()
        if began < self._next:
            return self._next - began
        missing = self._indexer.missing_substrings()
        self.waiting = missing if missing > FEW else 0
        self.on_battery = bool(self.waiting) and not self._has_mains(began)
        if self.on_battery:
            return self._rest(_ASK_POWER_EVERY_S)
        if not self._indexer.fill_substrings():
            return None
        return self._rest(_RESTS * (self._clock() - began)) if self.waiting else 0.0

    def _has_mains(self, now: float) -> bool:
        if self._is_on_mains is None or now < self._ask_again:
            return True
        if self._is_on_mains():
            self._ask_again = now + _ASK_POWER_EVERY_S
            return True
        return False

    def _rest(self, seconds: float) -> float:
        self._next = self._clock() + seconds
        return seconds
