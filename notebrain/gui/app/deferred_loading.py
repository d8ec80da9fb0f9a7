"""Work that waits for the first paint: loading features, starting the background, and freezing the collector."""

import gc
from collections import deque
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer

from notebrain.gui.app.background_events import Background
from notebrain.gui.app.window_builder import Desk

Piece = Callable[[Desk], object]

# A window that starts hidden is never painted, but still needs every feature.
_FEATURES_AT_LATEST_MS = 1_000


class DeferredLoader(QObject):
    """Loads one feature after another, and handles keys and clicks in between.

    A request for a feature that is not loaded yet loads all of them at once.
    """

    def __init__(self, desk: Desk, pieces: Sequence[Piece]) -> None:
        super().__init__(desk)
        self._desk = desk
        self._missing = deque(pieces)
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._next)
        self._at_latest = QTimer(self, singleShot=True, interval=_FEATURES_AT_LATEST_MS)
        self._at_latest.timeout.connect(self._next)
        self._at_latest.start()
        desk.window.painted.connect(self._next)
        desk.actions.unbound.connect(self.finish)
        desk.pages.missed.connect(self.finish)
        desk.closing.connect(self._stop)

    def finish(self) -> None:
        """Load all remaining features."""
        while self._missing:
            self._put_in()

    def _next(self) -> None:
        self._at_latest.stop()
        if self._missing:
            self._put_in()
            self._turn.start()

    def _put_in(self) -> None:
        self._missing.popleft()(self._desk)
        if not self._missing:
            self._tell_news()

    def _tell_news(self) -> None:
        """Notify the features that loaded late of what is shown; the others receive the same signals again."""
        browser = self._desk.browser
        if browser.counts is not None:
            browser.counted.emit(browser.counts)
        if browser.note is not None:
            browser.note_shown.emit(browser.note)

    def _stop(self) -> None:
        self._missing.clear()
        self._turn.stop()
        self._at_latest.stop()


# A window that starts hidden is never painted, but its notes still need to be indexed.
_BACKGROUND_AT_LATEST_MS = 2_000
# Also used for a small window alone: a second call waits until the background listens.
_ALONE_MS = 200


class BackgroundStarter(QObject):
    """Creates and starts the background of a window after the first paint.

    Args:
        alone: Only a small window is shown, not the main window.
    """

    def __init__(self, desk: Desk, *, alone: bool = False) -> None:
        super().__init__(desk)
        self._desk = desk
        self._background: Background | None = None
        desk.window.painted.connect(self.start)
        self._at_latest = QTimer(
            self, singleShot=True, interval=_ALONE_MS if alone else _BACKGROUND_AT_LATEST_MS
        )
        self._at_latest.timeout.connect(self.start)
        self._at_latest.start()

    def start(self) -> None:
        """Start the background unless it is already running."""
        if self._background is None:
            from notebrain.app.jobs.background import make_worker

            desk = self._desk
            worker = make_worker(desk.services, desk.bridge, listen=True)
            self._background = Background(desk, worker)
            self._background.start()

    def stop(self) -> None:
        """Stop the background."""
        self._at_latest.stop()
        if self._background is not None:
            self._background.stop()


# the window, its features and the background; then what the first rounds load, such as the account
_MOMENTS_MS = (1_000, 5_000, 30_000)


class GcFreezer(QObject):
    """Hides the permanent objects of the program from the garbage collector, a few moments after the start.

    Python scans all objects from time to time and blocks every thread while it does: 90,000 modules, functions and
    classes take 30 to 75 ms (measured while notes were fetched), although none of them is ever freed.
    """

    def __init__(self, parent: QObject, moments_ms: Sequence[int] = _MOMENTS_MS) -> None:
        super().__init__(parent)
        self._timers = [QTimer(self, singleShot=True, interval=one) for one in moments_ms]
        for timer in self._timers:
            timer.timeout.connect(gc.freeze)
            timer.start()

    def stop(self) -> None:
        """Let everything be collected again, since another window may follow."""
        for timer in self._timers:
            timer.stop()
        gc.unfreeze()
