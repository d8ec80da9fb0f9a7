"""The one thread of a process that writes to the vault."""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from notebrain.domain.errors import NoteBrainError, VaultError
from notebrain.domain.messages import _
from notebrain.storage.database import Connection, connect, in_words

T = TypeVar("T")

Act = Callable[[Connection], T]
_Job = tuple[Act[Any], Future[Any]] | None


class Writer:
    """Carries out writes one after the other, each in a transaction of its own.

    The thread starts with the first write, so that a process that only reads never makes it.
    """

    def __init__(self, path: Path, on_commit: Callable[[object], None]) -> None:
        self._path = path
        self._on_commit = on_commit
        self._jobs: queue.SimpleQueue[_Job] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._closed = False

    def submit(self, act: Act[T]) -> Future[T]:
        """Queue an act; the future has its result once it is durable on disk, or the error that undid it whole."""
        future: Future[T] = Future()
        with self._lock:
            if self._closed:
                future.set_exception(VaultError(_("The notes are already closed.")))
                return future
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="notebrain-writer", daemon=True)
                self._thread.start()
            self._jobs.put((act, future))
        return future

    def close(self) -> None:
        """Finish what is queued, then end the thread."""
        with self._lock:
            self._closed = True
            thread = self._thread
            if thread is not None:
                self._jobs.put(None)
        if thread is not None:
            thread.join()

    def _run(self) -> None:
        db: Connection | None = None
        while (job := self._jobs.get()) is not None:
            act, future = job
            try:
                db = db or connect(self._path)
                result = self._commit(db, act)
            except BaseException as error:  # noqa: BLE001 - the thread must outlive any act; the future carries the error
                future.set_exception(error)
            else:
                self._on_commit(result)
                future.set_result(result)
        if db is not None:
            db.close()

    def _commit(self, db: Connection, act: Act[T]) -> T:
        with in_words(self._path):
            db.execute("begin immediate")
            try:
                result = act(db)
                db.execute("commit")
            except BaseException:
                if db.in_transaction:
                    db.execute("rollback")
                raise
        return result


def outcome(future: Future[T], timeout_s: float | None = None) -> T:
    """Wait for a write and return its result; for callers with no thread of their own to keep free.

    Raises:
        NoteBrainError: Why nothing was written.
    """
    try:
        return future.result(timeout_s)
    except NoteBrainError:
        raise
    except TimeoutError as error:
        raise VaultError(_("The disk did not answer in time. The write is still waiting.")) from error
