"""Reads that take longer than a frame, away from the window's thread."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from notebrain.gui.bridge import EventBridge

T = TypeVar("T")


class Reader:
    """One thread that reads; of several requests for one thing only the last is answered."""

    def __init__(self, bridge: EventBridge) -> None:
        self._bridge = bridge
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reader")
        self._closed = False
        self._latest: dict[str, Future[object]] = {}

    def read(self, what: str, act: Callable[[], T], then: Callable[[T], None]) -> None:
        """Run `act` on the reading thread and `then` on this one, unless asked anew meanwhile.

        `what` names the thing that is read; a newer request of the same name replaces this one.
        """
        if self._closed:
            return  # news that came with the end of the window
        earlier = self._latest.get(what)
        if earlier is not None:
            earlier.cancel()
        future = self._pool.submit(act)

        def deliver(result: T) -> None:
            if self._latest.get(what) is future:
                del self._latest[what]
                then(result)

        self._latest[what] = future  # type: ignore[assignment]  # a future of T is one of an object to us
        self._bridge.when_done(future, deliver)

    def forget(self, what: str) -> None:
        """Drop the answer to a request that is under way."""
        earlier = self._latest.pop(what, None)
        if earlier is not None:
            earlier.cancel()

    def close(self) -> None:
        """Let the reading thread finish what it does and stop."""
        self._closed = True
        self._latest.clear()
        self._pool.shutdown(wait=True, cancel_futures=True)
