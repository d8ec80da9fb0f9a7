"""Timing in one process, and the rows of the table it ends in."""

import gc
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median, quantiles

ROOT = Path(__file__).resolve().parents[2]
_START = """import sys; program, this, module = sys.argv[1:4]; sys.argv[1:4] = []; sys.path.insert(0, program)
import notebrain, runpy; sys.path[0] = this; runpy.run_module(module, run_name="__main__")"""


def command_on(checkout: Path, module: str) -> tuple[str, ...]:
    """Return the command that starts a module of these benchmarks on the program of a checkout."""
    return sys.executable, "-P", "-c", _START, str(checkout), str(ROOT), module


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table.

    Attributes:
        budget: The figure not to exceed (or, with `at_least`, to reach), or None for orientation
            only.
    """

    what: str
    size: str
    measured: float
    unit: str
    budget: float | None = None
    at_least: bool = False
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the budget is met, None where there is none."""
        if self.budget is None:
            return None
        return self.measured >= self.budget if self.at_least else self.measured <= self.budget


@dataclass(frozen=True, slots=True)
class Times:
    """Wall times of one thing done many times, in milliseconds.

    Attributes:
        processor: The processor times of the same acts: a busy machine adds little to them.
    """

    values: Sequence[float]
    processor: Sequence[float] = ()

    @property
    def p50(self) -> float:
        """The median."""
        return median(self.values)

    @property
    def p95(self) -> float:
        """The time that 95 of 100 stay under."""
        return quantiles(self.values, n=20)[-1] if len(self.values) > 1 else self.values[0]

    @property
    def processor_p50(self) -> float:
        """The median of the processor times."""
        return median(self.processor)


def timed(acts: Sequence[Callable[[], object]], *, warm_up: int = 3) -> Times:
    """Do each act once, after a warm-up with the first few, and return the times."""
    for act in acts[:warm_up]:
        act()
    gc.collect()
    values: list[float] = []
    processor: list[float] = []
    for act in acts:
        began, began_working = time.perf_counter(), time.process_time()
        act()
        processor.append((time.process_time() - began_working) * 1000)
        values.append((time.perf_counter() - began) * 1000)
    return Times(values, processor)


def beside(rows: Sequence[Row], others: Sequence[Row]) -> list[Row]:
    """Return the rows of this build, each with what another build took for the same."""
    theirs = {(row.what, row.size): row.measured for row in others}
    return [
        replace(row, note=", ".join(filter(None, (row.note, f"before {before:.3g} {row.unit}"))))
        if (before := theirs.get((row.what, row.size))) is not None
        else row
        for row in rows
    ]


def middle(rounds: Sequence[Sequence[Row]]) -> list[Row]:
    """Return the rows of the first round, each with the median of all rounds."""
    return [
        replace(same[0], measured=median(row.measured for row in same))
        for same in zip(*rounds, strict=True)
    ]


def table(rows: Sequence[Row]) -> str:
    """Return the rows as a Markdown table."""
    lines = ["| what | size | measured | budget | met |", "| --- | --- | --- | --- | --- |"]
    for row in rows:
        sign = "≥" if row.at_least else "≤"
        budget = "" if row.budget is None else f"{sign} {row.budget:g} {row.unit}"
        met = {True: "yes", False: "**no**", None: ""}[row.met]
        note = f" ({row.note})" if row.note else ""
        lines.append(
            f"| {row.what}{note} | {row.size} | {row.measured:.3g} {row.unit} | {budget} | {met} |"
        )
    return "\n".join(lines)


def children(pid: int | str = "self") -> list[int]:
    """Return the processes that this one or another started (Linux)."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return [int(pid) for one in threads for pid in (one / "children").read_text().split()]


def pss_mb(pid: int | str = "self") -> float:
    """Return a process's proportional share of memory in MB (Linux)."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024 / 1e6
    raise OSError("no Pss in smaps_rollup")


def peak_mb(pid: int | str = "self") -> float:
    """Return the most memory that a process had so far, in MB (Linux)."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024 / 1e6
    raise OSError("no VmHWM in status")
