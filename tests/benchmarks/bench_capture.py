"""The small windows that come from anywhere: how soon one can type, and what waiting for the key costs."""

import json
import tempfile
from pathlib import Path

from tests.benchmarks import corpus, vaults
from tests.benchmarks.bench_window import probe
from tests.benchmarks.measuring import Row

_QUERIES, _RESIDENT_S = 8, 60
_MODULE = "capture_probe"


def called(size: int) -> list[Row]:
    """Measure a call to the caret in the capture window, and Enter to the note saved and the window gone."""
    with tempfile.TemporaryDirectory() as scratch:
        figures = probe(vaults.copy_of(size, Path(scratch)), "called", module=_MODULE)
    count = f"{size:,}"
    return [
        Row("hotkey to caret in the capture window, first", count, figures["first_ms"], "ms"),
        Row("hotkey to caret, p50", count, figures["hotkey_p50_ms"], "ms"),
        Row("hotkey to caret, p95", count, figures["hotkey_p95_ms"], "ms", 100),
        Row("word of another process to caret, p50", count, figures["word_p50_ms"], "ms"),
        Row("word of another process to caret, p95", count, figures["word_p95_ms"], "ms", 100),
        Row("capture --window to caret, p50", count, figures["process_p50_ms"], "ms"),
        Row("capture --window to caret, p95", count, figures["process_p95_ms"], "ms"),
        Row("Enter to saved and hidden, p50", count, figures["kept_p50_ms"], "ms"),
        Row("Enter to saved and hidden, p95", count, figures["kept_p95_ms"], "ms", 50),
    ]


def found(size: int) -> list[Row]:
    """Measure a call to the caret in the quick search, and a key to the hits it finds."""
    asked = json.dumps(corpus.queries(_QUERIES, words=2))
    with tempfile.TemporaryDirectory() as scratch:
        figures = probe(
            vaults.copy_of(size, Path(scratch)),
            "found",
            module=_MODULE,
            NOTEBRAIN_BENCH_QUERIES=asked,
        )
    count = f"{size:,}"
    return [
        Row("hotkey to caret in the quick search, first", count, figures["first_ms"], "ms"),
        Row("hotkey to caret in the quick search, p95", count, figures["called_p95_ms"], "ms", 100),
        Row("key to hits in the quick search, p50", count, figures["key_p50_ms"], "ms"),
        Row("key to hits in the quick search, p95", count, figures["key_p95_ms"], "ms", 100),
    ]


def resident(size: int) -> list[Row]:
    """Measure the program out of sight, waiting for its hotkeys, and what it still does."""
    with tempfile.TemporaryDirectory() as scratch:
        figures = probe(
            vaults.copy_of(size, Path(scratch)),
            "resident",
            module=_MODULE,
            NOTEBRAIN_BENCH_SECONDS=str(_RESIDENT_S),
        )
    count, small = f"{size:,}", size <= 10_000
    return [
        Row("out of sight, processor time of a minute", count, figures["cpu_ms"], "ms", 60),
        Row("out of sight, timers that run", count, figures["timers"], "timers", 0),
        Row("out of sight, threads woken", count, figures["woken_per_s"], "a second"),
        Row("out of sight, memory", count, figures["memory_mb"], "MB", 150 if small else None),
    ]
