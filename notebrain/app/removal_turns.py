"""When a little more of a removal is due, and what is told of it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from notebrain.app.events import Event, RemovalProgress
from notebrain.app.removal import Part, removal_in
from notebrain.app.setting_values import Settings
from notebrain.app.settings import ACCOUNT_REMOVAL
from notebrain.domain.errors import CloudError
from notebrain.domain.ports import Clock
from notebrain.indexing.rate_limits import Lane

if TYPE_CHECKING:
    from notebrain.app.model_removing import ModelRemoving


class RemovalTurns:
    """Removes a little more each time it is asked; what would remove is loaded when there is something to remove."""

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        removing: "Callable[[], ModelRemoving]",
        publish: Callable[[Event], object],
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._make = removing
        self._made: ModelRemoving | None = None
        self._publish = publish
        self._lane = Lane(clock)
        self._model = ""

    async def turn(self) -> bool:
        """Remove a little more; tell whether there was something to do, and the account let it be done.

        Raises:
            UserError: There is no token for the account.
        """
        removal = removal_in(str(self._settings.get(ACCOUNT_REMOVAL)))
        if removal is None or removal.part is Part.DONE:
            self._model = ""
            return False
        if removal.model != self._model:  # somebody asked just now
            self._model = removal.model
            self._lane.passed()
        if not self._lane.open:
            return False
        try:
            following = await self._removing.step(removal)
        except CloudError as error:
            self._lane.hit(error)
            self._publish(RemovalProgress(removal, str(error)))
            return False
        self._lane.passed()
        self._publish(RemovalProgress(following))
        return following is not None

    @property
    def _removing(self) -> "ModelRemoving":
        if self._made is None:
            self._made = self._make()
        return self._made

    def soonest(self, wait_s: float | None) -> float | None:
        """Return how long to wait at most where something is still to be removed, and `wait_s` otherwise."""
        until = self._lane.until
        if not self._model or until is None:
            return wait_s
        left_s = max(0.1, (until - self._clock.now()).total_seconds())
        return left_s if wait_s is None else min(wait_s, left_s)
