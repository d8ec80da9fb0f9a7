"""What arrives from the account, and what became of it here."""

from dataclasses import dataclass
from enum import Enum

from notebrain.domain.sync.records import BadRecord, NoteRecord, record_from
from notebrain.domain.sync.remote import Item, Kind


class ApplyResult(Enum):
    """What was done with an item."""

    NOTHING = "nothing"
    """It was already known, or has no effect here."""
    FETCHED = "fetched"
    MERGED = "merged"
    CONFLICT = "conflict"
    WITHDRAWN = "withdrawn"
    """Another computer keeps the note to itself; the copy here stays here."""
    HELD = "held"
    """It is held for later."""


class ApplyAction(Enum):
    """What to do with items that would remove a note."""

    HOLD = "hold"
    LET_GO = "let go"
    KEEP = "keep"
    """Keep the note and send it again."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """An edit conflict in a note: the local text stays in the note, the other is saved beside it.

    Attributes:
        base: The last text that both had, if there is one.
    """

    note_id: str
    mine: NoteRecord
    theirs: NoteRecord
    base: NoteRecord | None
    device: str


@dataclass(frozen=True, slots=True)
class Incoming:
    """An item from the account.

    Attributes:
        note: Its content; None if it is not a note or not understood by this program.
    """

    item: Item
    note: NoteRecord | None


def read(item: Item) -> Incoming:
    """Parse an item before taking the write lock."""
    if item.name.kind is not Kind.NOTE or item.content is None:
        return Incoming(item, None)
    try:
        note = record_from(item.content)
    except BadRecord:
        return Incoming(item, None)
    return Incoming(item, note if note.id == item.name.id else None)
