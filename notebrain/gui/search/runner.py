"""Carries searches out away from the window's thread; only the newest is answered."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from notebrain.domain.search.types import SearchRequest, SearchResult
from notebrain.gui.core.event_bridge import EventBridge

DEBOUNCE_MS = 30
FRAME_MS = 16
"""How long the words' answer has the interpreter to itself, to be painted before the meaning is looked for.

Beside a search each call of the painter waits for its turn: a list that is painted in 9 ms then takes 25 to 60.
"""


class Recall(Protocol):
    """Finds notes; every call may take a while."""

    def words(self, request: SearchRequest) -> SearchResult:
        """Return what the words find."""
        ...

    def search(self, request: SearchRequest) -> SearchResult:
        """Return what words and meaning find."""
        ...

    def rerank(self, request: SearchRequest) -> SearchResult:
        """Return the last answer in another order."""
        ...


class SearchRunner(QObject):
    """Runs the words first, then both arms; a newer request drops what is under way.

    One after the other: two threads at once, and the window as the third, would only wait for each
    other, and what was asked in haste needs no meaning at all.
    """

    words_found = Signal(object)
    found = Signal(object)
    reranked = Signal(object)
    failed = Signal(Exception)

    def __init__(
        self, recall: Recall, executor: Executor, bridge: EventBridge, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._recall = recall
        self._executor = executor
        self._bridge = bridge
        self._request: SearchRequest | None = None
        self._number = 0
        self._under_way: list[Future[SearchResult]] = []
        self._wait = QTimer(self, singleShot=True, interval=DEBOUNCE_MS)
        self._wait.timeout.connect(self._start)
        self._paints = QTimer(self, singleShot=True, interval=FRAME_MS)
        self._paints.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._wait.isActive() or self._paints.isActive() or bool(self._under_way)

    def ask(self, request: SearchRequest) -> None:
        """Search for this soon; more keys may come first."""
        self.drop()
        self._request = request
        self._wait.start()

    def rerank(self, request: SearchRequest) -> None:
        """Order the last answer anew; if that answer is still to come, it comes in the new order."""
        if self.busy:
            self.ask(request)
            return
        self._request = request
        self._submit(self._recall.rerank, request, self.reranked.emit)

    def drop(self) -> None:
        """Forget what is under way."""
        self._number += 1
        self._wait.stop()
        self._paints.stop()
        for future in self._under_way:
            future.cancel()
        self._under_way.clear()

    def _start(self) -> None:
        if self._request is not None:
            self._submit(
                self._recall.words, self._request, self.words_found.emit, self._paints.start
            )

    def _go_on(self) -> None:
        """Look for the meaning, now that the words are answered and seen."""
        if self._request is not None:
            self._submit(self._recall.search, self._request, self.found.emit)

    def _submit(
        self,
        act: Callable[[SearchRequest], SearchResult],
        request: SearchRequest,
        tell: Callable[[SearchResult], None],
        then: Callable[[], None] = lambda: None,
    ) -> None:
        number = self._number
        future = self._executor.submit(act, request)
        self._under_way.append(future)

        def done(result: SearchResult) -> None:
            if self._end(future, number):
                then()
                tell(result)

        def broke(error: Exception) -> None:
            if self._end(future, number):
                then()
                self.failed.emit(error)

        self._bridge.when_done(future, done, failed=broke)

    def _end(self, future: Future[SearchResult], number: int) -> bool:
        if future in self._under_way:
            self._under_way.remove(future)
        return number == self._number
