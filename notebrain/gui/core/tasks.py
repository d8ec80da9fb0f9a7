"""Coroutines of the window: the only module that knows qasync.

qasync and asyncio are loaded with the first coroutine, not with the window: they cost 60 ms.
Never `qasync.run()`: its policy would make Qt loops in other threads too.
"""

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, SignalInstance
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    import asyncio
    from concurrent.futures import Future

T = TypeVar("T")

_TURNS_TO_END = 10


class Tasks(QObject):
    """Runs coroutines on the window's thread; an error of theirs goes to `on_error`."""

    def __init__(
        self, on_error: Callable[[Exception], None], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._on_error = on_error
        self._loop: asyncio.AbstractEventLoop | None = None
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine; returns at its first wait."""
        task = self.loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._on_done)

    async def emitted(self, signal: SignalInstance) -> object:
        """Wait for a signal; return its first argument, or None."""
        answer: asyncio.Future[object] = self.loop().create_future()

        def arrived(*arguments: object) -> None:
            if not answer.done():
                answer.set_result(arguments[0] if arguments else None)

        signal.connect(arrived)
        try:
            return await answer
        finally:
            signal.disconnect(arrived)

    async def result(self, future: "Future[T]") -> T:
        """Wait for the result of another thread."""
        import asyncio

        return await asyncio.wrap_future(future, loop=self.loop())

    def close(self) -> None:
        """Let go of everything that still waits."""
        if self._loop is None:
            return
        for task in list(self._running):
            task.cancel()
        for _turn in range(_TURNS_TO_END):
            if self._running:
                QApplication.processEvents()  # the window is gone: nobody else waits
        self._loop.close()
        self._loop = None

    def loop(self) -> "asyncio.AbstractEventLoop":
        """Return the loop on top of Qt's own, made when first asked for."""
        if self._loop is None:
            import qasync

            # It lives on the timers of whatever loop of Qt runs and is never "run" itself: stopping
            # it would end the application. So asyncio.sleep() and timeout() are not for coroutines
            # of the window; they wait for signals and for futures.
            self._loop = qasync.QEventLoop(QApplication.instance())
        return self._loop

    def _on_done(self, task: "asyncio.Task[None]") -> None:
        self._running.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, Exception):
            self._on_error(error)
