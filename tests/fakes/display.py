"""A screen for tests: a virtual one with a window manager, and hands to type with."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

NEEDED = ("Xvfb", "openbox", "xdotool")
_READY = "_NOTEBRAIN_TEST_READY"
_PATIENCE_S = 45.0


def wait_until(
    condition: Callable[[], bool], *, what: str, patience_s: float = _PATIENCE_S
) -> None:
    """Look again and again until the condition holds; fail with `what` if it never does."""
    end = time.monotonic() + patience_s
    while not condition():
        if time.monotonic() > end:
            pytest.fail(f"waited {patience_s:g} s in vain: {what}")
        time.sleep(0.02)


@dataclass(frozen=True)
class Display:
    """A virtual screen."""

    name: str

    @property
    def environment(self) -> dict[str, str]:
        """The environment of programs that shall appear on it."""
        found = {**os.environ, "DISPLAY": self.name, "QT_QPA_PLATFORM": "xcb"}
        found.pop("WAYLAND_DISPLAY", None)
        return found

    def xdotool(self, *arguments: str) -> str:
        """Press keys, find windows; return what it answers."""
        done = subprocess.run(
            ["xdotool", *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout.strip()

    def windows(self, title: str) -> list[str]:
        """Return the visible windows whose title contains `title`."""
        return self.xdotool("search", "--onlyvisible", "--name", title).split()

    def active_title(self) -> str:
        """Return the title of the window that has the keyboard."""
        return self.xdotool("getactivewindow", "getwindowname")


@contextmanager
def virtual_display(size: str = "1280x900x24") -> Iterator[Display]:
    """Open a virtual screen with a window manager; skip the test, saying why, where that is impossible."""
    missing = [program for program in NEEDED if shutil.which(program) is None]
    if missing:
        pytest.skip(f"no {', '.join(missing)} on this computer")
    read, write = os.pipe()
    # noreset: else the server starts anew, throwing all out, when the first to look at it leaves before the others
    server = subprocess.Popen(
        [
            *_ends_with_us(),
            "Xvfb",
            "-displayfd",
            str(write),
            "-screen",
            "0",
            size,
            "-nolisten",
            "tcp",
            "-noreset",
        ],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as answer:
        display = Display(f":{answer.readline().strip()}")
    # while it begins it overlooks windows for ever; this is what it does when it is through
    line = [
        *_ends_with_us(),
        "openbox",
        "--startup",
        f"xprop -root -f {_READY} 8s -set {_READY} yes",
    ]
    manager = subprocess.Popen(line, env=display.environment, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: _READY in _root_properties(display), what="the window manager to start")
        yield display
    finally:
        for process in (manager, server):
            process.terminate()
            process.wait()


def _ends_with_us() -> list[str]:
    """Return what to put before a program so that the system ends it when this process does, however it does."""
    return ["setpriv", "--pdeathsig", "TERM"] if shutil.which("setpriv") else []


def _root_properties(display: Display) -> str:
    done = subprocess.run(
        ["xprop", "-root"], env=display.environment, capture_output=True, text=True, check=False
    )
    return done.stdout
