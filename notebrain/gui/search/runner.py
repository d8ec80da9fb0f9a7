"""Runs searches outside the GUI thread; only the newest request gets results."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from notebrain.domain.search.types import SearchRequest, SearchResult
from notebrain.gui.core.event_bridge import EventBridge

DEBOUNCE_MS = 30
FRAME_MS = 16
"""How long the word results have the interpreter to themselves, to be painted before the semantic search starts.

While a search runs, each painting call waits its turn: a list that paints in 9 ms then takes 25 to 60 ms.
"""


class Recall(Protocol):
    """Finds notes; every call may take a while."""

    def words(self, request: SearchRequest) -> SearchResult:
        """Return the results of the word search."""
        ...

    def search(self, request: SearchRequest) -> SearchResult:
        """Return the results of words and meaning together."""
        ...

    def rerank(self, request: SearchRequest) -> SearchResult:
        """Return the last results in another order."""
        ...


class SearchRunner(QObject):
    """Runs the word search first, then the full search; a newer request cancels running ones.

    They run one after the other: two threads at once, with the window as the third, would only wait
    for each other, and a query typed in haste needs no semantic search at all.
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
        """Whether results are still to come."""
        return self._wait.isActive() or self._paints.isActive() or bool(self._under_way)

    def ask(self, request: SearchRequest) -> None:
        """Run this search soon; more keys may come first."""
        self.drop()
        self._request = request
        self._wait.start()

    def rerank(self, request: SearchRequest) -> None:
        """Sort the last results again; if they are still to come, they arrive in the new order."""
        if self.busy:
            self.ask(request)
            return
        self._request = request
        self._submit(self._recall.rerank, request, self.reranked.emit)

    def drop(self) -> None:
        """Cancel running searches."""
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
        """Start the semantic search, now that the word results are painted."""
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
