"""The result of a round of syncing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from notebrain.domain.errors import CloudError
from notebrain.domain.sync.remote import Name, Renewal
from notebrain.storage.sync.outgoing import Refusal


@dataclass(frozen=True, slots=True)
class Round:
    """What a round did.

    Attributes:
        sent: Items the account accepted.
        fetched: Items from other computers that were applied here.
        merged: How many of these were merged with changes made here.
        conflicts: Notes of which both texts were kept.
        withdrawn: Notes that another computer keeps to itself; the copies here are local only.
        asks: How many notes would be removed from this computer; they stay until the user agrees.
        failed: What the account rejects, and why.
        requests: The number of requests to the account.
        problem: Why the round was not completed.
        renewal: The progress of upgrading the account to the current layout, if there was something to do.
        wait_s: When to start the next round; None if something has to change first.
        fetched_items: The first of the fetched items.
        sent_items: The first of the sent items.
        files_sent, files_fetched: Whole files that the account or this computer has since this round.
        files_go_on: Whether there are more files to move at once.
        devices: The computers that wrote the fetched items, by the item's id.
        reached: When the account last answered, in this round or before; None if it never did.
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
    fetched_items: Sequence[Name] = ()
    sent_items: Sequence[Name] = ()
    files_sent: int = 0
    files_fetched: int = 0
    files_go_on: bool = False
    devices: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def did_something(self) -> bool:
        """Whether there is anything to report."""
        files = self.files_sent or self.files_fetched
        return bool(self.sent or self.fetched or files or self.failed or self.problem)


@dataclass(slots=True)
class RoundCounts:
    """Counts during a round."""

    sent: int = 0
    fetched: int = 0
    merged: int = 0
    conflicts: int = 0
    withdrawn: int = 0
    requests: int = 0
    reached: datetime | None = None
    fetched_items: list[Name] = field(default_factory=list[Name])
    sent_items: list[Name] = field(default_factory=list[Name])
    devices: dict[str, str] = field(default_factory=dict[str, str])
    files_sent: int = 0
    files_fetched: int = 0
    failed: list[Refusal] = field(default_factory=list[Refusal])

    def round(self) -> Round:
        """Return the round as far as it was counted."""
        return Round(
            sent=self.sent,
            fetched=self.fetched,
            merged=self.merged,
            conflicts=self.conflicts,
            withdrawn=self.withdrawn,
            failed=tuple(self.failed),
            requests=self.requests,
            fetched_items=tuple(self.fetched_items),
            sent_items=tuple(self.sent_items),
            files_sent=self.files_sent,
            files_fetched=self.files_fetched,
            devices=self.devices,
        )
