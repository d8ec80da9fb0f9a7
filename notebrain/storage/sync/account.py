"""Store which account a vault is connected to, and how much of it was fetched, in a single row."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from notebrain.domain.sync.remote import Mark
from notebrain.storage.connection import Connection
from notebrain.storage.sql import maybe_from_ms, to_ms

# Notes queued per transaction when a vault is connected.
_QUEUED_AT_ONCE = 500
_ALL = 2**62
_OF_THE_ACCOUNT = (
    *("sync_account", "sync_note", "sync_gone", "sync_thing", "sync_held"),
    *("sync_there", "sync_missing", "sync_adopted"),
    *("sync_file", "sync_file_pause", "sync_file_stray", "sync_file_look"),
)


class Lost(IntEnum):
    """What the account was found to have lost."""

    NOTHING = 0
    ALL_AFTER = 1
    """It was reset to an earlier state."""
    SOMETHING = 2
    """Individual items are missing."""


@dataclass(frozen=True, slots=True)
class Connected:
    """The state of a connected vault.

    Attributes:
        vault: The vault's id in the account.
        device: The name under which this computer writes.
        machine: Identifies this copy of the vault; a new copy gets a new `device`.
        cursor: The number in the account's order up to which everything is known here.
        joined: Whether the account was once fetched completely; nothing is sent before.
        last_success: When a round was last completed.
        mark: The newest write of the account that was seen; None before the first.
        lost: What the account was found to have lost; nothing is sent or fetched until it is compared.
        last_reached: When the account last answered, by this computer's clock; may be a few minutes too old.
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
    """Return the account the vault is connected to, or None."""
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
    """Connect the vault, forgetting anything known about another account or an earlier connection."""
    disconnect(db)
    db.execute(
        "insert into sync_account (one, vault, device, machine) values (1, ?, ?, ?)",
        (vault, device, machine),
    )
    db.execute(
        """insert into sync_thing (kind, id, key)
        select 'setting', name || ':' || scope, lower(hex(randomblob(16))) from setting where scope <> ''
        union all select 'card', id, lower(hex(randomblob(16))) from card where not exists (
            select 1 from note where note.id in (older_id, newer_id) and local_only)
        union all select 'block', key, lower(hex(randomblob(16))) from block where not sharing"""
    )


def disconnect(db: Connection) -> None:
    """Forget the account and everything waiting to be sent; the notes stay as they are."""
    for table in _OF_THE_ACCOUNT:
        db.execute(f"delete from {table}")
    db.execute("delete from outbox where kind = 'send'")


def rename_device(db: Connection, *, device: str, machine: str) -> None:
    """Give this copy of the vault its own device name."""
    db.execute("update sync_account set device = ?, machine = ?", (device, machine))


def move_on(db: Connection, cursor: int) -> None:
    """Record that everything up to this number is known here."""
    db.execute("update sync_account set cursor = max(cursor, ?)", (cursor,))


def mark_joined(db: Connection) -> None:
    """Record that the account was fetched completely."""
    db.execute("update sync_account set joined = 1 where not joined")


def save_mark(db: Connection, mark: Mark) -> None:
    """Store the newest write of the account that was seen."""
    db.execute("update sync_account set mark_seq = ?, mark = ?", (mark.seq, mark.name))


def delete_mark(db: Connection) -> None:
    """Delete the mark: the account was compared, so its current state is accepted."""
    db.execute("update sync_account set mark_seq = 0, mark = null")


def has_lost(db: Connection, lost: Lost) -> None:
    """Record that the account has lost something, until `connect` resets it."""
    db.execute("update sync_account set lost = ?", (lost,))


def mark_success(db: Connection, at: datetime) -> None:
    """Record that a round was completed."""
    db.execute("update sync_account set last_success = ?", (to_ms(at),))


def mark_reached(db: Connection, at: datetime) -> None:
    """Record that the account answered."""
    db.execute("update sync_account set last_reached = ?", (to_ms(at),))


def has_unqueued(db: Connection) -> bool:
    """Return whether there may be notes that were never sent to the account."""
    row = db.execute("select 1 from sync_account where queued_upto < ?", (_ALL,)).fetchone()
    return row is not None


def unqueued(db: Connection) -> int:
    """Return how many notes that were never sent to the account are still to be queued."""
    number: int = db.execute(
        """select count(*) from sync_account join note on note.rowid > queued_upto
        where queued_upto < ? and not local_only
        and not exists (select 1 from sync_note where note_rowid = note.rowid)
        and not exists (select 1 from outbox where outbox.note_rowid = note.rowid and kind = 'send')""",
        (_ALL,),
    ).fetchone()[0]
    return number


def queue_some(db: Connection) -> bool:
    """Queue some of the notes that were never sent to the account; return whether there may be more."""
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
    if not keys:  # later changes are queued by the triggers
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
    """Queue nothing that is written inside this block, because it comes from the account."""
    db.execute("update sync_account set quiet = 1")
    yield
    db.execute("update sync_account set quiet = 0")
