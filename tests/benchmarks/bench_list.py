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
        figures = probe(vaults.copy_of(size, Path(scratch)), "scroll")
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
        figures = probe(vaults.copy_of(size, Path(scratch)), "switch")
    return [
        Row("switch note, key to painted, p50", f"{size:,}", figures["p50_ms"], "ms"),
        Row("switch note, key to painted, p95", f"{size:,}", figures["p95_ms"], "ms", 50),
        Row("order by title, window stands still", f"{size:,}", figures["sort_stall_ms"], "ms", 50),
        Row("order by title, until shown", f"{size:,}", figures["sorted_ms"], "ms"),
    ]
