"""The one row that says which account a vault is connected to, and how far it has listened to it."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from notebrain.domain.sync.remote import Mark
from notebrain.storage.connection import Connection
from notebrain.storage.sql import maybe_from_ms, to_ms

# Notes queued in one transaction when a vault is connected.
_QUEUED_AT_ONCE = 500
_ALL = 2**62
_OF_THE_ACCOUNT = (
    *("sync_account", "sync_note", "sync_gone", "sync_thing", "sync_held"),
    *("sync_there", "sync_missing", "sync_adopted"),
)


class Lost(IntEnum):
    """What the account was found to have lost."""

    NOTHING = 0
    ALL_AFTER = 1
    """It was taken back to an earlier state."""
    SOMETHING = 2
    """Single things are missing."""


@dataclass(frozen=True, slots=True)
class Connected:
    """A vault that is connected.

    Attributes:
        vault: Which vault of the account it is.
        device: The name under which this computer writes.
        machine: What tells this copy of the vault from any other; a new one takes a new `device`.
        cursor: Up to which number of the account's order everything is known here.
        joined: Whether the account was once listened to up to its end; before, nothing is sent.
        last_success: When a round last reached its end.
        mark: The newest write of the account that was seen; None before the first.
        lost: What the account was found to have lost; until it is compared, nothing is sent or fetched.
        last_reached: When the account last answered, by this computer's clock; a few minutes older at most.
    """

    vault: str
    device: str
    machine: str
    cursor: int
    joined: bool
    last_success: datetime | None
    mark: Mark | None = None
    lost: Lost = Lost.NOTHING
    last_reached: datetime | None = None


def get(db: Connection) -> Connected | None:
    """Return what the vault is connected to, None when it is to nothing."""
    row = db.execute(
        """select vault, device, machine, cursor, joined, last_success, mark_seq, mark, lost,
            last_reached
        from sync_account"""
    ).fetchone()
    if row is None:
        return None
    mark = None if row[7] is None else Mark(row[6], row[7])
    lost = Lost(row[8])
    return Connected(
        row[0],
        row[1],
        row[2],
        row[3],
        bool(row[4]),
        maybe_from_ms(row[5]),
        mark,
        lost,
        maybe_from_ms(row[9]),
    )


def connect(db: Connection, *, vault: str, device: str, machine: str) -> None:
    """Connect the vault; what it knew of another account, or of this one before, is forgotten."""
    disconnect(db)
    db.execute(
        "insert into sync_account (one, vault, device, machine) values (1, ?, ?, ?)",
        (vault, device, machine),
    )
    db.execute(
        """insert into sync_thing (kind, id, key)
        select 'setting', name || ':' || scope, lower(hex(randomblob(16))) from setting where scope <> ''
        union all select 'card', id, lower(hex(randomblob(16))) from card where not exists (
            select 1 from note where note.id in (older_id, newer_id) and local_only)"""
    )


def disconnect(db: Connection) -> None:
    """Forget the account and all that was to be told to it; the notes stay as they are."""
    for table in _OF_THE_ACCOUNT:
        db.execute(f"delete from {table}")
    db.execute("delete from outbox where kind = 'send'")


def rename_device(db: Connection, *, device: str, machine: str) -> None:
    """Let this copy of the vault write under a name of its own."""
    db.execute("update sync_account set device = ?, machine = ?", (device, machine))


def move_on(db: Connection, cursor: int) -> None:
    """Note down that everything up to this number is known here."""
    db.execute("update sync_account set cursor = max(cursor, ?)", (cursor,))


def start_over(db: Connection) -> None:
    """Listen to the account from its first number on again; what is known already does nothing."""
    db.execute("update sync_account set cursor = 0")


def mark_joined(db: Connection) -> None:
    """Note down that the account was listened to up to its end."""
    db.execute("update sync_account set joined = 1 where not joined")


def keep_mark(db: Connection, mark: Mark) -> None:
    """Keep the newest write of the account that was seen."""
    db.execute("update sync_account set mark_seq = ?, mark = ?", (mark.seq, mark.name))


def forget_mark(db: Connection) -> None:
    """Take the account as it is from now on, because it was compared."""
    db.execute("update sync_account set mark_seq = 0, mark = null")


def has_lost(db: Connection, lost: Lost) -> None:
    """Note down that the account has lost something; `connect` ends that."""
    db.execute("update sync_account set lost = ?", (lost,))


def mark_success(db: Connection, at: datetime) -> None:
    """Note down that a round reached its end."""
    db.execute("update sync_account set last_success = ?", (to_ms(at),))


def mark_reached(db: Connection, at: datetime) -> None:
    """Note down that the account answered."""
    db.execute("update sync_account set last_reached = ?", (to_ms(at),))


def has_unqueued(db: Connection) -> bool:
    """Tell whether there may be notes the account has never heard of."""
    row = db.execute("select 1 from sync_account where queued_upto < ?", (_ALL,)).fetchone()
    return row is not None


def unqueued(db: Connection) -> int:
    """Return how many notes are still to be queued, because the account has never heard of them."""
    number: int = db.execute(
        """select count(*) from sync_account join note on note.rowid > queued_upto
        where queued_upto < ? and not local_only
        and not exists (select 1 from sync_note where note_rowid = note.rowid)
        and not exists (select 1 from outbox where outbox.note_rowid = note.rowid and kind = 'send')""",
        (_ALL,),
    ).fetchone()[0]
    return number


def queue_some(db: Connection) -> bool:
    """Queue some of the notes the account has never heard of; tell whether there may be more."""
    row = db.execute("select queued_upto from sync_account").fetchone()
    if row is None or row[0] == _ALL:
        return False
    keys = [
        one[0]
        for one in db.execute(
            "select rowid from note where rowid > ? order by rowid limit ?",
            (row[0], _QUEUED_AT_ONCE),
        )
    ]
    if not keys:  # what comes later the triggers queue
        db.execute("update sync_account set queued_upto = ?", (_ALL,))
        return False
    db.execute(
        """insert into outbox (kind, note_rowid, idempotency_key, lane, retry_at)
        select 'send', rowid, lower(hex(randomblob(16))), 1, 0 from note
        where rowid > ? and rowid <= ? and not local_only
        and not exists (select 1 from sync_note where note_rowid = note.rowid)
        on conflict (note_rowid, kind) do nothing""",
        (row[0], keys[-1]),
    )
    db.execute("update sync_account set queued_upto = ?", (keys[-1],))
    return True


@contextmanager
def quietly(db: Connection) -> Generator[None, None, None]:
    """Let nothing be queued of what is written inside: it comes from the account."""
    db.execute("update sync_account set quiet = 1")
    yield
    db.execute("update sync_account set quiet = 0")
