"""Opens the real window on a vault, calls its small windows, and writes what it measured as JSON.

usage: python -m tests.benchmarks.capture_probe VAULT SCENARIO OUTPUT
"""

import gc
import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from notebrain.app.core.instance import MessageKind, send_message
from notebrain.app.core.paths import socket_path
from notebrain.app.events import HotkeyName, HotkeyPressed
from notebrain.app.services import Services
from notebrain.gui.app.features import AppWindow
from notebrain.gui.quick_capture.controller import QuickCaptureController
from tests.benchmarks.measuring import children, pss_mb
from tests.benchmarks.window_probe import AfterPaint, Figures, main, pause, since_start_ms, wait_for

_CALLS, _PROCESSES = 60, 10
_SETTLED_MS = 40_000


class _AfterEvent(QObject):
    """Notes down when a widget last got an event of one kind."""

    def __init__(self, watched: QObject, kind: QEvent.Type) -> None:
        super().__init__()
        self.at_ms: float | None = None
        self._kind = kind
        watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Note the time."""
        if event.type() is self._kind:
            self.at_ms = since_start_ms()
        return super().eventFilter(watched, event)


class _Caret:
    """Tells when a field of a window has the keyboard and is painted."""

    def __init__(self, window: QWidget, field: QWidget, painted: QObject) -> None:
        self._window, self._field = window, field
        self._focused = _AfterEvent(field, QEvent.Type.FocusIn)
        self._painted = AfterPaint(painted)

    def call(self, call: Callable[[], object]) -> float:
        """Do the call; return the milliseconds until one can type."""
        self._focused.at_ms = None
        self._painted.forget()
        began = since_start_ms()
        call()
        assert wait_for(self._is_ready, at_most_s=10), "the window did not come"
        return max(_at(self._focused), _at(self._painted)) - began

    def _is_ready(self) -> bool:
        there = self._window.isActiveWindow() and self._field.hasFocus()
        return there and self._focused.at_ms is not None and self._painted.happened()


def _at(event: _AfterEvent | AfterPaint) -> float:
    return event.at_ms or 0.0


def called(services: Services, app: AppWindow) -> Figures:
    """Call the capture window by a hotkey, by the socket and by a process; keep a note each time."""
    app.start()
    pause(3_000)
    publish = app.events.publish
    began = since_start_ms()
    controller = app.quick_capture
    made_ms = since_start_ms() - began
    caret = _Caret(controller.window, controller.window.text, controller.window.text.viewport())
    address = socket_path(services.folder)

    def by_socket() -> None:
        threading.Thread(target=lambda: send_message(address, MessageKind.CAPTURE)).start()

    def by_process() -> None:
        line = [sys.executable, "-m", "notebrain", f"--data-dir={services.folder}"]
        subprocess.Popen([*line, "capture", "--window"])

    first = made_ms + caret.call(lambda: publish(HotkeyPressed(HotkeyName.CAPTURE)))
    kept = [_keep(controller, app, 0)]
    by_hotkey: list[float] = []
    by_word: list[float] = []
    by_start: list[float] = []
    for number in range(_CALLS):
        by_hotkey.append(caret.call(lambda: publish(HotkeyPressed(HotkeyName.CAPTURE))))
        kept.append(_keep(controller, app, 2 * number + 1))
        by_word.append(caret.call(by_socket))
        kept.append(_keep(controller, app, 2 * number + 2))
    for _number in range(_PROCESSES):
        by_start.append(caret.call(by_process))
        controller.leave()
        _settle(app)
    return {
        "first_ms": first,
        **_figures("hotkey", by_hotkey),
        **_figures("word", by_word),
        **_figures("process", by_start),
        **_figures("kept", kept),
    }


def _keep(controller: QuickCaptureController, app: AppWindow, number: int) -> float:
    """Write a note and press Enter; return the milliseconds until it is saved and the window gone."""
    hidden = _AfterEvent(controller.window, QEvent.Type.Hide)
    text = controller.window.text
    QTest.keyClicks(text, f"Thought number {number} about the garden #garden")
    pause(30)
    began = since_start_ms()
    QTest.keyClick(text, Qt.Key.Key_Return)
    assert wait_for(lambda: hidden.at_ms is not None, at_most_s=10), "the note was not kept"
    assert hidden.at_ms is not None
    _settle(app)
    return hidden.at_ms - began


def _settle(app: AppWindow) -> None:
    """Go back to another window, as the user would."""
    app.window.activateWindow()
    wait_for(app.window.isActiveWindow, at_most_s=2)
    pause(150)


def found(_services: Services, app: AppWindow) -> Figures:
    """Call the quick search and type: from each key to the hits on the screen."""
    app.start()
    pause(3_000)
    began = since_start_ms()
    controller = app.quick_search
    made_ms = since_start_ms() - began
    window = controller.window
    caret = _Caret(window, window.edit, window.edit)
    by_hotkey: list[float] = []
    by_key: list[float] = []
    shown = AfterPaint(window.view.viewport())
    window.model.modelReset.connect(shown.forget)
    for query in json.loads(os.environ["NOTEBRAIN_BENCH_QUERIES"]):
        call = HotkeyPressed(HotkeyName.SEARCH)
        by_hotkey.append(caret.call(lambda: app.events.publish(call)))  # noqa: B023 - called at once
        pause(200)
        for letter in query:
            resets: list[float] = []
            heard = window.model.modelReset.connect(lambda: resets.append(since_start_ms()))  # noqa: B023
            began = since_start_ms()
            QTest.keyClicks(window.edit, letter)
            wait_for(lambda: bool(resets) and shown.happened(), at_most_s=2)  # noqa: B023
            window.model.modelReset.disconnect(heard)
            if shown.at_ms is not None:
                by_key.append(shown.at_ms - began)
            pause(60)
        pause(500)
        controller.leave()
        _settle(app)
    return {
        "first_ms": made_ms + by_hotkey[0],
        **_figures("called", by_hotkey[1:]),
        **_figures("key", by_key),
    }


def resident(_services: Services, app: AppWindow) -> Figures:
    """Use both small windows once, put everything out of sight, and see what the program still does."""
    app.start()
    pause(3_000)
    for controller in (app.quick_capture, app.quick_search):
        controller.ask()
        pause(500)
        controller.leave()
    app.window.hide()
    pause(_SETTLED_MS)
    began, wait_for_event = _cpu_s(), _woken()
    seconds = int(os.environ["NOTEBRAIN_BENCH_SECONDS"])
    pause(seconds * 1_000)
    cpu_s, wait_for_event = _cpu_s() - began, _woken() - wait_for_event
    timers = _active_timers()
    sys.stderr.write(f"timers that run: {dict(timers)}\n")
    return {
        "cpu_ms": cpu_s * 1_000,
        "woken_per_s": wait_for_event / seconds,
        "timers": sum(timers.values()),
        "memory_mb": pss_mb() + sum(map(pss_mb, children())),
    }


def _cpu_s() -> float:
    """Return the processor time of the program with its children, in seconds."""
    ticks = os.sysconf("SC_CLK_TCK")
    for_children = sum(
        sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
        for pid in children()
    )
    return time.process_time() + for_children / ticks


def _woken() -> int:
    """Return how often a thread of the program was woken so far."""
    return sum(
        int(line.split()[1])
        for status in Path("/proc/self/task").glob("*/status")
        for line in status.read_text().splitlines()
        if line.startswith("voluntary_ctxt_switches")
    )


def _active_timers() -> Counter[str]:
    """Return the timers that run, but for the one that this waits by, named after whom they belong to."""
    gc.unfreeze()  # what lasts is out of the collector's sight
    timers = [one for one in gc.get_objects() if isinstance(one, QTimer) and one.isActive()]
    return Counter(f"{type(one.parent()).__name__} {one.interval()} ms" for one in timers)


def _figures(name: str, times: list[float]) -> Figures:
    return {f"{name}_p50_ms": median(times), f"{name}_p95_ms": quantiles(times, n=20)[-1]}


if __name__ == "__main__":
    sys.exit(main({"called": called, "found": found, "resident": resident}, listen=True))
