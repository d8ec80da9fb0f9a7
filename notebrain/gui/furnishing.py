"""What a window needs soon but not for its first picture: put in piece by piece once it is painted."""

from collections import deque
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer

from notebrain.gui.desk import Desk

Piece = Callable[[Desk], object]

# A window that starts out of sight is not painted, yet it is to have everything.
_AT_LATEST_MS = 1_000


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
        self._at_latest = QTimer(self, singleShot=True, interval=_AT_LATEST_MS)
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
