"""Copies of the vault: made whole while it is in use, restored without losing the damaged file."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from notebrain.domain.errors import VaultError
from notebrain.domain.messages import _
from notebrain.storage.database import APPLICATION_ID, Connection, connect, in_words

KEPT = 10
_STAMP = "%Y%m%d-%H%M%S"
# Small steps let a commit of the window pass between two of them.
_PAGES_PER_STEP = 500


@dataclass(frozen=True, slots=True)
class Backup:
    """One copy of the vault."""

    path: Path
    made_at: datetime
    reason: str


def make(db: Connection, folder: Path, *, at: datetime, reason: str) -> Path:
    """Copy the vault behind `db` into `folder` and return the copy's path; only the newest `KEPT` copies stay.

    Raises:
        VaultError: The folder cannot be written.
    """
    name = f"notebrain-{at.strftime(_STAMP)}-{reason}.db"
    final, unfinished = folder / name, folder / f"{name}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with in_words(unfinished):
            copy = sqlite3.connect(unfinished)
            try:
                db.backup(copy, pages=_PAGES_PER_STEP, sleep=0.005)
            finally:
                copy.close()
        unfinished.replace(final)
    except OSError as error:
        raise VaultError(
            _("No backup could be written to {folder}: {reason}.").format(folder=folder, reason=error.strerror)
        ) from error
    finally:
        unfinished.unlink(missing_ok=True)
    for old in list_backups(folder)[KEPT:]:
        old.path.unlink(missing_ok=True)
    return final


def list_backups(folder: Path) -> list[Backup]:
    """Return the copies in `folder`, newest first."""
    return sorted(_found(folder), key=lambda backup: (backup.made_at, backup.path.name), reverse=True)


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
    """Tell whether the file at `path` is a vault that passes SQLite's quick check."""
    try:
        db = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    except sqlite3.Error:
        return False
    try:
        ours: int = db.execute("pragma application_id").fetchone()[0]
        answer: str = db.execute("pragma quick_check(1)").fetchone()[0]
    except sqlite3.Error:
        return False
    finally:
        db.close()
    return ours == APPLICATION_ID and answer == "ok"


def restore(backup: Path, vault: Path, *, at: datetime) -> Path | None:
    """Put a copy of `backup` in the place of `vault`; return where the file that stood there was put aside.

    Nobody may have the vault open. The backup itself stays.
    """
    aside = vault.with_name(f"{vault.stem}-damaged-{at.strftime(_STAMP)}{vault.suffix}")
    set_aside: Path | None = None
    for suffix in ("", "-wal", "-shm"):
        part = vault.with_name(vault.name + suffix)
        if part.exists():
            part.replace(aside.with_name(aside.name + suffix))
            set_aside = aside
    source = connect(backup, read_only=True)
    try:
        copy = sqlite3.connect(vault)
        try:
            source.backup(copy)
        finally:
            copy.close()
    finally:
        source.close()
    return set_aside
