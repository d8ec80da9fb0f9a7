"""Of which points the index was told something that may not be seen there yet."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from notebrain.domain.ports import Clock

# What the index was told is seen there some seconds later, minutes on a bad day.
_SEEN_AFTER = timedelta(minutes=2)


class Told:
    """Remembers for a while what the index was told."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._told: dict[str, datetime] = {}

    def add(self, ids: Iterable[str]) -> None:
        """The index was just told of these points: to have them, or to have them no more."""
        now = self._clock.now()
        self._told = self._still_fresh(now) | dict.fromkeys(ids, now)

    def lately(self) -> set[str]:
        """Return the points that may stand there otherwise than they will."""
        return set(self._still_fresh(self._clock.now()))

    def _still_fresh(self, now: datetime) -> dict[str, datetime]:
        return {one: at for one, at in self._told.items() if now - at < _SEEN_AFTER}
