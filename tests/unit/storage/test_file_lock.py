"""Who holds the write lock is told by what Linux says of its locks."""

import os
import platform
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from notebrain.storage import file_lock
from notebrain.storage.file_lock import Holder

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks /proc")


@pytest.fixture
def sleeper() -> Iterator[int]:
    with subprocess.Popen(["sleep", "1000"]) as process:
        yield process.pid
        process.kill()


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    (tmp_path / "notebrain.db-shm").touch()
    return tmp_path / "notebrain.db"


def holder_text(monkeypatch: pytest.MonkeyPatch, vault: Path, *lines: str) -> Holder | None:
    """Let the system tell these locks: {inode} is that of the vault's file of locks."""
    inode = vault.with_name(f"{vault.name}-shm").stat().st_ino
    locks = vault.with_name("locks")
    locks.write_text("".join(f"{line.format(inode=inode)}\n" for line in lines))
    monkeypatch.setattr(file_lock, "_LOCKS", locks)
    return file_lock.holder(vault)


def test_a_program_that_was_stopped_is_told_from_one_that_runs(
    monkeypatch: pytest.MonkeyPatch, vault: Path, sleeper: int
) -> None:
    line = f"1: POSIX  ADVISORY  WRITE {sleeper} 08:01:{{inode}} 120 120"

    running = holder_text(monkeypatch, vault, line)
    os.kill(sleeper, signal.SIGSTOP)
    os.waitpid(sleeper, os.WUNTRACED)
    stopped = holder_text(monkeypatch, vault, line)

    assert running == Holder(sleeper, "sleep", is_stopped=False)
    assert stopped == Holder(sleeper, "sleep", is_stopped=True)


def test_other_locks_do_not_count(
    monkeypatch: pytest.MonkeyPatch, vault: Path, sleeper: int
) -> None:
    others = (
        f"1: POSIX  ADVISORY  READ {sleeper} 08:01:{{inode}} 120 120",
        f"2: FLOCK  ADVISORY  WRITE {sleeper} 08:01:{{inode}} 120 120",
        f"3: POSIX  ADVISORY  WRITE {sleeper} 08:01:{{inode}} 123 123",
        f"4: POSIX  ADVISORY  WRITE {sleeper} 08:01:1{{inode}} 120 120",
        "5: POSIX  ADVISORY  WRITE 0 08:01:{inode} 120 120",
        "6: POSIX  ADVISORY  WRITE -1 08:01:{inode} 120 120",
        f"7: POSIX  ADVISORY  WRITE {os.getpid()} 08:01:{{inode}} 120 120",
        "nonsense",
    )

    assert holder_text(monkeypatch, vault, *others) is None
    last = f"8: POSIX  ADVISORY  WRITE {sleeper} 08:01:{{inode}} 120 120"
    assert holder_text(monkeypatch, vault, *others, last) == Holder(
        sleeper, "sleep", is_stopped=False
    )


def test_where_the_system_does_not_tell_nobody_is_named(
    monkeypatch: pytest.MonkeyPatch, vault: Path, tmp_path: Path
) -> None:
    gone = holder_text(
        monkeypatch, vault, f"1: POSIX ADVISORY WRITE {10**9} 08:01:{{inode}} 120 120"
    )
    monkeypatch.setattr(file_lock, "_LOCKS", tmp_path / "none")

    assert gone == Holder(10**9, "a program", is_stopped=False)
    assert file_lock.holder(vault) is None
    assert file_lock.holder(tmp_path / "other.db") is None


def test_people_read_who_holds_which_file_where(tmp_path: Path) -> None:
    who = f"sleep, process 7 on this computer ({platform.node()}),"

    holder_text = [
        file_lock.holder_text(holder, tmp_path)
        for holder in (
            None,
            Holder(7, "sleep", is_stopped=False),
            Holder(7, "sleep", is_stopped=True),
        )
    ]

    # who it is stands first: a narrow window cuts the end off
    assert holder_text == [
        f"Another program has locked {tmp_path}.",
        f"{who} has locked {tmp_path}.",
        f"{who} is suspended and has locked {tmp_path}.",
    ]
