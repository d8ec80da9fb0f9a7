"""The background's part in second opinions: when to ask the account's model about a card."""

import logging
from collections.abc import Callable

from notebrain.app.account.lazy_remote import RemoteProvider
from notebrain.app.core.async_tools import Waker
from notebrain.app.core.instance import MessageKind
from notebrain.app.settings.store import Settings
from notebrain.app.settings.table import REVIEW_ASKS, SYNC_PAUSED
from notebrain.domain.errors import NoteBrainError
from notebrain.domain.notes.changes import Act, Changes
from notebrain.domain.ports import Clock
from notebrain.domain.review.second_opinion import Asks
from notebrain.indexing.second_opinions import Arbitration, Step

_AFTER_FAULT_S = 60.0
_LOOK_AGAIN_S = 10.0
_LONGEST_S = 3600.0
"""A computer that slept, or a clock that was changed, must not delay it for long."""
_TELLING = frozenset({Act.REVIEW, Act.SETTINGS, Act.RESTORE})
log = logging.getLogger("notebrain.sync")


class SecondOpinionService:
    """Asks about one card after the other on the background loop; nothing else waits for it.

    Without a connected account, or if the user turned such questions off, it sleeps.

    Args:
        leads: Whether this process is the one that works on the vault.
        busy: Whether the account is embedding notes, which takes precedence.
    """

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
        self._arbitration = arbitration
        self._account = account
        self._settings = settings
        self._clock = clock
        self._leads = leads
        self._busy = busy
        self._waker = Waker()

    def wake(self) -> None:
        """Check for a question to ask; returns at once and may be called from any thread."""
        self._waker.wake()

    def hear(self, word: MessageKind) -> None:
        """Handle a message from another process: any message may mean that there is something to ask."""
        log.debug("heard %s", word)
        self.wake()

    def notes_changed(self, changes: Changes) -> None:
        """Check for a question to ask after a card appeared or a setting changed."""
        if changes.act in _TELLING:
            self.wake()

    async def run(self) -> None:
        """Work until canceled; the next run asks again what was in progress."""
        try:
            with self._waker.listening():
                while True:
                    self._waker.look()
                    wait_s = await self._safe_turn()
                    if wait_s != 0:
                        await self._waker.rest(wait_s)
        finally:
            await self._account.close()

    async def to_the_end(self, keep_going: Callable[[], bool] = lambda: True) -> None:
        """Ask until nothing more can be asked now, for a caller that waits and leads.

        Raises:
            NoteBrainError: The account or the vault cannot be used.
        """
        try:
            while keep_going() and await self.turn() == 0:
                pass
        finally:
            await self._account.close()

    async def _safe_turn(self) -> float | None:
        try:
            return await self.turn()
        except NoteBrainError as error:  # for example there is no token, which syncing reports
            log.info("no second opinions for a moment: %s", type(error).__name__)
        except Exception:
            log.exception("fault while asking for a second opinion")
        return _AFTER_FAULT_S

    async def turn(self) -> float | None:
        """Ask about one card; return how many seconds to wait before the next, None until woken.

        Raises:
            NoteBrainError: The account or the vault cannot be used.
        """
        asks = Asks(str(self._settings.get(REVIEW_ASKS)))
        off = asks is Asks.NEVER or self._account.connection is None
        if off or self._settings.get(SYNC_PAUSED):
            return None
        if not self._leads() or self._busy():
            return _LOOK_AGAIN_S
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
