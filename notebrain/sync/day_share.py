"""What a day allows: the user's budget, and what the account gives; both begin anew at midnight UTC."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from notebrain.domain.embedding.usage import RemoteState, next_reset
from notebrain.domain.i18n import _
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import usage
from notebrain.sync.meter import Meter


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the user allows.

    Attributes:
        budget: Neurons that may be spent in a day.
    """

    budget: int
    paused: bool = False


@dataclass(frozen=True, slots=True)
class Held:
    """Why nothing is embedded for now, though the account would take it.

    Attributes:
        until: None: until the user wants it otherwise.
    """

    state: RemoteState
    until: datetime | None
    reason: str


class DayShare:
    """Says whether something may still be spent today."""

    def __init__(self, meter: Meter, wishes: Callable[[], Wishes]) -> None:
        self._meter = meter
        self._wishes = wishes

    def left(self, db: Connection, now: datetime) -> float:
        """Return the neurons that are left of the user's budget; below 0 when more was spent."""
        return self._wishes().budget - self._meter.spent(db, now)

    def given(self, db: Connection, now: datetime) -> Held | None:
        """Return why the account gives nothing more today; None if it does, as far as we know."""
        until = usage.used_up_until(db, now=now)
        if until is None:
            return None
        told = _(
            "Today’s free share of your Cloudflare account is used up; it goes on at {time} UTC. Notes are synced and"
            " found all the same."
        )
        return Held(RemoteState.QUOTA, until, told.format(time=f"{until:%H:%M}"))

    def spent(self, now: datetime) -> Held:
        """Return what is told when the budget does not reach."""
        until = next_reset(now)
        told = _(
            "Today’s budget of {budget} neurons is spent; it goes on at {time} UTC. Notes are synced and found all the"
            " same."
        )
        told = told.format(budget=self._wishes().budget, time=f"{until:%H:%M}")
        return Held(RemoteState.BUDGET, until, told)

    def holds(self, db: Connection, cost: float, now: datetime) -> Held | None:
        """Return why so many neurons may not be spent now; None if they may."""
        held = self.given(db, now)
        if held is None and cost > self.left(db, now):
            held = self.spent(now)
        return held
