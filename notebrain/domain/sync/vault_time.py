"""How much time has passed for a vault, as far as the dates of this computer can be believed.

A date can be wrong by years from one start of the program to the next, and then right again. What is removed for good
after some days is therefore counted in time that has passed, never by comparing two dates: a vault has a time of its
own that only ever runs forward. It goes on with the clock of this computer while nothing speaks against that clock.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum
from typing import Final

LONG: Final = timedelta(days=30)
"""A longer jump of the date is not believed without a second witness."""
FARTHEST: Final = timedelta(hours=25)
"""Nothing waits longer for a moment: one that is further away was set by another date."""
AGREES_WITHIN: Final = timedelta(days=1)


class Doubt(Enum):
    """Why the date of this computer does not count now."""

    UNHEARD = "unheard"
    """The account, which knows the time, has told nothing for a day; nothing may be wrong."""
    OFF = "off"
    """The account's time is another one."""
    JUMPED = "jumped"
    """The date is more than a month after the last one that was seen, and nobody has confirmed it."""
    BEHIND = "behind"
    """The date is before one that was seen."""


@dataclass(frozen=True, slots=True)
class AccountTime:
    """What the account told of the time.

    Attributes:
        ahead: By how much this computer's clock is ahead of the account's.
        at: When it told that, by this computer's clock.
    """

    ahead: timedelta
    at: datetime

    @property
    def agrees(self) -> bool:
        """Whether the two are at most a day apart."""
        return abs(self.ahead) <= AGREES_WITHIN

    def is_fresh(self, now: datetime) -> bool:
        """Tell whether it was told within the last day; a clock that was set since makes it old."""
        return abs(now - self.at) <= AGREES_WITHIN


@dataclass(frozen=True, slots=True)
class VaultTime:
    """How far a vault's own time has come.

    Attributes:
        passed: The time that has passed for the vault.
        at: The date up to which it was counted.
        agreed: Whether the account agreed to that date.
    """

    passed: timedelta
    at: datetime
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """What a look at the clock gives.

    Attributes:
        doubt: Why nothing may be removed by it; None where nothing speaks against the date.
        by: By how much the date is off, or has jumped; more than 0 where it is ahead.
    """

    time: VaultTime
    doubt: Doubt | None = None
    by: timedelta = timedelta()


def is_near(moment: datetime, *, now: datetime) -> bool:
    """Tell whether a moment that something waits for is still to come, and no mistake of a clock."""
    return now < moment <= now + FARTHEST


def read(
    before: VaultTime, now: datetime, *, connected: bool, account: AccountTime | None
) -> Reading:
    """Return the vault's time at `now`, a date of this computer.

    Args:
        connected: Whether the vault has an account: then its time decides.
        account: What the account told last; None for nothing.
    """
    if connected:
        return _by_the_account(before, now, account)
    since = now - before.at
    if since > LONG or since < -AGREES_WITHIN:
        return Reading(before, Doubt.JUMPED if since > LONG else Doubt.BEHIND, since)
    # what is repeated of a day counts once
    return Reading(before if since < timedelta() else _moved_on(before, now, since, agreed=False))


def _by_the_account(before: VaultTime, now: datetime, account: AccountTime | None) -> Reading:
    if account is None or not account.is_fresh(now):
        return Reading(before, Doubt.UNHEARD)
    if not account.agrees:
        return Reading(before, Doubt.OFF, account.ahead)
    # between two dates that the account agreed to all the time has passed, however much; from another one, who knows
    by = now - before.at if before.agreed else timedelta()
    return Reading(_moved_on(before, now, by, agreed=True))


def confirmed(before: VaultTime, now: datetime) -> VaultTime:
    """Return the vault's time where the user says that the date is right: what it jumped has passed."""
    return _moved_on(before, now, now - before.at, agreed=False)


def _moved_on(before: VaultTime, now: datetime, by: timedelta, *, agreed: bool) -> VaultTime:
    return replace(before, passed=before.passed + max(timedelta(), by), at=now, agreed=agreed)
