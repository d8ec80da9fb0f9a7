"""Notes which files of a package run, on all threads, and which of them lead from an event to a commit."""

from __future__ import annotations

import os
import sqlite3
import sys
import threading
import time
from queue import SimpleQueue
from threading import get_ident
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import FrameType


class Recorder:
    """Notes which files of a package run, and which of them lead from an event to the first commit after it.

    The way of an event continues on another thread when a `SimpleQueue` hands something over, and later on the same
    thread when `lead` is told that a timer ran out.

    Args:
        package: The folder of the package.
        loop: The file that runs the event loop; the functions that called the loop are not part of a way.
        timer: The class of the timers, if there are any.
    """

    def __init__(self, package: Path, loop: str = "", timer: type | None = None) -> None:
        self._inside = f"{package}{os.sep}"
        self._loop = loop
        self._timers = () if timer is None else (timer,)
        self.on_commit: Callable[[], object] = lambda: None
        self.ran_at = time.monotonic()
        # by thread: how many rows its connection had changed before the transaction
        self._changes: dict[int, int] = {}
        self.start()

    def start(self) -> None:
        """Forget everything; a new way begins with what this thread does next."""
        self.ran: set[str] = set()
        self.way: set[str] = set()
        # by thread: the files that led to what it does now
        self._ways: dict[int, set[str]] = {get_ident(): set()}
        # by the id of a timer or a queue: the files that led to what was left there
        self._left: dict[int, list[set[str] | None]] = {}

    def record(self, act: Callable[[], object]) -> None:
        """Call `act` and note what runs on this thread and on the threads that start meanwhile."""
        threading.setprofile(self._on)
        sys.setprofile(self._on)
        try:
            act()
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    def lead(self, thing: object) -> None:
        """Continue the way that was left with a timer or a queue; without one, this thread is on no way."""
        left = self._left.get(id(thing))
        way = left.pop(0) if left else None
        self._ways.pop(get_ident(), None)
        if way is not None:
            self._ways[get_ident()] = set(way)

    def _on(self, frame: FrameType, event: str, function: Any) -> None:  # noqa: ANN401 - as Python gives it
        if event == "call":
            self._on_call(frame.f_code.co_filename)
        elif event == "c_call" and function.__name__ in {"put", "start"}:
            self._on_left(function.__self__, frame)
        elif event == "c_return" and function.__name__ in {"get", "execute", "commit"}:
            thing = function.__self__
            if isinstance(thing, SimpleQueue):
                self.lead(thing)
            elif isinstance(thing, sqlite3.Connection):
                self._on_statement(thing, frame)

    def _on_call(self, file: str) -> None:
        if file.startswith(self._inside):
            self.ran_at = time.monotonic()
            self.ran.add(file)
            # empty until the event hands something over: before that, only the call stack counts
            if way := self._ways.get(get_ident()):
                way.add(file)

    def _on_left(self, thing: object, frame: FrameType) -> None:
        if isinstance(thing, self._timers):
            self._left[id(thing)] = [self._way_to(frame)]
        elif isinstance(thing, SimpleQueue):
            self._left.setdefault(id(thing), []).append(self._way_to(frame))

    def _on_statement(self, db: sqlite3.Connection, frame: FrameType) -> None:
        if db.in_transaction:
            self._changes.setdefault(get_ident(), db.total_changes)
        elif db.total_changes > self._changes.pop(get_ident(), db.total_changes):
            self.way = self.way or self._way_to(frame) or set()
            self.on_commit()

    def _way_to(self, frame: FrameType | None) -> set[str] | None:
        """Return the files that led here, or None if this thread is on no way."""
        way = self._ways.get(get_ident())
        if way is None:
            return None
        stack: set[str] = set()
        while frame is not None and frame.f_code.co_filename != self._loop:
            stack.add(frame.f_code.co_filename)
            frame = frame.f_back
        return way | {file for file in stack if file.startswith(self._inside)}
