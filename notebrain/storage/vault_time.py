"""Store the vault's own time, its use since the last backup, and the notes dated in the future.

A note with a future date would count as the freshest of all until that day. Instead, it counts by the day on which
this vault first saw it, as long as it is not edited; its date stays unchanged, here and in the account.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from notebrain.domain.sync.vault_time import AccountTime, VaultTime
from notebrain.storage.connection import Connection
from notebrain.storage.sql import from_ms, to_ms

MANY_CHANGED = 200
"""Number of changed notes that require a backup."""
CHECK_EVERY = timedelta(minutes=10)
BACKUP_EVERY = timedelta(days=1)
"""Measured in time of use, whatever the dates are."""
_DAY = timedelta(days=1)
_MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class StoredTime:
    """The stored state of the vault's time.

    Attributes:
        account: The account's latest time report, or None.
        running: How long the vault was in use since the last backup, see `app.account.vault_clock`.
        looked_at: The date at the last check, right or wrong.
    """

    time: VaultTime
    account: AccountTime | None
    running: timedelta
    looked_at: datetime

    def running_at(self, now: datetime) -> timedelta:
        """Return `running` at a moment: between two checks it grows by at most a day and never shrinks."""
        return self.running + min(abs(now - self.looked_at), _DAY)


def get(db: Connection) -> StoredTime | None:
    """Return the stored state, or None if the clock was never checked."""
    row = db.execute(
        "select passed, at, agreed, account_ahead, account_at, running, looked_at from vault_time"
    ).fetchone()
    if row is None:
        return None
    account = None if row[4] is None else AccountTime(row[3] * _MILLISECOND, from_ms(row[4]))
    time = VaultTime(row[0] * _MILLISECOND, from_ms(row[1]), bool(row[2]))
    return StoredTime(time, account, row[5] * _MILLISECOND, from_ms(row[6]))


def put(db: Connection, time: VaultTime, *, running: timedelta, looked_at: datetime) -> None:
    """Store the vault's time and when it was checked."""
    db.execute(
        """insert into vault_time (one, passed, at, agreed, running, looked_at) values (1, ?, ?, ?, ?, ?)
        on conflict do update set passed = excluded.passed, at = excluded.at, agreed = excluded.agreed,
            running = excluded.running, looked_at = excluded.looked_at""",
        (
            time.passed // _MILLISECOND,
            to_ms(time.at),
            time.agreed,
            running // _MILLISECOND,
            to_ms(looked_at),
        ),
    )


def put_account_time(db: Connection, account: AccountTime) -> None:
    """Store the account's time report."""
    db.execute(
        """insert into vault_time (one, at, looked_at, account_ahead, account_at) values (1, ?1, ?1, ?2, ?1)
        on conflict do update set account_ahead = excluded.account_ahead, account_at = excluded.account_at""",
        (to_ms(account.at), account.ahead // _MILLISECOND),
    )


def use(db: Connection, now: datetime) -> timedelta:
    """Count the use of a vault by a short-running command; return how long it was in use since the last backup."""
    known = get(db)
    if known is None:
        put(db, VaultTime(timedelta(), now), running=timedelta(), looked_at=now)
        return timedelta()
    running = known.running_at(now)
    put(db, known.time, running=running, looked_at=now)
    return running


def not_backed_up(db: Connection) -> int:
    """Return how many notes were added, changed or removed since the last backup."""
    number: int = db.execute("select count(*) from not_backed_up").fetchone()[0]
    return number


def backed_up(db: Connection) -> None:
    """Record that a backup was made: nothing has changed since, and no time has passed."""
    db.execute("delete from not_backed_up")
    db.execute("update vault_time set running = 0")


_TOLERATED: Final = timedelta(days=1)


def record_dated_ahead(db: Connection, *, now: datetime) -> None:
    """Record the notes dated more than a day after `now`, which must be a date known to be plausible."""
    db.execute(
        """insert into dated_ahead (note_rowid, dated, version, seen) select rowid, updated_at, version, ? from note
        where deleted_at is null and updated_at > ? and not exists (select 1 from dated_ahead as known
            where note_rowid = note.rowid and dated = updated_at and known.version = note.version)
        on conflict (note_rowid) do update
            set dated = excluded.dated, version = excluded.version, seen = excluded.seen""",
        (to_ms(now), to_ms(now + _TOLERATED)),
    )
