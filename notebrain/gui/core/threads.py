"""The background threads of the window, and the only way from other threads into it."""

from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar, assert_never, cast

from PySide6.QtCore import QEventLoop, QObject, Qt, QThread, Signal, Slot

from notebrain.app.events import (
    BackgroundFailed,
    BackupFailed,
    CaptureAsked,
    ChangedElsewhere,
    DateDoubted,
    Event,
    FileRead,
    HotkeyPressed,
    HotkeysChanged,
    IndexProgress,
    KeptElsewhere,
    LinkAsked,
    NotesChanged,
    ProgramStopped,
    ProgramWrote,
    Progress,
    QuickSearchAsked,
    RaiseWindow,
    RemovalProgress,
    SavingWaits,
    SyncProgress,
    TrashRemoved,
    VectorsProgress,
    WordsDamaged,
)
from notebrain.domain.notes.changes import CARD_ACTS, Act, Changes

if TYPE_CHECKING:
    from concurrent.futures import Future


T = TypeVar("T")


class EventBridge(QObject):
    """Delivers events and results to the thread that created the bridge, each family of events with its own signal.

    The result of a future reaches its function on the window's
    thread, and never before the user's current action is finished.
    """

    notes_changed = Signal(object)
    """A transaction of this process changed notes, or cards about them: these `Changes`."""
    states_changed = Signal(object)
    """Notes were opened or indexed: these `Changes`; nothing that the user wrote or filed is different."""
    settings_changed = Signal()
    cards_changed = Signal()
    """Cards were made or answered, or their notes went or came back; `notes_changed` says so, too."""
    deleted = Signal(object)
    """Notes were deleted for good: their ids; `notes_changed` says so, too."""
    profile_changed = Signal()
    """A block of the profile changed."""
    changed_elsewhere = Signal()
    """Another process changed the vault."""
    index_progress = Signal(object)
    sync_progress = Signal(object)
    vectors_progress = Signal(object)
    removal_progress = Signal(object)
    kept_elsewhere = Signal(int)
    """Another computer now keeps this many notes to itself."""
    hotkeys_changed = Signal()
    file_read = Signal()
    """A file in notes was read, or it is known why it cannot be."""
    saving_waits = Signal(str)
    """Nothing can be saved at the moment, for this reason; empty when it is over."""
    called = Signal(object)
    """Something outside the window wants to see it, a small window or a link: this `Call`."""
    health = Signal(object)
    """Something needs attention, or was repaired: this `Health`."""
    background_failed = Signal(object)
    failed = Signal(Exception)
    """A result could not be delivered to who asked for it."""
    _published = Signal(object)
    _done = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._closed = False
        self.last_index_progress: IndexProgress | None = None
        """What `index_progress` said last, for parts that are made later."""
        self._published.connect(self._hand_on, Qt.ConnectionType.QueuedConnection)
        self._done.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def publish(self, event: Event) -> None:
        """Send an event to the window; may be called on any thread."""
        self._published.emit(event)

    def close(self) -> None:
        """Stop delivering, since the window is gone."""
        self._closed = True

    def when_done(
        self,
        future: "Future[T]",
        then: Callable[[T], None] | None = None,
        *,
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        """Call `then` with the result or `failed` with the error; without `failed`, the signal `failed` is emitted."""

        def finished(done: "Future[T]") -> None:
            self._done.emit(done, (then, failed))

        future.add_done_callback(finished)

    def deliver(self, event: Event) -> None:
        """Emit the signal of an event, on this thread."""
        match event:
            case NotesChanged(changes):
                self._deliver_changes(changes)
            case ChangedElsewhere():
                self.changed_elsewhere.emit()
            case (
                IndexProgress()
                | SyncProgress()
                | VectorsProgress()
                | RemovalProgress()
                | FileRead()
            ):
                self._deliver_progress(event)
            case KeptElsewhere(count):
                self.kept_elsewhere.emit(count)
            case HotkeysChanged():
                self.hotkeys_changed.emit()
            case SavingWaits(reason):
                self.saving_waits.emit(reason)
            case (
                RaiseWindow() | CaptureAsked() | LinkAsked() | QuickSearchAsked() | HotkeyPressed()
            ):
                self.called.emit(event)
            case (
                BackupFailed()
                | TrashRemoved()
                | DateDoubted()
                | WordsDamaged()
                | ProgramWrote()
                | ProgramStopped()
            ):
                self.health.emit(event)
            case BackgroundFailed():
                self.background_failed.emit(event)
            case _:
                assert_never(event)

    def _deliver_changes(self, changes: Changes) -> None:
        if changes.profile:
            self.profile_changed.emit()
        if changes.act is Act.PROFILE:
            return  # no note changed
        if changes.act is Act.SETTINGS:
            self.settings_changed.emit()
        elif changes.act in (Act.OPEN, Act.INDEX):
            self.states_changed.emit(changes)
        else:
            self.notes_changed.emit(changes)
            if changes.act in CARD_ACTS:
                self.cards_changed.emit()
            if changes.act is Act.PURGE:
                self.deleted.emit(changes.notes)

    def _deliver_progress(self, progress: Progress) -> None:
        match progress:
            case IndexProgress():
                self.last_index_progress = progress
                self.index_progress.emit(progress)
            case SyncProgress():
                self.sync_progress.emit(progress)
            case VectorsProgress():
                self.vectors_progress.emit(progress)
            case RemovalProgress():
                self.removal_progress.emit(progress)
            case FileRead():
                self.file_read.emit()
            case _:
                assert_never(progress)

    @Slot(object)
    def _hand_on(self, event: Event) -> None:
        if not self._closed:
            self.deliver(event)

    @Slot(object, object)
    def _deliver(self, future: "Future[object]", calls: tuple[object, object]) -> None:
        then, failed = calls
        if self._closed or future.cancelled():
            return
        error = future.exception()
        if error is None:
            if callable(then):
                then(future.result())
        elif not isinstance(error, Exception):
            raise error
        elif callable(failed):
            failed(error)
        else:
            self.failed.emit(error)


class Lane(StrEnum):
    """Threads that share no work with those of other lanes, so that a long one does not delay a short one."""

    READS = "reader"
    """What the window shows."""
    SEARCH = "search"
    """Two threads, so that the word search of the next query need not wait for the semantic search of the last one."""
    CAPTURE = "capture"
    """What the capture window needs at once."""
    PICTURES = "pictures"
    """Reading the pictures in notes: two threads, so that a large one does not delay the others."""
    LONG = "long"
    """Imports, exports, backups: two threads, so that one of them does not wait for the other."""


_WIDTHS = {Lane.SEARCH: 2, Lane.PICTURES: 2, Lane.LONG: 2}


@dataclass(slots=True)
class _Turn:
    """A read in progress, and the request that follows it."""

    then_again: Callable[[], None] | None = None


class BackgroundReader:
    """Runs reads on one background thread, and lends threads for other work.

    During a read, only the newest further request of the same name is kept and runs next, so a view that changes faster
    than it can be read still updates from time to time.
    """

    def __init__(self, bridge: EventBridge) -> None:
        self._bridge = bridge
        self._lanes: dict[Lane, ThreadPoolExecutor] = {}
        self._closed = False
        self._turns: dict[str, _Turn] = {}

    def lane(self, lane: Lane) -> Executor:
        """Return the threads of a lane; they start when they get work, and are closed with the window."""
        if lane not in self._lanes:
            width = _WIDTHS.get(lane, 1)
            self._lanes[lane] = ThreadPoolExecutor(max_workers=width, thread_name_prefix=lane)
        return self._lanes[lane]

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

        self._bridge.when_done(self.lane(Lane.READS).submit(act), deliver, failed=fail)

    def forget(self, what: str) -> None:
        """Drop the answers to all requests of this name."""
        self._turns.pop(what, None)

    def close(self) -> None:
        """Let every thread finish its current work, then stop it."""
        self._closed = True
        self._turns.clear()
        for pool in self._lanes.values():
            pool.shutdown(wait=True, cancel_futures=True)

    def _go_on(self, turn: _Turn) -> None:
        if turn.then_again is not None:
            turn.then_again()


def give_timers() -> None:
    """Give this thread what Qt's documents start timers with; a thread of Python has none by itself."""
    if cast("object | None", QThread.currentThread().eventDispatcher()) is None:
        QEventLoop()
