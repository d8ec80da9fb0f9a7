"""Decide when to send requests again after a refusal, and what may be spent per day."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from notebrain.domain.embedding.usage import RemoteState, day_of, next_reset
from notebrain.domain.errors import CloudError, CloudQuota, CloudThrottle, CloudWaits
from notebrain.domain.i18n import _
from notebrain.domain.ports import Clock
from notebrain.domain.sync.vault_time import is_near
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import usage
from notebrain.storage.sync import computers

_FIRST_WAIT, _LONGEST_WAIT = timedelta(seconds=2), timedelta(minutes=10)
# a burst of writes overloaded the index: shorter waits do not help (field guide §6)
_LEAST_THROTTLED = timedelta(seconds=15)
# only the user can fix it: a token, a plan, a model; retried in case they did
_AFTER_REFUSAL = timedelta(minutes=15)


class RequestGate:
    """Lets requests of one kind pass unless the account asked to wait.

    Attributes:
        until: When the next request may be made; None means now.
        reason: Why not now, as a sentence for the user.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tries = 0
        self._asked_to_wait = False
        self.until: datetime | None = None
        self.state = RemoteState.IDLE
        self.reason: str | None = None

    @property
    def open(self) -> bool:
        """Whether a request may be made now."""
        return self.until is None or not is_near(self.until, now=self._clock.now())

    @property
    def refused(self) -> bool:
        """Whether only the user can fix the problem."""
        return self.until is not None and self.state is RemoteState.FAILED

    def passed(self) -> None:
        """Record that a request was answered."""
        self._tries, self.until, self.state, self.reason = 0, None, RemoteState.IDLE, None

    def hold(self, until: datetime, state: RemoteState, reason: str) -> None:
        """Block requests until a moment."""
        self.until, self.state, self.reason = until, state, reason

    def hurry(self) -> None:
        """Retry now what was unreachable, because another request reached the account; requested waits still apply."""
        if self.state is RemoteState.WAITING and not self._asked_to_wait:
            self.until = None

    def hit(self, error: CloudError) -> None:
        """Record a refusal: wait for as long as the account asks, and longer after each further refusal."""
        now = self._clock.now()
        if isinstance(error, CloudQuota):
            self.hold(now + _asked(error), RemoteState.QUOTA, str(error))
        elif isinstance(error, CloudWaits):
            self.hold(now + self._patience(error), RemoteState.WAITING, str(error))
            self._asked_to_wait = isinstance(error, CloudThrottle) or bool(error.retry_after_s)
            self._tries += 1
        else:
            self.hold(now + _AFTER_REFUSAL, RemoteState.FAILED, str(error))

    def _patience(self, error: CloudWaits) -> timedelta:
        least = _LEAST_THROTTLED if isinstance(error, CloudThrottle) else _FIRST_WAIT
        growing = least * (1 << min(self._tries, 10))
        return max(min(growing, _LONGEST_WAIT), _asked(error))


def _asked(error: CloudWaits) -> timedelta:
    return timedelta(seconds=error.retry_after_s or 0.0)


class Meter:
    """Counts neurons by UTC day.

    The cost of a search is only kept in memory and written with the next work, because a search must not write.
    """

    def __init__(self) -> None:
        self._unwritten = 0.0
        self._lock = threading.Lock()

    def remember(self, cost: float) -> None:
        """Count a cost in memory; may be called on any thread."""
        with self._lock:
            self._unwritten += cost

    @property
    def unwritten(self) -> float:
        """The cost that is only kept in memory."""
        return self._unwritten

    def spent(self, db: Connection, now: datetime) -> float:
        """Return the neurons used today by all computers of the vault."""
        day = day_of(now)
        return usage.spent(db, day) + self._unwritten + computers.elsewhere(db, day)

    def book(self, db: Connection, cost: float, now: datetime) -> None:
        """Write a cost to the vault, with all those kept in memory."""
        with self._lock:
            whole, self._unwritten = cost + self._unwritten, 0.0
        if whole:
            usage.spend(db, day_of(now), whole)


@dataclass(frozen=True, slots=True)
class EmbeddingPreferences:
    """The user's limits.

    Attributes:
        budget: How many neurons may be used per day.
    """

    budget: int
    paused: bool = False


@dataclass(frozen=True, slots=True)
class BudgetHold:
    """Why nothing is embedded for now, although the account would accept it.

    Attributes:
        until: When to continue; None until the user changes the limits.
    """

    state: RemoteState
    until: datetime | None
    reason: str


class DailyBudget:
    """Determines whether more neurons may be used today."""

    def __init__(self, meter: Meter, preferences: Callable[[], EmbeddingPreferences]) -> None:
        self._meter = meter
        self._preferences = preferences

    def left(self, db: Connection, now: datetime) -> float:
        """Return how many neurons of the user's budget are left; negative if more were used."""
        return self._preferences().budget - self._meter.spent(db, now)

    def given(self, db: Connection, now: datetime) -> BudgetHold | None:
        """Return why the account provides nothing more today; None if it does, as far as we know."""
        until = usage.used_up_until(db, now=now)
        if until is None:
            return None
        text = _(
            "Today’s free share of your Cloudflare account is used up; embedding continues at {time} UTC. Notes are "
            "still synced and found."
        )
        return BudgetHold(RemoteState.QUOTA, until, text.format(time=f"{until:%H:%M}"))

    def spent(self, now: datetime) -> BudgetHold:
        """Return the reason to show if the budget is exhausted."""
        until = next_reset(now)
        text = _(
            "Today’s budget of {budget} neurons is used up; embedding continues at {time} UTC. Notes are still "
            "synced and found."
        )
        text = text.format(budget=self._preferences().budget, time=f"{until:%H:%M}")
        return BudgetHold(RemoteState.BUDGET, until, text)

    def holds(self, db: Connection, cost: float, now: datetime) -> BudgetHold | None:
        """Return why this many neurons may not be used now; None if they may."""
        held = self.given(db, now)
        if held is None and cost > self.left(db, now):
            held = self.spent(now)
        return held
