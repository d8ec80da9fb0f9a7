"""A program that holds the write lock and was stopped: the others wait, and say for whom."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from notebrain.storage.file_lock import holder

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(not Path("/proc/locks").exists(), reason="the system tells no locks"),
]

_HOLD = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("begin immediate")
print("held", flush=True)
sys.stdin.read()
db.execute("rollback")
"""


@pytest.fixture
def stopped(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that holds the lock of a vault, and is stopped."""
    assert run(tmp_path, "capture", "before").returncode == 0
    with subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(tmp_path / "notebrain.db")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)
        yield process
        process.kill()


def command(folder: Path, *words: str) -> list[str]:
    return [sys.executable, "-m", "notebrain", "--data-dir", str(folder), *words]


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(folder, *words), capture_output=True, text=True, check=False)


def test_who_waits_says_for_whom_and_saves_once_the_other_goes_on(
    tmp_path: Path, stopped: subprocess.Popen[str]
) -> None:
    found = holder(tmp_path / "notebrain.db")
    with subprocess.Popen(
        command(tmp_path, "capture", "meanwhile"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as waiting:
        assert waiting.stderr is not None
        said = waiting.stderr.readline()
        assert stopped.stdin is not None
        stopped.send_signal(signal.SIGCONT)
        stopped.stdin.close()
        code = waiting.wait()

    assert found is not None
    assert (found.pid, found.is_stopped) == (stopped.pid, True)
    assert f"process {stopped.pid} on this computer" in said
    assert "is suspended" in said
    assert code == 0
    assert "meanwhile" in run(tmp_path, "list").stdout
