"""The background's share of syncing: when a round is due, what is told of it, pause, and sync now."""

import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from notebrain.app.account_door import AccountDoor
from notebrain.app.connection import Connection as AccountConnection
from notebrain.app.events import Event, SyncProgress, SyncState
from notebrain.app.instance import Word
from notebrain.app.resting import woken
from notebrain.app.setting_values import Settings
from notebrain.app.settings import SYNC_PAUSED
from notebrain.app.sync_facts import progress, state_after
from notebrain.domain.changes import Act, Changes
from notebrain.domain.errors import (
    CloudError,
    NoteBrainError,
    UserError,
)
from notebrain.domain.messages import _
from notebrain.domain.ports import Clock, Ids
from notebrain.domain.remote import Remote
from notebrain.storage.database import Connection
from notebrain.storage.store import Store
from notebrain.storage.syncing import account as account_table, waiting
from notebrain.storage.times import to_ms
from notebrain.sync.outcome import Round
from notebrain.sync.syncing import POLL_S, SyncEngine
from notebrain.sync.taking import Conflict

if TYPE_CHECKING:
    import asyncio

# Another process that syncs says nothing when it ends; this one may lead in a moment after its start.
_FIRST_LOOK_S, _LEASE_LOOK_S = 0.1, 5.0
# An import changes notes many times a second.
_GATHER_S = 0.3
_AFTER_FAULT_S = 30.0
_LEAST_S = 0.05
log = logging.getLogger("notebrain.sync")


class Syncing:
    """Keeps the vault and the account the same, on the background's loop.

    Args:
        leads: Whether this process is the one that works on the vault.
        busy: Whether somebody is typing in a note.
        on_conflict: Keeps both texts of a note for the user.
        machine: What tells this copy of the vault from others.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        ids: Ids,
        account: AccountDoor,
        *,
        publish: Callable[[Event], object],
        leads: Callable[[], bool],
        busy: Callable[[str], bool] = lambda _note_id: False,
        on_conflict: Callable[[Connection, Conflict], object] | None = None,
        machine: str = "",
    ) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids
        self._account = account
        self._publish = publish
        self._leads = leads
        self._busy = busy
        self._on_conflict = on_conflict
        self._machine = machine
        self._settings = Settings(store)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake: asyncio.Event | None = None
        self._engine: tuple[Remote, SyncEngine] | None = None
        self._looks = 0
        self._forced = False
        self._next_at = 0.0
        self._answer: bool | None = None
        self._round: Round | None = None
        self._fault: str | None = None
        self._progress: SyncProgress | None = None

    @property
    def progress(self) -> SyncProgress | None:
        """What was last told, None before the first round."""
        return self._progress

    @property
    def paused(self) -> bool:
        """Whether the user paused syncing."""
        return bool(self._settings.get(SYNC_PAUSED))

    def pause(self) -> None:
        """Send and fetch nothing after the request at hand, until `resume`."""
        self._settings.put(SYNC_PAUSED, True).add_done_callback(lambda _done: self.wake())

    def resume(self) -> None:
        """Go on."""
        self._settings.put(SYNC_PAUSED, None).add_done_callback(lambda _done: self.sync_now())

    def sync_now(self) -> None:
        """Do a round now, whatever it waits for; any thread may call it."""
        self._forced = True
        self.wake()

    def answer_deletions(self, *, delete: bool) -> None:
        """Let many notes go that another computer removed, or keep them; any thread may call it."""
        self._answer = delete
        self.sync_now()

    def wake(self) -> None:
        """Look whether there is something to do; any thread may call it, it does not wait."""
        loop, wake = self._loop, self._wake
        if loop is not None and wake is not None and not loop.is_closed():
            loop.call_soon_threadsafe(wake.set)

    def hear(self, word: Word) -> None:
        """Act on a word from another process."""
        if word is Word.SYNC:
            self.sync_now()
        else:
            self.wake()

    def notes_changed(self, changes: Changes) -> None:
        """Look for something to send after a commit."""
        told = self._progress
        if changes.act is Act.SETTINGS and told is not None and told.state is SyncState.NEEDS_YOU:
            self._forced = True  # another token may be there
        if changes.act not in (Act.INDEX, Act.OPEN, Act.SYNC):
            self.wake()

    async def run(self) -> None:
        """Sync until cancelled; what is under way then is sent again by the next run."""
        import asyncio

        self._loop = asyncio.get_running_loop()
        self._wake = asyncio.Event()
        try:
            while True:
                self._wake.clear()
                try:
                    wait_s = await self._turn()
                except NoteBrainError as error:
                    log.warning("syncing stopped for a moment: %s", error)
                    wait_s = self._stopped(str(error))
                except Exception:
                    log.exception("fault while syncing")
                    wait_s = self._stopped(
                        _("Syncing met an unexpected fault and will try again. Notes are safe.")
                    )
                await self._rest(wait_s)
        finally:
            self._loop = None
            await self._account.close()

    async def once(self, keep_going: Callable[[], bool] = lambda: True) -> Round:
        """Do one round now and return what it did, for who waits for it; the caller leads.

        Raises:
            UserError: There is no account, or no token for it.
        """
        engine = await self.engine()
        if self._answer is not None:
            await engine.answer_deletions(delete=self._answer)
            self._answer = None
        self._round = await engine.round(keep_going)
        return self._round

    async def engine(self) -> SyncEngine:
        """Return the engine of the account that is connected.

        Raises:
            UserError: There is no account, or no token for it.
        """
        remote = await self._connected()
        if remote is None:
            raise UserError(
                _(
                    "These notes are connected to no account. Connect one with: notebrain account connect"
                )
            )
        return self._engine_for(remote)

    async def _turn(self) -> float | None:
        """Do a round if one is due; return how long to wait before looking again."""
        if not self._leads():
            return self._look_again()
        self._looks = 0
        if self._account.connection is None:
            await self._reconcile(None)
            self._tell(SyncState.OFF)
            return None
        if self.paused:
            self._tell(SyncState.PAUSED)
            return None
        listen = self._is_due()
        if not listen and not self._has_work():
            return self._until_next_s()
        return await self._work(listen=listen)

    def _look_again(self) -> float:
        """Return how long to wait for the process that leads."""
        self._looks += 1
        wait_s = min(_LEASE_LOOK_S, _FIRST_LOOK_S * 2.0**self._looks)
        if wait_s == _LEASE_LOOK_S:
            self._tell(SyncState.ELSEWHERE if self._account.connection else SyncState.OFF)
        return wait_s

    async def _work(self, *, listen: bool) -> float:
        forced, self._forced = self._forced, False
        connection = self._account.connection
        try:
            remote = await self._connected()
        except (CloudError, UserError) as error:
            # without a token nothing can be asked
            return self._stopped(str(error), SyncState.NEEDS_YOU)
        if remote is None:
            return _AFTER_FAULT_S
        engine = self._engine_for(remote)
        if self._answer is not None:
            await engine.answer_deletions(delete=self._answer)
            self._answer = None
        if self._round is None or self._has_work():
            self._tell(SyncState.WORKING)
        self._round = await engine.round(
            lambda: self._may_go_on() and self._account.connection == connection, listen=listen
        )
        self._fault = None
        if forced and self._round.problem is None:
            await self._succeeded()
        self._tell(state_after(self._round))
        wait_s = POLL_S if self._round.wait_s is None else self._round.wait_s
        if listen or self._round.problem is not None:
            self._next_at = time.monotonic() + (POLL_S if self._round.problem is None else wait_s)
        return min(wait_s, self._next_at - time.monotonic())

    async def _succeeded(self) -> None:
        """Note the moment down for who asked for this round, e.g. the command line."""
        from asyncio import wrap_future

        now = self._clock.now()
        await wrap_future(self._store.write(lambda db: account_table.mark_success(db, now)))

    def _is_due(self) -> bool:
        return self._forced or time.monotonic() >= self._next_at

    def _has_work(self) -> bool:
        """Tell whether something can be sent now; after a problem it waits with the rest."""
        if self._round is not None and self._round.problem is not None:
            return False
        now = self._clock.now()
        with self._store.read() as db:
            return waiting.is_ready(db, now=now)

    def _until_next_s(self) -> float:
        """Return after how long something can be sent, or the account is to be asked."""
        poll_s = self._next_at - time.monotonic()
        if self._round is not None and self._round.problem is not None:
            return poll_s
        now = self._clock.now()
        with self._store.read() as db:
            next_ms = waiting.next_ms(db, now=now)
        if next_ms is None:
            return poll_s
        return min(poll_s, max(_LEAST_S, (next_ms - to_ms(now)) / 1000))

    def _may_go_on(self) -> bool:
        return self._leads() and not self.paused

    def _stopped(self, reason: str, state: SyncState = SyncState.WAITING) -> float:
        self._fault = reason
        self._next_at = time.monotonic() + _AFTER_FAULT_S
        self._tell(state)
        return _AFTER_FAULT_S

    async def _connected(self) -> Remote | None:
        connection = self._account.connection
        await self._reconcile(connection)
        return None if connection is None else await self._account.remote()

    async def _reconcile(self, connection: AccountConnection | None) -> None:
        from notebrain.app.joining import joined

        if await joined(self._store, self._clock, self._ids, connection, machine=self._machine):
            self._engine, self._round, self._next_at = None, None, 0.0

    def _engine_for(self, remote: Remote) -> SyncEngine:
        if self._engine is None or self._engine[0] is not remote:
            more = {} if self._on_conflict is None else {"on_conflict": self._on_conflict}
            engine = SyncEngine(
                self._store,
                self._clock,
                self._ids,
                remote.vault,
                vectors=remote.vectors,
                busy=self._busy,
                machine=self._machine,
                **more,
            )
            self._engine = (remote, engine)
        return self._engine[1]

    async def _rest(self, wait_s: float | None) -> None:
        """Wait to be woken, `wait_s` at most; changes that follow one another wake once."""
        import asyncio

        assert self._wake is not None  # noqa: S101 - `run` made it
        if await woken(self._wake, wait_s) and not self._forced:
            await asyncio.sleep(_GATHER_S)

    def _tell(self, state: SyncState) -> None:
        told = progress(self._store, state, self._round, self._fault)
        if told != self._progress:
            self._progress = told
            self._publish(told)
