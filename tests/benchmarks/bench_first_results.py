"""The search in the window: from a key to the first hits painted."""

import json
import tempfile
from pathlib import Path

from tests.benchmarks import bench_window, corpus, vaults
from tests.benchmarks.measuring import Row

_QUERIES = 8


def first_results(size: int) -> list[Row]:
    """Measure words being typed into the search, from each key to the paint of the hits it finds."""
    with tempfile.TemporaryDirectory() as scratch:
        figures = bench_window.probe(
            vaults.copy_of(size, Path(scratch)),
            "first_results",
            NOTEBRAIN_BENCH_QUERIES=json.dumps(corpus.queries(_QUERIES, words=2)),
        )
    what = "key to first hits painted, in the window"
    return [
        Row(f"{what}, p50", f"{size:,}", figures["p50_ms"], "ms"),
        Row(f"{what}, p95", f"{size:,}", figures["p95_ms"], "ms", 100),
        Row(
            "longest pause of the window while typing a search",
            f"{size:,}",
            figures["pause_ms"],
            "ms",
            note="orientation",
        ),
    ]
