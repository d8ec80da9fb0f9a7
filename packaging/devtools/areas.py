"""The tests of what was changed: what `dev.py test --quick` runs besides the quick tests."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from devtools.environment import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

MAIN_BRANCHES = ("origin/HEAD", "origin/main", "main")
MOST_S = 40.0
"""How many seconds of one core the changed areas may take: what is left of 90 s on two cores."""

SECONDS_A_TEST = {"tests/e2e": 3.0, "tests/fuzz": 5.0, "tests/gui": 0.2}
"""What one test takes, measured on the whole suite; any other takes 0.1 s."""

_TEST = re.compile(r"^ *(?:async )?def test_", re.MULTILINE)


@dataclass(frozen=True)
class Chosen:
    """Which folders and files of tests to run.

    Attributes:
        areas: Those that run, as paths in the repository.
        left_out: Those that would take too long together with the others.
    """

    areas: tuple[str, ...]
    left_out: tuple[str, ...] = ()


def changed_files() -> list[str]:
    """Return what differs from the main branch, as paths in the repository; nothing where there is no git."""
    for branch in MAIN_BRANCHES:
        base = _git("merge-base", "HEAD", branch)
        if base:
            changed = _git("diff", "--name-only", "--diff-filter=d", base[0])
            return changed + _git("ls-files", "--others", "--exclude-standard")
    return []


def tests_of(changed: Iterable[str], root: Path) -> Chosen:
    """Return the tests of the changed files: the cheapest first, as many as fit."""
    found = {area for path in changed for area in areas_of(path, root)}
    wanted = sorted(area for area in found if not any(_is_below(area, other) for other in found))
    costs = {area: _cost_s(area, root) for area in wanted}
    areas, left_out, spent = list[str](), list[str](), 0.0
    for area in sorted(wanted, key=lambda area: (costs[area], area)):
        spent += costs[area]
        (areas if spent <= MOST_S else left_out).append(area)
    return Chosen(tuple(areas), tuple(left_out))


def areas_of(changed: str, root: Path) -> list[str]:
    """Return the tests of one file: of a module of the window its feature, of any other the files with its name.

    A changed file of tests is an area of its own, and the conftest.py of a feature or a package stands for its folder.
    """
    path = PurePosixPath(changed)
    match path.parts:
        case ("notebrain", "gui", feature, _, *_):
            areas = [f"tests/gui/{feature}", *_named_like(path, root)]
        case ("notebrain", *_):
            areas = _named_like(path, root)
        case ("tests", _, _, _, *_) if path.name == "conftest.py":
            areas = [str(path.parent)]
        case ("tests", _, *_) if path.name.startswith("test_"):
            areas = [changed]
        case _:
            areas = []
    return [area for area in areas if (root / area).exists()]


def _named_like(module: PurePosixPath, root: Path) -> list[str]:
    folder = PurePosixPath("tests", "unit", *module.parent.parts[1:])
    return sorted(
        f"{folder}/{path.name}" for path in (root / folder).glob(f"test_{module.stem}*.py")
    )


def _is_below(area: str, other: str) -> bool:
    return area != other and PurePosixPath(area).is_relative_to(other)


def _cost_s(area: str, root: Path) -> float:
    place = root / area
    files = place.rglob("test_*.py") if place.is_dir() else [place]
    count = sum(len(_TEST.findall(file.read_text(encoding="utf-8"))) for file in files)
    return count * SECONDS_A_TEST.get("/".join(PurePosixPath(area).parts[:2]), 0.1)


def _git(*arguments: str) -> list[str]:
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
        )
    except OSError:
        return []
    return done.stdout.split("\n")[:-1] if done.returncode == 0 else []
