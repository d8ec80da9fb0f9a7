"""A window needs a display that answers; here is a real one."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.display import Display, virtual_display

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def display() -> Iterator[Display]:
    with virtual_display() as display:
        yield display


def problem(**variables: str) -> str:
    """Return what a fresh process with these variables finds in the way of a window."""
    kept = {k: v for k, v in os.environ.items() if k not in {"QT_QPA_PLATFORM", "WAYLAND_DISPLAY"}}
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from notebrain.gui.app import preflight; print(preflight.problem())",
        ],
        cwd=ROOT,
        env=kept | variables,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout.strip()


def test_a_display_that_answers_stands_in_no_windows_way(display: Display) -> None:
    assert problem(DISPLAY=display.name) == "None"


def test_a_wayland_that_is_gone_does_not_hide_an_x_server(display: Display, tmp_path: Path) -> None:
    found = problem(
        DISPLAY=display.name, WAYLAND_DISPLAY="wayland-0", XDG_RUNTIME_DIR=str(tmp_path)
    )

    assert found == "None"
