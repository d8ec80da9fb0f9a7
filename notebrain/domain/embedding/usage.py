"""What vectors cost: time on this computer, and in the account a daily quota of neurons that resets at midnight UTC."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from notebrain.domain.ports import Space

FREE_A_DAY = 10_000
"""Free neurons per day, on every plan."""
DEFAULT_BUDGET = 8_000
DOLLARS_PER_NEURON = 0.011 / 1000
"""What Cloudflare charges beyond the free neurons (Workers paid plan)."""
_BYTES_PER_TOKEN = 3
"""English has about four letters per token, other scripts fewer; this is a cautious value for both."""


def tokens(characters: int) -> int:
    """Return an estimate of the tokens in this many characters, rather too high than too low."""
    return characters // _BYTES_PER_TOKEN + 1


def day_of(at: datetime) -> int:
    """Return the number of the UTC day, counted from 1970."""
    return (at.astimezone(UTC).date() - datetime(1970, 1, 1, tzinfo=UTC).date()).days


def next_reset(at: datetime) -> datetime:
    """Return when the daily quota resets next.

    Example:
        >>> next_reset(datetime(2026, 11, 22, 23, 59, tzinfo=UTC))
        datetime.datetime(2026, 11, 23, 0, 0, tzinfo=datetime.timezone.utc)
    """
    return datetime.combine(at.astimezone(UTC).date() + timedelta(days=1), time(), UTC)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What it would cost to embed everything that is missing.

    Attributes:
        days: How many daily budgets it needs; None if the budget is zero.
        free: Whether the budget stays within the free neurons.
        notes: How many notes the passages are in.
        dollars: What the neurons beyond the free ones of each day cost.
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
    """Return the cost of embedding this many passages, with `characters` characters in total.

    Args:
        cost: Returns the neurons for a number of tokens.
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
        dollars=_charged(neurons, budget) * DOLLARS_PER_NEURON,
    )


def _charged(neurons: float, budget: float) -> float:
    """Return how many of the neurons exceed the free ones of each day."""
    if budget <= FREE_A_DAY:
        return 0.0
    days, rest = divmod(neurons, budget)
    return days * (budget - FREE_A_DAY) + max(0.0, rest - FREE_A_DAY)


class RemoteState(StrEnum):
    """The state of indexing in the account."""

    OFF = "off"
    """No account is connected."""
    IDLE = "idle"
    WORKING = "working"
    PAUSED = "paused"
    """The user paused the embedding."""
    BUDGET = "budget"
    """The daily budget set by the user is spent."""
    QUOTA = "quota"
    """The daily quota of the account is spent."""
    WAITING = "waiting"
    """The account asks NoteBrain to wait, or cannot be reached."""
    FAILED = "failed"
    """The account refuses requests; the user must act."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many of the eligible notes have all their vectors in a space."""

    space: "Space"
    done: int
    total: int

    @property
    def whole(self) -> bool:
        """Whether no vectors are missing."""
        return self.done >= self.total


@dataclass(frozen=True, slots=True)
class RemoteNumbers:
    """Figures about the account's vectors, shown to the user.

    Attributes:
        budget: Neurons that may be spent in a day.
        spent: Neurons spent today on all requests of this computer.
        resets_at: When the daily quota resets.
        coverage: The coverage of the local model's space, then of the account's.
        unsent: Notes whose vectors have yet to be checked.
        failed: Notes that the account rejected.
        reason: Why there is no progress, as a sentence for the user, or None.
    """

    state: RemoteState
    budget: int
    spent: float
    resets_at: datetime
    coverage: Sequence[Coverage] = ()
    unsent: int = 0
    failed: int = 0
    reason: str | None = None


_PASSAGES_PER_SECOND = 40
"""Speed of two otherwise busy cores with the bundled model (44 passages of 100 tokens); only for an estimate."""


@dataclass(frozen=True, slots=True)
class Amount:
    """How much is to be recomputed."""

    notes: int
    passages: int

    @property
    def minutes(self) -> int:
        """The estimated time in minutes, at least one."""
        return max(1, round(self.passages / _PASSAGES_PER_SECOND / 60))
