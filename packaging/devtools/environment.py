"""The virtual environment in `.venv`: made when missing, mended when broken, kept up to date."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

from devtools import system

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = Path(os.environ.get("NOTEBRAIN_VENV") or ROOT / ".venv")
STAMP = FOLDER / "notebrain-setup.json"
LOCK = ROOT / "packaging" / "requirements.lock"
DEV_LOCK = ROOT / "packaging" / "requirements-dev.lock"
PACKAGE_LOCK = ROOT / "packaging" / "requirements-package.lock"
MUTATION_LOCK = ROOT / "packaging" / "requirements-mutation.lock"

PIP = ("-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--quiet")


class Problem(Exception):
    """What stands in the way, in words for the person who started this."""


def python() -> Path:
    """Return the environment's Python."""
    return FOLDER / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def ensure(*, dev: bool = False, package: bool = False, mutation: bool = False) -> None:
    """Make the environment match the lock files; costs nothing when it already does."""
    wanted = _wanted(dev=dev, package=package, mutation=mutation)
    if wanted.items() <= _stamp().items() and python().exists():
        return
    started = time.monotonic()
    print(f"Setting up NoteBrain in {FOLDER} (once; about a minute) ...", flush=True)
    had = _stamp() if _works() else {}
    STAMP.unlink(missing_ok=True)
    if not had and not _works():
        _make()
    _install("what NoteBrain runs on", "--require-hashes", "-r", str(LOCK))
    if dev:
        _install("what the checks need", "--require-hashes", "-r", str(DEV_LOCK))
    if package:
        _install("what packages are made with", "--require-hashes", "-r", str(PACKAGE_LOCK))
    if mutation:
        _install("what puts faults into the code", "--require-hashes", "-r", str(MUTATION_LOCK))
    _install("NoteBrain itself", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    # an environment with the tools of the tests stays one, also after a plain run
    STAMP.write_text(json.dumps({**had, **wanted}), encoding="utf-8")
    print(f"Set up in {time.monotonic() - started:.0f} s.", flush=True)


def ensure_libraries(*, name_missing: bool = True) -> None:
    """Install the libraries Qt needs where that is possible, else name them.

    The window names what it misses by itself, and knows which of them it can do without.
    """
    if not sys.platform.startswith("linux"):
        return
    done = FOLDER / "notebrain-libraries-found"
    if done.exists():
        return
    missing = _missing_libraries()
    if missing and system.install(missing):
        missing = _missing_libraries()
    if not missing:
        done.touch()
    elif name_missing:
        print(f"Libraries of the system are missing: {system.command(missing)}", file=sys.stderr)


def qt_starts(variables: dict[str, str]) -> bool:
    """Tell whether Qt starts with these variables; if not, the window's own check has said why."""
    check = (
        "import sys; from notebrain.gui.app import preflight; problem = preflight.problem(); "
        "sys.exit(problem and f'Nothing was drawn. {problem}')"
    )
    command = [str(python()), "-c", check]
    return subprocess.run(command, env={**os.environ, **variables}, check=False).returncode == 0


def _wanted(*, dev: bool, package: bool, mutation: bool) -> dict[str, str]:
    """Return what a finished set-up looks like; a change of any of it means to set up again."""
    locks = [LOCK, *[DEV_LOCK] * dev, *[PACKAGE_LOCK] * package, *[MUTATION_LOCK] * mutation]
    digests = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in locks}
    project = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    return {"root": str(ROOT), "project": project, **digests}


def _stamp() -> dict[str, str]:
    """Return what the last set-up that came to its end left, or nothing."""
    try:
        return dict(json.loads(STAMP.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def _works() -> bool:
    """Tell whether there is an environment whose Python is right and can install packages."""
    check = "import sys, pip; raise SystemExit(not (3, 11) <= sys.version_info[:2] <= (3, 13))"
    try:
        return (
            subprocess.run([python(), "-c", check], capture_output=True, check=False).returncode
            == 0
        )
    except OSError:
        return False


def _make() -> None:
    """Make the environment anew; one that was left half-made goes."""
    if FOLDER.exists():
        shutil.rmtree(FOLDER)
    _ensure_venv_module()
    made = subprocess.run(
        [
            sys._base_executable,  # type: ignore[attr-defined]  # undocumented; the one behind a venv
            "-m",
            "venv",
            str(FOLDER),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        shutil.rmtree(FOLDER, ignore_errors=True)
        raise Problem(f"The environment could not be made in {FOLDER}:\n{made.stdout}{made.stderr}")


def _ensure_venv_module() -> None:
    """Debian packs the module that makes environments by itself."""
    if find_spec("ensurepip"):
        return
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    if not system.install([package]):
        wanted = system.command([package])
        raise Problem(f"This Python cannot make a virtual environment. Install it with: {wanted}")


def _install(what: str, *arguments: str) -> None:
    """Install packages, or say why that failed."""
    print(f"  installing {what}", flush=True)
    # settings of pip hold (an index of one's own, a proxy), but not those that install elsewhere
    elsewhere = {"PIP_TARGET", "PIP_PREFIX", "PIP_USER", "PYTHONPATH"}
    variables = {name: value for name, value in os.environ.items() if name not in elsewhere}
    done = subprocess.run(
        [python(), *PIP, *arguments], env=variables, capture_output=True, text=True, check=False
    )
    if done.returncode:
        last = "\n".join(done.stderr.strip().splitlines()[-8:])
        raise Problem(f"{last}\n\nInstalling {what} failed. With a network, try it again.")


def _missing_libraries() -> list[str]:
    """Ask the window's own check, so that there is one list."""
    question = (
        "from notebrain.app.system.qt_libraries import missing_packages; print(*missing_packages())"
    )
    answer = subprocess.run([python(), "-c", question], capture_output=True, text=True, check=False)
    return answer.stdout.split()
