"""Ctrl+C during long work: the first asks it to end cleanly, the second ends it at once."""

import signal
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def stoppable() -> Generator[Callable[[], bool]]:
    """Give a question that long work asks between two pieces: may it go on?"""
    asked = threading.Event()

    def ask(_signal: int, _frame: FrameType | None) -> None:
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield lambda: not asked.is_set()
    finally:
        signal.signal(signal.SIGINT, before)
