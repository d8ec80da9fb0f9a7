"""Copies of the vault: made whole while it is in use, restored without losing the damaged file."""

import os
import secrets
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate
from pathlib import Path

from notebrain.domain.errors import Interrupted, VaultError
from notebrain.domain.messages import _
from notebrain.storage import migrations
from notebrain.storage.database import Connection, connect_untouched, in_words

KEPT = 10
# Ten copies of a vault of 800 MB would fill a small disk.
KEPT_OF_ANY_SIZE, MOST_BYTES = 3, 2_000_000_000
_ROOM_BYTES = 100_000_000
_STAMP = "%Y%m%d-%H%M%S"
# Small steps let a commit of the window pass between two of them.
_PAGES_PER_STEP, _REST_S = 500, 0.005
_STALE_S = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Backup:
    """One copy of the vault."""

    path: Path
    made_at: datetime
    reason: str


def make(
    db: Connection,
    folder: Path,
    *,
    at: datetime,
    reason: str,
    keep_going: Callable[[], bool] = lambda: True,
) -> Path:
    """Copy the vault behind `db` into `folder` and return the copy's path; only the newest copies stay.

    Args:
        db: A connection of the vault with no transaction under way.
        keep_going: Asked between steps of the copy.

    Raises:
        VaultError: The folder cannot be written.
        Interrupted: `keep_going` said no; nothing was made.
    """
    final = folder / f"notebrain-{at.strftime(_STAMP)}-{reason}.db"
    unfinished = final.with_suffix(f".{secrets.token_hex(4)}.part")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _sweep(folder, at)
        with in_words(unfinished):
            _copy(db, unfinished, keep_going)
        unfinished.replace(final)
    except OSError as error:
        raise VaultError(
            _("No backup could be written to {folder}: {reason}.").format(
                folder=folder, reason=error.strerror
            )
        ) from error
    finally:
        with suppress(OSError):
            unfinished.unlink()
    for old in _surplus(list_backups(folder)):
        old.path.unlink(missing_ok=True)
    return final


def has_room(vault: Path) -> bool:
    """Tell whether a copy of the vault leaves the disk enough room for notes: as much again, and 100 MB."""
    size = sum(
        part.stat().st_size
        for part in (vault, vault.with_name(f"{vault.name}-wal"))
        if part.exists()
    )
    return shutil.disk_usage(vault.parent).free > 2 * size + _ROOM_BYTES


def _surplus(backups: Sequence[Backup]) -> list[Backup]:
    """Return the copies to remove, of those that are there, newest first: too many, or too big together."""
    sizes = accumulate(backup.path.stat().st_size for backup in backups)
    return [
        backup
        for place, (backup, size) in enumerate(zip(backups, sizes, strict=True))
        if place >= KEPT or (place >= KEPT_OF_ANY_SIZE and size > MOST_BYTES)
    ]


def _copy(source: Connection, target: Path, keep_going: Callable[[], bool] = lambda: True) -> None:
    """Copy a database into a file of its own that needs no log beside it."""

    def go_on(_status: int, _left: int, _total: int) -> None:
        if not keep_going():
            raise Interrupted(_("The backup was stopped."))

    # One moment for the whole copy; without it SQLite starts over whenever another process commits.
    source.execute("begin")
    try:
        source.execute("select count(*) from sqlite_schema").fetchone()
        with closing(sqlite3.connect(target, isolation_level=None)) as copy:
            source.backup(copy, pages=_PAGES_PER_STEP, sleep=_REST_S, progress=go_on)
            copy.execute("pragma journal_mode = delete")
    finally:
        source.execute("rollback")


def _sweep(folder: Path, at: datetime) -> None:
    """Remove what a backup left that was killed a day ago or earlier."""
    for part in folder.glob("notebrain-*.part*"):
        if at.timestamp() - part.stat().st_mtime > _STALE_S:
            part.unlink(missing_ok=True)


def list_backups(folder: Path) -> list[Backup]:
    """Return the copies in `folder`, newest first."""
    return sorted(
        _found(folder), key=lambda backup: (backup.made_at, backup.path.name), reverse=True
    )


def _found(folder: Path) -> Iterator[Backup]:
    for path in folder.glob("notebrain-*.db") if folder.is_dir() else ():
        stamp, _dash, reason = path.stem.removeprefix("notebrain-").partition("-")
        day_and_time = f"{stamp}-{reason.partition('-')[0]}"
        try:
            made_at = datetime.strptime(f"{day_and_time}+0000", f"{_STAMP}%z")
        except ValueError:
            continue  # a file of the user's own
        yield Backup(path, made_at, reason.partition("-")[2])


def newest_good(folder: Path) -> Backup | None:
    """Return the newest copy that opens and passes a quick check, or None."""
    return next((backup for backup in list_backups(folder) if is_good(backup.path)), None)


def is_good(path: Path) -> bool:
    """Tell whether the file at `path` is a vault this program can open and that passes SQLite's quick check."""
    try:
        with closing(connect_untouched(path)) as db:
            migrations.check(db)
            answer: str = db.execute("pragma quick_check(1)").fetchone()[0]
            return answer == "ok" and migrations.schema_version(db) > 0
    except (sqlite3.Error, VaultError):
        return False


def restore(backup: Path, vault: Path, *, at: datetime) -> Path | None:
    """Put a copy of `backup` in the place of `vault`; return where the file that stood there was put aside.

    Nobody may have the vault open. The backup itself stays. Killed at any instant, this leaves either the old file or
    the new one in place, never none.

    Raises:
        VaultError: The backup cannot be read or the folder cannot be written.
    """
    unfinished = vault.with_suffix(".restoring")
    try:
        unfinished.unlink(missing_ok=True)
        with in_words(backup), closing(connect_untouched(backup)) as source:
            _copy(source, unfinished)
        set_aside = _put_aside(vault, at)
        unfinished.replace(vault)
    except OSError as error:
        raise VaultError(
            _("The backup could not be put in place in {folder}: {reason}.").format(
                folder=vault.parent, reason=error.strerror
            )
        ) from error
    finally:
        with suppress(OSError):
            unfinished.unlink()
    return set_aside


def _put_aside(vault: Path, at: datetime) -> Path | None:
    """Keep the file under another name too, and move its log away, which must never meet another file."""
    if not vault.exists():
        return None
    aside = vault.with_name(f"{vault.stem}-damaged-{at.strftime(_STAMP)}{vault.suffix}")
    try:
        os.link(vault, aside)
    except OSError:  # a file system without hard links
        shutil.copy2(vault, aside)
    for suffix in ("-wal", "-shm"):
        part = vault.with_name(vault.name + suffix)
        if part.exists():
            part.replace(aside.with_name(aside.name + suffix))
    return aside
