"""Which files may leave the account as far as this computer knows, and when it last checked.

As for files that are removed here, days count in the vault's own time, which no wrong clock and no other computer can
move.
"""

import json
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from notebrain.domain.notes.attachments import Sha
from notebrain.storage.connection import Connection
from notebrain.storage.files import uses
from notebrain.storage.sql import to_ms

CHECK_EVERY: Final = timedelta(days=1)
MOST: Final = 500
"""How many files are announced at once."""
_DAY_MS: Final = timedelta(days=1) // timedelta(milliseconds=1)
_PASSED: Final = "(select passed from vault_time)"
_OF_HERE: Final = """exists (select 1 from attachment where attachment.sha = {0})
    or exists (select 1 from attachment_use where attachment_use.sha = {0})"""


def is_check_due(db: Connection, *, now: datetime) -> bool:
    """Return whether to check which files may leave: daily, even without any files, because others wait for it."""
    row = db.execute(
        "select 1 from sync_file_look where at between ? and ?",
        (to_ms(now - CHECK_EVERY), to_ms(now + CHECK_EVERY)),
    ).fetchone()
    return row is None


def put_checked(db: Connection, *, at: datetime) -> None:
    """Record that this was checked."""
    db.execute("insert or replace into sync_file_look (one, at) values (1, ?)", (to_ms(at),))


def has_asked(db: Connection) -> bool:
    """Return whether this computer ever sent or fetched a file, or was about to."""
    return db.execute("select 1 from sync_file limit 1").fetchone() is not None


def update_unused(db: Connection, there: Collection[str]) -> None:
    """Record the files in the account that are newly unused here, and forget those that are not there any more.

    What another computer is sending now is among them: its note comes before the days are over.
    """
    listed = json.dumps(sorted(there))
    db.execute(
        "delete from sync_file_stray where sha not in (select value from json_each(?))", (listed,)
    )
    db.execute(
        f"""insert or ignore into sync_file_stray (sha, since) select value, {_PASSED} from json_each(?)
        where {_PASSED} is not null and not ({_OF_HERE.format("value")})""",
        (listed,),
    )


def due(db: Connection, *, days: int) -> list[Sha]:
    """Return files in the account that this computer has known no use for, for so many days; none if `days` is 0."""
    if days <= 0:
        return []
    rows = db.execute(
        f"""select sha from sync_file_stray where since <= {_PASSED} - ?
        and not ({_OF_HERE.format("sync_file_stray.sha")}) order by since, sha limit ?""",
        (days * _DAY_MS, MOST),
    )
    return [Sha(row[0]) for row in rows]


def put_announced(db: Connection, shas: Collection[Sha]) -> None:
    """Record that files were announced; if another computer needs one, its days begin again here."""
    db.executemany(
        f"update sync_file_stray set since = {_PASSED} where sha = ?", [(sha,) for sha in shas]
    )


def needed(db: Connection, shas: Collection[str]) -> set[str]:
    """Return those of the files that this computer has, or that a text names, read from the texts themselves."""
    here = {sha for sha in shas if is_needed(db, sha)}
    return here | (uses.named_anywhere(db) & set(shas))


def is_needed(db: Connection, sha: str) -> bool:
    """Return whether this computer has a file, or the index says that a text names it."""
    return db.execute(f"select 1 where {_OF_HERE.format('?1')}", (sha,)).fetchone() is not None


def put_gone(db: Connection, sha: Sha) -> None:
    """Record that a file has left the account."""
    db.execute("delete from sync_file_stray where sha = ?", (sha,))
    db.execute("delete from sync_file where sha = ?", (sha,))
