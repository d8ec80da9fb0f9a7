"""The only thread of a process that writes to the vault."""

import logging
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from notebrain.domain.errors import NoteBrainError, Unavailable, VaultError
from notebrain.domain.i18n import _
from notebrain.storage.connection import Connection, begin_write, connect, explain
from notebrain.storage.search import text_index

T = TypeVar("T")

Act = Callable[[Connection], T]

_DAMAGED_WORDS = ("SQLITE_CORRUPT_VTAB", "SQLITE_CONSTRAINT")
"""FTS5's error for inconsistent tables; violations of our own constraints have a longer name."""

_CHECK_AFTER = 32
"""Number of commits between checks whether the word index is crowded: each commit adds at most one part."""

_STEPS_AT_END = 16
"""Maximum number of merge steps (10 to 20 ms each) for which a short command waits at its end."""

log = logging.getLogger("notebrain.storage")


@dataclass(frozen=True, slots=True)
class _Job(Generic[T]):
    act: Act[T]
    future: Future[T]
    in_transaction: bool


class Writer:
    """Runs writes one after the other, each in its own transaction.

    The thread starts with the first write, so a process that only reads never creates it.

    Args:
        on_commit: Called with every result after its commit, before its future is set; must not raise.
        explain: Converts SQLite's errors into ours.
        on_wait: See `begin_write`.
        prepare: Called on the thread before the file is opened; if it raises, the write fails with that error.
    """

    def __init__(
        self,
        path: Path,
        on_commit: Callable[[object], None],
        explain: Callable[[sqlite3.Error, Path], NoteBrainError] = explain,
        on_wait: Callable[[str], object] = lambda _text: None,
        prepare: Callable[[], None] = lambda: None,
    ) -> None:
        self._path = path
        self._prepare = prepare
        self._file = _identity(path)
        self._on_commit = on_commit
        self._explain = explain
        self._on_wait = on_wait
        self._jobs: queue.SimpleQueue[_Job[Any] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._closed = False
        self._db: Connection | None = None
        self._commits = 0
        self._unfinished = 0
        """Number of writes that are queued or under way."""
        self._is_crowded = False

    def submit(self, act: Act[T]) -> Future[T]:
        """Queue an act; the future gets its result once it is durable on disk, or the error that rolled it back.

        An act whose future is canceled while it waits is not run.
        """
        with self._lock:
            return self._queue(_Job(act, Future(), in_transaction=True))

    def ask_if_idle(self, act: Act[T]) -> Future[T] | None:
        """Queue an act that only reads; None if a write comes before it, which may wait for another program."""
        with self._lock:
            return (
                None if self._unfinished else self._queue(_Job(act, Future(), in_transaction=False))
            )

    def _queue(self, job: _Job[T]) -> Future[T]:
        if self._closed:
            job.future.set_exception(VaultError(_("The notes are already closed.")))
            return job.future
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="notebrain-writer", daemon=True)
            self._thread.start()
        self._unfinished += job.in_transaction
        self._jobs.put(job)
        return job.future

    def close(self) -> None:
        """Finish the queued writes, then end the thread."""
        with self._lock:
            thread = self._thread
            if thread is not None and not self._closed:
                self._jobs.put(None)
            self._closed = True
        if thread is not None and thread is not threading.current_thread():
            thread.join()

    def _run(self) -> None:
        while self._do_next():
            pass
        for _step in range(_STEPS_AT_END):
            if not self._is_crowded:
                break
            self._merge()
        self._close()

    def _do_next(self) -> bool:
        """Run one job; False if there are no more. The job's data is freed before waiting for the next."""
        job = self._jobs.get()
        if job is None:
            return False
        if not job.future.set_running_or_notify_cancel():
            self._count(-job.in_transaction)
            return True
        try:
            result = self._commit(job.act) if job.in_transaction else job.act(self._connected())
        except BaseException as error:  # noqa: BLE001 - the thread must outlive any act; the future carries the error
            job.future.set_exception(error)
            return True
        finally:
            self._count(-job.in_transaction)
        if job.in_transaction:
            self._on_commit(result)
        job.future.set_result(result)
        if job.in_transaction:
            self._make_room()
        return True

    def _count(self, more: int) -> None:
        with self._lock:
            self._unfinished += more

    def _make_room(self) -> None:
        """Merge a little of the word index after each commit while it is crowded and nothing else merges it."""
        # also after the first commit: short commands make only one each
        if self._is_crowded or self._commits % _CHECK_AFTER == 0:
            self._merge()
        self._commits += 1

    def _merge(self) -> None:
        db = self._db
        if db is None:
            return
        try:
            self._is_crowded = text_index.is_crowded(db)
            if self._is_crowded:
                self._count(1)
                try:
                    self._transact(db, text_index.merge_some_words)
                finally:
                    self._count(-1)
        except sqlite3.Error as error:  # the next write fails as well, and can report it
            log.warning("the word index was not merged: %s", type(error).__name__)

    def _commit(self, act: Act[T]) -> T:
        try:
            db = self._connected()
            try:
                return self._transact(db, act)
            except sqlite3.DatabaseError as error:
                if getattr(error, "sqlite_errorname", "") not in _DAMAGED_WORDS:
                    raise
            # an index can be rebuilt from the notes, but typed text cannot
            log.warning(
                "the word index is damaged: it is emptied, to be made anew, and the write is tried again"
            )
            from notebrain.storage.maintenance.health import begin_words_anew

            self._transact(db, begin_words_anew)
            return self._transact(db, act)
        except sqlite3.Error as error:
            raise self._explain(error, self._path) from error

    def _transact(self, db: Connection, act: Act[T]) -> T:
        begin_write(db, self._on_wait)
        try:
            result = act(db)
            text_index.catch_up_words(db)
            text_index.catch_up_links(db)
            _catch_up_files(db)
            db.execute("commit")
        except BaseException:
            self._undo(db)
            raise
        return result

    def check_place(self) -> None:
        """Check that the path still leads to the file that was opened, or seen here first.

        SQLite keeps writing to a deleted or moved file without an error, and all of it would be lost.

        Raises:
            VaultError: It does not.
        """
        if self._file is None:
            self._file = _identity(self._path)
        elif _identity(self._path) != self._file:
            raise VaultError(
                _(
                    "{path} was moved or deleted while it was open: nothing more can be saved. Put it back to "
                    "continue saving."
                ).format(path=self._path)
            )

    def _connected(self) -> Connection:
        """Return the connection, if it still leads to the vault."""
        self.check_place()
        if self._db is None:
            self._prepare()
            self._db = connect(self._path)
            self._file = _identity(self._path)
        return self._db

    def _undo(self, db: Connection) -> None:
        """Roll back; if even that fails, close the connection, which also rolls back its transaction."""
        try:
            if db.in_transaction:
                db.execute("rollback")
        except sqlite3.Error:
            self._close()

    def _close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None


def _catch_up_files(db: Connection) -> None:
    """Read which files the texts use that this transaction changed; hardly any text uses one."""
    if db.execute("select 1 from attachment_unread limit 1").fetchone():
        from notebrain.storage.files import uses

        uses.catch_up(db)


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what identifies a file, even compared with a later file of the same name."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def outcome(future: Future[T], timeout_s: float | None = None) -> T:
    """Wait for a write and return its result, for callers that may block.

    Raises:
        NoteBrainError: Why nothing was written.
        Unavailable: The disk has not answered in time; the write is still waiting.
    """
    try:
        return future.result(timeout_s)
    except TimeoutError as error:
        raise Unavailable(
            _("The disk did not answer in time. Your change is still waiting to be saved.")
        ) from error
