"""The palette and the quick way to a note: how fast titles are read, found and shown."""

import tempfile
import time
from functools import partial
from itertools import islice
from pathlib import Path

from notebrain.app.notes.library import Library
from notebrain.app.notes.titles import Titles
from notebrain.domain.text.fuzzy import Fuzzy
from notebrain.storage.store import Store
from tests.benchmarks import vaults
from tests.benchmarks.bench_window import probe
from tests.benchmarks.measuring import Row, timed

_LIMIT = 50
# a letter, two parts, a rare word, nothing at all, first letters of words
_QUERIES = ("e", "a b", "the", "stream conf", "zzzz", "gsd", "exno")


def titles(size: int) -> list[Row]:
    """Measure reading all titles, the first answer and the whole one, and the longest single step."""
    store = Store.open(vaults.vault(size), clock=vaults.StandingClock())
    try:
        library = Library(store)
        read = timed([library.titles] * 5, warm_up=1)
        among = library.titles()
    finally:
        store.close()
    first = timed([partial(_steps, among, one, 1) for one in _QUERIES])
    whole = timed([partial(_steps, among, one, None) for one in _QUERIES])
    step = max(_longest_step_ms(among, one) for one in _QUERIES)
    count = f"{size:,}"
    return [
        Row("titles read, beside the window", count, read.p50, "ms"),
        Row("first titles found, worst query", count, max(first.values), "ms", 50),
        Row("all titles looked through, p50", count, whole.p50, "ms"),
        Row("all titles looked through, worst query", count, max(whole.values), "ms"),
        Row("longest step on the window's thread", count, step, "ms", 16),
    ]


def palette(size: int) -> list[Row]:
    """Measure the palette in the real window: opened, typed in, and its longest pause."""
    with tempfile.TemporaryDirectory() as scratch:
        figures = probe(vaults.copy_of(size, Path(scratch)), "switcher")
    count = f"{size:,}"
    return [
        Row("palette opened to painted, p50", count, figures["opened_ms"], "ms", 50),
        Row("key in the switcher to painted, p50", count, figures["typed_p50_ms"], "ms", 16),
        Row("key in the switcher to painted, worst", count, figures["typed_worst_ms"], "ms"),
        Row("longest pause while finding titles", count, figures["longest_ms"], "ms", 50),
    ]


def _steps(among: Titles, query: str, limit: int | None) -> int:
    return sum(1 for _best in islice(among.find(Fuzzy(query), _LIMIT), limit))


def _longest_step_ms(among: Titles, query: str) -> float:
    longest, began = 0.0, time.perf_counter()
    for _best in among.find(Fuzzy(query), _LIMIT):
        now = time.perf_counter()
        longest, began = max(longest, now - began), now
    return longest * 1000
