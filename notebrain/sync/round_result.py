"""What a round of syncing did."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from notebrain.domain.errors import CloudError
from notebrain.domain.sync.remote import Name, Renewal
from notebrain.storage.sync.outgoing import Refusal


@dataclass(frozen=True, slots=True)
class Round:
    """What a round did.

    Attributes:
        sent: Things the account took.
        fetched: Things of other computers that were carried out here.
        merged: Those of them that came together with changes made here.
        conflicts: Notes of which both texts are kept.
        withdrawn: Notes that another computer keeps to itself; the copies here stay here.
        asks: How many notes would go from this computer; they stay until the user says so.
        failed: What the account does not take, and why.
        requests: How often the account was asked.
        problem: Why the round did not reach its end.
        renewal: How far the account is on the way to today's layout, where there was something to do.
        wait_s: After how long to come again; None when something has to change first.
        things: What was fetched, the first of them.
        reached: When the account last answered, in this round or before; None when it never did.
    """

    sent: int = 0
    fetched: int = 0
    merged: int = 0
    conflicts: int = 0
    withdrawn: int = 0
    asks: int = 0
    failed: Sequence[Refusal] = ()
    requests: int = 0
    problem: CloudError | None = None
    wait_s: float | None = None
    renewal: Renewal | None = None
    reached: datetime | None = None
    things: Sequence[Name] = ()

    @property
    def did_something(self) -> bool:
        """Whether there is anything to tell of it."""
        return bool(self.sent or self.fetched or self.failed or self.problem)


@dataclass(slots=True)
class Tally:
    """Counts while a round goes on."""

    sent: int = 0
    fetched: int = 0
    merged: int = 0
    conflicts: int = 0
    withdrawn: int = 0
    requests: int = 0
    reached: datetime | None = None
    things: list[Name] = field(default_factory=list[Name])
    failed: list[Refusal] = field(default_factory=list[Refusal])
