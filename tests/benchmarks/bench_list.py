"""The list of notes: scrolling through it, going from note to note, putting it in order."""

import tempfile
from pathlib import Path

from tests.benchmarks import vaults
from tests.benchmarks.bench_window import probe
from tests.benchmarks.measuring import Row

_FRAME_MS = 16


def scroll(size: int) -> list[Row]:
    """Measure the frames of a list that is scrolled, by the wheel and by its bar."""
    with tempfile.TemporaryDirectory() as scratch:
        figures = probe(vaults.copy_of(size, Path(scratch), vaults.titled), "scroll")
    note = f"{figures['frames']:.0f} frames"
    return [
        Row(
            "scroll by the wheel, frame, p95",
            f"{size:,}",
            figures["turned_p95_ms"],
            "ms",
            _FRAME_MS,
            note=note,
        ),
        Row(
            "scroll by the bar, frame, p95", f"{size:,}", figures["jumped_p95_ms"], "ms", _FRAME_MS
        ),
    ]


def switch(size: int) -> list[Row]:
    """Measure going to the next note, and the list in another order."""
    with tempfile.TemporaryDirectory() as scratch:
        figures = probe(vaults.copy_of(size, Path(scratch), vaults.titled), "switch")
    count, of_processor = f"{size:,}", "{:.3g} ms of the processor"
    key, order = (of_processor.format(figures[name]) for name in ("cpu_ms", "sort_cpu_ms"))
    return [
        Row("switch note, key to painted, p50", count, figures["p50_ms"], "ms", 30, note=key),
        Row("switch note, key to painted, p95", count, figures["p95_ms"], "ms", 50),
        Row("order by title, window stands still", count, figures["sort_stall_ms"], "ms", 50),
        Row("order by title, until shown", count, figures["sorted_ms"], "ms", 100, note=order),
        Row("longest pause until every note has its row", count, figures["pause_ms"], "ms", 50),
        Row("to the last note, until shown", count, figures["end_ms"], "ms"),
    ]
