"""Opens the real window on a vault, does one thing in it, and writes what it measured as JSON.

usage: python -m tests.benchmarks.window_probe VAULT SCENARIO OUTPUT
NOTEBRAIN_BEGAN_NS says when the process was asked for (monotonic clock).
"""

import gc
import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from operator import truediv
from pathlib import Path
from statistics import median, quantiles

BEGAN_NS = int(os.environ.get("NOTEBRAIN_BEGAN_NS") or time.monotonic_ns())

from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer  # noqa: E402 - the start of the process is part of the figure
from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

from notebrain.gui.app import preflight  # noqa: E402

getattr(preflight, "import_plainly", int)()  # as the program does; builds before it have none

from notebrain.app.commands.command import CommandId  # noqa: E402
from notebrain.app.events import SyncProgress, SyncState  # noqa: E402
from notebrain.app.jobs.background import make_worker  # noqa: E402
from notebrain.app.services import Services, open_services  # noqa: E402
from notebrain.app.settings.table import SYNC_PAUSED  # noqa: E402
from notebrain.domain.notes.draft import Draft  # noqa: E402
from notebrain.domain.notes.note import ListFilter, SortKey  # noqa: E402
from notebrain.domain.search.types import SearchRequest  # noqa: E402
from notebrain.gui.app.background_events import Background  # noqa: E402
from notebrain.gui.app.deferred_loading import GarbageCollector  # noqa: E402
from notebrain.gui.app.features import AppWindow, build_window  # noqa: E402
from notebrain.gui.app.main import make_application  # noqa: E402
from notebrain.gui.ask.page import AskPage  # noqa: E402
from notebrain.gui.command_palette.overlay import Overlay  # noqa: E402
from notebrain.gui.core.threads import EventBridge, Lane  # noqa: E402
from notebrain.gui.editor.live_view import TextMode  # noqa: E402
from notebrain.gui.note_list.order import ListOrder  # noqa: E402
from notebrain.gui.output.outputs import Outputs  # noqa: E402
from notebrain.gui.settings.controller import SETTINGS  # noqa: E402
from notebrain.gui.sync.controller import PAGE as SYNC  # noqa: E402
from notebrain.gui.theme.colors import Tokens  # noqa: E402
from notebrain.gui.theme.fonts import Metrics  # noqa: E402
from notebrain.gui.theme.stylesheet import stylesheet  # noqa: E402
from notebrain.gui.theme.theme import Theme, ThemeMode  # noqa: E402
from notebrain.gui.window.pages import (  # noqa: E402
    HOME,
    REVIEW,
    SEARCH,
)
from notebrain.storage.sync import account as account_table  # noqa: E402
from tests.benchmarks.measuring import children, pss_mb  # noqa: E402

Figures = dict[str, float]
Scenario = Callable[[Services, AppWindow], Figures]
_HEARTBEAT_MS = 2
_FRAMES = 200
_RESTYLED = 4
_SETTLED_MS = 20_000
_ASKED, _WORDS = 15, 300


def since_start_ms() -> float:
    """Return the milliseconds since the process was asked for."""
    return (time.monotonic_ns() - BEGAN_NS) / 1e6


class AfterPaint(QObject):
    """Notes down when a widget was last painted."""

    def __init__(self, watched: QObject) -> None:
        super().__init__()
        self.at_ms: float | None = None
        self._pending = False
        watched.installEventFilter(self)

    def forget(self) -> None:
        """Begin anew."""
        self.at_ms = None

    def happened(self) -> bool:
        """Tell whether it was painted since."""
        return self.at_ms is not None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Note the time once the paint event at hand has been dealt with."""
        if event.type() is QEvent.Type.Paint and not self._pending:
            self._pending = True
            QTimer.singleShot(0, self._note)
        return super().eventFilter(watched, event)

    def _note(self) -> None:
        self._pending = False
        self.at_ms = since_start_ms()


class Heartbeat(QObject):
    """Finds the longest time in which the window's thread answered nothing, and its own share of such a time.

    Attributes:
        busiest_ms: The most processor time of this thread between two answers: a busy machine does not add to it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.longest_ms = self.busiest_ms = 0.0
        self._last, self._worked = time.perf_counter(), time.thread_time()
        self._timer = QTimer(self)
        self._timer.setInterval(_HEARTBEAT_MS)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        now = time.perf_counter()
        worked = time.thread_time()
        self.longest_ms = max(self.longest_ms, (now - self._last) * 1000 - _HEARTBEAT_MS)
        self.busiest_ms = max(self.busiest_ms, (worked - self._worked) * 1000)
        self._last, self._worked = now, worked


def pause(ms: int) -> None:
    """Let the window live for so long, in the same loop as in the program.

    Not `QTest.qWait`: it keeps the interpreter to itself, so that threads beside it hardly run (measured: 1,400 instead
    of 300,000 steps a second), and each search, import and index would be timed several times too long.
    """
    loop = QEventLoop()
    QTimer.singleShot(ms, loop.quit)
    loop.exec()


def wait_for(condition: Callable[[], bool], *, at_most_s: float) -> bool:
    """Let the window live until the condition holds; tell whether it came to hold."""
    end = time.monotonic() + at_most_s
    while not condition() and time.monotonic() < end:
        pause(5)
    return condition()


def memory(services: Services, main_window: AppWindow) -> Figures:
    """Measure memory: window open, then vectors and model loaded, then the model let go."""
    main_window.start()
    pause(2_000)
    opened = pss_mb()
    searching = threading.Thread(
        target=lambda: services.search.search(SearchRequest("which book was it"))
    )
    searching.start()
    wait_for(lambda: not searching.is_alive(), at_most_s=60)
    pause(1_000)
    loaded = pss_mb() + sum(map(pss_mb, children()))
    services.model.release()
    pause(500)
    return {"opened_mb": opened, "loaded_mb": loaded, "released_mb": pss_mb()}


def stall(services: Services, main_window: AppWindow) -> Figures:
    """Import 5,000 notes and index for twenty seconds, and find the window's longest pause."""
    main_window.start()
    pause(1_500)
    heartbeat = Heartbeat()
    folder = Path(os.environ["NOTEBRAIN_BENCH_IMPORT"])
    worker = threading.Thread(target=lambda: services.importer.run(folder))
    worker.start()
    wait_for(lambda: not worker.is_alive(), at_most_s=60)
    importing, heartbeat.longest_ms = heartbeat.longest_ms, 0.0
    worked = time.process_time()
    pause(20_000)
    share = (time.process_time() - worked) / 20
    return {"importing_ms": importing, "indexing_ms": heartbeat.longest_ms, "share": share}


def asking(_services: Services, main_window: AppWindow) -> Figures:
    """Ask questions one after the other, then let a model write; find the most of its own time the window takes."""
    from tests.benchmarks import corpus  # loads numpy, which must not count as memory of the window

    main_window.start()
    pause(1_500)
    main_window.actions[CommandId.ASK].trigger()
    page = main_window.window.findChild(AskPage)
    assert isinstance(page, AskPage)
    heartbeat = Heartbeat()
    for number, words in enumerate(corpus.queries(_ASKED, words=3)):
        page.field.setText(f"when did I write about {words}?")
        page.field.returnPressed.emit()
        wait_for(lambda: page.turns[-1].answer is not None, at_most_s=30)
        pause(100)
        if not number:  # the page and the model are loaded now
            heartbeat.busiest_ms = 0.0
    quotes_ms, heartbeat.busiest_ms = heartbeat.busiest_ms, 0.0
    text = ""
    for number in range(_WORDS):
        text += f"word{number} "
        page.turns[-1].show_writing(text)
        pause(2)
    return {"quotes_ms": quotes_ms, "text_ms": heartbeat.busiest_ms}


def pdf(services: Services, main_window: AppWindow) -> Figures:
    """Write 300 notes and then one of 1 MB as PDF; find the longest pauses, and the time for each note."""
    main_window.start()
    pause(1_500)
    keys = services.library.keys(ListFilter(), limit=300)
    exporter, made = services.exporter, Outputs(main_window.context).output("pdf")
    assert made.join is not None
    heartbeat, lane = Heartbeat(), main_window.reader.lane(Lane.LONG)
    figures: Figures = {}
    text = "".join(note.body + "\n\n" for note in services.library.whole_notes(keys))
    long = services.notes.capture(Draft((text * (1 + 1_000_000 // len(text)))[:1_000_000]))
    for name, wanted in (
        ("notes", keys),
        ("long", [services.library.key_of(long.result().note)]),
    ):
        pause(500)
        heartbeat.longest_ms = 0.0
        with tempfile.TemporaryDirectory() as folder:
            began = time.perf_counter()
            path = Path(folder) / "all.pdf"
            future = lane.submit(exporter.write_file, path, keys=wanted, make=made.join)
            wait_for(future.done, at_most_s=300)
            figures[f"{name}_s"] = time.perf_counter() - began
            assert future.result().written == len(wanted)
        figures[f"{name}_pause_ms"] = heartbeat.longest_ms
    return figures


def sync(services: Services, main_window: AppWindow) -> Figures:
    """Meet an account for the first time: fetch what it has, then send all there is here; find the longest pauses."""
    states: list[SyncState] = []

    def hear(progress: SyncProgress) -> None:
        states.append(progress.state)

    def has_fetched() -> bool:
        with services.store.read() as db:
            known = account_table.get(db)
        return known is not None and known.joined

    services.settings.put(SYNC_PAUSED, True).result()
    main_window.events.sync_progress.connect(hear)
    main_window.start()
    wait_for(lambda: SyncState.PAUSED in states, at_most_s=60)
    pause(1_500)
    heartbeat = Heartbeat()
    assert services.cloud.syncing is not None
    services.cloud.syncing.resume()
    assert wait_for(has_fetched, at_most_s=300)
    fetching, heartbeat.longest_ms = heartbeat.longest_ms, 0.0
    assert wait_for(lambda: states[-1] is SyncState.IDLE, at_most_s=600)
    sending, heartbeat.longest_ms = heartbeat.longest_ms, 0.0
    pause(20_000)
    return {
        "fetching_ms": fetching,
        "sending_ms": sending,
        "indexing_ms": heartbeat.longest_ms,
    }


def idle(_services: Services, main_window: AppWindow) -> Figures:
    """Leave the window alone, and measure the processor time it takes nevertheless."""
    main_window.start()
    pause(_SETTLED_MS)
    began, cpu_began = time.monotonic(), time.process_time()
    pause(int(os.environ["NOTEBRAIN_BENCH_SECONDS"]) * 1_000)
    cpu_s = time.process_time() - cpu_began
    return {"began": began, "ended": time.monotonic(), "cpu_s": cpu_s}


def scroll(services: Services, main_window: AppWindow) -> Figures:
    """Scroll through the list a wheel's turn at a time, then jump all over it: each frame from scrolling to painted."""
    main_window.start()
    pause(1_500)
    view = main_window.notes.view
    bar, viewport = view.verticalScrollBar(), view.viewport()
    wait_for(lambda: bar.maximum() > 0, at_most_s=20)
    turns = [bar.minimum() + 3 * view.sizeHintForRow(0) * turn for turn in range(_FRAMES)]
    jumps = [bar.maximum() * turn // _FRAMES for turn in range(_FRAMES)]

    def frame(to: int) -> float:
        began = time.perf_counter()
        bar.setValue(to)
        viewport.repaint()
        return (time.perf_counter() - began) * 1000

    turned, jumped = [frame(to) for to in turns], [frame(to) for to in jumps]
    return {
        "frames": len(turned) + len(jumped),
        "turned_p95_ms": quantiles(turned, n=20)[-1],
        "jumped_p95_ms": quantiles(jumped, n=20)[-1],
    }


def switch(services: Services, main_window: AppWindow) -> Figures:
    """Go down the list by key: each time from the key to the text of the next note painted."""
    main_window.start()
    pause(1_500)
    text = main_window.editor.view.viewport()
    main_window.notes.view.setFocus()
    times, cpu = [], []
    for _step in range(_FRAMES // 4):
        began, worked = time.perf_counter(), time.thread_time()
        QTest.keyClick(main_window.notes.view, Qt.Key.Key_Down)
        text.repaint()
        times.append((time.perf_counter() - began) * 1000)
        cpu.append((time.thread_time() - worked) * 1000)
        pause(20)
    heartbeat = Heartbeat()
    began, worked = time.perf_counter(), time.thread_time()
    main_window.browser.set_order(ListOrder(SortKey.TITLE))
    sort_stall_ms = (time.perf_counter() - began) * 1000
    main_window.notes.view.viewport().repaint()
    sorted_ms = (time.perf_counter() - began) * 1000
    sort_cpu_ms = (time.thread_time() - worked) * 1000
    count, model = services.library.count(ListFilter()), main_window.notes.model
    wait_for(lambda: model.rowCount() == count, at_most_s=60)
    pause_ms = heartbeat.longest_ms
    began = time.perf_counter()
    QTest.keyClick(main_window.notes.view, Qt.Key.Key_End)
    wait_for(lambda: main_window.notes.current() is not None, at_most_s=60)
    return {
        "p50_ms": median(times),
        "p95_ms": quantiles(times, n=20)[-1],
        "cpu_ms": median(cpu),
        "sort_stall_ms": sort_stall_ms,
        "sorted_ms": sorted_ms,
        "sort_cpu_ms": sort_cpu_ms,
        "pause_ms": pause_ms,
        "end_ms": (time.perf_counter() - began) * 1000,
    }


_PAGES = (HOME, SEARCH, REVIEW, SYNC, SETTINGS)


def restyle(_services: Services, main_window: AppWindow) -> Figures:
    """Change the theme, then the zoom, with every page open: time of the window's thread, until all is painted.

    The same changes with one style sheet set over the other, as Qt offers it, are in between: one run shows both.
    """
    main_window.start()
    pause(2_000)
    main_window.loader.finish()
    for name in _PAGES:
        main_window.pages.show(name)
        pause(300)
    theme, app = main_window.theme, QApplication.instance()
    assert isinstance(app, QApplication)
    modes = [ThemeMode.DARK, ThemeMode.LIGHT] * _RESTYLED
    zooms = [1.1, 1.2, 1.3, 1.4, 1.3, 1.2, 1.1, 1.0]  # by key, in and out

    def spent(act: Callable[[], object]) -> float:
        began = time.thread_time()
        act()
        QApplication.processEvents()
        return (time.thread_time() - began) * 1000

    def over(tokens: Tokens, zoom: float) -> None:
        app.setStyleSheet(stylesheet(tokens, Metrics(zoom)))
        theme.changed.emit()

    themed, themed_over, zoomed, zoomed_over = [], [], [], []
    for mode in modes:
        themed.append(spent(lambda: theme.set_mode(mode)))  # noqa: B023 - called at once
        themed_over.append(spent(lambda: over(theme.tokens, 1.0)))
    for zoom in zooms:
        zoomed.append(spent(lambda: theme.set_zoom(zoom)))  # noqa: B023
        zoomed_over.append(spent(lambda: over(theme.tokens, zoom)))  # noqa: B023
    heartbeat = Heartbeat()
    pause(1_000)
    return {
        "widgets": len(app.allWidgets()),
        "theme_ms": median(themed),
        "theme_share": median(map(truediv, themed, themed_over)),
        "zoom_ms": median(zoomed),
        "zoom_share": median(map(truediv, zoomed, zoomed_over)),
        "hidden_step_ms": heartbeat.busiest_ms,
    }


_EVERYTHING = """## A **head**

- one `item` that is long enough to need a second line in a column of seventy-five characters or so
  - [x] a box
1. a number

> [!note] A callout
> with *words* in it

| Seed | Sown |
|:-----|-----:|
| Pea | April |
| Bean | May |

```python
for seed in seeds:  # all of them
    sow("deep", 3)
```

Words before the next part, and [a link](https://example.org).

"""
_PARAGRAPH = "The quick brown fox **jumps** over the [lazy](https://example.org) dog, again. " * 4


def typing(services: Services, main_window: AppWindow) -> Figures:
    """Type into a note of one megabyte with autosave running: from the key to the paint."""
    return _typed_into(services, main_window, f"{_PARAGRAPH}\n\n" * (1_000_000 // len(_PARAGRAPH)))


def typing_short(services: Services, main_window: AppWindow) -> Figures:
    """Type into a note of 10 KB."""
    return _typed_into(services, main_window, f"{_PARAGRAPH}\n\n" * (10_000 // len(_PARAGRAPH)))


def typing_long_line(services: Services, main_window: AppWindow) -> Figures:
    """Type into a line of 100 KB."""
    return _typed_into(services, main_window, _PARAGRAPH * (100_000 // len(_PARAGRAPH)))


def typing_boxes(services: Services, main_window: AppWindow) -> Figures:
    """Type into a list of 2,000 check boxes."""
    boxes = (
        f"- [{' x'[n % 2]}] task **{n}** of [many](https://example.org/{n})" for n in range(2_000)
    )
    return _typed_into(services, main_window, "\n".join(boxes))


def typing_all(services: Services, main_window: AppWindow) -> Figures:
    """Type into a note of 100 KB that has everything: headings, lists, tables, callouts and code."""
    return _typed_into(services, main_window, _EVERYTHING * (100_000 // len(_EVERYTHING)))


def _typed_into(services: Services, main_window: AppWindow, body: str) -> Figures:
    body = f"# Typed\n\n{body}"
    note_id = services.notes.capture(Draft(body)).result().note
    main_window.open_notes.set_mode(TextMode(os.environ.get("NOTEBRAIN_BENCH_TEXT", TextMode.LIVE)))
    main_window.start()
    pause(1_000)
    main_window.browser.write_in(note_id)
    pause(1_500)
    text = main_window.editor.view
    text.setFocus()
    cursor = text.textCursor()
    cursor.setPosition(len(body) // 2)
    text.setTextCursor(cursor)
    pause(500)
    painted = AfterPaint(text.viewport())

    def spent(press: Callable[[], object]) -> tuple[float, float]:
        """Return how long it takes from a key to the paint, and the processor time until the window waits again."""
        painted.forget()
        began, worked = since_start_ms(), time.thread_time()
        press()
        wait_for(painted.happened, at_most_s=2)
        took = (painted.at_ms or since_start_ms()) - began
        cpu_ms = (time.thread_time() - worked) * 1000
        pause(10)
        return took, cpu_ms

    def key(number: int) -> None:
        QTest.keyClicks(text, "abcde "[number % 6])

    def move(number: int) -> None:
        QTest.keyClick(text, Qt.Key.Key_Down if number % 10 < 6 else Qt.Key.Key_Up)

    times, cpu = zip(*(spent(partial(key, number)) for number in range(300)), strict=True)
    moves, moved_cpu = zip(*(spent(partial(move, number)) for number in range(100)), strict=True)
    return {
        "p50_ms": median(times),
        "p95_ms": quantiles(times, n=20)[-1],
        "cpu_p95_ms": quantiles(cpu, n=20)[-1],
        "longest_ms": max(times),
        "moved_p95_ms": quantiles(moves, n=20)[-1],
        "moved_cpu_p95_ms": quantiles(moved_cpu, n=20)[-1],
    }


def first_results(services: Services, main_window: AppWindow) -> Figures:
    """Type words into the search: from each key to the paint of the hits it finds."""
    queries = json.loads(os.environ["NOTEBRAIN_BENCH_QUERIES"])
    main_window.start()
    pause(1_000)
    main_window.pages.show(SEARCH)
    search = main_window.search.panel
    view, model = search.results.view, search.results.model
    # the first search loads what later ones have at hand
    services.search.search(SearchRequest("warm"))
    painted = AfterPaint(view.viewport())
    for changed in (model.rowsInserted, model.rowsRemoved, model.dataChanged):
        changed.connect(painted.forget)
    heartbeat = Heartbeat()
    times: list[float] = []
    for query in queries:
        search.search("")
        pause(300)
        for letter in query:
            heard: list[object] = []
            slot = model.dataChanged.connect(lambda *_of: heard.append(1))  # noqa: B023 - this letter's own
            other = model.rowsInserted.connect(lambda *_of: heard.append(1))  # noqa: B023
            began = since_start_ms()
            QTest.keyClicks(search.field.edit, letter)
            found = wait_for(lambda: bool(heard) and painted.happened(), at_most_s=1)  # noqa: B023
            if found and painted.at_ms is not None:
                times.append(painted.at_ms - began)
            model.dataChanged.disconnect(slot)
            model.rowsInserted.disconnect(other)
            pause(60)
    times.sort()
    share = len(times) / 100
    return {
        "p50_ms": times[int(50 * share)],
        "p95_ms": times[int(95 * share)],
        "pause_ms": heartbeat.longest_ms,
    }


def switcher(_services: Services, main_window: AppWindow) -> Figures:
    """Open the palette and type parts of titles: from the key to the paint, and the longest pause."""
    main_window.start()
    pause(1_500)
    worked = time.thread_time()
    opened = [_palette_opened(main_window) for _time in range(20)]
    opened_cpu_ms = (time.thread_time() - worked) * 1000 / len(opened)
    heartbeat = Heartbeat()
    main_window.actions[CommandId.SWITCHER].trigger()
    panel = _overlay(main_window).panel
    painted = AfterPaint(panel.view.viewport())
    worked = time.thread_time()
    times = [_typed(main_window, painted, letter) for letter in "s"]
    wait_for(lambda: bool(panel.model.rows), at_most_s=5)
    for letter in "tream conf":
        times.append(_typed(main_window, painted, letter))
        pause(40)
    pause(1_500)
    for part in ("e", "a b", "xqz", "gsd"):
        panel.edit.clear()
        times += [_typed(main_window, painted, letter) for letter in part]
    pause(1_500)
    typed_cpu_ms = (time.thread_time() - worked) * 1000 / len(times)
    opened.sort()
    times.sort()
    return {
        "opened_cpu_ms": opened_cpu_ms,
        "typed_cpu_ms": typed_cpu_ms,
        "opened_ms": opened[len(opened) // 2],
        "typed_p50_ms": times[len(times) // 2],
        "typed_worst_ms": times[-1],
        "longest_ms": heartbeat.longest_ms,
    }


def _overlay(main_window: AppWindow) -> Overlay:
    overlay = main_window.window.findChild(Overlay)
    assert isinstance(overlay, Overlay)
    return overlay


def _palette_opened(main_window: AppWindow) -> float:
    began = since_start_ms()
    main_window.actions[CommandId.PALETTE].trigger()
    overlay = _overlay(main_window)
    painted = AfterPaint(overlay.panel.view.viewport())
    wait_for(painted.happened, at_most_s=2)
    took = (painted.at_ms or since_start_ms()) - began
    overlay.close_up()
    pause(50)
    return took


def _typed(main_window: AppWindow, painted: AfterPaint, letter: str) -> float:
    painted.forget()
    began = since_start_ms()
    QTest.keyClicks(_overlay(main_window).panel.edit, letter)
    wait_for(painted.happened, at_most_s=2)
    return (painted.at_ms or since_start_ms()) - began


SCENARIOS = {
    "memory": memory,
    "stall": stall,
    "pdf": pdf,
    "sync": sync,
    "idle": idle,
    "typing": typing,
    "typing_short": typing_short,
    "typing_long_line": typing_long_line,
    "typing_boxes": typing_boxes,
    "typing_all": typing_all,
    "first_results": first_results,
    "switcher": switcher,
    "restyle": restyle,
    "scroll": scroll,
    "switch": switch,
    "asking": asking,
}


def main(scenarios: Mapping[str, Scenario], *, listen: bool = False) -> int:
    """Run one scenario; `listen` opens the socket on which other processes speak to the window."""
    vault, scenario, output = sys.argv[1:4]
    app = make_application()
    services = open_services(vault, apart=True)
    theme = Theme(app)
    bridge = EventBridge()
    main_window = build_window(services, theme, bridge, at_once=False)
    background = Background(main_window, make_worker(services, bridge, listen=listen))
    GarbageCollector(main_window.window)
    figures = scenarios[scenario](services, main_window)
    main_window.close()
    background.stop()
    services.close()
    Path(output).write_text(json.dumps(figures), encoding="utf-8")
    gc.freeze()  # as the program does when it ends
    return 0


if __name__ == "__main__":
    sys.exit(main(SCENARIOS))
