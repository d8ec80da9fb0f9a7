"""The whole gate: style, types, layers, tests, coverage."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from devtools import environment
from devtools.environment import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence

WORKERS = "2"


@dataclass(frozen=True)
class Step:
    """One check: what to call it and what to run with the environment's Python."""

    name: str
    arguments: tuple[str, ...]


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
COVERED = ("-m", "coverage", "run", "-m", "pytest")
# in the order of their names, programs and windows first: no long file is left to one worker at the end
SHARED_OUT = ("-n", WORKERS, "--dist", "loadfile", "--no-loadscope-reorder")
TESTS = Step("tests (pytest)", (*COVERED, *SHARED_OUT, "-q"))
COVERAGE = Step("coverage of 90 %", ("-m", "coverage", "report"))


def main(arguments: Sequence[str]) -> int:
    """Run everything, or, with arguments, only pytest with them; return the exit code."""
    if arguments:
        return subprocess.call(
            [environment.python(), "-m", "pytest", *arguments], cwd=ROOT, env=_variables()
        )
    with ThreadPoolExecutor(max_workers=2) as pool:
        outcomes = list(pool.map(_run, CHECKS))
    for outcome in outcomes:
        if not outcome.passed:
            print(f"\n{outcome.step.name}:\n{outcome.output}", flush=True)
    _run(Step("forget old coverage", ("-m", "coverage", "erase")))
    tests = _run(TESTS, show=True)
    _run(Step("combine coverage", ("-m", "coverage", "combine", "--quiet")))
    coverage = _run(COVERAGE)
    print(coverage.output)
    outcomes += [tests, coverage]
    for outcome in outcomes:
        print(outcome.line())
    print(_last_line(tests.output), flush=True)
    return 0 if all(outcome.passed for outcome in outcomes) else 1


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
    return Outcome(step, process.wait() == 0, time.monotonic() - started, "".join(lines))


def _last_line(output: str) -> str:
    """Return pytest's own summary: the last line with a count in it."""
    counted = [
        line for line in output.splitlines() if re.search(r"\d+ (passed|failed|error)", line)
    ]
    return counted[-1] if counted else "pytest came to no end"


def _variables() -> dict[str, str]:
    """Return the checks' variables: windows offscreen, texts in English, no vault named.

    Compiled modules are kept, whatever is set: hundreds of programs are started.
    """
    ours = ("NOTEBRAIN_", "LANGUAGE", "LC_", "LANG", "QT_", "PYTHONDONTWRITEBYTECODE")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**kept, "QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}
