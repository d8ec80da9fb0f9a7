"""A window needs a display that answers; here is a real one."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(not shutil.which("Xvfb"), reason="needs Xvfb, an X server without a screen"),
]


@pytest.fixture
def display() -> Iterator[str]:
    read_end, write_end = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "800x600x24", "-nolisten", "tcp"],
        pass_fds=[write_end],
        stderr=subprocess.DEVNULL,
    )
    os.close(write_end)
    with os.fdopen(read_end) as number:
        yield f":{number.readline().strip()}"
    server.terminate()
    server.wait()


def problem(**variables: str) -> str:
    kept = {k: v for k, v in os.environ.items() if k not in {"QT_QPA_PLATFORM", "WAYLAND_DISPLAY"}}
    done = subprocess.run(
        [sys.executable, "-c", "from notebrain.gui import preflight; print(preflight.problem())"],
        cwd=ROOT,
        env=kept | variables,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout.strip()


def test_a_display_that_answers_stands_in_no_windows_way(display: str) -> None:
    assert problem(DISPLAY=display) == "None"


def test_a_wayland_that_is_gone_does_not_hide_an_x_server(display: str, tmp_path: Path) -> None:
    found = problem(DISPLAY=display, WAYLAND_DISPLAY="wayland-0", XDG_RUNTIME_DIR=str(tmp_path))

    assert found == "None"
