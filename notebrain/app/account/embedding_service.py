"""The background's part in the account's vectors: when a round is due and what it reports."""

import logging
import time
from collections.abc import Callable

from notebrain.app.account.connection import Connection
from notebrain.app.account.lazy_remote import RemoteProvider
from notebrain.app.account.model_removal import RemovalTurns
from notebrain.app.core.threads import BackgroundTask, fault_text
from notebrain.app.events import Event, VectorsProgress
from notebrain.app.settings.setting import Settings
from notebrain.app.settings.table import SYNC_PAUSED
from notebrain.domain.embedding.usage import RemoteState
from notebrain.domain.errors import CloudError, NoteBrainError, UserError
from notebrain.indexing.remote_indexer import RemoteIndexing, RemoteRound

# Waiting passages need fewer requests in larger batches, so they are collected while notes are indexed one by one.
GATHER_S = 2.0
_LEASE_CHECK_S = 5.0
_AFTER_FAULT_S = 30.0
_PUBLISH_EVERY_S = 2.0
log = logging.getLogger("notebrain.sync")


class RemoteIndexingService(BackgroundTask):
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
        super().__init__()
        self._indexing = indexing
        self._account = account
        self._settings = settings
        self._publish = publish
        self._leads = leads
        self._removals = removals
        self._gather_s = gather_s
        self._published = VectorsProgress(RemoteState.OFF)
        self._published_at = 0.0

    def hurry(self) -> None:
        """Stop waiting for an unreachable account, which answers again; call it on the background loop."""
        self._indexing.hurry()
        self.wake()

    def gather_s(self) -> float:
        """Return how long to wait for more changes."""
        return self._gather_s

    async def close(self) -> None:
        """Close the connection to the account."""
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
            done = await self._indexing.round(remote, keep_going, account=connection.name)
            if done.wait_s != 0:
                break
        return done

    def failed(self, error: NoteBrainError | None) -> float:
        """Report the problem."""
        state, reason = RemoteState.WAITING, fault_text() if error is None else str(error)
        if isinstance(error, (CloudError, UserError)):  # nothing can be asked without a token
            state = RemoteState.FAILED
        elif error is not None:
            log.warning("the account's vectors rest for a moment: %s", error)
        self._report(RemoteRound(state, _AFTER_FAULT_S, reason))
        return _AFTER_FAULT_S

    async def turn(self) -> float | None:
        """Do one round; return how long to wait before the next, None until woken."""
        if not self._leads():
            return _LEASE_CHECK_S
        connection = self._account.connection
        self.has_account = connection is not None
        if connection is None:
            await self._indexing.forget()
            self._report(self._indexing.last)
            return None
        # the user asked for it, so being paused does not matter; nothing is embedded in the same turn
        if self._removals is not None and await self._removals.turn():
            return 0
        return self._soonest(await self._round(connection))

    async def _round(self, connection: Connection) -> float | None:
        if self._settings.get(SYNC_PAUSED):
            self._report(RemoteRound(RemoteState.PAUSED))
            return None
        remote = await self._account.remote()
        if remote is None:
            return _AFTER_FAULT_S
        done = await self._indexing.round(remote, self._leads, account=connection.name)
        self._report(done)
        return done.wait_s

    def _soonest(self, wait_s: float | None) -> float | None:
        return wait_s if self._removals is None else self._removals.soonest(wait_s)

    def _report(self, done: RemoteRound) -> None:
        self._indexing.last = done
        now = time.monotonic()
        if done.wait_s == 0 and now - self._published_at < _PUBLISH_EVERY_S:
            return
        self._published_at = now
        progress = VectorsProgress(done.state, self._indexing.unsent(), done.reason)
        if progress != self._published:
            self._published = progress
            self._publish(progress)
