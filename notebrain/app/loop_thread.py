"""A loop for a program that has no background thread, e.g. one search on the command line; made when first needed."""

import threading
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import asyncio
    from concurrent.futures import Future

T = TypeVar("T")


class LoopThread:
    """Runs coroutines on a thread of its own."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def submit(self, work: Coroutine[Any, Any, T]) -> "Future[T]":
        """Run a coroutine; any thread may call it."""
        from asyncio import run_coroutine_threadsafe

        return run_coroutine_threadsafe(work, self._running())

    def close(self) -> None:
        """End the loop and its thread; what is under way is given up."""
        with self._lock:
            loop, thread = self._loop, self._thread
            self._loop = self._thread = None
        if loop is not None and thread is not None:
            from asyncio import run_coroutine_threadsafe

            run_coroutine_threadsafe(_wind_up(), loop).result()
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()

    def _running(self) -> "asyncio.AbstractEventLoop":
        import asyncio

        with self._lock:
            if self._loop is None:
                self._loop = asyncio.SelectorEventLoop()
                self._thread = threading.Thread(
                    target=self._loop.run_forever, name="notebrain-loop", daemon=True
                )
                self._thread.start()
            return self._loop


async def _wind_up() -> None:
    """Give up what is under way, and let connections that were closed go of their sockets."""
    from asyncio import all_tasks, current_task, gather, sleep

    others = all_tasks() - {current_task()}
    for task in others:
        task.cancel()
    await gather(*others, return_exceptions=True)
    await sleep(0)
