"""Starts the window as a user does, or a bare Qt window, and writes as JSON how long it took until it was seen.

usage: python -m tests.benchmarks.start_probe VAULT SCENARIO OUTPUT
NOTEBRAIN_BEGAN_NS says when the process was asked for (monotonic clock).

Apart from `window_probe` because what that imports for its other scenarios would be part of the figures.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject, Qt, QTimer

_WATCHED_MS = 200
_AT_MOST_MS = 20_000


class FirstPaint(QObject):
    """Notes down when a widget was painted for the first time, then calls a function.

    Attributes:
        at_ms: How long that was after the process was asked for.
        cpu_ms: How much processor time the thread of the window had taken by then.
    """

    def __init__(self, watched: QObject, then: Callable[[], object]) -> None:
        super().__init__()
        self.at_ms = self.cpu_ms = 0.0
        self._then, self._seen = then, False
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Note the time once the paint events at hand have been dealt with, before all that waits for them."""
        if event.type() is QEvent.Type.Paint and not self._seen:
            self._seen = True
            first = Qt.EventPriority.HighEventPriority.value
            QCoreApplication.postEvent(self, QEvent(QEvent.Type.User), first)
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        """Note the time."""
        if event.type() is QEvent.Type.User:
            self.at_ms, self.cpu_ms = _since_start_ms(), time.thread_time() * 1000
            self._then()
        return super().event(event)


def _since_start_ms() -> float:
    return (time.monotonic_ns() - int(os.environ["NOTEBRAIN_BEGAN_NS"])) / 1e6


def bare(_vault: str) -> dict[str, float]:
    """Show a Qt window with one line of text, the least that a program with PySide6 can do."""
    from PySide6.QtWidgets import QApplication, QLabel, QMainWindow

    app = QApplication([])
    window, label = QMainWindow(), QLabel("Notes")
    window.setCentralWidget(label)
    painted = FirstPaint(label, app.quit)
    window.show()
    app.exec()
    return {"shown_ms": painted.at_ms, "cpu_ms": painted.cpu_ms, "modules": len(sys.modules)}


def start(vault: str) -> dict[str, float]:
    """Show the window with its list, and wait until every feature is loaded."""
    from notebrain.app.core import language

    language.install()
    from notebrain.gui.app import preflight

    getattr(preflight, "import_plainly", int)()  # as the program does; builds before it have none
    from notebrain.app.services import open_services
    from notebrain.gui.app.main import make_application

    app = make_application()
    services = open_services(vault, apart=True)
    from notebrain.gui.app.background_events import BackgroundStarter
    from notebrain.gui.app.features import build_window
    from notebrain.gui.core.threads import EventBridge
    from notebrain.gui.theme.theme import Theme

    window = build_window(services, Theme(app), EventBridge(), at_once=False)
    background = BackgroundStarter(window)
    empty = not services.library.counts().notes
    figures: dict[str, float] = {}
    last, loop = [0.0], QEventLoop()

    def on_shown() -> None:
        figures["modules"] = len(sys.modules)
        last[0] = time.perf_counter()
        beat.start()

    def on_beat() -> None:
        now = time.perf_counter()
        figures["longest_ms_after"] = max(
            figures.get("longest_ms_after", 0.0), (now - last[0]) * 1000 - beat.interval()
        )
        last[0] = now

    def on_loaded() -> None:
        figures["rest_ms"] = _since_start_ms()
        figures["rest_cpu_ms"] = time.thread_time() * 1000
        QTimer.singleShot(_WATCHED_MS, loop.quit)

    beat = QTimer(interval=2)
    beat.timeout.connect(on_beat)
    seen = window.welcome if empty else window.notes.view.viewport()
    painted = FirstPaint(seen, on_shown)
    window.loader.finished.connect(on_loaded)
    QTimer.singleShot(_AT_MOST_MS, loop.quit)
    window.start()
    loop.exec()
    window.close()
    background.stop()
    services.close()
    return {"shown_ms": painted.at_ms, "cpu_ms": painted.cpu_ms, **figures}


def main() -> None:
    """Run one scenario."""
    vault, scenario, output = sys.argv[1:4]
    figures = {"bare": bare, "start": start}[scenario](vault)
    Path(output).write_text(json.dumps(figures), encoding="utf-8")
    sys.stdout.flush()
    os._exit(0)  # what is left goes with the process


if __name__ == "__main__":
    main()
