"""Counts what was spent of the account's daily share, and says what is left of what the user allows."""

import threading
from datetime import datetime

from notebrain.domain.embedding.usage import day_of
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import usage
from notebrain.storage.sync import computers


class Meter:
    """Counts neurons by UTC day.

    What a search costs is only remembered at first and written with the next work: a search must not write.
    """

    def __init__(self) -> None:
        self._unwritten = 0.0
        self._lock = threading.Lock()

    def remember(self, cost: float) -> None:
        """Count a cost; any thread may call it."""
        with self._lock:
            self._unwritten += cost

    def spent(self, db: Connection, now: datetime) -> float:
        """Return the neurons spent today, on all computers of the vault."""
        day = day_of(now)
        return usage.spent(db, day) + self._unwritten + computers.elsewhere(db, day)

    def book(self, db: Connection, cost: float, now: datetime) -> None:
        """Write down a cost, and all that was remembered."""
        with self._lock:
            whole, self._unwritten = cost + self._unwritten, 0.0
        if whole:
            usage.spend(db, day_of(now), whole)
