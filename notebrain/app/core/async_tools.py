"""Waking, waiting, one-off threads, a loop without a window."""

import threading
from collections.abc import Callable, Collection, Coroutine, Generator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import asyncio


class Waker:
    """Lets one coroutine rest until there is something to do."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._event: asyncio.Event | None = None

    @contextmanager
    def listening(self) -> Generator[None]:
        """Hear `wake` in this block, on the loop that runs it."""
        import asyncio  # loaded with the loop, not with the window

        self._loop, self._event = asyncio.get_running_loop(), asyncio.Event()
        try:
            yield
        finally:
            self._loop = None

    def wake(self) -> None:
        """End the rest; any thread may call it, it does not wait."""
        loop, event = self._loop, self._event
        if loop is not None and event is not None and not loop.is_closed():
            loop.call_soon_threadsafe(event.set)

    def look(self) -> None:
        """Take notice: what wakes from here on ends the next rest."""
        assert self._event is not None  # noqa: S101 - `listening` made it
        self._event.clear()

    async def rest(self, wait_s: float | None) -> bool:
        """Rest until woken, `wait_s` at most, None for as long as it takes; tell whether it was woken."""
        assert self._event is not None  # noqa: S101 - `listening` made it
        return await woken(self._event, wait_s)


_ASKED_AGAIN_AFTER_S = 10.0
"""Longer than it takes to close connections on a busy computer: that is not to be cut short."""


async def woken(wake: "asyncio.Event", within_s: float | None) -> bool:
    """Wait until `wake` is set, `within_s` at most (None: for ever); tell whether it was.

    Not by `asyncio.wait_for`: before Python 3.12 it drops a cancellation that comes in the moment in which the event
    is set, and a save while the window closes does just that. What rested then rested for ever.
    """
    import asyncio

    try:
        async with asyncio.timeout(None if within_s is None else max(0.0, within_s)):
            await wake.wait()
    except TimeoutError:
        return False
    return True


async def end_tasks(
    tasks: Collection["asyncio.Task[None]"], *, again_s: float = _ASKED_AGAIN_AFTER_S
) -> None:
    """Cancel tasks until they have ended, again and again where a cancellation was dropped on its way."""
    import asyncio

    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _ended, left = await asyncio.wait(left, timeout=again_s)
    await asyncio.gather(*tasks, return_exceptions=True)


T = TypeVar("T")


def begin_aside(call: Callable[[], T]) -> "Future[T]":
    """Start a blocking call; it cannot be cancelled.

    The thread is a daemon: a place for passwords, or the desktop, may ask the user and wait for the answer for ever,
    and the program must be able to end meanwhile (the threads of a pool would be waited for).
    """
    answer: Future[T] = Future()
    answer.set_running_or_notify_cancel()

    def run() -> None:
        try:
            result = call()
        except BaseException as raised:  # noqa: BLE001 - handed on, whatever it is
            answer.set_exception(raised)
        else:
            answer.set_result(result)

    threading.Thread(target=run, name="notebrain-aside", daemon=True).start()
    return answer


async def aside(call: Callable[[], T]) -> T:
    """Return what a blocking call gives, without blocking the loop."""
    from asyncio import wrap_future  # the window is painted before it is loaded

    return await wrap_future(begin_aside(call))


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
