"""How the computers of a vault agree that a file may leave the account.

A computer that knows no use for a file, and whose days for that are over, announces it. Every other computer then
checks it, after fetching everything that was written before: it either needs the file and takes the announcement back,
or confirms that it has seen it. Only files that every known computer has confirmed leave. Announcements are numbered in
the order in which the account accepted them; no clock of a computer plays a role.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

KNOWN_FOR_S: Final = 365 * 86_400
"""A computer that has not looked for so long, by the account's clock, is not waited for: it may not exist any more."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a computer tells the account.

    Attributes:
        computer: Identifies this copy of the vault; it is the same after connecting again.
        seen: The number up to which it has seen all announcements, and taken back those of files it needs.
        announced: Files that may leave as far as this computer knows.
        ended: Files whose announcements end, because this computer needs them or because they have left.
    """

    computer: str
    seen: int = 0
    announced: Sequence[str] = ()
    ended: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class SeenBy:
    """What a computer has seen.

    Attributes:
        number: The last announcement it has seen.
        at: When it last looked, by the account's clock, in seconds.
    """

    number: int
    at: int


@dataclass(frozen=True, slots=True)
class Leaving:
    """What the account knows of all computers.

    Attributes:
        at: The account's time, in seconds.
        last: The number of the last announcement.
        announced: The number of each file's announcement.
        computers: What each computer has seen.
    """

    at: int = 0
    last: int = 0
    announced: Mapping[str, int] = field(default_factory=dict[str, int])
    computers: Mapping[str, SeenBy] = field(default_factory=dict[str, SeenBy])

    @property
    def agreed(self) -> Sequence[str]:
        """The files that every known computer agrees may leave.

        Example:
            >>> seen = {"desk": SeenBy(2, 100), "laptop": SeenBy(1, 100)}
            >>> Leaving(100, 2, {"a": 1, "b": 2}, seen).agreed
            ['a']
        """
        known = [one for one in self.computers.values() if self.at - one.at < KNOWN_FOR_S]
        if not known:
            return []
        everywhere = min(one.number for one in known)
        return sorted(sha for sha, number in self.announced.items() if number <= everywhere)
