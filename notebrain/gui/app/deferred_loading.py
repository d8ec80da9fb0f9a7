"""Work that waits for the first paint or for a free moment: loading features, and collecting garbage."""

import gc
from collections import deque
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from notebrain.gui.core.context import Context

# A window that starts hidden is never painted, but still needs every feature.
_FEATURES_AT_LATEST_MS = 1_000


class DeferredLoader(QObject):
    """Loads one feature after another, and handles keys and clicks in between.

    A request for a feature that is not loaded yet loads all of them at once.
    """

    finished = Signal()
    """Every feature is loaded."""

    def __init__(self, context: Context, features: Sequence[Callable[[], object]]) -> None:
        super().__init__(context.window)
        self._missing = deque(features)
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._next)
        self._at_latest = QTimer(self, singleShot=True, interval=_FEATURES_AT_LATEST_MS)
        self._at_latest.timeout.connect(self._next)
        self._at_latest.start()
        context.window.painted.connect(self._turn.start)
        context.actions.unbound.connect(self.finish)
        context.pages.requested_before_loaded.connect(self.finish)
        context.window.closing.connect(self._stop)

    def finish(self) -> None:
        """Load all remaining features."""
        while self._missing:
            self._load()

    def _next(self) -> None:
        self._at_latest.stop()
        if self._missing:
            self._load()
            self._turn.start()

    def _load(self) -> None:
        self._missing.popleft()()
        if not self._missing:
            self.finished.emit()

    def _stop(self) -> None:
        self._missing.clear()
        self._turn.stop()
        self._at_latest.stop()


# the window, its features and the background; then what the first rounds load, such as the account
_MOMENTS_MS = (1_000, 5_000, 30_000)
# as long as there is something to collect; else twice as long after each time, because waking takes 0.2 ms
_COLLECT_EVERY_MS = 5_000
_COLLECT_AT_LEAST_EVERY_MS = 60_000


class GarbageCollector(QObject):
    """Collects garbage on this thread only, and never searches what lasts as long as the program.

    Python collects on whichever thread happens to allocate. A widget in a cycle would then be destroyed by the
    background, where Qt holds its own lock and waits for Python's, while the GUI thread has Python's and waits for
    Qt's: the program would stand still for good.

    Python also scans all objects from time to time and blocks every thread while it does: 90,000 modules, functions and
    classes take 30 to 75 ms (measured while notes were fetched), although none of them is ever freed. They are frozen a
    few moments after the start.
    """

    def __init__(
        self,
        parent: QObject,
        moments_ms: Sequence[int] = _MOMENTS_MS,
        every_ms: int = _COLLECT_EVERY_MS,
    ) -> None:
        super().__init__(parent)
        gc.disable()
        self._timers = [
            QTimer(self, singleShot=True, interval=moment_ms) for moment_ms in moments_ms
        ]
        for timer in self._timers:
            timer.timeout.connect(_freeze)
        self._every_ms = every_ms
        self._collect = QTimer(self, interval=every_ms)
        self._collect.timeout.connect(self._on_collect)
        self._timers.append(self._collect)
        for timer in self._timers:
            timer.start()

    def stop(self) -> None:
        """Let Python collect by itself again, since another window may follow; call it when no other thread runs."""
        for timer in self._timers:
            timer.stop()
        gc.unfreeze()
        gc.enable()

    def _on_collect(self) -> None:
        longer_ms = min(2 * self._collect.interval(), _COLLECT_AT_LEAST_EVERY_MS)
        self._collect.setInterval(self._every_ms if collect_garbage() else longer_ms)


def _freeze() -> None:
    gc.collect(0)  # everything since the last time: frozen garbage would never be freed
    gc.freeze()


def collect_garbage() -> bool:
    """Collect the oldest generation that has had enough new objects, as Python would by itself; return if any had."""
    enough = zip(gc.get_count(), gc.get_threshold(), strict=True)
    due = [generation for generation, (count, most) in enumerate(enough) if count > most]
    if due:
        gc.collect(due[-1])
    return bool(due)
