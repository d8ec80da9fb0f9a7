"""What is to be sent: each source tracks its own waiting items and what became of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from notebrain.domain.sync.remote import WITHDRAWN, Item, Name
from notebrain.storage.connection import Connection


@dataclass(frozen=True, slots=True)
class Outgoing:
    """An item to send.

    Attributes:
        key: The row of the note; 0 for other items.
        rev: The name of this write.
        base: The write that it is based on.
        content: The content; None for a removal.
        attempts: How often the account rejected it.
        withdrawn: Whether it is the removal of a note that stays on this computer.
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
        """Its approximate size in a request, in bytes."""
        return 200 + (0 if self.content is None else len(self.content.encode()))

    def item(self, device: str) -> Item:
        """Return it in the form the account accepts."""
        content = WITHDRAWN if self.withdrawn else self.content
        return Item(self.name, self.rev, self.base, device, content, gone=self.content is None)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something that cannot be sent, and the reason as a sentence for the user."""

    name: Name
    reason: str


class Source(Protocol):
    """Tracks items that wait to be sent; every call is part of the caller's transaction."""

    def under_way(self, db: Connection, *, limit: int) -> list[Outgoing]:
        """Return what was sent without an answer, exactly as it was sent."""
        ...

    def ready(self, db: Connection, *, now: datetime, limit: int, size: int) -> list[Outgoing]:
        """Return what may be sent now, up to `limit` items and, except for the first item, `size` bytes."""
        ...

    def begin(self, db: Connection, sent: Sequence[Outgoing]) -> list[Outgoing]:
        """Save what is about to be sent, and return what has not changed meanwhile."""
        ...

    def is_wanted(self, db: Connection, outgoing: Outgoing) -> bool:
        """Return whether an item may still be sent: the user may have made it local only meanwhile."""
        ...

    def accepted(self, db: Connection, outgoing: Outgoing) -> None:
        """Record that the account has it."""
        ...

    def passed_over(self, db: Connection, outgoing: Outgoing) -> None:
        """Record that another write came first; the account's version is merged before it is sent again."""
        ...

    def failed(
        self, db: Connection, outgoing: Outgoing, *, reason: str, retry_at: datetime
    ) -> None:
        """Record that the account rejected it, and when to try again."""
        ...


def fill(found: Sequence[Outgoing], *, size: int) -> list[Outgoing]:
    """Return the first items that fit into `size` bytes, but at least one."""
    some: list[Outgoing] = []
    for outgoing in found:
        size -= outgoing.size
        if some and size < 0:
            break
        some.append(outgoing)
    return some
