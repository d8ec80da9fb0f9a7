"""Small faults put into the code, one by one: the tests have to notice nine in ten of them.

Each area of `AREAS` is a part of the code with the tests that have to notice its faults.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from devtools import environment
from devtools.environment import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence

SEED = 34
LEAST_SCORE = 0.9
EQUIVALENT = ROOT / "packaging" / "equivalent_mutants.json"
"""Mutants that no test can notice, each with its reason: {"function": …, "change": …, "why": …}."""

_NOT_TRIED = re.compile(
    r'\bcast\((?:"[^"]*"|None), |\blog\.\w+\("[^"]*"|, (?:strict=(?:True|False|None))?(?=\))'
)
_SQL = re.compile(
    r"\b(?:select|insert|update|delete|from|where|values|set|and|null|exists|order by|limit|pragma|begin|rollback)\b"
)
# exit codes of pytest in mutmut: 0 all tests passed, so nothing noticed the fault; 33 no test runs the function
_SURVIVED, _UNTESTED = 0, 33
_CONFIGURED = "[tool.mutmut]\n"


@dataclass(frozen=True)
class Area:
    """A part of the code.

    Attributes:
        code: The files that get faults.
        tests: What has to notice them.
        few: The names of a few mutants, to begin with.
        mutants: How many are tried.
    """

    code: tuple[str, ...]
    tests: tuple[str, ...]
    few: str
    mutants: int


AREAS = {
    "syncing": Area(
        code=(
            *("notebrain/domain/sync/*", "notebrain/indexing/*", "notebrain/sync/*"),
            "notebrain/storage/**",
        ),
        tests=(
            *("tests/unit/storage", "tests/unit/sync", "tests/unit/indexing"),
            *("tests/unit/domain/sync", "tests/unit/notes", "tests/unit/review"),
            *("tests/unit/search", "tests/unit/import_export", "tests/unit/app"),
            *("tests/contract/test_remote_vault.py", "tests/contract/test_d1_vault.py"),
        ),
        few="notebrain.domain.sync.rules*",
        mutants=400,
    ),
    # the tests of what the judge has learned are left out: other weights would notice other faults
    "judging": Area(
        code=("notebrain/domain/judge/**", "notebrain/domain/search/ranking/*"),
        tests=("tests/unit/domain/judge", "tests/unit/domain/search"),
        few="notebrain.domain.judge.calibration*",
        mutants=300,
    ),
}


def main(arguments: Sequence[str] = ()) -> int:
    """Test a seeded sample of mutants of the named areas, or of all; return 1 where too many survive."""
    unknown = set(arguments) - AREAS.keys()
    if unknown:
        print(f"usage: python3 packaging/dev.py mutants [{'|'.join(AREAS)}]", file=sys.stderr)
        return 2
    return max([_tested(AREAS[name]) for name in arguments or AREAS])


def _tested(area: Area) -> int:
    """Test the mutants of one area in a copy of the project."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / ROOT.name
        _copy_project(copy, area)
        _mutmut(copy, area.few)  # makes all mutants, and notes which test runs which function
        names = _sample(copy, area.mutants)
        _mutmut(copy, *names)
        return _report(copy, names)


def _copy_project(copy: Path, area: Area) -> None:
    """Copy what git knows, because mutmut writes beside the code it changes; set what it changes and runs."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    for name in filter(None, listed.stdout.decode().split("\0")):
        target = copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)
    settings = copy / "pyproject.toml"
    ours = (
        f"only_mutate = {json.dumps(area.code)}\n"
        f"pytest_add_cli_args_test_selection = {json.dumps(area.tests)}\n"
    )
    text = settings.read_text("utf-8").replace(_CONFIGURED, _CONFIGURED + ours)
    settings.write_text(text, "utf-8")


def _mutmut(copy: Path, *names: str) -> None:
    variables = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8"}
    command = [str(environment.python()), "-m", "mutmut", "run", "--max-children", "2", *names]
    done = subprocess.run(
        command, cwd=copy, env=variables, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise environment.Problem(f"mutmut failed:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")


def _codes(copy: Path) -> dict[str, int | None]:
    """Return how the tests of each mutant ended; None for one that was not tried."""
    codes: dict[str, int | None] = {}
    for meta in sorted((copy / "mutants").rglob("*.meta")):
        codes |= json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"]
    return codes


def _sample(copy: Path, size: int) -> list[str]:
    names = sorted(_codes(copy))
    random.Random(SEED).shuffle(names)
    return names[:size]


def _report(copy: Path, names: list[str]) -> int:
    codes = _codes(copy)
    known = {(one["function"], one["change"]) for one in json.loads(EQUIVALENT.read_text("utf-8"))}

    def is_equivalent(name: str) -> bool:
        change = _change(copy, name)
        return _means_the_same(change) or (name.rpartition("__mutmut_")[0], change) in known

    survivors, equivalent = list[str](), 0
    tried, noticed = Counter[str](), Counter[str]()
    for name in names:
        package = ".".join(name.split(".")[1:3]) if ".domain." in name else name.split(".")[1]
        tried[package] += 1
        if codes[name] not in (_SURVIVED, _UNTESTED):
            noticed[package] += 1
        elif is_equivalent(name):
            equivalent += 1
            tried[package] -= 1
        else:
            survivors.append(name)
    for name in survivors:
        print(f"\n{name}{' (no test runs it)' * (codes[name] == _UNTESTED)}\n{_change(copy, name)}")
    print(f"\nseed {SEED}, {len(names)} mutants, {equivalent} of them equivalent")
    for package in sorted(tried):
        print(f"{package:<16} {noticed[package]:>4} of {tried[package]:>4} noticed")
    score = noticed.total() / max(1, tried.total())
    print(f"mutation score {score:.3f}, at least {LEAST_SCORE}", flush=True)
    return 0 if score >= LEAST_SCORE else 1


def _means_the_same(change: str) -> bool:
    """Tell whether nothing changed but the case of SQL, the type in a `cast`, a `strict` or the words of a log line."""
    said = _NOT_TRIED.sub("", change)
    lines = (said.casefold() if _SQL.search(said) else said).splitlines()
    taken_out = [line[1:] for line in lines if line.startswith("-")]
    return taken_out == [line[1:] for line in lines if line.startswith("+")]


def _change(copy: Path, name: str) -> str:
    """Return the lines a mutant takes out and puts in."""
    command = [str(environment.python()), "-m", "mutmut", "show", name]
    shown = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=True)
    lines = [
        line
        for line in shown.stdout.splitlines()
        if line[:1] in "+-" and line[:3] not in ("+++", "---")
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
