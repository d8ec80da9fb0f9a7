"""What the capture window has to read from the vault, away from the window's thread."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QObject, QTimer

from notebrain.app.services import Services
from notebrain.gui.bridge import EventBridge

_PATIENCE_MS = 250


@dataclass(frozen=True, slots=True)
class Looked:
    """What came of looking for a note that says the same.

    Attributes:
        since: When the newest such note was made; None where there is none, or nobody knows.
        done: Whether it is known at all: a slow or broken disk does not keep a note from being saved.
        error: Why it is not known, if not for lack of time.
    """

    since: datetime | None = None
    done: bool = True
    error: Exception | None = None


class Looking(QObject):
    """Reads in a thread of its own: the window's other reads, which may be long, hold no note up."""

    def __init__(self, services: Services, bridge: EventBridge, parent: QObject) -> None:
        super().__init__(parent)
        self._library, self._capture = services.library, services.capture
        self._bridge = bridge
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="capture")
        self._then: Callable[[Looked], None] | None = None
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._patience.timeout.connect(lambda: self._answer(Looked(done=False)))

    def read_workspaces(
        self, then: Callable[[Sequence[str]], None], failed: Callable[[Exception], None]
    ) -> None:
        """Call one of these with the names of the workspaces, or with why there are none."""
        self._bridge.when_done(self._pool.submit(self._library.workspaces), then, failed=failed)

    def look_for_repeat(self, text: str, then: Callable[[Looked], None]) -> None:
        """Call `then`, once and soon, with what is known of notes that say exactly this."""
        looking: Future[datetime | None] = self._pool.submit(self._since, text)
        self._then = then
        self._patience.start()

        def answer(looked: Looked) -> None:
            if self._then is then:  # else it took too long
                self._answer(looked)

        self._bridge.when_done(
            looking,
            lambda since: answer(Looked(since)),
            failed=lambda error: answer(Looked(done=False, error=error)),
        )

    def close(self) -> None:
        """Let the thread finish what it does and stop."""
        self._patience.stop()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _since(self, text: str) -> datetime | None:
        repeats = self._capture.repeats(text)
        return self._library.note(repeats[0]).created_at if repeats else None

    def _answer(self, looked: Looked) -> None:
        self._patience.stop()
        then, self._then = self._then, None
        if then is not None:
            then(looked)
