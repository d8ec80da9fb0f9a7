"""What vectors from the account cost: its day's share is counted in neurons and begins anew at midnight UTC."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum

from notebrain.domain.ports import Space

FREE_A_DAY = 10_000
"""Neurons that cost nothing, on every plan."""
DEFAULT_BUDGET = 8_000
_DOLLARS_PER_NEURON = 0.011 / 1000
"""What Cloudflare charges beyond the free ones (Workers paid plan)."""
_BYTES_PER_TOKEN = 3
"""English has about four letters a token, other scripts fewer; the cautious side of both."""


def tokens(characters: int) -> int:
    """Return about how many tokens so many characters are, not too few."""
    return characters // _BYTES_PER_TOKEN + 1


def day_of(at: datetime) -> int:
    """Return the number of the UTC day, counted from 1970."""
    return (at.astimezone(UTC).date() - datetime(1970, 1, 1, tzinfo=UTC).date()).days


def next_reset(at: datetime) -> datetime:
    """Return when the next day's share begins.

    Example:
        >>> next_reset(datetime(2026, 11, 22, 23, 59, tzinfo=UTC))
        datetime.datetime(2026, 11, 23, 0, 0, tzinfo=datetime.timezone.utc)
    """
    return datetime.combine(at.astimezone(UTC).date() + timedelta(days=1), time(), UTC)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What it would take to embed what is missing.

    Attributes:
        days: Of the day's budget; None when the budget is nothing.
        free: Whether the budget stays within what costs nothing.
        notes: How many notes the passages are in.
        dollars: What is charged for what goes over the free neurons of each day.
    """

    passages: int
    neurons: float
    days: int | None
    free: bool
    notes: int = 0
    dollars: float = 0.0


def estimate(
    passages: int,
    characters: int,
    *,
    cost: Callable[[int], float],
    budget: float,
    notes: int = 0,
) -> Estimate:
    """Return what embedding so many passages takes, `characters` long all together.

    Args:
        cost: Tells the neurons of so many tokens.
        budget: Neurons that may be spent in a day.
        notes: How many notes the passages are in.
    """
    neurons = cost(tokens(characters) + passages) if passages else 0.0
    days = math.ceil(neurons / budget) if budget > 0 else None
    return Estimate(
        passages,
        neurons,
        days if neurons else 0,
        free=budget <= FREE_A_DAY,
        notes=notes,
        dollars=_charged(neurons, budget) * _DOLLARS_PER_NEURON,
    )


def _charged(neurons: float, budget: float) -> float:
    """Return how many of the neurons go over what each day gives for free."""
    if budget <= FREE_A_DAY:
        return 0.0
    days, rest = divmod(neurons, budget)
    return days * (budget - FREE_A_DAY) + max(0.0, rest - FREE_A_DAY)


class RemoteState(StrEnum):
    """What the account's share of the indexing is doing."""

    OFF = "off"
    """No account is connected."""
    IDLE = "idle"
    WORKING = "working"
    PAUSED = "paused"
    """The user paused the embedding."""
    BUDGET = "budget"
    """What the user allows for a day is spent."""
    QUOTA = "quota"
    """What the account gives for a day is spent."""
    WAITING = "waiting"
    """The account asks for patience, or cannot be reached."""
    FAILED = "failed"
    """The account refuses; the user must do something."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many notes have all their vectors in a space, of those that may have."""

    space: Space
    done: int
    total: int

    @property
    def whole(self) -> bool:
        """Whether none is missing."""
        return self.done >= self.total


@dataclass(frozen=True, slots=True)
class RemoteNumbers:
    """How things stand with the account's vectors, for the user to see.

    Attributes:
        budget: Neurons that may be spent in a day.
        spent: Neurons spent today, on all that this computer asked for.
        resets_at: When the day's share begins anew.
        coverage: The local model's space first, then the account's.
        unsent: Notes whose vectors are still to be looked at.
        failed: Notes the account did not take.
        reason: Why nothing moves, as a sentence for the user, or None.
    """

    state: RemoteState
    budget: int
    spent: float
    resets_at: datetime
    coverage: Sequence[Coverage] = ()
    unsent: int = 0
    failed: int = 0
    reason: str | None = None
