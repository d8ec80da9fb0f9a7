"""How much time has passed for a vault, as far as this computer's date can be trusted.

A date can be wrong by years after one start of the program and right again after the next. Permanent removal after some
days is therefore based on elapsed time, never on comparing two dates: a vault has its own time, which only runs
forward. It follows this computer's clock as long as nothing contradicts that clock.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum
from typing import Final

LONG: Final = timedelta(days=30)
"""A longer jump of the date is not trusted without a second source."""
FARTHEST: Final = timedelta(hours=25)
"""The longest that anything waits: a time further ahead was set with a different date."""
AGREES_WITHIN: Final = timedelta(days=1)


class Doubt(Enum):
    """Why the date of this computer is not trusted now."""

    UNHEARD = "unheard"
    """The account, which knows the time, has not reported it for a day; this need not be a problem."""
    OFF = "off"
    """The account's time is different."""
    JUMPED = "jumped"
    """The date is more than a month after the last one seen, and has not been confirmed."""
    BEHIND = "behind"
    """The date is before one that was already seen."""


@dataclass(frozen=True, slots=True)
class AccountTime:
    """The time reported by the account.

    Attributes:
        ahead: By how much this computer's clock is ahead of the account's.
        at: When it was reported, by this computer's clock.
    """

    ahead: timedelta
    at: datetime

    @property
    def agrees(self) -> bool:
        """Whether the two clocks are at most a day apart."""
        return abs(self.ahead) <= AGREES_WITHIN

    def is_fresh(self, now: datetime) -> bool:
        """Return whether it was reported within the last day; setting the clock since then makes it old."""
        return abs(now - self.at) <= AGREES_WITHIN


@dataclass(frozen=True, slots=True)
class VaultTime:
    """The state of a vault's own time.

    Attributes:
        passed: The time that has passed for the vault.
        at: The date up to which time has been counted.
        agreed: Whether the account confirmed that date.
    """

    passed: timedelta
    at: datetime
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of reading the clock.

    Attributes:
        doubt: Why nothing may be removed based on the date; None if nothing contradicts it.
        by: How far the date is off or has jumped; positive if it is ahead.
    """

    time: VaultTime
    doubt: Doubt | None = None
    by: timedelta = timedelta()


def is_near(moment: datetime, *, now: datetime) -> bool:
    """Return whether a scheduled time is still to come and not the result of a wrong clock."""
    return now < moment <= now + FARTHEST


def read(
    before: VaultTime, now: datetime, *, connected: bool, account: AccountTime | None
) -> Reading:
    """Return the vault's time at `now`, a date of this computer.

    Args:
        connected: Whether the vault has an account, whose time then decides.
        account: The account's last report, or None.
    """
    if connected:
        return _by_the_account(before, now, account)
    since = now - before.at
    if since > LONG or since < -AGREES_WITHIN:
        return Reading(before, Doubt.JUMPED if since > LONG else Doubt.BEHIND, since)
    # a repeated part of a day counts once
    return Reading(before if since < timedelta() else _moved_on(before, now, since, agreed=False))


def _by_the_account(before: VaultTime, now: datetime, account: AccountTime | None) -> Reading:
    if account is None or not account.is_fresh(now):
        return Reading(before, Doubt.UNHEARD)
    if not account.agrees:
        return Reading(before, Doubt.OFF, account.ahead)
    # all the time between two dates confirmed by the account has passed, however long; otherwise it is unknown
    by = now - before.at if before.agreed else timedelta()
    return Reading(_moved_on(before, now, by, agreed=True))


def confirmed(before: VaultTime, now: datetime) -> VaultTime:
    """Return the vault's time after the user confirmed the date: the time it jumped by has passed."""
    return _moved_on(before, now, now - before.at, agreed=False)


def _moved_on(before: VaultTime, now: datetime, by: timedelta, *, agreed: bool) -> VaultTime:
    return replace(before, passed=before.passed + max(timedelta(), by), at=now, agreed=agreed)
