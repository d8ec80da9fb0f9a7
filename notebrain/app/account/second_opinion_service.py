"""The background's part in second opinions: when to ask the account's model about a card."""

import logging
from collections.abc import Callable

from notebrain.app.account.lazy_remote import RemoteProvider
from notebrain.app.core.threads import BackgroundTask
from notebrain.app.settings.review import REVIEW_ASKS
from notebrain.app.settings.setting import Settings
from notebrain.app.settings.table import SYNC_PAUSED
from notebrain.domain.errors import NoteBrainError
from notebrain.domain.notes.changes import Act
from notebrain.domain.ports import Clock
from notebrain.domain.review.second_opinion import Asks
from notebrain.indexing.second_opinions import Arbitration, Step

_AFTER_FAULT_S = 60.0
_CHECK_AGAIN_S = 10.0
_LONGEST_S = 3600.0
"""A computer that slept, or a clock that was changed, must not delay it for long."""
log = logging.getLogger("notebrain.sync")


class SecondOpinionService(BackgroundTask):
    """Asks about one card after the other on the background loop; nothing else waits for it.

    Without a connected account, or if the user turned such questions off, it sleeps.

    Args:
        leads: Whether this process is the one that works on the vault.
        busy: Whether the account is embedding notes, which takes precedence.
    """

    ignored = frozenset(Act) - {Act.REVIEW, Act.RESTORE}

    def __init__(
        self,
        arbitration: Arbitration,
        account: RemoteProvider,
        settings: Settings,
        clock: Clock,
        *,
        leads: Callable[[], bool],
        busy: Callable[[], bool],
    ) -> None:
        super().__init__()
        self._arbitration = arbitration
        self._account = account
        self._settings = settings
        self._clock = clock
        self._leads = leads
        self._busy = busy

    async def to_the_end(self, keep_going: Callable[[], bool] = lambda: True) -> None:
        """Ask until nothing more can be asked now, for a caller that waits and leads.

        Raises:
            NoteBrainError: The account or the vault cannot be used.
        """
        try:
            while keep_going() and await self.turn() == 0:
                pass
        finally:
            await self.close()

    async def close(self) -> None:
        """Close the connection to the account."""
        await self._account.close()

    def failed(self, error: NoteBrainError | None) -> float:
        """Wait a minute: for example there is no token, which syncing reports."""
        if error is not None:
            log.info("no second opinions for a moment: %s", type(error).__name__)
        return _AFTER_FAULT_S

    async def turn(self) -> float | None:
        """Ask about one card; return how many seconds to wait before the next, None until woken.

        Raises:
            NoteBrainError: The account or the vault cannot be used.
        """
        asks = Asks(self._settings.get(REVIEW_ASKS))
        self.has_account = self._account.connection is not None
        off = asks is Asks.NEVER or self._settings.get(SYNC_PAUSED)
        if off or not self.has_account:
            return None
        if not self._leads() or self._busy():
            return _CHECK_AGAIN_S
        remote = await self._account.remote()
        if remote is None or remote.arbiter is None:
            return _AFTER_FAULT_S
        return self._wait_after(await self._arbitration.step(remote.arbiter, asks))

    def _wait_after(self, step: Step) -> float | None:
        if step.worked:
            return 0
        if step.until is None:
            return None
        return min(max((step.until - self._clock.now()).total_seconds(), 1.0), _LONGEST_S)
