"""What came from the account and is not carried out yet."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from notebrain.domain.remote import Item, Kind, Name
from notebrain.storage.database import Connection


class Why(StrEnum):
    """What has to happen first."""

    BUSY = "busy"
    """The user is typing in it."""
    DELETES = "deletes"
    """It would take a note away: together with others that may be too many."""
    UNREADABLE = "unreadable"
    """A newer program wrote it."""
    ALLOWED = "allowed"
    """It would take a note away, and the user said that it may."""
    REFUSED = "refused"
    """It would take a note away, and the user said that it must not."""


_COLUMNS = "kind, id, rev, base, device, content, gone, seq"


def put(db: Connection, item: Item, why: Why) -> None:
    """Keep something for later, in the place of what was kept of it before."""
    db.execute(
        f"insert or replace into sync_held ({_COLUMNS}, why) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            item.name.kind,
            item.name.id,
            item.rev,
            item.base,
            item.device,
            item.content,
            item.gone,
            item.seq,
            why,
        ),
    )


def drop(db: Connection, name: Name) -> None:
    """Let go of what was kept of a thing."""
    db.execute("delete from sync_held where kind = ? and id = ?", (name.kind, name.id))


def of(db: Connection, why: Why, *, limit: int = -1) -> list[Item]:
    """Return what is kept for a reason, in the account's order."""
    rows = db.execute(
        f"select {_COLUMNS} from sync_held where why = ? order by seq limit ?", (why, limit)
    )
    return [_item(row) for row in rows]


def answer(db: Connection, *, delete: bool) -> int:
    """Keep what the user says to the notes that would go, so that it holds also after a kill; return how many."""
    said = Why.ALLOWED if delete else Why.REFUSED
    return db.execute("update sync_held set why = ? where why = ?", (said, Why.DELETES)).rowcount


def count(db: Connection, why: Why) -> int:
    """Return how much is kept for a reason."""
    number: int = db.execute("select count(*) from sync_held where why = ?", (why,)).fetchone()[0]
    return number


def titles(db: Connection, why: Why, *, limit: int) -> list[str]:
    """Return the titles of the notes here about which something is kept for a reason, from A to Z."""
    rows = db.execute(
        """select title from sync_held join note on note.id = sync_held.id
        where kind = ? and why = ? order by title collate nocase limit ?""",
        (Kind.NOTE, why, limit),
    )
    return [row[0] for row in rows]


def _item(row: Sequence[Any]) -> Item:
    name = Name(Kind(row[0]), row[1])
    return Item(name, row[2], row[3], row[4], row[5], gone=bool(row[6]), seq=row[7])
