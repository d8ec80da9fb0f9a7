"""The background's share of second opinions: when the model in the account is asked about a card."""

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from notebrain.app.account_door import AccountDoor
from notebrain.app.instance import Word
from notebrain.app.resting import woken
from notebrain.app.setting_values import Settings
from notebrain.app.settings import REVIEW_ASKS, SYNC_PAUSED
from notebrain.domain.arbitration import Asks
from notebrain.domain.changes import Act, Changes
from notebrain.domain.errors import NoteBrainError
from notebrain.domain.ports import Clock
from notebrain.sync.arbitration import Arbitration, Step

if TYPE_CHECKING:
    import asyncio

_AFTER_FAULT_S = 60.0
_LOOK_AGAIN_S = 10.0
_LONGEST_S = 3600.0
"""A computer that slept, or a clock that was set, must not hold it up for long."""
_TELLING = frozenset({Act.REVIEW, Act.SETTINGS, Act.RESTORE})
log = logging.getLogger("notebrain.sync")


class AccountJudging:
    """Asks about one card after the other, on the background's loop; nothing else waits for it.

    Without a connected account, or where the user wants no such questions, it sleeps.

    Args:
        leads: Whether this process is the one that works on the vault.
        busy: Whether the account embeds notes just now, which goes first.
    """

    def __init__(
        self,
        arbitration: Arbitration,
        account: AccountDoor,
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
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake: asyncio.Event | None = None

    def wake(self) -> None:
        """Look whether there is something to ask; any thread may call it, it does not wait."""
        loop, wake = self._loop, self._wake
        if loop is not None and wake is not None and not loop.is_closed():
            loop.call_soon_threadsafe(wake.set)

    def hear(self, word: Word) -> None:
        """Act on a word from another process: whatever it is, there may be something to ask."""
        log.debug("heard %s", word)
        self.wake()

    def notes_changed(self, changes: Changes) -> None:
        """Look for something to ask after a card came up, or a setting changed."""
        if changes.act in _TELLING:
            self.wake()

    async def run(self) -> None:
        """Work until cancelled; what is under way then is asked again by the next run."""
        import asyncio

        self._loop = asyncio.get_running_loop()
        self._wake = asyncio.Event()
        try:
            while True:
                self._wake.clear()
                wait_s = await self._safe_turn()
                if wait_s != 0:
                    await woken(self._wake, wait_s)
        finally:
            self._loop = None
            await self._account.close()

    async def _safe_turn(self) -> float | None:
        try:
            return await self.turn()
        except NoteBrainError as error:  # e.g. there is no token: who syncs says so
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
