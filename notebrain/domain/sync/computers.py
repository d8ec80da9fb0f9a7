"""The computers of one vault: their names, and their combined use of the account."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

LIMIT: Final = 660
"""Maximum requests of all computers of a vault in five minutes.

The account allows a user 1,200 in total. 60 % of that is 720; this leaves room for requests reported with a delay.
"""
URGENT_LIMIT: Final = 720
"""Limit for requests that a user is waiting for, e.g. a search; the rest of the 1,200 is left to the user."""
SLOW_S: Final = 900
"""How long all computers run at half speed after the account was blocked for too many requests."""
WINDOW_S: Final = 300
DAY_S: Final = 86_400
QUIET: Final = 30
"""A computer with at most this many requests in five minutes takes no share of the speed: it only checks for news."""
LONGEST_NAME: Final = 60
_NO_NAME: Final = frozenset('<>/\\"`;|&$%{}=')


@dataclass(frozen=True, slots=True)
class Myself:
    """What this computer reports to the others.

    Attributes:
        device: The device name it writes under.
        name: The name the user gave it; empty if it shares none.
        day: The day of `neurons`, in days since 1970, UTC.
        neurons: The neurons it spent on that day.
    """

    device: str
    name: str = ""
    day: int = 0
    neurons: float = 0.0


@dataclass(frozen=True, slots=True)
class Others:
    """What the other computers reported.

    Attributes:
        at: The account's time, in seconds since 1970.
        names: The names of the computers by device name, including this one's.
        neurons: The neurons spent today by the account's clock, without those that this computer knows it spent.
    """

    at: int
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    neurons: float = 0.0

    @property
    def day(self) -> int:
        """The account's day, in days since 1970, UTC."""
        return self.at // DAY_S


@dataclass(frozen=True, slots=True)
class Computer:
    """One computer of the vault, as another one knows it.

    Attributes:
        last_seen: When a change of it was last fetched; None if that is not known.
        is_here: Whether it is this computer.
    """

    name: str
    last_seen: datetime | None = None
    is_here: bool = False


@dataclass(frozen=True, slots=True)
class Use:
    """How much other computers used the account at a given time.

    Attributes:
        before: Their requests in the five minutes before these.
        now: Their requests in these five minutes.
        into_s: How many seconds of these five minutes had passed.
        busy: How many of them do more than check for news.
    """

    before: int = 0
    now: int = 0
    into_s: float = 0.0
    busy: int = 0

    def after(self, seconds: float) -> float:
        """Return the estimated requests of the others in the last five minutes, this many seconds after the report.

        Example:
            >>> use = Use(before=100, now=40, into_s=150)
            >>> use.after(0), use.after(150), use.after(300), use.after(600)
            (90.0, 40.0, 20.0, 0.0)
        """
        windows, into_s = divmod(self.into_s + max(0.0, seconds), WINDOW_S)
        fading = 1 - into_s / WINDOW_S
        if windows == 0:
            return self.before * fading + self.now
        return self.now * fading if windows == 1 else 0.0


def clean_name(name: str) -> str:
    r"""Return a computer's name that is safe to show and send: one short line without anything a firewall may block.

    Example:
        >>> clean_name("  my\n<laptop> ")
        'my laptop'
    """
    plain = "".join(char if char.isprintable() and char not in _NO_NAME else " " for char in name)
    return " ".join(plain.split())[:LONGEST_NAME].strip()
