"""Throttling of frequent events: act at once, then only after each pause."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

REST_MS = 250


class Throttle(QObject):
    """Calls a function at the first request, and once after a pause for all requests made in the meantime."""

    def __init__(self, act: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._act = act
        self._more = False
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._go_on)

    def ask(self) -> None:
        """Call the function now or after the pause."""
        if self._rest.isActive():
            self._more = True
            return
        self._rest.start()
        self._act()

    def _go_on(self) -> None:
        if self._more:
            self._more = False
            self.ask()
