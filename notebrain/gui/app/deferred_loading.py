"""Loading features after the first paint; starting the background; freezing the collector."""

import gc
from collections import deque
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer

from notebrain.gui.app.background_events import Background
from notebrain.gui.app.window_builder import Desk

Piece = Callable[[Desk], object]

# A window that starts out of sight is not painted, yet it is to have everything.
_FEATURES_AT_LATEST_MS = 1_000


class Furnishing(QObject):
    """Puts in one piece after the other, and answers keys and clicks between them.

    Whoever asks for something that is not there yet, gets all of it at once.
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
        """Put in everything that is missing."""
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
        """Tell those who came late what is shown; those who know it hear it twice."""
        browser = self._desk.browser
        if browser.counts is not None:
            browser.counted.emit(browser.counts)
        if browser.note is not None:
            browser.note_shown.emit(browser.note)

    def _stop(self) -> None:
        self._missing.clear()
        self._turn.stop()
        self._at_latest.stop()


# A window that starts out of sight is not painted, yet its notes are to be indexed.
_BACKGROUND_AT_LATEST_MS = 2_000
# Beside a small window alone, too; and whoever calls again waits until the background listens.
_ALONE_MS = 200


class FirstBreath(QObject):
    """Makes and starts the background of a desk after the first paint.

    Args:
        alone: The window is not to be shown, only a small one.
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
        """Start the background, unless it runs."""
        if self._background is None:
            from notebrain.app.jobs.background import make_worker

            desk = self._desk
            worker = make_worker(desk.services, desk.bridge, listen=True)
            self._background = Background(desk, worker)
            self._background.start()

    def stop(self) -> None:
        """End the background."""
        self._at_latest.stop()
        if self._background is not None:
            self._background.stop()


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
