"""Working through the indexer's queue in this process, or following another process that does."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from notebrain.app.account.connection import connection_in
from notebrain.app.background.file_texts import make_file_reader
from notebrain.app.background.maintenance import Upkeep
from notebrain.app.background.rounds import IndexScheduler, RoundResult
from notebrain.app.events import IndexProgress, IndexState
from notebrain.app.services import Services, indexer_lease
from notebrain.app.settings.table import ACCOUNT_CONNECTION, INDEX_PAUSED
from notebrain.domain.errors import NoteBrainError
from notebrain.domain.i18n import _
from notebrain.storage.file_lock import Lease
from notebrain.storage.sql import to_ms

# Another process's progress is only in the vault, and no process is notified of what another one writes there.
_CHECK_S = 0.25
# Counting 100,000 notes takes 30 ms, so it is not done after every round.
_REPORT_EVERY_S = 0.2
# A note edited a moment ago is due once it has rested; anything due later has failed and waits.
_WORTH_WAITING_S = 3.0


@dataclass(frozen=True, slots=True)
class IndexReport:
    """The state of the index after a run.

    Attributes:
        done, total: Notes that can be found by meaning, and all notes outside the trash.
        waiting: Whether something is still waiting, because it failed and will be retried or the run was stopped.
        stopped: Whether the caller stopped the run.
        problem: Why notes cannot be found by meaning, as a sentence for the user, or None.
        unasked: Why the account's model could not be asked about cards, or None.
    """

    done: int
    total: int
    waiting: bool = False
    stopped: bool = False
    problem: str | None = None
    unasked: str | None = None


def run_index(
    services: Services, progress: Callable[[IndexProgress], None], keep_going: Callable[[], bool]
) -> IndexReport:
    """Do all of the background's rounds that are due, ask for second opinions, then report."""
    upkeep = Upkeep(services.store, services.indexer, services.clock)
    lease = indexer_lease(services.folder)
    rounds = IndexScheduler(services.indexer, upkeep, lease, services.check, services.model_choice)
    run = _Run(services, rounds, progress, keep_going)
    try:
        report = run.whole()
        if lease.held:
            _read_files(services, keep_going)
    finally:
        rounds.end()
    return report if report.stopped else replace(report, unasked=_ask(services, lease, keep_going))


def _read_files(services: Services, keep_going: Callable[[], bool]) -> None:
    """Read the files in notes that wait; while another process leads, it reads them."""
    reader = make_file_reader(services.store)
    try:
        while keep_going() and reader.step(keep_going):
            pass
    finally:
        reader.release()


def _ask(services: Services, lease: Lease, keep_going: Callable[[], bool]) -> str | None:
    """Ask the account's model about cards, if the user wants that; return what prevented it, or None."""
    if connection_in(services.settings.get(ACCOUNT_CONNECTION)) is None or not lease.acquire():
        return None  # the open window, which then has the lease, asks by itself
    try:
        asyncio.run(services.cloud.make_judging(lambda: True).to_the_end(keep_going))
    except NoteBrainError as error:
        return str(error)
    finally:
        lease.release()
    return None


class _Run:
    def __init__(
        self,
        services: Services,
        rounds: IndexScheduler,
        progress: Callable[[IndexProgress], None],
        keep_going: Callable[[], bool],
    ) -> None:
        self._services = services
        self._indexer = services.indexer
        self._rounds = rounds
        self._progress = progress
        self._keep_going = keep_going
        self._reported_at = 0.0

    def whole(self) -> IndexReport:
        problem: str | None = None
        looked = False
        while self._keep_going():
            done = self._rounds.next(self._keep_going)
            problem = self._problem(done)
            if self._over(done, problem):
                # what the counts at the start do not show
                if (
                    looked
                    or done.state is not IndexState.IDLE
                    or not self._indexer.queue_missing(self._keep_going)
                ):
                    break
                looked = True
            self._report(done.state)
            time.sleep(min(done.wait_s or 0.0, _CHECK_S))
        finished, total = self._rounds.coverage()
        return IndexReport(
            finished,
            total,
            waiting=self._indexer.next_due_ms() is not None,
            stopped=not self._keep_going(),
            problem=problem,
        )

    def _problem(self, done: RoundResult) -> str | None:
        if done.state is IndexState.ELSEWHERE and self._services.settings.get(INDEX_PAUSED):
            return _("Indexing is paused in the open window; resume it there.")
        return done.reason

    def _over(self, done: RoundResult, problem: str | None) -> bool:
        """Return whether another round would be pointless."""
        if done.state is IndexState.ELSEWHERE:
            return problem is not None or not self._near(self._wait_s())
        if done.state is IndexState.OFF:
            return done.wait_s != 0  # the substring index needs no model
        return not self._near(done.wait_s)

    def _wait_s(self) -> float | None:
        """Return the time until the next job is due, 0 or less if one is due now; None if there are no jobs."""
        due_ms = self._indexer.next_due_ms()
        return None if due_ms is None else (due_ms - to_ms(self._services.clock.now())) / 1000

    def _near(self, wait_s: float | None) -> bool:
        return wait_s is not None and wait_s <= _WORTH_WAITING_S

    def _report(self, state: IndexState) -> None:
        if time.monotonic() - self._reported_at < _REPORT_EVERY_S:
            return
        self._reported_at = time.monotonic()
        done, total = self._rounds.coverage()
        self._progress(IndexProgress(state, done, total))
