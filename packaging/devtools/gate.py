"""The whole gate: style, types, layers, tests; on request, how much of the code the tests run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from devtools import areas, environment
from devtools.environment import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence

# one more than the cores that are counted on: a third of the time, a test waits for a program, a browser or a timer
WORKERS = "3"
NO_TESTS = 5
"""What pytest returns when it found no test to run."""
QUICK = "not slow and not live and not long and not benchmark and not real_engine and not package"
MEMORY = Path("/dev/shm")
ROOM_IN_MEMORY = 8 * 2**30


@dataclass(frozen=True)
class Step:
    """One check: what to call it and what to run with the environment's Python.

    Attributes:
        may_find_none: Whether it passes where pytest has nothing to run, as in a file of long tests.
    """

    name: str
    arguments: tuple[str, ...]
    may_find_none: bool = False


@dataclass(frozen=True)
class Outcome:
    """How a step went."""

    step: Step
    passed: bool
    seconds: float
    output: str

    def line(self) -> str:
        """Return the step's line of the summary."""
        return (
            f"{'ok    ' if self.passed else 'FAILED'}  {self.step.name:<28} {self.seconds:6.1f} s"
        )


CHECKS = (
    Step("types (mypy)", ("-m", "mypy")),
    Step("types (pyright)", ("-m", "pyright", "--pythonpath", str(environment.python()))),
    Step("style (ruff check)", ("-m", "ruff", "check", "--output-format", "concise")),
    Step("format (ruff format)", ("-m", "ruff", "format", "--check")),
    Step(
        "layers (import-linter)",
        ("-c", "from importlinter.cli import lint_imports_command as c; c()"),
    ),
)
PYTEST = ("-m", "pytest")
COVERED = ("-m", "coverage", "run", *PYTEST)
# pytest-xdist 3.8 waits for ever after it put a new worker in the place of one that crashed; without one it names the
# test and ends
ENDING_AT_A_CRASH = ("-n", WORKERS, "--max-worker-restart", "0")
# in the order of their names, programs and windows first: no long file is left to one worker at the end
SHARED_OUT = (*ENDING_AT_A_CRASH, "--dist", "loadfile", "--no-loadscope-reorder")
TESTS = Step("tests (pytest)", (*PYTEST, *SHARED_OUT, "-q"))
COMPILED_TESTS = Step("compile the tests", (*PYTEST, "--collect-only", "-q"))
# counting lines makes the tests a third slower
COVERED_TESTS = Step("tests (pytest, covered)", (*COVERED, *SHARED_OUT, "-q"))
# pyright takes longer than all the other checks together
QUICK_CHECKS = tuple(check for check in CHECKS if "pyright" not in check.name)
QUICK_SHARED = (*ENDING_AT_A_CRASH, "--dist", "worksteal", "-q")
QUICK_FOLDERS = ("tests/architecture", "tests/unit")
COVERAGE = Step("coverage of 90 %", ("-m", "coverage", "report"))


def main(arguments: Sequence[str]) -> int:
    """Run everything, `--quick` a part, `--coverage` with a count of what the tests run; return the exit code.

    With other arguments, run pytest with them.
    """
    if list(arguments) == ["--quick"]:
        return quick()
    if list(arguments) == ["--coverage"]:
        return covered()
    if arguments:
        return subprocess.call(
            [environment.python(), "-m", "pytest", *arguments], cwd=ROOT, env=_variables()
        )
    outcomes = _beside_each_other(CHECKS, [TESTS])
    return _summarize(outcomes, tests=outcomes[-1])


def covered() -> int:
    """Run everything, and check how much of the code the tests run."""
    _run(Step("forget old coverage", ("-m", "coverage", "erase")))
    outcomes = _beside_each_other(CHECKS, [COVERED_TESTS])
    _run(Step("combine coverage", ("-m", "coverage", "combine", "--quiet")))
    coverage = _run(COVERAGE)
    print(coverage.output)
    return _summarize([*outcomes, coverage], tests=outcomes[-1])


def quick() -> int:
    """Run what takes at most 90 s on two cores: style, types, layers, quick tests, changed areas."""
    chosen = areas.tests_of(areas.changed_files(), ROOT)
    print(f"Changed areas: {' '.join(chosen.areas) or 'none with tests of their own'}", flush=True)
    outcomes = _beside_each_other(QUICK_CHECKS, quick_tests(chosen), all_tests=False)
    status = _summarize(outcomes, tests=outcomes[-1])
    if chosen.left_out:
        print(f"Changed, but left to the whole gate: {' '.join(chosen.left_out)}")
    return status


def quick_tests(chosen: areas.Chosen) -> list[Step]:
    """Return the runs of pytest: all tests of the changed areas, then the quick ones of the rest."""
    rest = (*(f"--ignore={area}" for area in chosen.areas), *QUICK_FOLDERS)
    steps = [Step("quick tests", (*PYTEST, *QUICK_SHARED, "-m", QUICK, *rest))]
    if chosen.areas:
        run = (*PYTEST, *QUICK_SHARED, *chosen.areas)
        steps.insert(0, Step("tests of changed areas", run, may_find_none=True))
    return steps


def _beside_each_other(
    checks: Sequence[Step], tests: Sequence[Step], *, all_tests: bool = True
) -> list[Outcome]:
    """Run the static checks beside the tests, which often wait for a disk, a timer or a program."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        checked = pool.map(_checked, checks)
        if all_tests and not _are_compiled():
            _run(COMPILED_TESTS)
        tested = [_run(step, show=True) for step in tests]
        return [*checked, *tested]


def _are_compiled() -> bool:
    """Tell whether pytest has rewritten the tests here before; else each worker does it, for half a minute."""
    files = list((ROOT / "tests").rglob("test_*.py"))
    return len(list((ROOT / "tests").rglob("test_*-pytest-*.pyc"))) > len(files) // 2


def _summarize(outcomes: Sequence[Outcome], tests: Outcome) -> int:
    """Print one line a step, and return the exit code of all together."""
    for outcome in outcomes:
        print(outcome.line())
    print(_last_line(tests.output), flush=True)
    return 0 if all(outcome.passed for outcome in outcomes) else 1


def _checked(step: Step) -> Outcome:
    """Run a check, and print what it says as soon as it fails."""
    outcome = _run(step)
    if not outcome.passed:
        print(f"\n{step.name}:\n{outcome.output}", flush=True)
    return outcome


def _run(step: Step, *, show: bool = False) -> Outcome:
    """Run a step to its end; `show` prints its output while it comes."""
    started = time.monotonic()
    lines: list[str] = []
    process = subprocess.Popen(
        [environment.python(), *step.arguments],
        cwd=ROOT,
        env=_variables(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line)
        if show:
            sys.stdout.write(line)
            sys.stdout.flush()
    passing = (0, NO_TESTS) if step.may_find_none else (0,)
    seconds = time.monotonic() - started
    return Outcome(step, process.wait() in passing, seconds, "".join(lines))


def _last_line(output: str) -> str:
    """Return pytest's own summary: the last line with a count in it."""
    counted = [
        line for line in output.splitlines() if re.search(r"\d+ (passed|failed|error)", line)
    ]
    return counted[-1] if counted else "pytest came to no end"


def _variables() -> dict[str, str]:
    """Return the checks' variables: windows offscreen, texts in English, no vault named.

    Compiled modules are kept, whatever is set: hundreds of programs are started. Vaults are made in memory where there
    is room: a disk takes a quarter of the time of the tests to say that each write has arrived.
    """
    ours = ("NOTEBRAIN_", "LANGUAGE", "LC_", "LANG", "QT_", "PYTHONDONTWRITEBYTECODE")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free >= ROOM_IN_MEMORY:
        kept.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    return {**kept, "QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}
