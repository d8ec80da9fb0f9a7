"""Sparing the window the search for garbage among what lasts as long as the program."""

import gc
from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer

# the window, its furniture and the background; then what the first rounds load, e.g. the account
_MOMENTS_MS = (1_000, 5_000, 30_000)


class Lasting(QObject):
    """Takes what a program consists of out of the collector's sight, some moments after the start.

    Python looks through everything there is now and then, and lets no thread run meanwhile: modules, functions and
    classes, 90,000 things in 30 to 75 ms (measured while notes were fetched), though none of them ever goes.
    """

    def __init__(self, parent: QObject, moments_ms: Sequence[int] = _MOMENTS_MS) -> None:
        super().__init__(parent)
        self._timers = [QTimer(self, singleShot=True, interval=one) for one in moments_ms]
        for timer in self._timers:
            timer.timeout.connect(gc.freeze)
            timer.start()

    def stop(self) -> None:
        """Let everything be collected again: another window may follow."""
        for timer in self._timers:
            timer.stop()
        gc.unfreeze()
