"""The one row that says how far the vault's own time has come, and how long ago it was backed up.

By such a date a note would be the freshest of all until that day. Here it counts by the day on which this vault saw
it, as long as the note is not edited; the date it carries stays as it is, here and in the account.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from notebrain.domain.sync.vault_time import AccountTime, VaultTime
from notebrain.storage.connection import Connection
from notebrain.storage.sql import from_ms, to_ms

MANY_CHANGED = 200
"""So many notes that changed are not left without a backup."""
LOOK_EVERY = timedelta(minutes=10)
BACKUP_EVERY = timedelta(days=1)
"""Of use; what the dates say does not count."""
_DAY = timedelta(days=1)
_MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of the time.

    Attributes:
        account: What the account told of it last; None for nothing.
        running: How long the vault was in use since the last backup, see `app.vault_clock`.
        looked_at: The date at the last look, right or wrong.
    """

    time: VaultTime
    account: AccountTime | None
    running: timedelta
    looked_at: datetime

    def running_at(self, now: datetime) -> timedelta:
        """Return the same for a moment: between two looks no more than a day counts, and never less than nothing."""
        return self.running + min(abs(now - self.looked_at), _DAY)


def get(db: Connection) -> Kept | None:
    """Return what is kept; None where nobody has looked at the clock yet."""
    row = db.execute(
        "select passed, at, agreed, account_ahead, account_at, running, looked_at from vault_time"
    ).fetchone()
    if row is None:
        return None
    account = None if row[4] is None else AccountTime(row[3] * _MILLISECOND, from_ms(row[4]))
    time = VaultTime(row[0] * _MILLISECOND, from_ms(row[1]), bool(row[2]))
    return Kept(time, account, row[5] * _MILLISECOND, from_ms(row[6]))


def put(db: Connection, time: VaultTime, *, running: timedelta, looked_at: datetime) -> None:
    """Keep how far the vault's time has come, and when that was looked at."""
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


def hear(db: Connection, told: AccountTime) -> None:
    """Keep what the account told of the time."""
    db.execute(
        """insert into vault_time (one, at, looked_at, account_ahead, account_at) values (1, ?1, ?1, ?2, ?1)
        on conflict do update set account_ahead = excluded.account_ahead, account_at = excluded.account_at""",
        (to_ms(told.at), told.ahead // _MILLISECOND),
    )


def use(db: Connection, now: datetime) -> timedelta:
    """Count the use of a vault by a command that runs for a moment; return how much it was since the last backup."""
    known = get(db)
    if known is None:
        put(db, VaultTime(timedelta(), now), running=timedelta(), looked_at=now)
        return timedelta()
    running = known.running_at(now)
    put(db, known.time, running=running, looked_at=now)
    return running


def not_backed_up(db: Connection) -> int:
    """Return how many notes came, changed or went since the last backup."""
    number: int = db.execute("select count(*) from not_backed_up").fetchone()[0]
    return number


def backed_up(db: Connection) -> None:
    """Note down that a backup was made: nothing has changed since, and no time has passed."""
    db.execute("delete from not_backed_up")
    db.execute("update vault_time set running = 0")


CHANGED_AT: Final = """coalesce((select seen from dated_ahead where note_rowid = note.rowid
    and dated = note.updated_at and dated_ahead.version = note.version), note.updated_at)"""
"""The expression for when a note was changed, as far as its date can be believed."""
_TOLERATED: Final = timedelta(days=1)


def see(db: Connection, *, now: datetime) -> None:
    """Note down the notes with a later date than `now`, a date that nothing speaks against."""
    db.execute(
        """insert into dated_ahead (note_rowid, dated, version, seen) select rowid, updated_at, version, ? from note
        where deleted_at is null and updated_at > ? and not exists (select 1 from dated_ahead as known
            where note_rowid = note.rowid and dated = updated_at and known.version = note.version)
        on conflict (note_rowid) do update
            set dated = excluded.dated, version = excluded.version, seen = excluded.seen""",
        (to_ms(now), to_ms(now + _TOLERATED)),
    )
