"""Coroutines on the window's thread; the only module that uses qasync.

qasync and asyncio are loaded with the first coroutine, not with the window, because they take 60 ms. Never call
`qasync.run()`: its policy would also create Qt loops in other threads.
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
    """Runs coroutines on the window's thread and passes their errors to `on_error`."""

    def __init__(
        self, on_error: Callable[[Exception], None], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._on_error = on_error
        self._loop: asyncio.AbstractEventLoop | None = None
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a coroutine; return at its first await."""
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
        """Wait for a result from another thread."""
        import asyncio

        return await asyncio.wrap_future(future, loop=self.loop())

    def close(self) -> None:
        """Cancel everything that still waits."""
        if self._loop is None:
            return
        for task in list(self._running):
            task.cancel()
        for _turn in range(_TURNS_TO_END):
            if self._running:
                QApplication.processEvents()  # safe, because the window is gone and nothing else waits
        self._loop.close()
        self._loop = None

    def loop(self) -> "asyncio.AbstractEventLoop":
        """Return the asyncio loop on top of Qt's own, created on first use."""
        if self._loop is None:
            import qasync

            # The loop uses the timers of whatever Qt loop is running and is never "run" itself, because stopping it
            # would end the application. So coroutines of the window cannot use asyncio.sleep() or timeout(); they wait
            # for signals and futures.
            self._loop = qasync.QEventLoop(QApplication.instance())
        return self._loop

    def _on_done(self, task: "asyncio.Task[None]") -> None:
        self._running.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, Exception):
            self._on_error(error)
