"""What is to be sent: each source knows its own waiting things, and what became of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from notebrain.domain.sync.remote import WITHDRAWN, Item, Name
from notebrain.storage.connection import Connection


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One thing as it is to be sent.

    Attributes:
        key: The row of the note, 0 for what is no note.
        rev: The name of this write.
        base: The write it was made from.
        content: What it says; None for a removal.
        attempts: How often the account refused to take it.
        withdrawn: A removal of what stays on this computer.
    """

    name: Name
    key: int
    rev: str
    base: str | None
    content: str | None = field(repr=False)
    attempts: int = 0
    withdrawn: bool = False

    @property
    def size(self) -> int:
        """How many bytes it takes in a request, roughly."""
        return 200 + (0 if self.content is None else len(self.content.encode()))

    def item(self, device: str) -> Item:
        """Return it as the account takes it."""
        content = WITHDRAWN if self.withdrawn else self.content
        return Item(self.name, self.rev, self.base, device, content, gone=self.content is None)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something that cannot be sent, and why, as a sentence for the user."""

    name: Name
    reason: str


class Source(Protocol):
    """Keeps things that wait to be sent; every call belongs to the caller's transaction."""

    def under_way(self, db: Connection, *, limit: int) -> list[Outgoing]:
        """Return what was sent without an answer, exactly as it was sent."""
        ...

    def ready(self, db: Connection, *, now: datetime, limit: int, size: int) -> list[Outgoing]:
        """Return what may be sent now, at most so many and, but for the first, so many bytes."""
        ...

    def begin(self, db: Connection, sent: Sequence[Outgoing]) -> list[Outgoing]:
        """Keep what is about to be sent, and return what has not changed meanwhile."""
        ...

    def is_wanted(self, db: Connection, one: Outgoing) -> bool:
        """Tell whether what was begun may leave still: the user may have kept it back meanwhile."""
        ...

    def taken(self, db: Connection, one: Outgoing) -> None:
        """Note down that the account has it."""
        ...

    def passed_over(self, db: Connection, one: Outgoing) -> None:
        """Note down that another write came first; what the account has is merged before it is sent again."""
        ...

    def failed(self, db: Connection, one: Outgoing, *, reason: str, retry_at: datetime) -> None:
        """Note down that the account does not take it, and when to try again."""
        ...


def fill(found: Sequence[Outgoing], *, size: int) -> list[Outgoing]:
    """Return the first of them, as many as fit into so many bytes, but one at least."""
    some: list[Outgoing] = []
    for one in found:
        size -= one.size
        if some and size < 0:
            break
        some.append(one)
    return some
