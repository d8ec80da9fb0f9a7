"""Runs a source of hotkey events on its own thread."""

import contextlib
import os
import select
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Protocol, TypeVar

T = TypeVar("T")


class Source(Protocol):
    """A source of events for a thread. `wake` may be called from any thread, the others only on that thread."""

    def begin(self) -> None:
        """Prepare on the thread, before anything else."""
        ...

    def wait(self) -> None:
        """Block until there is something to read, or `wake` was called since the last time."""
        ...

    def read(self) -> bool:
        """Handle what arrived; return False to end the thread."""
        ...

    def wake(self) -> None:
        """Make `wait` return."""
        ...

    def end(self) -> None:
        """Release everything."""
        ...


class Listening:
    """Runs a source on its own thread, which sleeps while nothing happens."""

    def __init__(self, source: Source, name: str) -> None:
        self._source = source
        self._calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._stopping = False
        self._lock = threading.Lock()
        self._ended = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        ready = threading.Event()
        self._calls.put(ready.set)
        self._thread.start()
        ready.wait()

    def call(self, work: Callable[[], T], otherwise: T) -> T:
        """Return what `work` returns on the thread, or `otherwise` if the thread has ended."""
        done: Future[T] = Future()

        def run() -> None:
            try:
                done.set_result(work())
            except BaseException as error:  # noqa: BLE001 - raised where it was called
                done.set_exception(error)

        with self._lock:
            if self._ended:
                return otherwise
            self._calls.put(run)
            self._source.wake()
        return done.result()

    def close(self) -> None:
        """End the thread and wait for it, unless called on the thread itself."""
        with self._lock:
            asked, self._stopping = self._stopping, True
            if not (asked or self._ended):
                self._source.wake()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _run(self) -> None:
        self._source.begin()
        self._do_calls()
        try:
            while not self._stopping and self._source.read():
                self._source.wait()
                self._do_calls()
        finally:
            with self._lock:
                self._ended = True
            self._do_calls()
            with self._lock:
                self._source.end()

    def _do_calls(self) -> None:
        while True:
            try:
                work = self._calls.get_nowait()
            except Empty:
                return
            work()


class WakingPipe:
    """Waits until a file is readable or another thread calls `wake`."""

    def __init__(self, watched: int) -> None:
        self._watched = watched
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        os.set_blocking(self._write, False)

    def wait(self) -> None:
        """Block until either has happened."""
        # poll, since select fails in a process with more than 1,024 open files
        poll = select.poll()
        poll.register(self._watched, select.POLLIN)
        poll.register(self._read, select.POLLIN)
        if any(number == self._read for number, _event in poll.poll()):
            os.read(self._read, 4096)

    def wake(self) -> None:
        """Make `wait` return; may be called from any thread."""
        with contextlib.suppress(BlockingIOError):  # it is already full of wakes
            os.write(self._write, b"\0")

    def close(self) -> None:
        """Close the pipe."""
        os.close(self._read)
        os.close(self._write)
