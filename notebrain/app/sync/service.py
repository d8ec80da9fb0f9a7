"""The background service that decides when to sync and reports the result."""

import logging
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from notebrain.app.account.lazy_remote import RemoteProvider
from notebrain.app.account.vault_clock import account_doubt
from notebrain.app.core.instance import MessageKind
from notebrain.app.core.threads import BackgroundTask, Waker, fault_text
from notebrain.app.events import Event, KeptElsewhere, SyncProgress, SyncState
from notebrain.app.settings.setting import Settings
from notebrain.app.settings.table import FILES_PAUSED, SYNC_PAUSED
from notebrain.app.sync.engine_cache import SyncEngines
from notebrain.app.sync.schedule import AFTER_FAULT_S, SyncTimes
from notebrain.app.sync.texts import loss_text
from notebrain.domain.errors import (
    CloudConfig,
    CloudError,
    CloudTakenBack,
    CloudWaits,
    NoteBrainError,
    Unavailable,
    UserError,
)
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act
from notebrain.domain.ports import Clock, Ids
from notebrain.domain.sync.file_estimate import SendSpeed
from notebrain.domain.sync.file_transfer import NO_FILES, MovingFile
from notebrain.indexing.batches import written
from notebrain.storage import vault_time
from notebrain.storage.store import Store
from notebrain.storage.sync import (
    account,
    file_transfers,
    incoming,
    inventory,
    outgoing_counts,
    sharing,
)
from notebrain.storage.sync.incoming import Why
from notebrain.sync.engine import SyncEngine
from notebrain.sync.round_result import Round

if TYPE_CHECKING:
    import asyncio


# Another process that syncs does not say when it ends; this one may become the leader a moment after its start.
_FIRST_CHECK_S, _LEASE_CHECK_S = 0.1, 5.0
# An import changes notes many times a second.
_GATHER_S = 0.3
log = logging.getLogger("notebrain.sync")


class SyncService(BackgroundTask):
    """Keeps the vault and the account in sync, on the background loop.

    Args:
        leads: Whether this process is the one that works on the vault.
        busy: Whether a note is being typed in.
        machine: Identifies this copy of the vault among others.
    """

    ignored = (Act.INDEX, Act.OPEN, Act.SYNC)

    def __init__(
        self,
        store: Store,
        clock: Clock,
        ids: Ids,
        account: RemoteProvider,
        *,
        publish: Callable[[Event], object],
        leads: Callable[[], bool],
        busy: Callable[[str], bool] = lambda _note_id: False,
        machine: str = "",
    ) -> None:
        super().__init__()
        self._store = store
        self._publish = publish
        self._leads = leads
        self._engines = SyncEngines(
            store, clock, ids, account, busy=busy, machine=machine, on_moving=self._on_moving
        )
        self._moving: MovingFile | None = None
        self._moving_shown_at = 0.0
        self._speed = SendSpeed()
        self._times = SyncTimes(store, clock)
        self._recount = Waker()
        self._counting: asyncio.Task[None] | None = None
        self._at_work: asyncio.Lock | None = None
        self._guests = 0
        self._settings = Settings(store)
        self._checks = 0
        self._forced = False
        self._again = False
        self._reached: Callable[[], object] = lambda: None
        self._answer: bool | None = None
        self._round: Round | None = None
        self._fault: str | None = None
        self._progress: SyncProgress | None = None

    @property
    def progress(self) -> SyncProgress | None:
        """The last reported progress, or None before the first round."""
        return self._progress

    @property
    def paused(self) -> bool:
        """Whether the user has paused syncing."""
        return self._settings.get(SYNC_PAUSED)

    def when_reached(self, act: Callable[[], object]) -> None:
        """Call `act` on the background loop when an unreachable account answers again."""
        self._reached = act

    def pause(self) -> None:
        """Stop sending and fetching after the current request, until `resume`."""
        self._settings.put(SYNC_PAUSED, True).add_done_callback(lambda _done: self.wake())

    def resume(self) -> None:
        """Resume syncing."""
        self._settings.put(SYNC_PAUSED, None).add_done_callback(lambda _done: self.sync_now())

    def pause_files(self) -> None:
        """Stop moving files, in the middle of one if need be, until `resume_files`; notes still sync."""
        self._settings.put(FILES_PAUSED, True).add_done_callback(lambda _done: self._begin_round())

    def resume_files(self) -> None:
        """Move files again, also on a metered connection until there is another one."""
        self._engines.is_metered = False
        self._settings.put(FILES_PAUSED, None).add_done_callback(lambda _done: self.sync_now())

    def set_metered(self, metered: bool) -> None:
        """Take note that the connection costs by the byte, or does not; may be called from any thread."""
        if metered is not self._engines.is_metered:
            self._engines.is_metered = metered
            self._begin_round()

    def sync_now(self) -> None:
        """Do a round now, whatever syncing waits for, and retry what was refused; may be called from any thread."""
        self._again = True
        self._begin_round()

    def _begin_round(self) -> None:
        self._forced = True
        self.wake()

    def fetch_soon(self) -> None:
        """Fetch soon what other computers wrote, for a user who returns to this one; may be called from any thread.

        Waiting for Cloudflare after a problem is not cut short.
        """
        self._times.glance()
        self.wake()

    def answer_deletions(self, *, delete: bool) -> None:
        """Apply the many removals from another computer, or keep the notes; may be called from any thread."""
        self._answer = delete
        self.sync_now()

    def wake(self) -> None:
        """Count what waits, and check for work; returns at once and may be called from any thread."""
        self._recount.wake()
        super().wake()

    def on_message(self, word: MessageKind) -> None:
        """Handle a message from another process."""
        if word is MessageKind.SYNC:
            self.sync_now()
        else:
            super().on_message(word)

    def settings_changed(self) -> None:
        """Check for another account, or another token."""
        if self._progress is not None and self._progress.state is SyncState.NEEDS_YOU:
            self._forced = True
        super().settings_changed()

    async def run(self) -> None:
        """Sync until canceled; the next run sends again what was in progress."""
        from asyncio import create_task

        self._counting = create_task(self._report_count())
        await super().run()

    async def close(self) -> None:
        """Stop counting and close the connections to the account."""
        if self._counting is not None:
            self._counting.cancel()
        await self._engines.close()

    async def _report_count(self) -> None:
        """Report unsent changes at once, even while a round waits for an account that does not answer."""
        from asyncio import sleep

        with self._recount.listening():
            while True:
                await self._recount.rest(None)
                self._recount.clear()
                try:
                    if self._progress is not None:
                        self._report(self._progress.state)
                except NoteBrainError as error:
                    log.warning("what waits could not be counted: %s", error)
                await sleep(_GATHER_S)

    async def once(self, keep_going: Callable[[], bool] = lambda: True) -> Round:
        """Do one round now and return its result, for a caller that waits and leads.

        Raises:
            UserError: There is no account, or no token for it.
        """
        engine = await self.engine()
        await self._put_answer(engine)
        self._round = await engine.round(keep_going, send_first=True)
        return self._round

    @asynccontextmanager
    async def alone(self) -> AsyncGenerator[None]:
        """Pause the background within this block, for a caller that works with the account by `once` and `engine`.

        The current round ends after its request; another round follows the block and reports the new state.

        Raises:
            Unavailable: Another process is working on the vault.
        """
        if not self._leads():
            raise Unavailable(
                _("Another NoteBrain is working on these notes. Try again when it is done.")
            )
        self._guests += 1
        try:
            async with self._lock():
                yield
        finally:
            self._guests -= 1
            self._begin_round()

    async def engine(self) -> SyncEngine:
        """Return the engine of the connected account.

        Raises:
            UserError: There is no account, or no token for it.
        """
        engine = await self._connected()
        if engine is None:
            raise UserError(
                _(
                    "These notes are not connected to an account. Connect one with: notebrain account connect"
                )
            )
        return engine

    def failed(self, error: NoteBrainError | None) -> float:
        """Report the problem."""
        if error is None:
            return self._stopped(fault_text())
        log.warning("syncing stopped for a moment: %s", error)
        return self._stopped(str(error))

    def gather_s(self) -> float:
        """Return how long to wait for more changes, unless the user wants a round now."""
        return 0.0 if self._forced else _GATHER_S

    async def turn(self) -> float | None:
        """Do a round if one is due; return how long to wait before checking again."""
        if not self._leads():
            return self._check_again()
        self._checks = 0
        self.has_account = self._engines.connection is not None
        if not self.has_account:
            await self._reconcile()
            self._report(SyncState.OFF)
            return None
        if self.paused:
            self._report(SyncState.PAUSED)
            return None
        listen = self._times.is_due(self._round) or self._forced
        if not listen and not self._times.has_work(self._round):
            return self._times.until_next_s(self._round)
        async with self._lock():
            return await self._work(listen=listen)

    def _lock(self) -> "asyncio.Lock":
        """Return the lock that serializes work with the account."""
        if self._at_work is None:
            import asyncio  # loaded with the loop, not with the window

            self._at_work = asyncio.Lock()
        return self._at_work

    def _check_again(self) -> float:
        """Return how long to wait for the leading process."""
        self._checks += 1
        wait_s = min(_LEASE_CHECK_S, _FIRST_CHECK_S * 2.0**self._checks)
        if wait_s == _LEASE_CHECK_S:
            self._report(SyncState.ELSEWHERE if self._engines.connection else SyncState.OFF)
        return wait_s

    async def _work(self, *, listen: bool) -> float:
        forced, self._forced = self._forced, False
        connection = self._engines.connection
        try:
            engine = await self._connected()
        except (CloudError, UserError) as error:
            # nothing can be asked without a token
            return self._stopped(str(error), SyncState.NEEDS_YOU)
        if engine is None:
            return AFTER_FAULT_S
        await self._put_answer(engine)
        if self._again:
            self._again = False
            await written(self._store, sharing.retry)
        if self._round is None or self._times.has_work(self._round):
            self._report(SyncState.WORKING)
        before = self._round
        self._round = await engine.round(
            lambda: self._may_go_on() and self._engines.connection == connection, listen=listen
        )
        self._fault = None
        if before is not None and before.problem is not None and self._round.problem is None:
            self._reached()
        if self._round.withdrawn:
            self._publish(KeptElsewhere(self._round.withdrawn))
        if forced and self._round.problem is None:
            await self._times.mark_success()
        self._report(state_after(self._round))
        return self._times.after(self._round, listened=listen)

    async def _put_answer(self, engine: SyncEngine) -> None:
        if self._answer is not None:
            await engine.answer_deletions(delete=self._answer)
            self._answer = None

    def _may_go_on(self) -> bool:
        return self._leads() and not self.paused and not self._guests

    def _stopped(self, reason: str, state: SyncState = SyncState.WAITING) -> float:
        self._fault = reason
        self._report(state)
        return self._times.after_fault()

    async def _connected(self) -> SyncEngine | None:
        await self._reconcile()
        return await self._engines.current()

    async def _reconcile(self) -> None:
        if await self._engines.reconcile():
            self._round = None
            self._times.begin_anew()

    def _on_moving(self, moving: MovingFile | None) -> None:
        """Report how far a file is, a few times a second."""
        self._moving = moving
        now = time.monotonic()
        self._speed.follow(moving, now)
        if moving is None or self._progress is None or now - self._moving_shown_at < _GATHER_S:
            return
        self._moving_shown_at = now
        # counts are read when the file is done
        self._progress = replace(
            self._progress, state=SyncState.WORKING, moving=moving, speed=self._speed.bytes_s
        )
        self._publish(self._progress)

    def _report(self, state: SyncState) -> None:
        told = replace(
            progress(self._store, state, self._round, self._fault),
            moving=self._moving,
            speed=self._speed.bytes_s,
        )
        if told != self._progress:
            self._progress = told
            self._publish(told)


_WITH_REASON = (SyncState.WAITING, SyncState.NEEDS_YOU)


def state_after(done: Round) -> SyncState:
    """Return the state after a round."""
    if done.problem is None:
        return SyncState.ASKS_DELETION if done.asks else SyncState.IDLE
    waits = isinstance(done.problem, CloudWaits) and not isinstance(done.problem, CloudConfig)
    return SyncState.WAITING if waits else SyncState.NEEDS_YOU


def standing(store: Store) -> SyncProgress:
    """Return what the account does not know yet, for callers without a background thread."""
    return progress(store, SyncState.IDLE, None, None)


def progress(store: Store, state: SyncState, last: Round | None, fault: str | None) -> SyncProgress:
    """Return how much of what is here the account knows.

    Args:
        last: The last round.
        fault: The error after that round, if any.
    """
    with store.read() as db:
        known = account.get(db)
        counts = outgoing_counts.NOTHING if known is None else outgoing_counts.counts(db)
        asks = incoming.count(db, Why.DELETES) if last is not None and last.asks else 0
        loss = None if known is None else inventory.loss(db)
        now_here = vault_time.get(db)
        files = NO_FILES if known is None else file_transfers.standing(db)
    problem = None if last is None else last.problem
    reason = str(problem) if fault is None and problem is not None else fault
    if loss is not None and state in (SyncState.IDLE, SyncState.ASKS_DELETION):
        state, reason = SyncState.NEEDS_YOU, loss_text(loss)
    return SyncProgress(
        state,
        waiting=counts.waiting,
        failed=counts.failed,
        asks=asks,
        last_success=None if known is None else known.last_success,
        last_reached=_last_reached(known, last),
        reason=reason if state in _WITH_REASON else None,
        renewal=None if last is None else last.renewal,
        lost=loss is not None or (fault is None and isinstance(problem, CloudTakenBack)),
        clock=None if known is None else account_doubt(now_here),
        files=files,
    )


def _last_reached(known: account.Connected | None, last: Round | None) -> datetime | None:
    if known is None or last is None or last.reached is None:
        return None if known is None else known.last_reached
    return last.reached
