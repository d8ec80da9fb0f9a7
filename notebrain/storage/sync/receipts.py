"""Record what the user is told about notes that one computer keeps to itself: on this computer and the others."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from notebrain.storage.connection import Connection
from notebrain.storage.sql import from_ms, to_ms


class What(StrEnum):
    """What was done with the note."""

    TAKEN_OUT = "note and vectors removed"
    """The note stays here and was removed from the account."""
    TO_TRASH = "kept elsewhere, in the trash here"
    """Another computer keeps it to itself; the unedited copy here is in the trash."""
    STAYS = "kept elsewhere, stays here"
    """Another computer keeps it to itself; the copy here stays in place and is local only."""


KEPT_ELSEWHERE = (What.TO_TRASH, What.STAYS)


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was done with a note.

    Attributes:
        title: The note's title; empty if it is no longer here.
    """

    at: datetime
    note_id: str
    what: What
    title: str = ""


def add(db: Connection, note_id: str, what: What, *, at: datetime) -> None:
    """Record what was done with a note."""
    db.execute(
        "insert into sync_receipt (at, note_id, what) values (?, ?, ?)", (to_ms(at), note_id, what)
    )


def last(db: Connection, *what: What, limit: int) -> Sequence[Receipt]:
    """Return the latest receipts of these kinds, newest first."""
    rows = db.execute(
        f"""select at, note_id, what, coalesce(title, '') from sync_receipt
        left join note on note.id = note_id where what in ({", ".join("?" * len(what))})
        order by sync_receipt.id desc limit ?""",
        (*what, limit),
    )
    return [Receipt(from_ms(row[0]), row[1], What(row[2]), row[3]) for row in rows]
