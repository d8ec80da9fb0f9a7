"""Connections to the vault's file, and SQLite's errors in the user's words."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from notebrain.domain.errors import Broken, DamagedVault, NoteBrainError, Unavailable, VaultError
from notebrain.domain.messages import _

Connection = sqlite3.Connection

APPLICATION_ID = 0x4E42524E
"""Marks a SQLite file as a NoteBrain vault ("NBRN")."""

# Another process holds the write lock for 50 ms at most; ten seconds of waiting means that it hangs.
_BUSY_TIMEOUT_S = 10.0

# 8 KiB pages hold five 384-dimensional vectors each, 4 KiB pages only two (measured: 18 % less disk).
_PAGE_SIZE_BYTES = 8192
_CACHE_KIB = 8_000
_WAL_LIMIT_BYTES = 64 * 1024 * 1024


def connect(path: Path, *, read_only: bool = False) -> Connection:
    """Open a connection that commits durably: WAL, and every commit synced to the disk.

    Raises:
        VaultError: The file cannot be opened, read or written, and why.
    """
    with in_words(path):
        # Connections are used by one thread each; only closing happens from another.
        db = sqlite3.connect(path, timeout=_BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False)
        try:
            _configure(db, read_only=read_only)
        except BaseException:
            db.close()
            raise
        return db


def _configure(db: Connection, *, read_only: bool) -> None:
    db.execute(f"pragma page_size = {_PAGE_SIZE_BYTES}")
    if not read_only:
        db.execute("pragma journal_mode = wal")
    db.execute("pragma synchronous = full")
    db.execute("pragma foreign_keys = on")
    db.execute("pragma temp_store = memory")
    db.execute(f"pragma cache_size = -{_CACHE_KIB}")
    db.execute(f"pragma journal_size_limit = {_WAL_LIMIT_BYTES}")
    if read_only:
        db.execute("pragma query_only = on")


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Turn SQLite's errors on the vault at `path` into errors that say what happened and what to do."""
    try:
        yield
    except sqlite3.Error as error:
        raise explain(error, path) from error


def explain(error: sqlite3.Error, path: Path) -> NoteBrainError:
    """Return the error of our tree that says the same as SQLite's `error`, in words for a person."""
    name = getattr(error, "sqlite_errorname", "") or ""
    if name.startswith("SQLITE_FULL"):
        return VaultError(
            _("The disk with {folder} is full: nothing more can be saved. Free some space; what was saved is safe.").format(
                folder=path.parent
            )
        )
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH")):
        return VaultError(
            _("{folder} cannot be written. Make it writable, or choose another place with --data-dir.").format(
                folder=path.parent
            )
        )
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return DamagedVault(_("The notes file {path} is damaged.").format(path=path))
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return Unavailable(_("Another program holds {path}. Try again in a moment.").format(path=path), retry_after_s=1.0)
    if name.startswith("SQLITE_IOERR"):
        return VaultError(
            _("The disk with {path} reports an error ({name}). Check the disk; what was saved before is kept.").format(
                path=path, name=name
            )
        )
    return Broken(_("The notes file answered unexpectedly: {error}").format(error=error))
