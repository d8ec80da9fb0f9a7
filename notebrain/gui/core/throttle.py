"""Following what comes by the hundred: at once, and then at rests."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

REST_MS = 250


class Rested(QObject):
    """Does something the first time it is asked, and once after a rest for all the times it was asked meanwhile."""

    def __init__(self, act: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._act = act
        self._more = False
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._go_on)

    def ask(self) -> None:
        """Do it, now or after the rest."""
        if self._rest.isActive():
            self._more = True
            return
        self._rest.start()
        self._act()

    def _go_on(self) -> None:
        if self._more:
            self._more = False
            self.ask()
