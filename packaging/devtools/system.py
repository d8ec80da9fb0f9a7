"""What the operating system has to bring: a display, shared libraries, programs the tests use."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# by program, the Debian package that brings it
TEST_PROGRAMS = {
    "Xvfb": "xvfb",
    "openbox": "openbox",
    "xdotool": "xdotool",
    "trayer": "trayer",
    "xdpyinfo": "x11-utils",
    "setxkbmap": "x11-xkb-utils",
    "dbus-run-session": "dbus-daemon",
    "desktop-file-validate": "desktop-file-utils",
    "appstreamcli": "appstream",
    "enchant-lsmod-2": "enchant-2",
    "gnome-keyring-daemon": "gnome-keyring",
}
TEST_FILES = {
    "/usr/share/hunspell/en_US.dic": "hunspell-en-us",
    "/usr/libexec/at-spi-bus-launcher": "at-spi2-core",
    "/usr/libexec/xdg-desktop-portal": "xdg-desktop-portal",
}


def has_display() -> bool:
    """Tell whether a window could be opened."""
    if not sys.platform.startswith("linux"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def ensure_test_programs() -> None:
    """Install what some tests start; where that is impossible those tests are skipped."""
    if not sys.platform.startswith("linux"):
        return
    missing = [package for name, package in TEST_PROGRAMS.items() if not shutil.which(name)]
    missing += [package for path, package in TEST_FILES.items() if not Path(path).exists()]
    if missing and not install(missing):
        print(f"Some tests are skipped without: {command(missing)}", file=sys.stderr)


def install(packages: Sequence[str]) -> bool:
    """Install Debian packages where that needs no question: as root. Tell whether it was done."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return False
    print(f"  installing for the system: {' '.join(packages)}", flush=True)
    _refresh_package_lists()
    variables = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(
        ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages],
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        print("\n".join(done.stderr.strip().splitlines()[-5:]), file=sys.stderr)
    return done.returncode == 0


@cache
def _refresh_package_lists() -> None:
    subprocess.run(["apt-get", "update", "-qq"], capture_output=True, check=False)


def command(packages: Sequence[str]) -> str:
    """Return what a person can type to get the packages; the names are Debian's."""
    return "sudo apt install " + " ".join(packages)
