"""Explain why a folder cannot be written, and read vaults that cannot be written.

SQLite writes even when it only reads: a vault's log needs two files beside it, which a full disk, a disk without free
inodes or a read-only file system refuses. The file itself can still be read as long as nobody else writes it.
"""

import errno
import os
import sqlite3
from enum import Enum, auto
from pathlib import Path
from typing import Final

from notebrain.domain.i18n import _
from notebrain.storage.plausible import READABLE

LEAST_FREE_BYTES: Final = 64 * 1024
"""The space a vault's log needs to start."""

NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM)
"""The system's error codes when a file cannot be created."""


class Hindrance(Enum):
    """Why a disk cannot be written."""

    READ_ONLY = auto()
    FULL = auto()
    NO_INODES = auto()


def hindrance(folder: Path) -> Hindrance | None:
    """Return what the file system of a folder lacks; None if nothing, or if it does not report that (Windows)."""
    ask = getattr(os, "statvfs", None)
    if ask is None:
        return None
    place = next((path for path in (folder, *folder.parents) if path.exists()), folder)
    try:
        state = ask(place)
    except OSError:
        return None
    if state.f_flag & os.ST_RDONLY:
        return Hindrance.READ_ONLY
    is_root = os.geteuid() == 0  # root may use reserved blocks
    if (state.f_bfree if is_root else state.f_bavail) * state.f_frsize < LEAST_FREE_BYTES:
        return Hindrance.FULL
    # file systems that create inodes on demand report none at all
    if state.f_files and not (state.f_ffree if is_root else state.f_favail):
        return Hindrance.NO_INODES
    return None


def hindrance_text(what: Hindrance | None, folder: Path) -> str:
    """Return a sentence that says why the folder cannot be written and what to do."""
    match what:
        case Hindrance.FULL:
            text = _(
                "The disk is full: nothing more can be saved. Free some space on the disk of {folder}; "
                "what was saved is safe."
            )
        case Hindrance.NO_INODES:
            text = _(
                "The disk of {folder} can take no more files (it has no inodes left): nothing more can be saved. "
                "Delete files there that you do not need; what was saved is safe."
            )
        case Hindrance.READ_ONLY:
            text = _(
                "The disk of {folder} is read-only: nothing can be saved. Mount it as writable; what was saved is "
                "safe."
            )
        case _ if not folder.exists():
            text = _(
                "{path} was moved or deleted while it was open: nothing more can be saved. Put it back to "
                "continue saving."
            )
        case _:
            text = _(
                "{folder} cannot be written to. Make it writable, or choose another folder with --data-dir."
            )
    return text.format(folder=folder, path=folder)


class StillConnection(sqlite3.Connection):
    """Reads an unwritable file in the state in which it was opened, without its log and without locks."""


def connect_still(path: Path) -> StillConnection:
    """Open a vault that cannot be written, for reading.

    Raises:
        sqlite3.Error: The file cannot be read, or its log contains newer notes but cannot be read.
    """
    log = path.with_name(f"{path.name}-wal")
    if not (log.exists() and log.stat().st_size):
        return _still(path, "immutable=1")
    try:
        return _still(path, "mode=ro")
    except sqlite3.OperationalError:
        # a killed program left a log without its shared memory file, which cannot be created here; since nobody else
        # can write, no lock is needed either
        if hindrance(path.parent) is not Hindrance.READ_ONLY:
            raise
        return _still(path, "mode=ro&vfs=unix-none", "pragma locking_mode = exclusive")


def _still(path: Path, how: str, *first: str) -> StillConnection:
    db = sqlite3.connect(
        f"{path.absolute().as_uri()}?{how}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        factory=StillConnection,
    )
    db.text_factory = READABLE
    try:
        for statement in (*first, "select 1 from sqlite_schema"):
            db.execute(statement).fetchone()
    except BaseException:
        db.close()
        raise
    return db


def file_stamps(path: Path) -> tuple[tuple[int, int, int] | None, ...]:
    """Return values that change when the vault is written after all."""
    return tuple(_state(file) for file in (path, path.with_name(f"{path.name}-wal")))


def _state(path: Path) -> tuple[int, int, int] | None:
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_ino, state.st_size, state.st_mtime_ns
