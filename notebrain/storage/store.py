"""An open vault: reads on any thread, writes through one."""

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from notebrain.domain.changes import Changes
from notebrain.domain.errors import DamagedVault, NoteBrainError, VaultError
from notebrain.domain.messages import _
from notebrain.domain.ports import Clock
from notebrain.storage import backup, migrations
from notebrain.storage.database import Connection, connect, explain, in_words
from notebrain.storage.writer import Writer

T = TypeVar("T")

FILE_NAME = "notebrain.db"
BACKUP_FOLDER = "backups"


class Store:
    """The vault in one folder.

    Reads see one consistent state each; a write is one transaction and is durable once its future has a result.
    Subscribers hear of every commit of this process, on the writer's thread.
    """

    def __init__(self, path: Path, backups: Path) -> None:
        self.path = path
        self.backups = backups
        self._local = threading.local()
        self._readers: list[Connection] = []
        self._readers_lock = threading.Lock()
        self._subscribers: list[Callable[[Changes], None]] = []
        self._writer = Writer(path, self._committed)

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        clock: Clock,
        steps: Sequence[migrations.Migration] = migrations.MIGRATIONS,
    ) -> "Store":
        """Open the vault in `folder`, making it if there is none and bringing its schema up to date.

        Raises:
            NewerVault: A newer program wrote it; it is left untouched.
            DamagedVault: The file is damaged; names the newest backup that opens.
            VaultError: The folder cannot be read or written, or the file is not ours.
        """
        path, backups = folder / FILE_NAME, folder / BACKUP_FOLDER
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise VaultError(
                _("The folder {folder} cannot be made: {reason}.").format(folder=folder, reason=error.strerror)
            ) from error
        try:
            _bring_up_to_date(path, backups, clock, steps)
        except DamagedVault as error:
            good = backup.newest_good(backups)
            raise DamagedVault(str(error), backup=str(good.path) if good else None) from error
        return cls(path, backups)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Give this thread's read connection; everything read inside one block is of one moment."""
        db = self._reader()
        if db.in_transaction:  # a read inside a read sees the same moment
            yield db
            return
        db.execute("begin")
        try:
            yield db
        except sqlite3.Error as error:
            raise self._explained(error) from error
        finally:
            if db.in_transaction:
                db.execute("commit")

    def write(self, act: Callable[[Connection], T]) -> Future[T]:
        """Queue one act for the writer; see `Writer.submit`."""
        return self._writer.submit(act)

    def subscribe(self, listener: Callable[[Changes], None]) -> None:
        """Call `listener` after every commit that returned `Changes`, on the writer's thread; it must not wait."""
        self._subscribers.append(listener)

    def data_version(self) -> int:
        """Return a number that changes when another connection commits, e.g. the command line beside the window."""
        version: int = self._reader().execute("pragma data_version").fetchone()[0]
        return version

    def close(self) -> None:
        """Finish the queued writes and let go of the file."""
        self._writer.close()
        with self._readers_lock:
            for db in self._readers:
                db.close()
            self._readers.clear()
        self._local = threading.local()

    def _reader(self) -> Connection:
        db: Connection | None = getattr(self._local, "db", None)
        if db is None:
            db = connect(self.path)
            db.execute("pragma query_only = on")
            self._local.db = db
            with self._readers_lock:
                self._readers.append(db)
        return db

    def _explained(self, error: sqlite3.Error) -> NoteBrainError:
        explained = explain(error, self.path)
        if isinstance(explained, DamagedVault):
            good = backup.newest_good(self.backups)
            return DamagedVault(str(explained), backup=str(good.path) if good else None)
        return explained

    def _committed(self, result: object) -> None:
        if isinstance(result, Changes):
            for listener in self._subscribers:
                listener(result)


def _bring_up_to_date(
    path: Path, backups: Path, clock: Clock, steps: Sequence[migrations.Migration]
) -> None:
    if path.exists():
        _refuse_strangers(path, known=len(steps))
    db = connect(path)
    try:
        with in_words(path):
            migrations.migrate(
                db,
                before=lambda: backup.make(db, backups, at=clock.now(), reason="before-update") and None,
                migrations=steps,
            )
    finally:
        db.close()


def _refuse_strangers(path: Path, *, known: int) -> None:
    """Look at the file without the smallest write to it: even switching to WAL would change a stranger's file."""
    with in_words(path):
        db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        try:
            migrations.check(db, known=known)
        finally:
            db.close()
