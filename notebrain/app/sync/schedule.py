"""When a sync round is due: after a change, at regular intervals, and at once on request."""

import time

from notebrain.domain.ports import Clock
from notebrain.storage.sql import to_ms
from notebrain.storage.store import Store
from notebrain.storage.sync import account, outgoing_counts
from notebrain.sync.engine import POLL_S
from notebrain.sync.round_result import Round

AFTER_FAULT_S = 30.0
_LEAST_S = 0.05
_FRESH_S = 10.0
"""News this recent is fresh enough for a user who returns."""


class SyncTimes:
    """Knows when to ask the account next and when something can be sent."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._listen_at = 0.0
        self._glanced = False

    def is_due(self, last: Round | None) -> bool:
        """Return whether to ask the account for news; after a problem it waits, even if the user is looking."""
        wait_s = self._listen_at - time.monotonic()
        glanced, self._glanced = self._glanced, False
        hurries = glanced and (last is None or last.problem is None)
        return wait_s <= (POLL_S - _FRESH_S if hurries else 0)

    def glance(self) -> None:
        """Ask the account now, unless it was asked just now; may be called from any thread."""
        self._glanced = True

    def begin_anew(self) -> None:
        """Ask the account as soon as possible."""
        self._listen_at = 0.0

    def after_fault(self) -> float:
        """Return how long to wait after an error that interrupted a round."""
        self._listen_at = time.monotonic() + AFTER_FAULT_S
        return AFTER_FAULT_S

    def after(self, done: Round, *, listened: bool) -> float:
        """Return how long to wait after a round before checking again."""
        wait_s = POLL_S if done.wait_s is None else done.wait_s
        if listened or done.problem is not None:
            self._listen_at = time.monotonic() + (POLL_S if done.problem is None else wait_s)
        return min(wait_s, self._listen_at - time.monotonic())

    def has_work(self, last: Round | None) -> bool:
        """Return whether something can be sent now; after a problem it waits like everything else."""
        if last is not None and last.problem is not None:
            return False
        if last is not None and last.files_go_on:
            return True
        now = self._clock.now()
        with self._store.read() as db:
            return outgoing_counts.is_ready(db, now=now)

    def until_next_s(self, last: Round | None) -> float:
        """Return the time until something can be sent or the account is to be asked."""
        poll_s = self._listen_at - time.monotonic()
        if last is not None and last.problem is not None:
            return poll_s
        now = self._clock.now()
        with self._store.read() as db:
            next_ms = outgoing_counts.next_ms(db, now=now)
        if next_ms is None:
            return poll_s
        return min(poll_s, max(_LEAST_S, (next_ms - to_ms(now)) / 1000))

    async def mark_success(self) -> None:
        """Record the time for whoever requested a round, such as the command line."""
        from asyncio import wrap_future

        now = self._clock.now()
        await wrap_future(self._store.write(lambda db: account.mark_success(db, now)))
