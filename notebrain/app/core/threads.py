"""Work on other threads: waking, waiting, daemon threads, a loop, and the base of what runs on the background loop."""

import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Coroutine, Generator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from notebrain.app.core.instance import MessageKind
from notebrain.domain.errors import NoteBrainError
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act, Changes

if TYPE_CHECKING:
    import asyncio


class Waker:
    """Lets one coroutine sleep until there is something to do."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._event: asyncio.Event | None = None

    @contextmanager
    def listening(self) -> Generator[None]:
        """Accept `wake` within this block, on the loop that runs it."""
        import asyncio  # loaded with the loop, not with the window

        self._loop, self._event = asyncio.get_running_loop(), asyncio.Event()
        try:
            yield
        finally:
            self._loop = None

    def wake(self) -> None:
        """End the rest; returns at once and may be called from any thread."""
        loop, event = self._loop, self._event
        if loop is not None and event is not None and not loop.is_closed():
            loop.call_soon_threadsafe(event.set)

    def clear(self) -> None:
        """Start a new check: a `wake` from here on ends the next rest."""
        assert self._event is not None  # noqa: S101 - `listening` made it
        self._event.clear()

    async def rest(self, wait_s: float | None) -> bool:
        """Rest until woken, at most `wait_s` (None: no limit); return whether it was woken."""
        assert self._event is not None  # noqa: S101 - `listening` made it
        return await wait_for_event(self._event, wait_s)


_ASKED_AGAIN_AFTER_S = 10.0
"""Longer than closing connections takes on a busy computer, which must not be cut short."""


async def wait_for_event(wake: "asyncio.Event", within_s: float | None) -> bool:
    """Wait until `wake` is set, at most `within_s` (None: forever); return whether it was.

    This does not use `asyncio.wait_for`, which before Python 3.12 drops a cancellation that arrives at the moment the
    event is set. A save while the window closes does exactly that, and the task then waited forever.
    """
    import asyncio

    try:
        async with asyncio.timeout(None if within_s is None else max(0.0, within_s)):
            await wake.wait()
    except TimeoutError:
        return False
    return True


async def cancel_and_wait(
    tasks: Collection["asyncio.Task[None]"], *, again_s: float = _ASKED_AGAIN_AFTER_S
) -> None:
    """Cancel tasks until they have ended, repeating a cancellation that was dropped on its way."""
    import asyncio

    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _ended, left = await asyncio.wait(left, timeout=again_s)
    await asyncio.gather(*tasks, return_exceptions=True)


T = TypeVar("T")


def run_in_daemon_thread(call: Callable[[], T]) -> "Future[T]":
    """Start a blocking call, which cannot be canceled.

    The thread is a daemon: the keyring or the desktop may ask the user and wait forever for the answer, and the program
    must be able to exit meanwhile (it would wait for the threads of a pool).
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


async def await_in_daemon_thread(call: Callable[[], T]) -> T:
    """Return the result of a blocking call without blocking the loop."""
    from asyncio import wrap_future  # the window is painted before this is loaded

    return await wrap_future(run_in_daemon_thread(call))


class LoopThread:
    """Runs coroutines on its own thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def submit(self, work: Coroutine[Any, Any, T]) -> "Future[T]":
        """Run a coroutine; may be called from any thread."""
        from asyncio import run_coroutine_threadsafe

        return run_coroutine_threadsafe(work, self._running())

    def close(self) -> None:
        """End the loop and its thread, canceling what is still running."""
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
    """Cancel what is running, and let closed connections release their sockets."""
    from asyncio import all_tasks, current_task, gather, sleep

    others = all_tasks() - {current_task()}
    for task in others:
        task.cancel()
    await gather(*others, return_exceptions=True)
    await sleep(0)


log = logging.getLogger("notebrain.sync")


class BackgroundTask(ABC):
    """Takes one turn after the other until it is canceled, and rests between them until woken.

    Attributes:
        ignored: The acts on notes that give this task no work.
        has_account: Whether the last turn found an account; without one, only changed settings can bring work.
    """

    ignored: Collection[Act] = (Act.OPEN,)

    def __init__(self) -> None:
        self._waker = Waker()
        self.has_account = True

    @abstractmethod
    async def turn(self) -> float | None:
        """Do what is due now; return how long to wait before the next turn, None until woken."""

    @abstractmethod
    def failed(self, error: NoteBrainError | None) -> float:
        """Report that a turn failed, with None for a fault of ours; return how long to wait before the next."""

    @abstractmethod
    async def close(self) -> None:
        """Close what the turns used."""

    def gather_s(self) -> float:
        """Return how long to wait for more after being woken, so that quick changes are handled together."""
        return 0.0

    def wake(self) -> None:
        """Check for work; returns at once and may be called from any thread."""
        self._waker.wake()

    def on_message(self, word: MessageKind) -> None:
        """Handle a message from another process: any message may mean that there is work."""
        log.debug("heard %s", word)
        self.wake()

    def settings_changed(self) -> None:
        """Check for work after settings changed, the account among them."""
        self.wake()

    def notes_changed(self, changes: Changes) -> None:
        """Check for work after a commit."""
        if changes.act is Act.SETTINGS:
            self.settings_changed()
        elif self.has_account and changes.act not in self.ignored:
            self.wake()

    def notes_indexed(self) -> None:
        """Check for work after notes were indexed on this computer."""
        if self.has_account:
            self.wake()

    async def run(self) -> None:
        """Work until canceled; the next run repeats what was in progress."""
        from asyncio import sleep  # loaded with the loop, not with the window

        try:
            with self._waker.listening():
                while True:
                    self._waker.clear()
                    wait_s = await self._safe_turn()
                    if wait_s == 0:
                        await sleep(0)
                    elif await self._waker.rest(wait_s):
                        await sleep(self.gather_s())
        finally:
            await self.close()

    async def _safe_turn(self) -> float | None:
        try:
            return await self.turn()
        except NoteBrainError as error:
            return self.failed(error)
        except Exception:
            log.exception("fault in the background: %s", type(self).__name__)
            return self.failed(None)


def fault_text() -> str:
    """Return what to tell the user about a fault of ours."""
    return _("Syncing ran into an unexpected error and will try again. Your notes are safe.")
