"""Working the indexer's queue off in this process, or following another process that does."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from notebrain.app.events import IndexProgress, IndexState
from notebrain.app.services import INDEXER_LOCK, Services
from notebrain.domain.errors import NoEmbedder
from notebrain.storage.database import Connection
from notebrain.storage.health import requeue
from notebrain.storage.lease import Lease
from notebrain.storage.texts import REST
from notebrain.storage.times import to_ms
from notebrain.storage.writer import outcome

_LOOK_S = 0.25
_QUEUED_PER_COMMIT = 500
# Counting 100,000 notes takes 30 ms: not after every step.
_REPORT_EVERY_S = 0.2
# A note edited a moment ago is due when it has rested; what is due later failed and waits.
_WORTH_WAITING = REST + timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class IndexReport:
    """How far the index is after a run.

    Attributes:
        done, total: Notes that can be found by meaning, and all notes outside the trash.
        waiting: Whether something still waits: it failed and will be tried again, or the run was
            stopped.
        stopped: Whether the caller stopped the run.
        problem: Why notes cannot be found by meaning, as a sentence for the user, or None.
    """

    done: int
    total: int
    waiting: bool = False
    stopped: bool = False
    problem: str | None = None


def run_index(
    services: Services, progress: Callable[[IndexProgress], None], keep_going: Callable[[], bool]
) -> IndexReport:
    """Index everything that waits, then complete the substring index; see `Brain.index`."""
    return _Run(services, progress, keep_going).run()


class _Run:
    def __init__(
        self,
        services: Services,
        progress: Callable[[IndexProgress], None],
        keep_going: Callable[[], bool],
    ) -> None:
        self._services = services
        self._indexer = services.indexer
        self._progress = progress
        self._keep_going = keep_going
        self._reported_at = 0.0

    def run(self) -> IndexReport:
        problem: str | None = None
        lease = Lease(self._services.folder / INDEXER_LOCK)
        try:
            if lease.take():
                self._queue_what_slipped_out()
            while self._keep_going() and self._wait_s() is not None:
                try:
                    self._turn(lease)
                except NoEmbedder as error:
                    problem = str(error)
                    break
            if lease.take():
                self._fill_substrings()
        finally:
            lease.release()
        done, total = self._indexer.coverage()
        return IndexReport(
            done,
            total,
            waiting=self._indexer.next_due_ms() is not None,
            stopped=not self._keep_going(),
            problem=problem,
        )

    def _queue_what_slipped_out(self) -> None:
        """Queue notes that are neither indexed nor queued, e.g. since the model changed."""
        store, at = self._services.store, self._services.clock.now()
        space = self._services.model.space

        def act(db: Connection) -> int:
            return requeue(db, space, at=at, limit=_QUEUED_PER_COMMIT)

        while self._keep_going() and outcome(store.write(act)):
            pass

    def _turn(self, lease: Lease) -> None:
        """Do a step, or let the process that indexes do one."""
        mine = lease.take()
        if mine and not self._wait_s():
            self._indexer.step(self._keep_going)
        else:
            time.sleep(_LOOK_S)
        self._report(IndexState.WORKING if mine else IndexState.ELSEWHERE)

    def _wait_s(self) -> float | None:
        """Return how long the next job rests yet, 0 if it is due, None if nothing is near."""
        due_ms = self._indexer.next_due_ms()
        if due_ms is None:
            return None
        rest_s = (due_ms - to_ms(self._services.clock.now())) / 1000
        return None if rest_s > _WORTH_WAITING.total_seconds() else max(0.0, rest_s)

    def _fill_substrings(self) -> None:
        while self._keep_going() and self._indexer.fill_substrings():
            pass

    def _report(self, state: IndexState) -> None:
        if time.monotonic() - self._reported_at < _REPORT_EVERY_S:
            return
        self._reported_at = time.monotonic()
        done, total = self._indexer.coverage()
        self._progress(IndexProgress(state, done, total))
