"""What the user is told of notes that one computer keeps to itself: here, and on the others."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from notebrain.storage.connection import Connection
from notebrain.storage.sql import from_ms, to_ms


class What(StrEnum):
    """What was done."""

    TAKEN_OUT = "note and vectors removed"
    """The note stays here, and the account has nothing of it any more."""
    TO_TRASH = "kept elsewhere, in the trash here"
    """Another computer keeps it to itself; the copy here, which nobody had touched, is in the trash."""
    STAYS = "kept elsewhere, stays here"
    """Another computer keeps it to itself; the copy here stays where it is, and on this computer."""


KEPT_ELSEWHERE = (What.TO_TRASH, What.STAYS)


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was done with one note.

    Attributes:
        title: What the note is called; empty where it is not here any more.
    """

    at: datetime
    note_id: str
    what: What
    title: str = ""


def add(db: Connection, note_id: str, what: What, *, at: datetime) -> None:
    """Write down what was done."""
    db.execute(
        "insert into sync_receipt (at, note_id, what) values (?, ?, ?)", (to_ms(at), note_id, what)
    )


def last(db: Connection, *what: What, limit: int) -> Sequence[Receipt]:
    """Return what was done of these kinds, the newest first."""
    rows = db.execute(
        f"""select at, note_id, what, coalesce(title, '') from sync_receipt
        left join note on note.id = note_id where what in ({", ".join("?" * len(what))})
        order by sync_receipt.id desc limit ?""",
        (*what, limit),
    )
    return [Receipt(from_ms(row[0]), row[1], What(row[2]), row[3]) for row in rows]
