"""The only way from other threads into the window."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")


class EventBridge(QObject):
    """Delivers events and results to the thread that created the bridge.

    `happened` carries events that other threads publish. The result of a future reaches its function on the window's
    thread, and never before the user's current action is finished.
    """

    happened = Signal(object)
    failed = Signal(Exception)
    _published = Signal(object)
    _done = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._closed = False
        self._published.connect(self._hand_on, Qt.ConnectionType.QueuedConnection)
        self._done.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def publish(self, event: object) -> None:
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

    @Slot(object)
    def _hand_on(self, event: object) -> None:
        if not self._closed:
            self.happened.emit(event)

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
