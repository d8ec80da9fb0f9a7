"""The computers of one vault: what each is called, and what all of them use of the account together."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

LIMIT: Final = 660
"""Requests that all computers of a vault make in five minutes.

The account allows a user 1,200 in all, and 60 % of that is 720: this leaves room for what is not heard of at once.
"""
URGENT_LIMIT: Final = 720
"""Up to here a request goes for which somebody waits, e.g. a search; the rest of the 1,200 is the user's own."""
SLOW_S: Final = 900
"""So long all computers go half as fast after the account was shut for too many requests."""
WINDOW_S: Final = 300
DAY_S: Final = 86_400
QUIET: Final = 30
"""Who makes no more requests than that in five minutes takes no share of the speed: it only asks for news."""
LONGEST_NAME: Final = 60
_NO_NAME: Final = frozenset('<>/\\"`;|&$%{}=')


@dataclass(frozen=True, slots=True)
class Myself:
    """What this computer tells the others.

    Attributes:
        device: The name under which it writes.
        name: What its user calls it; empty tells none.
        day: The day that `neurons` are of, in days since 1970, UTC.
        neurons: What it spent on that day.
    """

    device: str
    name: str = ""
    day: int = 0
    neurons: float = 0.0


@dataclass(frozen=True, slots=True)
class Others:
    """What the other computers told.

    Attributes:
        at: The account's time, in seconds since 1970.
        names: What the computers are called, by the names under which they write; with this one's own.
        neurons: What was spent today by the account's clock, but for what this computer knows that it spent.
    """

    at: int
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    neurons: float = 0.0

    @property
    def day(self) -> int:
        """The account's day, in days since 1970, UTC."""
        return self.at // DAY_S


@dataclass(frozen=True, slots=True)
class Use:
    """What others use of the account, as it was heard at one moment.

    Attributes:
        before: Their requests in the five minutes before these.
        now: Their requests in these five minutes.
        into_s: How much of these five minutes was over.
        busy: How many of them work, and do more than ask for news.
    """

    before: int = 0
    now: int = 0
    into_s: float = 0.0
    busy: int = 0

    def after(self, seconds: float) -> float:
        """Return about how many requests the others made in the last five minutes, so long after it was heard.

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
    r"""Return a computer's name as it may be shown and sent: one short line, nothing a firewall takes for a command.

    Example:
        >>> clean_name("  my\n<laptop> ")
        'my laptop'
    """
    plain = "".join(one if one.isprintable() and one not in _NO_NAME else " " for one in name)
    return " ".join(plain.split())[:LONGEST_NAME].strip()
