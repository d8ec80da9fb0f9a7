"""What waits until the window is there: the background, and all it has to load."""

from PySide6.QtCore import QObject, QTimer

from notebrain.gui.background import Background
from notebrain.gui.desk import Desk

# A window that starts out of sight is not painted, yet its notes are to be indexed.
_AT_LATEST_MS = 2_000
# Beside a small window alone, too; and whoever calls again waits until the background listens.
_ALONE_MS = 200


class FirstBreath(QObject):
    """Makes and starts the background of a desk after the first paint.

    Args:
        alone: The window is not to be shown, only a small one.
    """

    def __init__(self, desk: Desk, *, alone: bool = False) -> None:
        super().__init__(desk)
        self._desk = desk
        self._background: Background | None = None
        desk.window.painted.connect(self.start)
        self._at_latest = QTimer(
            self, singleShot=True, interval=_ALONE_MS if alone else _AT_LATEST_MS
        )
        self._at_latest.timeout.connect(self.start)
        self._at_latest.start()

    def start(self) -> None:
        """Start the background, unless it runs."""
        if self._background is None:
            from notebrain.app.jobs.background import make_worker

            desk = self._desk
            worker = make_worker(desk.services, desk.bridge, listen=True)
            self._background = Background(desk, worker)
            self._background.start()

    def stop(self) -> None:
        """End the background."""
        self._at_latest.stop()
        if self._background is not None:
            self._background.stop()
