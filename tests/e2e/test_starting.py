"""Starting NoteBrain as a person does, on machines that lack something."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from notebrain.version import __version__

ROOT = Path(__file__).resolve().parents[2]
DISPLAY_VARIABLES = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}

pytestmark = pytest.mark.e2e
linux_only = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux can lack a display"
)


def start(*arguments: str, data_dir: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Start a program with this Python, without a display unless one is given."""
    environ = {name: value for name, value in os.environ.items() if name not in DISPLAY_VARIABLES}
    environ |= {"NOTEBRAIN_DATA_DIR": str(data_dir), **variables}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_program_tells_its_version(tmp_path: Path) -> None:
    done = start("-m", "notebrain", "--version", data_dir=tmp_path)

    assert (done.returncode, done.stdout) == (0, f"NoteBrain {__version__}\n")


@linux_only
def test_without_a_display_the_window_gives_way_to_one_clear_line(tmp_path: Path) -> None:
    done = start("-m", "notebrain", data_dir=tmp_path)

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "notebrain --help" in done.stderr
    assert not list(tmp_path.iterdir())


@linux_only
def test_a_display_that_is_gone_is_told_before_qt_aborts(tmp_path: Path) -> None:
    done = start("-m", "notebrain", data_dir=tmp_path, DISPLAY=":7654")

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "aborted" not in done.stderr.lower()


@linux_only
def test_without_a_display_the_door_names_what_draws_without_one(tmp_path: Path) -> None:
    done = start("packaging/dev.py", "run", data_dir=tmp_path)

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "dev.py shots DIR" in done.stderr


@linux_only
def test_a_german_user_is_told_in_german(tmp_path: Path) -> None:
    done = start("-m", "notebrain", data_dir=tmp_path, NOTEBRAIN_LANGUAGE="de")

    assert done.returncode == 2
    assert done.stderr.startswith("Es gibt keinen Bildschirm")
