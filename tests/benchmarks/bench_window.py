"""The window: how fast it is there, what it weighs, whether it ever stops answering.

Runs offscreen unless NOTEBRAIN_BENCH_PLATFORM names another Qt platform (e.g. xcb, with a DISPLAY).
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import notebrain
from tests.benchmarks import corpus, vaults
from tests.benchmarks.measuring import Row, command_on

_STARTS = 7
_CAPTURES = 21
_IMPORTED = 5_000


def start(size: int) -> list[Row]:
    """Measure the time until the window shows its list, against an empty vault and a bare Qt window in the same run."""
    with tempfile.TemporaryDirectory() as scratch:
        full, empty = vaults.copy_of(size, Path(scratch)), Path(scratch) / "empty"
        runs = [
            (_started(full), _started(empty), _started(full, "bare")) for _run in range(_STARTS)
        ][1:]  # the first one compiles the modules

    def middle(what: str) -> float:
        return median(one[what] for one, _empty, _bare in runs)

    above_ms = median(one["shown_ms"] - bare["shown_ms"] for one, _empty, bare in runs)
    times = median(one["cpu_ms"] / bare["cpu_ms"] for one, _empty, bare in runs)
    ratio = median(one["shown_ms"] / other["shown_ms"] for one, other, _bare in runs)
    where, small = f"{size:,}", size <= 10_000
    return [
        Row("window shown with its list", where, middle("shown_ms"), "ms", 800 if small else None),
        Row("the same, above a bare Qt window", where, above_ms, "ms", 220),
        Row("the same, processor time of its thread", where, middle("cpu_ms"), "ms"),
        Row("the same, against that of a bare Qt window", where, times, "times", 2.25),
        Row("the same, against an empty vault", where, ratio, "times", 1.15 if small else None),
        Row("modules loaded by then", where, middle("modules"), ""),
        Row("every feature loaded", where, middle("rest_ms"), "ms", 1_000),
        Row("longest pause after it is shown", where, middle("longest_ms_after"), "ms", 100),
    ]


def _started(vault: Path, scenario: str = "start") -> dict[str, float]:
    return probe(vault, scenario, module="start_probe")


def memory(size: int) -> list[Row]:
    """Measure memory (proportional share) with the window open."""
    with tempfile.TemporaryDirectory() as scratch:
        figures = probe(vaults.copy_of(size, Path(scratch)), "memory")
    small = size <= 10_000
    return [
        Row("memory, window open", f"{size:,}", figures["opened_mb"], "MB", 150 if small else None),
        Row(
            "memory, vectors loaded, model released",
            f"{size:,}",
            figures["released_mb"],
            "MB",
            150 if small else None,
        ),
        Row(
            "memory the model adds",
            f"{size:,}",
            figures["loaded_mb"] - figures["released_mb"],
            "MB",
            170,
        ),
    ]


def typing(size: int) -> list[Row]:
    """Measure a key press in notes shown as Markdown; autosave running."""
    return _typed(size, "raw")


def typing_live(size: int) -> list[Row]:
    """Measure a key press, and an arrow key that leaves a line, in notes shown live; autosave running."""
    return _typed(size, "live")


_TYPED = (
    ("typing_short", "10 KB note"),
    ("typing", "1 MB note"),
    ("typing_long_line", "100 KB line"),
    ("typing_boxes", "2,000 check boxes"),
    ("typing_all", "100 KB of everything"),
)


def _typed(size: int, mode: str) -> list[Row]:
    rows: list[Row] = []
    for scenario, where in _TYPED:
        with tempfile.TemporaryDirectory() as scratch:
            vault = vaults.copy_of(size, Path(scratch))
            figures = probe(vault, scenario, NOTEBRAIN_BENCH_TEXT=mode)
        what = f"key press to painted, {mode}, {where}"
        rows += (
            Row(f"{what}, p50", f"{size:,}", figures["p50_ms"], "ms"),
            _p95(what, size, figures["p95_ms"], figures["cpu_p95_ms"]),
            _p95(
                f"arrow key to painted, {mode}, {where}",
                size,
                figures["moved_p95_ms"],
                figures["moved_cpu_p95_ms"],
            ),
        )
    return rows


def _p95(what: str, size: int, took_ms: float, cpu_ms: float) -> Row:
    note = f"{cpu_ms:.1f} ms of processor time"
    return Row(f"{what}, p95", f"{size:,}", took_ms, "ms", 16, note=note)


def stall(size: int) -> list[Row]:
    """Measure the longest pause of the window while notes are imported and indexed beside it."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "notes"
        folder.mkdir()
        for number, one in enumerate(corpus.notes(_IMPORTED, seed=8)):
            (folder / f"{number}.md").write_text(one.body, encoding="utf-8")
        figures = probe(
            vaults.copy_of(size, Path(scratch)), "stall", NOTEBRAIN_BENCH_IMPORT=str(folder)
        )
    return [
        Row("longest pause while importing", f"{size:,}", figures["importing_ms"], "ms", 50),
        Row("longest pause while indexing", f"{size:,}", figures["indexing_ms"], "ms", 50),
        Row(
            "processor of the window's process meanwhile",
            f"{size:,}",
            100 * figures["share"],
            "% of a core",
            20,
        ),
    ]


def restyle(size: int) -> list[Row]:
    """Measure a change of theme and of zoom, against setting one style sheet over the other."""
    with tempfile.TemporaryDirectory() as scratch:
        figures = probe(vaults.copy_of(size, Path(scratch)), "restyle")
    note = f"{figures['widgets']:.0f} widgets"
    return [
        Row("change of theme", f"{size:,}", figures["theme_ms"], "ms", 200, note=note),
        Row("the same, against Qt's own way", f"{size:,}", figures["theme_share"], "times", 0.5),
        Row("change of zoom", f"{size:,}", figures["zoom_ms"], "ms", 150, note=note),
        Row("the same, against Qt's own way", f"{size:,}", figures["zoom_share"], "times", 0.5),
        Row(
            "longest step as hidden widgets follow",
            f"{size:,}",
            figures["hidden_step_ms"],
            "ms",
            50,
        ),
    ]


def pdf(size: int) -> list[Row]:
    """Measure how long the window stands still while notes become a PDF."""
    with tempfile.TemporaryDirectory() as scratch:
        figures = probe(vaults.copy_of(size, Path(scratch)), "pdf")
    few, long = f"{figures['notes_s']:.1f} s in all", f"{figures['long_s']:.1f} s in all"
    return [
        Row(
            "300 notes to PDF, longest pause",
            f"{size:,}",
            figures["notes_pause_ms"],
            "ms",
            50,
            note=few,
        ),
        Row(
            "1 MB note to PDF, longest pause",
            f"{size:,}",
            figures["long_pause_ms"],
            "ms",
            50,
            note=long,
        ),
    ]


def command_line_search(size: int) -> list[Row]:
    """Measure a search from a cold process to its answer, by words."""
    command = [sys.executable, "-m", "notebrain", "search", "--mode", "keyword"]
    asked = corpus.queries(_STARTS, words=2)
    with tempfile.TemporaryDirectory() as compiled:
        times = [_run([*command, one], vaults.vault(size), Path(compiled)) for one in asked]
    return [Row("cold process to the first answer by words", f"{size:,}", median(times[1:]), "ms")]


def command_line_capture(size: int) -> list[Row]:
    """Measure the whole process that saves a note, from a cold start to its end."""
    command = [sys.executable, "-m", "notebrain", "capture"]
    texts = [one.body for one in corpus.notes(_CAPTURES, seed=9)]
    with tempfile.TemporaryDirectory() as scratch:
        vault, compiled = vaults.copy_of(size, Path(scratch)), Path(scratch) / "compiled"
        times = [_run([*command, text], vault, compiled) for text in texts]
    return [Row("notebrain capture, whole process", f"{size:,}", median(times[1:]), "ms", 250)]


def _run(command: Sequence[str], vault: Path, compiled: Path) -> float:
    """Return the milliseconds a program takes; `compiled` keeps its byte code, as an installed one has it.

    The first run makes that, so it does not count.
    """
    environment = {**os.environ, "NOTEBRAIN_DATA_DIR": str(vault)}
    environment["PYTHONPYCACHEPREFIX"] = str(compiled)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    began = time.perf_counter()
    subprocess.run(command, env=environment, check=True, capture_output=True)
    return (time.perf_counter() - began) * 1000


def probe(
    vault: Path, scenario: str, *, module: str = "window_probe", **more: str
) -> dict[str, float]:
    """Run one scenario of a probe on a vault and return what it measured."""
    platform = os.environ.get("NOTEBRAIN_BENCH_PLATFORM", "offscreen")
    environment = {**os.environ, "QT_QPA_PLATFORM": platform, **more}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # a user's program is compiled once
    with tempfile.NamedTemporaryFile(suffix=".json") as output:
        environment["NOTEBRAIN_BEGAN_NS"] = str(time.monotonic_ns())
        # the program that is measured here, which is another checkout's with `--beside`
        command = command_on(Path(notebrain.__file__).parents[1], f"tests.benchmarks.{module}")
        subprocess.run([*command, str(vault), scenario, output.name], env=environment, check=True)
        figures: dict[str, float] = json.loads(Path(output.name).read_text(encoding="utf-8"))
    return figures
