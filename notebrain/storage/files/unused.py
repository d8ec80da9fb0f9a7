"""Files that no text uses: since when, and which of them are due for removal.

As in the trash, days count in the vault's own time, which no wrong clock and no other computer can move.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from notebrain.domain.notes.attachments import Sha
from notebrain.storage.connection import Connection
from notebrain.storage.files import uses
from notebrain.storage.files.blobs import Blobs
from notebrain.storage.sql import to_ms

QUIET: Final = timedelta(hours=1)
"""How long nothing may have been imported or have come from another computer before a file is removed."""
_MILLISECOND: Final = timedelta(milliseconds=1)


def record_new(db: Connection, *, passed: timedelta, now: datetime) -> None:
    """Record the files that are newly unused, and since when nothing came from elsewhere.

    Args:
        passed: The current vault time.
        now: The date that is shown to the user.
    """
    db.execute(
        """insert into attachment_unused (sha, since, day) select sha, ?, ? from attachment
        where not exists (select 1 from attachment_use where attachment_use.sha = attachment.sha)
        and not exists (select 1 from attachment_unused where attachment_unused.sha = attachment.sha)""",
        (passed // _MILLISECOND, to_ms(now)),
    )
    db.execute(
        "update attachment_hold set since = ? where since is null", (passed // _MILLISECOND,)
    )


def hold(db: Connection) -> None:
    """Remove no file for the next hour, because texts have just come from elsewhere."""
    db.execute("update attachment_hold set since = null where since is not null")


def keep(db: Connection, shas: Collection[Sha], *, passed: timedelta, now: datetime) -> None:
    """Keep files although nothing uses them, until something uses them again."""
    db.executemany(
        """insert into attachment_unused (sha, since, day, kept) values (?, ?, ?, 1)
        on conflict do update set kept = 1""",
        [(sha, passed // _MILLISECOND, to_ms(now)) for sha in shas],
    )


def begin_days(db: Connection, shas: Collection[Sha], *, passed: timedelta, now: datetime) -> None:
    """Let unused files be removed when their days are over, which begin now unless they have begun."""
    db.executemany(
        """insert into attachment_unused (sha, since, day) values (?1, ?2, ?3)
        on conflict do update set kept = 0,
            since = case when kept then excluded.since else since end,
            day = case when kept then excluded.day else day end""",
        [(sha, passed // _MILLISECOND, to_ms(now)) for sha in shas],
    )


def due(db: Connection, *, passed: timedelta, days: int) -> list[Sha]:
    """Return the files that have been unused for so many days, unless something came from elsewhere within an hour."""
    (quiet_since,) = db.execute("select since from attachment_hold").fetchone()
    now_ms = passed // _MILLISECOND
    if days <= 0 or quiet_since is None or now_ms - quiet_since < QUIET // _MILLISECOND:
        return []
    if db.execute("select 1 from attachment_unread limit 1").fetchone():
        return []
    rows = db.execute(
        """select sha from attachment_unused where since <= ? and not kept
        and not exists (select 1 from attachment_use where attachment_use.sha = attachment_unused.sha)
        order by since, sha""",
        (now_ms - timedelta(days=days) // _MILLISECOND,),
    )
    return [Sha(row[0]) for row in rows]


def removable(db: Connection, shas: Collection[Sha], blobs: Blobs) -> list[Sha]:
    """Return those of the files that are due that no text names, read from the texts themselves.

    None if no file that is used can be found: then the index or the folder is not what it should be.
    """
    named = uses.named_anywhere(db)
    if not any(blobs.size(sha) is not None for sha in uses.used(db) if sha in named):
        return []
    return [sha for sha in shas if sha not in named]


def forget(db: Connection, sha: Sha) -> bool:
    """Forget a file unless something uses it by now; return whether it was forgotten."""
    gone = db.execute(
        """delete from attachment where sha = ?1
        and exists (select 1 from attachment_unused where sha = ?1 and not kept)
        and not exists (select 1 from attachment_use where sha = ?1)""",
        (sha,),
    )
    return gone.rowcount > 0
