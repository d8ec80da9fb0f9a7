"""Writes the lock files: exact versions for every system and Python, hashes, no addresses."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from devtools import environment
from devtools.environment import DEV_LOCK, LOCK, MUTATION_LOCK, PACKAGE_LOCK, ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence

OPTIONS = (
    "--universal",
    "--python-version",
    "3.11",
    "--generate-hashes",
    "--no-header",
    "--no-emit-index-url",
)
RUN_HEADER = "# What the app runs on and is built with, exact versions. Written by: dev.py lock\n"
DEV_HEADER = "# What the checks and tests need on top. Written by: dev.py lock\n"
PACKAGE_HEADER = "# What packages are made with on top. Written by: dev.py lock\n"
MUTATION_HEADER = "# What puts faults into the code, to test the tests. Written by: dev.py lock\n"


def main(arguments: Sequence[str]) -> int:
    """Choose the newest versions that fit pyproject.toml."""
    del arguments
    project = str(ROOT / "pyproject.toml")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [environment.python(), "-m", "pip", "install", "-q", "--target", folder, "uv"],
            check=True,
        )
        run = _compile(folder, project, "--group", f"{project}:build")
        LOCK.write_text(RUN_HEADER + run, encoding="utf-8")
        pins = Path(folder, "pins.txt")
        names = (line.rstrip(" \\\n") for line in run.splitlines() if line[:1].isalpha())
        pins.write_text("\n".join(names), encoding="utf-8")
        _lock_on_top(folder, "dev", pins, DEV_LOCK, DEV_HEADER)
        _lock_on_top(folder, "package", pins, PACKAGE_LOCK, PACKAGE_HEADER)
        _lock_on_top(folder, "mutation", pins, MUTATION_LOCK, MUTATION_HEADER)
    locks = (LOCK, DEV_LOCK, PACKAGE_LOCK, MUTATION_LOCK)
    written = ", ".join(str(path.relative_to(ROOT)) for path in locks)
    print(f"Wrote {written}.")
    return 0


def _lock_on_top(folder: str, group: str, pins: Path, lock: Path, header: str) -> None:
    """Write the lock file of a group that is installed on top of what the app runs on."""
    project = str(ROOT / "pyproject.toml")
    text = _compile(folder, "--group", f"{project}:{group}", "--constraint", str(pins))
    # a folder of this run tells nobody anything
    lock.write_text(header + text.replace(str(pins), LOCK.name), encoding="utf-8")


def _compile(folder: str, *arguments: str) -> str:
    """Return the lock file of some requirements."""
    done = subprocess.run(
        [environment.python(), "-m", "uv", "pip", "compile", "--quiet", *OPTIONS, *arguments],
        env={**os.environ, "PYTHONPATH": folder},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    # where this computer keeps the project is nobody's business
    return done.stdout.replace(f"{ROOT}{os.sep}", "")
