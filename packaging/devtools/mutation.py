"""Small faults put into the code of syncing and storage, one by one: the tests have to notice nine in ten of them."""

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
from pathlib import Path

from devtools import environment
from devtools.environment import ROOT

MUTANTS = 400
SEED = 34
LEAST_SCORE = 0.9
EQUIVALENT = ROOT / "packaging" / "equivalent_mutants.json"
"""Mutants that no test can notice, each with its reason: {"function": …, "change": …, "why": …}."""

_NOT_TRIED = re.compile(r'\bcast\((?:"[^"]*"|None), |\blog\.\w+\("[^"]*"')
_SQL = re.compile(
    r"\b(?:select|insert|update|delete|from|where|values|set|and|null|exists|order by|limit|pragma|begin|rollback)\b"
)
# exit codes of pytest in mutmut: 0 all tests passed, so nothing noticed the fault; 33 no test runs the function
_SURVIVED, _UNTESTED = 0, 33
_FEW = "notebrain.domain.sync.rules*"


def main() -> int:
    """Test a seeded sample of mutants in a copy of the project; return 1 where too many survive."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / ROOT.name
        _copy_project(copy)
        _mutmut(copy, _FEW)  # makes all mutants, and notes which test runs which function
        names = _sample(copy)
        _mutmut(copy, *names)
        return _report(copy, names)


def _copy_project(copy: Path) -> None:
    """Copy what git knows: mutmut writes beside the code it changes."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    for name in filter(None, listed.stdout.decode().split("\0")):
        target = copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)


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


def _sample(copy: Path) -> list[str]:
    names = sorted(_codes(copy))
    random.Random(SEED).shuffle(names)
    return names[:MUTANTS]


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
    """Tell whether nothing changed but the case of SQL, the type in a `cast` or the words of a log line."""
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
    sys.exit(main())
