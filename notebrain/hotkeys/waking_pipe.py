"""Waiting for a file without ever looking in vain."""

import contextlib
import os
import select


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
