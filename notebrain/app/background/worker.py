"""The one background thread: an asyncio loop that indexes, listens to other processes, and waits.

Work goes in only through `submit`, results come out only through `EventPublisher.publish`. asyncio is loaded with the
thread and not with the window, which would otherwise be painted 30 ms later (90 on a busy machine).
"""

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from notebrain.app.background.rounds import IndexScheduler, RoundResult
from notebrain.app.core.instance import Message, MessageKind, Server
from notebrain.app.core.threads import cancel_and_wait, wait_for_event
from notebrain.app.events import (
    BackgroundFailed,
    CaptureAsked,
    ChangedElsewhere,
    EventPublisher,
    IndexProgress,
    IndexState,
    LinkAsked,
    QuickSearchAsked,
    RaiseWindow,
    WordsDamaged,
)
from notebrain.app.model.local_model import ModelCache
from notebrain.domain.errors import DamagedVault, DamagedWords, NoteBrainError
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act, Changes

if TYPE_CHECKING:
    import asyncio

T = TypeVar("T")
log = logging.getLogger("notebrain.sync")

AFTER_FAULT_S = 5.0
# Counting the coverage of 100,000 notes takes 30 ms, so it is not done after every step or every autosave.
_PROGRESS_EVERY_S = 0.5
# A round that follows within this time may report in place of this one.
_SOON_S = 5.0
# How often to check for the daily backup in a window that stays open for weeks.
_LONGEST_REST_S = 3600.0


class LoopTask(Protocol):
    """Work that runs alongside the rounds on the same loop: a `BackgroundTask`, or the hotkeys."""

    async def run(self) -> None:
        """Work until canceled."""
        ...

    def wake(self) -> None:
        """Check for work; may be called from any thread."""
        ...

    def on_message(self, word: MessageKind) -> None:
        """Handle a message from another process."""
        ...


class Worker:
    """Runs the background's rounds, with pause and resume.

    Args:
        beside: Creates, on the thread, what else runs on its loop.
    """

    def __init__(
        self,
        rounds: IndexScheduler,
        model: ModelCache,
        bridge: EventPublisher,
        server: Server | None = None,
        beside: Callable[[], Sequence[LoopTask]] = tuple,
    ) -> None:
        self._rounds = rounds
        self._model = model
        self._bridge = bridge
        self._server = server
        self._make_beside = beside
        self._beside: Sequence[LoopTask] = ()
        self._paused = threading.Event()
        self._stopping = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake: asyncio.Event  # created before the loop, by the thread
        self._thread: threading.Thread | None = None
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="notebrain-indexer")
        self._last_progress: IndexProgress | None = None
        self._reported_at = 0.0
        self._last_fault: str | None = None
        model.when_loaded(self.wake)

    @property
    def paused(self) -> bool:
        """Whether the user has paused indexing."""
        return self._paused.is_set()

    @property
    def progress(self) -> IndexProgress | None:
        """The last reported progress, or None before the first report."""
        return self._last_progress

    def start(self) -> None:
        """Start the thread; returns once its loop accepts work."""
        ready = threading.Event()
        self._thread = threading.Thread(
            target=self._run, args=(ready,), name="notebrain-sync", daemon=True
        )
        self._thread.start()
        ready.wait()

    def submit(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Run a coroutine on the background loop."""
        loop = self._loop
        if loop is None:
            work.close()
            raise NoteBrainError(_("The background thread is not running."))
        from asyncio import run_coroutine_threadsafe

        return run_coroutine_threadsafe(work, loop)

    def wake(self) -> None:
        """Let the indexer check for work now; may be called from any thread and does not wait."""
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # it was closed between the two lines
                loop.call_soon_threadsafe(self._wake.set)

    def notes_changed(self, changes: Changes) -> None:
        """Check for work after a commit that may have queued some."""
        if changes.act is not Act.INDEX:
            self.wake()

    def pause(self) -> None:
        """Stop indexing after the current passage; finished work is kept."""
        self._paused.set()
        self.wake()

    def resume(self) -> None:
        """Resume indexing."""
        self._paused.clear()
        self.wake()

    def stop(self) -> None:
        """End the thread after the current passage and let another process index."""
        self._stopping.set()
        self.wake()
        if self._thread is not None:
            self._thread.join()
        self._pool.shutdown()
        self._rounds.end()

    def on_message(self, message: Message) -> Future[None] | None:
        """Handle a message from another process; return what is done once a text that came with it is on disk."""
        saved: Future[None] | None = None
        match message.word:
            case MessageKind.RAISE:
                self._bridge.publish(RaiseWindow(message.token))
            case MessageKind.CAPTURE:
                saved = Future() if message.text else None
                self._bridge.publish(CaptureAsked(message.text, message.token, saved))
            case MessageKind.LINK:
                self._bridge.publish(LinkAsked(message.text, message.token))
            case MessageKind.QUICK_SEARCH:
                self._bridge.publish(QuickSearchAsked(message.text, message.token))
            case _:
                self._bridge.publish(ChangedElsewhere())
                self.wake()
                for task in self._beside:
                    task.on_message(message.word)
        return saved

    def look_everywhere(self) -> None:
        """Let everything check for work: another process wrote, and its message may not have arrived."""
        self.wake()
        for task in self._beside:
            task.wake()

    def _run(self, ready: threading.Event) -> None:
        import asyncio

        self._wake = asyncio.Event()
        # A plain selector loop: the GUI's loop policy must not leak in here.
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
            self._loop = runner.get_loop()
            ready.set()
            try:
                runner.run(self._main())
            finally:
                self._loop = None

    async def _main(self) -> None:
        from asyncio import create_task

        await self._listen()
        self._beside = self._make_beside()
        beside = [create_task(task.run()) for task in self._beside]
        while not self._stopping.is_set():
            self._wake.clear()
            await self._rest(await self._turn())
        await cancel_and_wait(beside)
        if self._server is not None:
            await self._server.stop()

    async def _listen(self) -> None:
        if self._server is None:
            return
        try:
            await self._server.start()
        except OSError as error:
            log.warning("no socket for other processes: %s", error)
            if isinstance(error, PermissionError):
                self._fail(_("Commands cannot reach this window. {reason}").format(reason=error))
        else:
            # what a command wrote before this was announced to nobody
            self._bridge.publish(ChangedElsewhere())

    async def _turn(self) -> float | None:
        """Do one round and report it; return how long to wait before the next: 0 for no wait, None until woken."""
        try:
            done = (
                RoundResult(IndexState.PAUSED) if self.paused else await self._in_pool(self._round)
            )
            await self._report(done)
        except DamagedWords as error:
            log.warning("the background stopped for a moment: %s", error)
            if str(error) != self._last_fault:
                self._last_fault = str(error)
                self._bridge.publish(WordsDamaged())
        except NoteBrainError as error:
            log.warning("the background stopped for a moment: %s", error)
            self._fail(str(error), error if isinstance(error, DamagedVault) else None)
        except Exception:
            log.exception("fault in the background")
            self._fail(
                _("Indexing ran into an unexpected error and will try again. Your notes are safe.")
            )
        else:
            self._last_fault = None
            return done.wait_s
        return AFTER_FAULT_S

    def _round(self) -> RoundResult:
        return self._rounds.next(self._may_go_on)

    def _may_go_on(self) -> bool:
        return not (self._paused.is_set() or self._stopping.is_set())

    def _fail(self, message: str, damage: DamagedVault | None = None) -> None:
        """Tell the user of a fault, once for as long as it lasts."""
        if message != self._last_fault:
            self._last_fault = message
            self._bridge.publish(BackgroundFailed(message, damage))

    async def _rest(self, wait_s: float | None) -> None:
        """Wait to be woken, at most `wait_s`; while the model is loaded, check whether it can be unloaded."""
        from asyncio import get_running_loop

        loop = get_running_loop()
        end = loop.time() + (_LONGEST_REST_S if wait_s is None else min(wait_s, _LONGEST_REST_S))
        while (
            not (self._wake.is_set() or self._stopping.is_set()) and (left := end - loop.time()) > 0
        ):
            idle_s = self._model.idle_left_s()
            limit = left if idle_s is None else min(left, idle_s)
            await wait_for_event(self._wake, limit)
            if self._model.idle_left_s() == 0:
                await self._in_pool(self._model.release_if_idle)

    async def _report(self, done: RoundResult) -> None:
        last, now = self._last_progress, time.monotonic()
        working = done.state in (IndexState.WORKING, IndexState.IDLE)
        more_follows = working and done.wait_s is not None and done.wait_s <= _SOON_S
        if (
            last
            and last.state is done.state
            and more_follows
            and now - self._reported_at < _PROGRESS_EVERY_S
        ):
            return
        done_notes, total = await self._in_pool(self._rounds.coverage)
        renewing = self._rounds.renewing
        progress = IndexProgress(
            done.state, done_notes, total, done.reason, renewing, done.parts, done.on_battery
        )
        self._reported_at = now
        if progress != last:
            self._last_progress = progress
            self._bridge.publish(progress)

    async def _in_pool(self, work: Callable[[], T]) -> T:
        from asyncio import wrap_future

        return await wrap_future(self._pool.submit(work))
