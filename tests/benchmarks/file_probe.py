"""Pictures and files in the real window: a large one pasted, and a note of a hundred scrolled.

usage: as for `window_probe`, with the scenarios below.
"""

import os
import sys
from collections.abc import Callable
from functools import partial
from statistics import quantiles

from PySide6.QtCore import QBuffer, QMimeData, Qt
from PySide6.QtGui import QColor, QImage, QLinearGradient, QPainter
from PySide6.QtTest import QTest

from notebrain.app.services import Services
from notebrain.domain.notes.attachments import find_in
from notebrain.domain.notes.draft import Draft
from notebrain.gui.app.features import AppWindow
from notebrain.gui.editor.view import NoteView
from tests.benchmarks import window_probe
from tests.benchmarks.measuring import pss_mb
from tests.benchmarks.window_probe import AfterPaint, Figures, pause, since_start_ms, wait_for

_PASTES, _PICTURES, _FRAMES, _ROUNDS = 12, 100, 150, 8
_WIDE, _HIGH = 4_000, 3_000
_GRAIN = 0.02


def _has_more(view: NoteView, count: int) -> bool:
    """Return whether there are more than so many files in a text."""
    return len(list(find_in(view.toPlainText()))) > count


def paste(services: Services, main_window: AppWindow) -> Figures:
    """Paste pictures of 12 megapixels, and type right after each."""
    note = services.notes.capture(Draft("# Pictures\n\n")).result().note
    _opened(main_window, note)
    view = main_window.editor.view
    seen: list[float] = []
    typed: list[float] = []
    longest = busiest = 0.0
    for number in range(_PASTES):
        data = QMimeData()
        data.setData("image/jpeg", photo(number))
        painted = AfterPaint(view.viewport())
        view.moveCursor(view.textCursor().MoveOperation.End)
        count = len(list(find_in(view.toPlainText())))
        heartbeat = window_probe.Heartbeat()
        began = since_start_ms()
        view.insertFromMimeData(data)
        QTest.keyClick(view, Qt.Key.Key_A)
        wait_for(painted.happened, at_most_s=10)
        typed.append((painted.at_ms or since_start_ms()) - began)
        shown = _Shown(main_window)
        wait_for(partial(_has_more, view, count), at_most_s=30)
        wait_for(shown.happened, at_most_s=30)
        seen.append(since_start_ms() - began)
        longest = max(longest, heartbeat.longest_ms)
        busiest = max(busiest, heartbeat.busiest_ms)
        pause(400)
    return {
        "seen_p95_ms": quantiles(seen, n=20)[-1],
        "typed_p95_ms": quantiles(typed, n=20)[-1],
        "longest_ms": longest,
        "busiest_ms": busiest,
    }


def scroll_pictures(services: Services, main_window: AppWindow) -> Figures:
    """Scroll a note of a hundred pictures from end to end, and back."""
    lines = []
    for number in range(_PICTURES):
        added = services.file_acts.add_bytes(photo(number, wide=1_600, high=1_200), f"{number}.jpg")
        lines += [f"Picture {number}", "", added.markdown, ""]
    words = "\n".join(f"Line {number} without a picture\n" for number in range(_PICTURES * 8))
    plain = services.notes.capture(Draft(f"# Words\n\n{words}")).result().note
    note = services.notes.capture(Draft("# Pictures\n\n" + "\n".join(lines))).result().note
    _opened(main_window, plain)
    bar = main_window.editor.view.verticalScrollBar()
    before = _settled_mb(main_window)
    _opened(main_window, note)
    frames = _scrolled(main_window, bar.maximum())
    frames += _scrolled(main_window, 0)
    return {
        "frame_worst_ms": max(frames),
        "frame_p95_ms": quantiles(frames, n=20)[-1],
        "more_mb": pss_mb() - before,
    }


def _settled_mb(main_window: AppWindow) -> float:
    """Return how much memory the window takes once the background, which loads vectors, needs no more of it."""
    bar, before, now = main_window.editor.view.verticalScrollBar(), 0.0, pss_mb()
    for _round in range(_ROUNDS):
        _scrolled(main_window, bar.maximum())
        _scrolled(main_window, 0)
        before, now = now, pss_mb()
        if now - before < 1:
            break
    return now


class _Shown:
    """Tells whether a picture was read and can be painted since."""

    def __init__(self, main_window: AppWindow) -> None:
        self._count = 0
        main_window.attachments.pictures.changed.connect(self._on_changed)

    def _on_changed(self) -> None:
        self._count += 1

    def happened(self) -> bool:
        return bool(self._count)


def _opened(main_window: AppWindow, note: object) -> None:
    if not main_window.window.isVisible():
        main_window.start()
        main_window.loader.finish()
    main_window.browser.write_in(note)  # type: ignore[arg-type]
    pause(1_000)


def _scrolled(main_window: AppWindow, to: int) -> list[float]:
    """Return how long the window worked at each step without answering, in milliseconds of processor time."""
    bar = main_window.editor.view.verticalScrollBar()
    start, frames = bar.value(), list[float]()
    for number in range(1, _FRAMES + 1):
        heartbeat = window_probe.Heartbeat()
        bar.setValue(start + (to - start) * number // _FRAMES)
        pause(16)
        frames.append(heartbeat.busiest_ms)
    return frames


def photo(number: int, *, wide: int = _WIDE, high: int = _HIGH) -> bytes:
    """Return a JPEG file with colors and grain, as a camera makes them: nothing that packs well."""
    grain = QImage(os.urandom(400 * 300 * 4), 400, 300, QImage.Format.Format_ARGB32)
    image = QImage(wide, high, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    sky = QLinearGradient(0, 0, wide, high)
    sky.setColorAt(0, QColor.fromHsv(number * 47 % 360, 160, 230))
    sky.setColorAt(1, QColor.fromHsv(number * 91 % 360, 90, 120))
    painter.fillRect(image.rect(), sky)
    painter.setOpacity(_GRAIN)
    for left in range(0, wide, 400):
        for top in range(0, high, 300):
            painter.drawImage(left, top, grain)
    painter.end()
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    image.save(buffer, "JPG", 92)  # type: ignore[call-overload]  # Qt's type hints want bytes
    return bytes(buffer.data().data())


SCENARIOS: dict[str, Callable[[Services, AppWindow], Figures]] = {
    "paste": paste,
    "scroll_pictures": scroll_pictures,
}

if __name__ == "__main__":
    sys.exit(window_probe.main(SCENARIOS))
