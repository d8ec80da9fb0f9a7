"""The palette and the quick way to a note: how fast titles are read, found and shown."""

import tempfile
from functools import partial
from pathlib import Path
from statistics import median

from notebrain.app.notes.library import Library
from notebrain.domain.text.fuzzy import Fuzzy
from notebrain.storage.store import Store
from tests.benchmarks import vaults
from tests.benchmarks.bench_window import probe
from tests.benchmarks.measuring import Row, timed

_LIMIT = 50
# a letter, two parts, a rare word, nothing at all, first letters of words
_QUERIES = ("e", "a b", "the", "stream conf", "zzzz", "gsd", "exno")


def titles(size: int) -> list[Row]:
    """Measure how long a query takes beside the window, until its notes are known."""
    store = Store.open(vaults.titled(size), clock=vaults.StandingClock())
    try:
        library = Library(store)
        times = timed([partial(library.find_titles, Fuzzy(one), _LIMIT) for one in _QUERIES])
    finally:
        store.close()
    count = f"{size:,}"
    return [
        Row(
            "titles found, beside the window, p50",
            count,
            times.p50,
            "ms",
            note=f"{median(times.processor):.3g} ms of the processor",
        ),
        Row(
            "titles found, beside the window, worst query",
            count,
            max(times.values),
            "ms",
            100,
            note=f"{max(times.processor):.3g} ms of the processor",
        ),
    ]


def palette(size: int) -> list[Row]:
    """Measure the palette in the real window: opened, typed in, and its longest pause."""
    with tempfile.TemporaryDirectory() as scratch:
        figures = probe(vaults.copy_of(size, Path(scratch), vaults.titled), "switcher")
    count = f"{size:,}"
    return [
        Row(
            "palette opened to painted, p50",
            count,
            figures["opened_ms"],
            "ms",
            50,
            note=f"{figures['opened_cpu_ms']:.3g} ms of the processor",
        ),
        Row(
            "key in the switcher to painted, p50",
            count,
            figures["typed_p50_ms"],
            "ms",
            16,
            note=f"{figures['typed_cpu_ms']:.3g} ms of the processor",
        ),
        Row("key in the switcher to painted, worst", count, figures["typed_worst_ms"], "ms"),
        Row("longest pause while finding titles", count, figures["longest_ms"], "ms", 50),
    ]
