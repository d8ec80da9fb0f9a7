"""Reads that take longer than a frame, away from the window's thread."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from notebrain.gui.core.event_bridge import EventBridge

T = TypeVar("T")


@dataclass(slots=True)
class _Turn:
    """The read of one thing that is under way, and the one to follow it."""

    then_again: Callable[[], None] | None = None


class Reader:
    """One thread that reads.

    While one thing is being read, only the newest further request for it is kept, to follow: so a
    view that changes faster than it can be read is still shown now and then.
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
        """Run `act` on the reading thread and `then` on this one; `what` names the thing read.

        Args:
            failed: Called with the error, on this thread, before everybody hears of it.
        """
        if self._closed:
            return  # news that came with the end of the window
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
        """Drop the answers to all requests for a thing."""
        self._turns.pop(what, None)

    def close(self) -> None:
        """Let the reading thread finish what it does and stop."""
        self._closed = True
        self._turns.clear()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _go_on(self, turn: _Turn) -> None:
        if turn.then_again is not None:
            turn.then_again()
