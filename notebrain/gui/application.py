"""The one application object: asked to quit, e.g. since its user signs out, it ends as its window does."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent
from PySide6.QtGui import QSessionManager
from PySide6.QtWidgets import QApplication


class Application(QApplication):
    """Is asked to end by a desktop, e.g. as its user signs out.

    Qt itself would close one window after the other, and go on as soon as one of them declines: one that only goes into
    the tray does, and so the program would stand in the way of the session's end.
    """

    def __init__(self, arguments: Sequence[str]) -> None:
        super().__init__(arguments)
        self.end: Callable[[], bool] | None = None
        """Ends the program once nothing is lost by it; tells whether that was at once."""
        self.commitDataRequest.connect(self._on_session_end)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Quit and self.end is not None:
            event.setAccepted(self.end())
            return True
        return super().event(event)

    def _on_session_end(self, _session: QSessionManager) -> None:
        if self.end is not None:
            self.end()
