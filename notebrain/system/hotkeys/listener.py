"""Its thread."""

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
    """What a thread waits for. `wake` may be called on any thread, the others only on that thread."""

    def begin(self) -> None:
        """Get ready on the thread, before anything else."""
        ...

    def wait(self) -> None:
        """Block until there is something to read, or `wake` was called since the last time."""
        ...

    def read(self) -> bool:
        """Act on what has come; False ends the thread."""
        ...

    def wake(self) -> None:
        """Let `wait` return."""
        ...

    def end(self) -> None:
        """Let go of everything."""
        ...


class Listening:
    """Runs a source on a thread of its own; while nothing happens, nothing runs."""

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
        """Return what `work` returns on the thread; `otherwise` if the thread has ended."""
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
        """End the thread and wait for it, unless it is the one that asks."""
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
    """Waits for a file to become readable, or for another thread to say so."""

    def __init__(self, watched: int) -> None:
        self._watched = watched
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        os.set_blocking(self._write, False)

    def wait(self) -> None:
        """Block until one of both has happened."""
        # poll, since select fails for a process with more than 1,024 open files
        poll = select.poll()
        poll.register(self._watched, select.POLLIN)
        poll.register(self._read, select.POLLIN)
        if any(number == self._read for number, _event in poll.poll()):
            os.read(self._read, 4096)

    def wake(self) -> None:
        """Let `wait` return; any thread may call it."""
        with contextlib.suppress(BlockingIOError):  # it is full of wakes
            os.write(self._write, b"\0")

    def close(self) -> None:
        """Give the pipe back."""
        os.close(self._read)
        os.close(self._write)
