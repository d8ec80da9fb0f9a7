"""A background thread for reads that take longer than a frame."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from notebrain.gui.core.event_bridge import EventBridge

T = TypeVar("T")


@dataclass(slots=True)
class _Turn:
    """A read in progress, and the request that follows it."""

    then_again: Callable[[], None] | None = None


class Reader:
    """Runs reads on one background thread.

    During a read, only the newest further request of the same name is kept and runs next, so a view that changes faster
    than it can be read still updates from time to time.
    """

    def __init__(self, bridge: EventBridge) -> None:
        self._bridge = bridge
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reader")
        self._closed = False
        self._turns: dict[str, _Turn] = {}

    def read(
        self,
        what: str,
        act: Callable[[], T],
        then: Callable[[T], None],
        *,
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        """Run `act` on the reading thread and `then` on this one; `what` names the request.

        Args:
            failed: Called with the error on this thread, before the bridge emits it to everyone.
        """
        if self._closed:
            return  # an event that arrived while the window was closing
        under_way = self._turns.get(what)
        if under_way is not None:
            under_way.then_again = lambda: self.read(what, act, then, failed=failed)
            return
        turn = self._turns[what] = _Turn()

        def deliver(result: T) -> None:
            if self._turns.get(what) is turn:
                del self._turns[what]
                then(result)
                self._go_on(turn)

        def fail(error: Exception) -> None:
            if failed is not None:
                failed(error)
            self._bridge.failed.emit(error)
            if self._turns.get(what) is turn:
                del self._turns[what]
                self._go_on(turn)

        self._bridge.when_done(self._pool.submit(act), deliver, failed=fail)

    def forget(self, what: str) -> None:
        """Drop the answers to all requests of this name."""
        self._turns.pop(what, None)

    def close(self) -> None:
        """Let the reading thread finish its current read, then stop it."""
        self._closed = True
        self._turns.clear()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _go_on(self, turn: _Turn) -> None:
        if turn.then_again is not None:
            turn.then_again()
