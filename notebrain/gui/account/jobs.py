"""Requests to the account, run outside the window's thread, one at a time, and cancelable."""

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Signal, Slot

from notebrain.app.services import Services
from notebrain.domain.errors import NoteBrainError
from notebrain.gui.core.threads import EventBridge

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")


class AccountWork(QObject):
    """Runs one coroutine of the account on the background loop."""

    stepped = Signal(object)
    """The coroutine reported progress: the `Step` it is at, or a count."""
    failed = Signal(object)
    """The coroutine failed (with a `NoteBrainError`)."""
    ended = Signal()
    """The coroutine finished, failed or was canceled."""
    _reported = Signal(object, int)

    def __init__(self, services: Services, bridge: EventBridge, parent: QObject) -> None:
        super().__init__(parent)
        self._services = services
        self._bridge = bridge
        self._future: Future[object] | None = None
        self._number = 0
        self._reported.connect(self._on_reported)

    @property
    def busy(self) -> bool:
        """Whether a coroutine is running."""
        return self._future is not None

    def start(
        self,
        make: Callable[[Callable[[object], object]], Coroutine[Any, Any, T]],
        then: Callable[[T], object],
    ) -> None:
        """Run the coroutine from `make`, then `then` with its result on the window's thread; cancel any running one.

        Args:
            make: Returns the coroutine. Its argument reports progress and may be called on any thread.
        """
        self.cancel()
        self._number += 1
        number = self._number

        def report(step: object) -> None:
            self._reported.emit(step, number)

        def arrived(result: T) -> None:
            if number == self._number:
                self._end()
                then(result)

        def lost(error: Exception) -> None:
            if number == self._number:
                self._end()
                self._fail(error)

        try:
            future = self._services.cloud.submit(make(report))
        except NoteBrainError as error:
            self.ended.emit()
            self._fail(error)
            return
        self._future = future  # type: ignore[assignment]
        self._bridge.when_done(future, arrived, failed=lost)

    def cancel(self) -> None:
        """Cancel the running coroutine; what it has already created in the account is found the next time."""
        future, self._future = self._future, None
        self._number += 1
        if future is not None:
            future.cancel()
            self.ended.emit()

    def _end(self) -> None:
        self._future = None
        self.ended.emit()

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, NoteBrainError):
            raise error
        self.failed.emit(error)

    @Slot(object, int)
    def _on_reported(self, step: object, number: int) -> None:
        if number == self._number:
            self.stepped.emit(step)
