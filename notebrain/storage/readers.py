"""Read connections: one for each thread that reads, closed when the thread ends."""

import sqlite3
import threading
import weakref
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from notebrain.domain.errors import VaultError
from notebrain.domain.i18n import _
from notebrain.storage.connection import Connection, connect_to_read, in_words, set_cache
from notebrain.storage.room import StillConnection, file_stamps

if TYPE_CHECKING:
    from notebrain.storage.schema.memory_copy import MemoryCopy

_VERSIONS_OF_ONE = 1 << 40


class _Reader:
    """A thread's connection; the lock keeps it open during reads."""

    def __init__(self, path: Path, number: int, copy: "MemoryCopy | None") -> None:
        self.number = number
        """How many connections this thread had before."""
        before = file_stamps(path)
        self.db = connect_to_read(path) if copy is None else copy.connect()
        self._path = path
        self.of_copy = copy is not None
        self._seen = before if isinstance(self.db, StillConnection) else None
        self.lock = threading.RLock()
        with in_words(path):
            # the words of the indexes, for `search/vocabulary`; a connection that only reads cannot make it later
            for name, index in (("vocabulary", "note_fts"), ("file_vocabulary", "attachment_fts")):
                self.db.execute(
                    f"create virtual table temp.{name} using fts5vocab(main, {index}, row)"
                )
            self.db.execute("pragma query_only = on")
            self._use_cache(large=False)

    def _use_cache(self, *, large: bool) -> None:
        self._large = large
        set_cache(self.db, large=large)

    def use_large_cache(self) -> None:
        if not self._large:
            self._use_cache(large=True)

    def shrink(self) -> None:
        # the reading thread holds the lock: if it is taken, leave this reader alone
        if self.lock.acquire(blocking=False):
            try:
                with suppress(sqlite3.Error):
                    self._use_cache(large=False)
                    self.db.execute("pragma shrink_memory")
            finally:
                self.lock.release()

    @property
    def is_stale(self) -> bool:
        """Whether the vault was written since it could only be read, which makes this connection outdated."""
        return self._seen is not None and self._seen != file_stamps(self._path)

    def close(self) -> None:
        with self.lock, suppress(sqlite3.Error):
            self.db.close()


class Readers:
    """The read connections of a process."""

    def __init__(self, path: Path, copy: "MemoryCopy | None" = None) -> None:
        self._path = path
        self._copy = copy
        self._local = threading.local()
        self._open: weakref.WeakSet[_Reader] = weakref.WeakSet()
        self._lock = threading.Lock()
        self._closed = False

    @contextmanager
    def read(self, *, much: bool = False) -> Generator[Connection, None, None]:
        """Provide this thread's connection; all reads inside one block see the same state.

        Args:
            much: Keep more of the file in memory, for repeated reads all over it.

        Raises:
            VaultError: The vault is closed.
        """
        reader = self._reader()
        with reader.lock:
            self._refuse_closed()
            if much:
                reader.use_large_cache()
            nested = reader.db.in_transaction
            if nested:  # a read inside a read sees the same moment
                yield reader.db
                return
            reader.db.execute("begin")
            try:
                yield reader.db
            finally:
                if reader.db.in_transaction:
                    reader.db.execute("rollback")

    def data_version(self) -> int:
        """Return a number that changes when another connection commits; compare it only within one thread."""
        reader = self._reader()
        with reader.lock:
            self._refuse_closed()
            version: int = reader.db.execute("pragma data_version").fetchone()[0]
        return version + reader.number * _VERSIONS_OF_ONE

    def leave_copy(self) -> None:
        """Read from the file itself again from the next read on, because it is up to date."""
        self._copy = None

    def shrink(self) -> None:
        """Release the memory that idle connections keep for their next read."""
        with self._lock:
            readers = list(self._open)
        for reader in readers:
            reader.shrink()

    def close(self) -> None:
        """Close the file after waiting for reads under way."""
        with self._lock:
            self._closed = True
            readers = list(self._open)
        for reader in readers:
            reader.close()

    def _reader(self) -> _Reader:
        reader: _Reader | None = getattr(self._local, "reader", None)
        if reader is None or (self._is_stale(reader) and not reader.db.in_transaction):
            self._refuse_closed()
            number = 0 if reader is None else reader.number + 1
            if reader is not None:
                reader.close()
            reader = _Reader(self._path, number, self._copy)
            # Only the thread-local storage refers to the reader, so both it and its connection go away with the thread.
            weakref.finalize(reader, reader.db.close)
            self._local.reader = reader
            with self._lock:
                self._open.add(reader)
        return reader

    def _is_stale(self, reader: _Reader) -> bool:
        return reader.is_stale or (reader.of_copy and self._copy is None)

    def _refuse_closed(self) -> None:
        if self._closed:
            raise VaultError(_("The notes are already closed."))
