"""The background's part in the account's vectors: when a round is due and what it reports."""

import logging
import time
from collections.abc import Callable

from notebrain.app.account.connection import Connection
from notebrain.app.account.lazy_remote import RemoteProvider
from notebrain.app.account.model_removal import RemovalTurns
from notebrain.app.core.async_tools import Waker
from notebrain.app.core.instance import MessageKind
from notebrain.app.events import Event, VectorsProgress
from notebrain.app.settings.store import Settings
from notebrain.app.settings.table import SYNC_PAUSED
from notebrain.domain.embedding.usage import RemoteState
from notebrain.domain.errors import CloudError, NoteBrainError, UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act, Changes
from notebrain.indexing.remote_indexer import RemoteIndexing, RemoteRound

# Waiting passages need fewer requests in larger batches, so they are collected while notes are indexed one by one.
GATHER_S = 2.0
_LEASE_LOOK_S = 5.0
_AFTER_FAULT_S = 30.0
_TELL_EVERY_S = 2.0
log = logging.getLogger("notebrain.sync")


class RemoteIndexingService:
    """Keeps the account's vectors up to date, on the background loop alongside the syncing of notes.

    Args:
        leads: Whether this process is the one that works on the vault.
        removals: Removes the vectors of unused models.
        gather_s: How long to wait for more changes after the first one.
    """

    def __init__(
        self,
        indexing: RemoteIndexing,
        account: RemoteProvider,
        settings: Settings,
        *,
        publish: Callable[[Event], object],
        leads: Callable[[], bool],
        removals: RemovalTurns | None = None,
        gather_s: float = GATHER_S,
    ) -> None:
        self._indexing = indexing
        self._account = account
        self._settings = settings
        self._publish = publish
        self._leads = leads
        self._removals = removals
        self._gather_s = gather_s
        self._waker = Waker()
        self._told = VectorsProgress(RemoteState.OFF)
        self._told_at = 0.0

    def wake(self) -> None:
        """Check for work; returns at once and may be called from any thread."""
        self._waker.wake()

    def hurry(self) -> None:
        """Stop waiting for an unreachable account, which answers again; call it on the background loop."""
        self._indexing.hurry()
        self.wake()

    def hear(self, word: MessageKind) -> None:
        """Handle a message from another process: any message may mean that there is work."""
        log.debug("heard %s", word)
        self.wake()

    def notes_changed(self, changes: Changes) -> None:
        """Check for work after a commit: a note that moved, went away or came back, or a changed setting."""
        if changes.act is not Act.OPEN:
            self.wake()

    async def run(self) -> None:
        """Work until canceled; the next run repeats work that was in progress."""
        try:
            with self._waker.listening():
                while True:
                    self._waker.look()
                    await self._rest(await self._safe_turn())
        finally:
            await self._account.close()

    async def to_the_end(self, keep_going: Callable[[], bool] = lambda: True) -> RemoteRound:
        """Run rounds until nothing more can be done now, for a caller that waits and leads.

        Raises:
            CloudError, UserError: The account cannot be used.
        """
        done = RemoteRound(RemoteState.OFF)
        while keep_going():
            connection, remote = self._account.connection, await self._account.remote()
            if connection is None or remote is None:
                return done
            done = await self._indexing.round(remote, keep_going, account=_name_of(connection))
            if done.wait_s != 0:
                break
        return done

    async def _safe_turn(self) -> float | None:
        try:
            return await self._turn()
        except (CloudError, UserError) as error:  # nothing can be asked without a token
            self._tell(RemoteRound(RemoteState.FAILED, _AFTER_FAULT_S, str(error)))
        except NoteBrainError as error:
            log.warning("the account's vectors rest for a moment: %s", error)
            self._tell(RemoteRound(RemoteState.WAITING, _AFTER_FAULT_S, str(error)))
        except Exception:
            log.exception("fault while keeping the account's vectors true")
            told = _("Syncing met an unexpected fault and will try again. Notes are safe.")
            self._tell(RemoteRound(RemoteState.WAITING, _AFTER_FAULT_S, told))
        return _AFTER_FAULT_S

    async def _turn(self) -> float | None:
        """Do one round; return how long to wait before the next, None until woken."""
        if not self._leads():
            return _LEASE_LOOK_S
        connection = self._account.connection
        if connection is None:
            await self._indexing.forget()
            self._tell(self._indexing.last)
            return None
        # the user asked for it, so being paused does not matter; nothing is embedded in the same turn
        if self._removals is not None and await self._removals.turn():
            return 0
        return self._soonest(await self._round(connection))

    async def _round(self, connection: Connection) -> float | None:
        if self._settings.get(SYNC_PAUSED):
            self._tell(RemoteRound(RemoteState.PAUSED))
            return None
        remote = await self._account.remote()
        if remote is None:
            return _AFTER_FAULT_S
        done = await self._indexing.round(remote, self._leads, account=_name_of(connection))
        self._tell(done)
        return done.wait_s

    def _soonest(self, wait_s: float | None) -> float | None:
        return wait_s if self._removals is None else self._removals.soonest(wait_s)

    async def _rest(self, wait_s: float | None) -> None:
        """Wait to be woken, at most `wait_s`; changes in quick succession are handled together."""
        from asyncio import sleep

        if wait_s != 0 and await self._waker.rest(wait_s):
            await sleep(self._gather_s)

    def _tell(self, done: RemoteRound) -> None:
        self._indexing.last = done
        now = time.monotonic()
        if done.wait_s == 0 and now - self._told_at < _TELL_EVERY_S:
            return
        self._told_at = now
        progress = VectorsProgress(done.state, self._indexing.unsent(), done.reason)
        if progress != self._told:
            self._told = progress
            self._publish(progress)


def _name_of(connection: Connection) -> str:
    return f"{connection.account_id}/{connection.database_id}/{connection.vault_id}"
