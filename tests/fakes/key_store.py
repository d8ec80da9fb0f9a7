"""The place for passwords of a real desktop, on a session bus and in a home of its own."""

import os
import shutil
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path

import pytest

_NEEDED = ("gnome-keyring-daemon", "dbus-run-session")
_LEFT_OUT = {"DISPLAY", "WAYLAND_DISPLAY", "PYTHON_KEYRING_BACKEND", "XDG_DATA_HOME"}
"""On the screen of who runs the tests nothing is to be asked, and his own passwords are left alone."""

_UNLOCKED = "gnome-keyring-daemon --unlock --components=secrets <<<'' >/dev/null"
_LOCK = """
import secretstorage
secretstorage.get_default_collection(secretstorage.dbus_init()).lock()
"""


class Daemon(Enum):
    """How a user left it, as the command that brings it there."""

    UNLOCKED = _UNLOCKED
    LOCKED = f'{_UNLOCKED} && "$0" -c "{_LOCK}"'
    NEVER_USED = "gnome-keyring-daemon --start --components=secrets >/dev/null"
    """Nothing can be kept before the user has thought of a password, which he is asked for."""


@contextmanager
def key_store(home: Path, daemon: Daemon) -> Generator[dict[str, str]]:
    """Start one, and return the environment of programs that shall find it; nobody is there to unlock it."""
    missing = [program for program in _NEEDED if shutil.which(program) is None]
    if missing:
        pytest.skip(f"no {', '.join(missing)} on this computer")
    runtime = home / "run"
    runtime.mkdir(mode=0o700, parents=True)
    kept = {name: value for name, value in os.environ.items() if name not in _LEFT_OUT}
    environment = {**kept, "HOME": str(home), "XDG_RUNTIME_DIR": str(runtime)}
    script = f"{daemon.value} && echo $DBUS_SESSION_BUS_ADDRESS && read end"
    session = subprocess.Popen(
        ["dbus-run-session", "--", "bash", "-c", script, sys.executable],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert session.stdin is not None
    assert session.stdout is not None
    try:
        address = session.stdout.readline().strip()
        if not address:
            pytest.fail(f"the key store did not start: {session.communicate()[1]}")
        yield {**environment, "DBUS_SESSION_BUS_ADDRESS": address}
    finally:
        session.communicate()
