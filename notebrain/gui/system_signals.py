"""Closes the window as its user would, when the system or a terminal asks the program to end."""

import os
import signal
from collections.abc import Callable
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier

_ASKED_TO_END = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
_READ_AT_ONCE = 64


class SystemSignals(QObject):
    """Hears the system's signals on the window's thread; not on Windows, which has none.

    Python runs its handlers only between two of its own steps, and a resting window takes none: so the signal is
    written to a pipe that Qt watches.
    """

    def __init__(self, end: Callable[[], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._end = end
        self._receiver, self._sender = os.pipe()
        os.set_blocking(self._receiver, False)
        os.set_blocking(self._sender, False)
        self._before_fd = signal.set_wakeup_fd(self._sender, warn_on_full_buffer=False)
        self._before = {number: signal.signal(number, _left_to_qt) for number in _ASKED_TO_END}
        self._notifier = QSocketNotifier(self._receiver, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_signal)

    def close(self) -> None:
        """Hear no more, and leave the signals as they were found."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._before_fd)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        os.close(self._receiver)
        os.close(self._sender)

    def _on_signal(self) -> None:
        heard = os.read(self._receiver, _READ_AT_ONCE)
        if any(number in heard for number in _ASKED_TO_END):
            self._end()


def _left_to_qt(_number: int, _frame: FrameType | None) -> None:
    """Do nothing here: the pipe carries the signal to the window's thread."""
