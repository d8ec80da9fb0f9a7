"""The `QApplication`, uncaught errors, system signals, and the language of Qt's own texts."""

import os
import re
import signal
import sys
from collections.abc import Callable, Sequence
from types import FrameType, TracebackType

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QLibraryInfo,
    QLocale,
    QObject,
    QSocketNotifier,
    QTranslator,
)
from PySide6.QtGui import QSessionManager
from PySide6.QtWidgets import QApplication

from notebrain.app.core import language
from notebrain.domain.errors import NoteBrainError


class Application(QApplication):
    """The application; ends in an orderly way when the desktop asks it to, for example as the user signs out.

    Qt itself would close one window after another, and carry on as soon as one of them refuses. A window that only
    hides in the tray does refuse, so the program would block the end of the session.
    """

    def __init__(self, arguments: Sequence[str]) -> None:
        super().__init__(arguments)
        self.end: Callable[[], bool] | None = None
        """Ends the program once nothing can be lost; returns whether it ended at once."""
        self.commitDataRequest.connect(self._on_session_end)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Quit and self.end is not None:
            event.setAccepted(self.end())
            return True
        return super().event(event)

    def _on_session_end(self, _session: QSessionManager) -> None:
        if self.end is not None:
            self.end()


# PySide prepends this to the message of an error raised in a method that Qt called, once for each call in between.
_PREFIXES = re.compile(r"^(Error calling Python override of \S+: )+")


class Uncaught:
    """Reports uncaught errors of our own type to a function until it is ended; bugs are reported as before."""

    def __init__(self, report: Callable[[Exception], None]) -> None:
        self._report = report
        self._before = sys.excepthook
        sys.excepthook = self._on_error

    def end(self) -> None:
        """Restore the previous error hook."""
        sys.excepthook = self._before

    def _on_error(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if isinstance(error, NoteBrainError):
            put_plainly(error)
            self._report(error)
        else:
            self._before(kind, error, trace)


def put_plainly(error: NoteBrainError) -> None:
    """Remove PySide's prefix from the error's message."""
    error.args = (_PREFIXES.sub("", str(error)), *error.args[1:])


_ASKED_TO_END = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
_READ_AT_ONCE = 64


class SystemSignals(QObject):
    """Handles system signals on the window's thread; not used on Windows, which has none.

    Python runs its signal handlers only between two of its own instructions, and an idle window executes none, so the
    signal is written to a pipe that Qt watches.
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
        """Stop listening and restore the previous signal handlers."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._before_fd)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        os.close(self._receiver)
        os.close(self._sender)

    def _on_signal(self) -> None:
        data = os.read(self._receiver, _READ_AT_ONCE)
        if any(number in data for number in _ASKED_TO_END):
            self._end()


def _left_to_qt(_number: int, _frame: FrameType | None) -> None:
    """Do nothing here; the pipe carries the signal to the window's thread."""


def use_language(chosen: str = "") -> None:
    """Set the locale in which Qt writes dates and numbers; call this before any window is shown."""
    wanted = [chosen] if chosen else language.preferred()
    locale = QLocale(wanted[0]) if wanted else QLocale.system()
    if locale.language() == QLocale.Language.C:
        locale = QLocale(QLocale.Language.English)
    QLocale.setDefault(locale)


_installed: list[QTranslator] = []


def translate_qt(app: QCoreApplication) -> None:
    """Install Qt's translation for its own dialogs if there is one, and remove the previous one."""
    while _installed:
        app.removeTranslator(_installed.pop())
    locale = QLocale()
    if locale.language() == QLocale.Language.English:
        return  # the source language
    translator = QTranslator()
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if translator.load(locale, "qtbase", "_", folder):
        app.installTranslator(translator)
        _installed.append(translator)
