"""Measures the budgets and prints them as a table.

usage: python -m tests.benchmarks [--sizes 10000,100000] [--only PART] [--beside CHECKOUT [--rounds 3]]

With --beside, each benchmark runs on this checkout and on another one in turns, and each row names both medians.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from tests.benchmarks import (
    bench_account,
    bench_answer,
    bench_capture,
    bench_context,
    bench_door,
    bench_files,
    bench_first_results,
    bench_kills,
    bench_list,
    bench_saving,
    bench_search,
    bench_switcher,
    bench_sync,
    bench_window,
)
from tests.benchmarks.measuring import ROOT, Row, beside, command_on, middle, table

BENCHMARKS: Sequence[Callable[[int], list[Row]]] = (
    bench_saving.save,
    bench_saving.import_folder,
    bench_saving.index_short_note,
    bench_saving.index_note,
    bench_search.keyword,
    bench_search.planted,
    bench_search.typing,
    bench_search.meaning,
    bench_search.hybrid,
    bench_search.first,
    bench_account.first_embedding,
    bench_answer.quotes,
    bench_answer.window,
    bench_answer.first_words,
    bench_context.contexts,
    bench_door.recall,
    bench_door.first_answer,
    bench_sync.first_sync,
    bench_sync.window,
    bench_sync.idle,
    bench_first_results.first_results,
    bench_kills.lost_keys,
    bench_switcher.titles,
    bench_switcher.palette,
    bench_capture.called,
    bench_capture.found,
    bench_capture.resident,
    bench_window.command_line_capture,
    bench_window.command_line_search,
    bench_window.start,
    bench_window.memory,
    bench_window.typing,
    bench_window.typing_live,
    bench_window.stall,
    bench_window.restyle,
    bench_window.pdf,
    bench_list.scroll,
    bench_list.switch,
    bench_files.paste,
    bench_files.scroll,
    bench_files.start,
    bench_files.backup,
)


def main() -> int:
    """Run what was asked for and print the table; exit 1 when a budget is not met."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--sizes", default="10000,100000", help="vault sizes in notes")
    parser.add_argument("--only", default="", help="only benchmarks whose name contains this")
    parser.add_argument("--beside", type=Path, help="another checkout to measure in turns")
    parser.add_argument("--rounds", type=int, default=3, help="how often, with --beside")
    parser.add_argument(
        "--rows", action="store_true", help="print the rows as JSON, not as a table"
    )
    asked = parser.parse_args()
    rows: list[Row] = []
    for size in map(int, asked.sizes.split(",")):
        for benchmark in BENCHMARKS:
            name = f"{benchmark.__module__}.{benchmark.__name__}"
            if asked.only in name:
                sys.stderr.write(f"{benchmark.__name__} at {size:,} …\n")
                rows += (
                    _in_turns(name, size, asked.beside.resolve(), asked.rounds)
                    if asked.beside
                    else benchmark(size)
                )
    sys.stdout.write(
        (json.dumps([asdict(row) for row in rows]) if asked.rows else table(rows)) + "\n"
    )
    return 0 if all(row.met is not False for row in rows) else 1


def _in_turns(name: str, size: int, other: Path, rounds: int) -> list[Row]:
    """Return the medians of one benchmark on this checkout, with those on another one."""
    measured: dict[Path, list[list[Row]]] = {other: [], ROOT: []}
    for _round in range(rounds):
        for checkout, found in measured.items():
            options = ("--rows", "--only", name, "--sizes", str(size))
            done = subprocess.run(
                (*command_on(checkout, "tests.benchmarks"), *options),
                stdout=subprocess.PIPE,
                check=False,
            )
            found.append([Row(**row) for row in json.loads(done.stdout)])
    return beside(middle(measured[ROOT]), middle(measured[other]))


if __name__ == "__main__":
    sys.exit(main())
