"""Connect to the vault's file, and explain SQLite's errors to the user."""

import logging
import sqlite3
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from notebrain.domain.errors import (
    Broken,
    DamagedVault,
    DamagedWords,
    NoteBrainError,
    Unavailable,
    Unwritable,
    VaultError,
)
from notebrain.domain.i18n import _
from notebrain.storage import privacy
from notebrain.storage.plausible import READABLE
from notebrain.storage.room import Hindrance, connect_still, hindrance, hindrance_text

Connection = sqlite3.Connection

log = logging.getLogger("notebrain.storage")

APPLICATION_ID = 0x4E42524E
"""Marks a SQLite file as a NoteBrain vault ("NBRN")."""

# Other processes hold the write lock for at most 50 ms, except for seconds to index the words of a new 50 MB note.
_BUSY_TIMEOUT_S = 30.0
_BUSY_PAUSE_S = 0.001
_LOG_AFTER_S = 2.0
_PRIMARY_CODE = 0xFF  # without the detail of SQLite's extended error codes

_NOT_WRITABLE = ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH")
_PARTS_MISSING = ("no such table", "no such column", "no such index", "vtable constructor failed")

_WAL_PAUSES_S = (0.01, 0.05, 0.25, 1.0, 0.0)

# 8 KiB pages hold five 384-dimensional vectors each, 4 KiB pages only two (measured: 18 % less disk space).
_PAGE_SIZE_BYTES = 8192
_CACHE_KIB = 8_000
_SMALL_CACHE_KIB = 2_000
# 32 MB: four times SQLite's default, because an import rewrites the same index pages again and again.
_WAL_PAGES = 4000
_WAL_LIMIT_BYTES = 64 * 1024 * 1024


def connect(path: Path) -> Connection:
    """Open a connection that commits durably: in WAL mode, with every commit synced to the disk.

    Raises:
        VaultError: The file cannot be opened, read or written; says why.
    """
    with in_words(path):
        privacy.reserve(path)  # its log and shared memory get the same mode
        # Each connection is used by one thread; only closing happens from another.
        db = sqlite3.connect(
            path, timeout=_BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False
        )
        try:
            db.text_factory = READABLE
            db.execute(f"pragma page_size = {_PAGE_SIZE_BYTES}")
            _use_wal(db)
            db.execute("pragma synchronous = full")
            db.execute("pragma foreign_keys = on")
            # what is deleted for good leaves nothing in free pages; Debian's SQLite does so unasked, others do not
            db.execute("pragma secure_delete = on")
            db.execute("pragma temp_store = memory")
            db.execute(f"pragma cache_size = -{_CACHE_KIB}")
            db.execute(f"pragma journal_size_limit = {_WAL_LIMIT_BYTES}")
            db.execute(f"pragma wal_autocheckpoint = {_WAL_PAGES}")
        except BaseException:
            db.close()
            raise
        return db


def connect_to_read(path: Path) -> Connection:
    """Open a connection for reading, as `connect` does; without a log where nothing can be written.

    Raises:
        VaultError: The file cannot be opened or read; says why.
    """
    try:
        return connect(path)
    except Unwritable as refusal:
        if not path.exists():
            raise
        try:
            return connect_still(path)
        except sqlite3.Error:
            raise refusal from None


def begin_write(db: Connection, on_wait: Callable[[str], object] = lambda _text: None) -> None:
    """Begin a transaction that holds the write lock; wait while another program writes.

    Retries every millisecond: SQLite's own busy handler retries less and less often, up to 100 ms apart, and starves
    beside a program that writes batch after batch (measured during an import: p95 450 ms and up to 4 s, this way 50 and
    83 ms).

    Args:
        on_wait: Called after a long wait with a sentence that says who holds the lock, and with "" when it is over.

    Raises:
        sqlite3.OperationalError: The other program does not release the lock.
    """
    timeout_ms: int = db.execute("pragma busy_timeout").fetchone()[0]
    began = time.monotonic()
    give_up_at = began + timeout_ms / 1000
    is_logged = False
    db.execute("pragma busy_timeout = 0")
    try:
        while True:
            try:
                db.execute("begin immediate")
            except sqlite3.OperationalError as error:
                is_busy = error.sqlite_errorcode & _PRIMARY_CODE == sqlite3.SQLITE_BUSY
                if not is_busy or time.monotonic() > give_up_at:
                    raise
                if not is_logged and time.monotonic() > began + _LOG_AFTER_S:
                    is_logged = True
                    on_wait(_report_waiting(db))
                time.sleep(_BUSY_PAUSE_S)
            else:
                return
    finally:
        if is_logged:
            on_wait("")
        db.execute(f"pragma busy_timeout = {timeout_ms}")


def _report_waiting(db: Connection) -> str:
    (path,) = db.execute("select file from pragma_database_list where name = 'main'").fetchone()
    vault = Path(path)
    text = _("Waiting to save: {holder}").format(holder=_holder(vault))
    log.warning("%s", text)  # shown at once in a terminal
    return text


def _holder(vault: Path) -> str:
    # imported here because hardly any start has to wait, and each would pay a millisecond for it
    from notebrain.storage import file_lock

    return file_lock.holder_text(file_lock.holder(vault), vault)


def set_cache(db: Connection, *, large: bool) -> None:
    """Set a connection's cache: large as searches need it, or small, which is enough for lists and notes.

    A search takes half as long again with the small cache; the large one takes 6 MB more per connection.
    """
    db.execute(f"pragma cache_size = -{_CACHE_KIB if large else _SMALL_CACHE_KIB}")


def connect_untouched(path: Path) -> Connection:
    """Open a file for inspection without any write: even switching to WAL would change another program's file."""
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    db.text_factory = READABLE
    try:
        db.execute("select 1 from sqlite_schema").fetchone()
    except sqlite3.OperationalError as error:
        if path.exists() and (is_full(error) or _name(error).startswith(_NOT_WRITABLE)):
            db.close()
            return connect_still(path)
    except sqlite3.Error:
        pass  # the first read raises it again
    return db


def _use_wal(db: Connection) -> None:
    """Switch to WAL; the busy timeout does not cover this, so retry when two programs open a new vault at once."""
    for pause_s in _WAL_PAUSES_S:
        try:
            db.execute("pragma journal_mode = wal")
        except sqlite3.OperationalError as error:
            if not pause_s or not error.sqlite_errorname.startswith("SQLITE_BUSY"):
                raise
            time.sleep(pause_s)
        else:
            return


@contextmanager
def in_words(path: Path) -> Generator[None, None, None]:
    """Convert SQLite's errors on the vault at `path` into errors that say what happened and what to do."""
    try:
        yield
    except sqlite3.Error as error:
        raise explain(error, path) from error


def is_full(error: sqlite3.Error) -> bool:
    """Return whether the disk was full."""
    # on a full disk the shared memory file cannot grow either, but SQLite calls that an I/O error
    return _name(error).startswith(("SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"))


def _name(error: sqlite3.Error) -> str:
    return getattr(error, "sqlite_errorname", "") or ""


def explain(error: sqlite3.Error, path: Path) -> NoteBrainError:
    """Return our error for SQLite's `error`, in words for the user."""
    name = _name(error)
    if is_full(error):
        return Unwritable(hindrance_text(hindrance(path.parent) or Hindrance.FULL, path.parent))
    if name.startswith(_NOT_WRITABLE):
        return Unwritable(hindrance_text(hindrance(path.parent), path.parent))
    is_incomplete = str(error).startswith(_PARTS_MISSING)
    if is_incomplete or name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        in_words_only = name == "SQLITE_CORRUPT_VTAB"
        text = _("The word index is damaged. Your notes are safe.")
        return DamagedWords(text) if in_words_only else damaged(path, str(error) * is_incomplete)
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return Unavailable(
            _("{holder} Try again in a moment.").format(holder=_holder(path)),
            retry_after_s=1.0,
        )
    if name.startswith("SQLITE_IOERR"):
        return VaultError(
            _(
                "The disk with {path} reports an error ({name}). Check the disk; what was saved before is safe."
            ).format(path=path, name=name)
        )
    return Broken(_("The notes file reported an unexpected error: {error}").format(error=error))


def damaged(path: Path, fault: str = "") -> DamagedVault:
    """Return the error for a damaged file, with details of the fault if there are any."""
    if not fault:
        return DamagedVault(_("The notes file {path} is damaged.").format(path=path))
    return DamagedVault(
        _("The notes file {path} is damaged ({fault}).").format(path=path, fault=fault)
    )
