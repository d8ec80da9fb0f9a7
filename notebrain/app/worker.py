"""The one thread in the background: an asyncio loop that indexes, listens to other processes, and rests.

Into it only `submit`, out of it only `EventBridge.publish`.
"""

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from notebrain.app.events import BackgroundFailed, ChangedElsewhere, EventBridge, IndexProgress, IndexState, RaiseWindow
from notebrain.app.instance import Server, Word
from notebrain.app.model_keeper import IDLE_S, ModelKeeper
from notebrain.domain.changes import Act, Changes
from notebrain.domain.errors import NoEmbedder, NoteBrainError
from notebrain.domain.messages import _
from notebrain.domain.ports import Clock
from notebrain.storage.lease import Lease
from notebrain.storage.times import to_ms
from notebrain.sync.indexing import Indexer

T = TypeVar("T")
log = logging.getLogger("notebrain.sync")

# Another process that indexes says nothing when it stops: look again after this time.
_LEASE_LOOK_S = 2.0
_AFTER_FAULT_S = 5.0
# Counting the coverage of 100,000 notes takes 30 ms: not after every step.
_PROGRESS_EVERY_S = 0.5


class Worker:
    """Runs the indexer in the background, with pause and resume."""

    def __init__(
        self, indexer: Indexer, model: ModelKeeper, lease: Lease, bridge: EventBridge, clock: Clock, server: Server | None
    ) -> None:
        self._indexer = indexer
        self._model = model
        self._lease = lease
        self._bridge = bridge
        self._clock = clock
        self._server = server
        self._paused = threading.Event()
        self._stopping = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake: asyncio.Event | None = None
        self._thread: threading.Thread | None = None
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="notebrain-indexer")
        self._last_progress: IndexProgress | None = None
        self._reported_at = 0.0

    @property
    def paused(self) -> bool:
        """Whether the user paused indexing."""
        return self._paused.is_set()

    @property
    def progress(self) -> IndexProgress | None:
        """What was last reported, or None before the first report."""
        return self._last_progress

    def start(self) -> None:
        """Start the thread; returns once its loop takes work."""
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready,), name="notebrain-sync", daemon=True)
        self._thread.start()
        ready.wait()

    def submit(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Run a coroutine on the background loop."""
        if self._loop is None:
            work.close()
            raise NoteBrainError(_("The background is not running."))
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def wake(self) -> None:
        """Let the indexer look for work now; may be called from any thread, does not wait."""
        loop, wake = self._loop, self._wake
        if loop is not None and wake is not None and not loop.is_closed():
            loop.call_soon_threadsafe(wake.set)

    def notes_changed(self, changes: Changes) -> None:
        """Look for work after a commit that may have queued some."""
        if changes.act is not Act.INDEX:
            self.wake()

    def pause(self) -> None:
        """Stop indexing after the passage at hand; what is done stays done."""
        self._paused.set()
        self.wake()

    def resume(self) -> None:
        """Go on indexing."""
        self._paused.clear()
        self.wake()

    def stop(self) -> None:
        """End the thread after the passage at hand and let go of the lease."""
        self._stopping.set()
        self.wake()
        if self._thread is not None:
            self._thread.join()
        self._pool.shutdown()
        self._lease.release()

    def _run(self, ready: threading.Event) -> None:
        # A plain selector loop: the GUI's loop policy must not leak in here.
        loop = asyncio.SelectorEventLoop()
        asyncio.set_event_loop(loop)
        self._loop, self._wake = loop, asyncio.Event()
        ready.set()
        try:
            loop.run_until_complete(self._main())
        finally:
            self._loop = None
            loop.close()

    async def _main(self) -> None:
        await self._listen()
        while not self._stopping.is_set():
            assert self._wake is not None  # noqa: S101 - made before the loop runs
            self._wake.clear()
            try:
                wait_s = await self._turn()
            except NoteBrainError as error:
                log.warning("indexing stopped for a moment: %s", error)
                self._bridge.publish(BackgroundFailed(str(error)))
                wait_s = _AFTER_FAULT_S
            except Exception:
                log.exception("fault in the background")
                self._bridge.publish(BackgroundFailed(_("Indexing met an unexpected fault and will try again. Notes are safe.")))
                wait_s = _AFTER_FAULT_S
            await self._rest(wait_s)
        if self._server is not None:
            await self._server.stop()

    async def _listen(self) -> None:
        if self._server is None:
            return
        try:
            await self._server.start()
        except OSError as error:
            log.warning("no socket for other processes: %s", error)

    async def _turn(self) -> float | None:
        """Do one step; return how long to wait before the next: 0 none, None until woken."""
        if self._paused.is_set():
            await self._report(IndexState.PAUSED)
            return None
        if not self._lease.take():
            await self._report(IndexState.ELSEWHERE)
            return _LEASE_LOOK_S
        try:
            finished = await self._in_pool(lambda: self._indexer.step(self._may_go_on))
        except NoEmbedder as error:
            await self._report(IndexState.OFF, str(error))
            return 0 if await self._in_pool(self._indexer.fill_substrings) else None
        if finished:
            await self._report(IndexState.WORKING)
            return 0
        if await self._in_pool(self._indexer.fill_substrings):
            return 0
        await self._report(IndexState.IDLE)
        return await self._until_due()

    async def _until_due(self) -> float | None:
        due_ms = await self._in_pool(self._indexer.next_due_ms)
        if due_ms is None:
            return None
        return max(0.05, (due_ms - to_ms(self._clock.now())) / 1000)

    async def _rest(self, wait_s: float | None) -> None:
        """Wait to be woken, `wait_s` at most; while the model is loaded, look whether it can be let go of."""
        assert self._wake is not None  # noqa: S101 - made before the loop runs
        if wait_s == 0 or self._stopping.is_set():
            return
        while True:
            limit = IDLE_S if wait_s is None and self._model.loaded else wait_s
            try:
                await asyncio.wait_for(self._wake.wait(), limit)
            except TimeoutError:
                await self._in_pool(self._model.release_if_idle)
                if wait_s is None:
                    continue
            return

    def _may_go_on(self) -> bool:
        return not (self._paused.is_set() or self._stopping.is_set())

    async def _report(self, state: IndexState, reason: str | None = None) -> None:
        last, now = self._last_progress, asyncio.get_running_loop().time()
        if state is IndexState.WORKING and last and last.state is state and now - self._reported_at < _PROGRESS_EVERY_S:
            return
        done, total = await self._in_pool(self._indexer.coverage)
        progress = IndexProgress(state, done, total, reason)
        self._reported_at = now
        if progress != last:
            self._last_progress = progress
            self._bridge.publish(progress)

    async def _in_pool(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def hear(self, word: Word) -> None:
        """Act on a word from another process."""
        if word is Word.RAISE:
            self._bridge.publish(RaiseWindow())
        else:
            self._bridge.publish(ChangedElsewhere())
            self.wake()
