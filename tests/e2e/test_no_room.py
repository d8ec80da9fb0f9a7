"""A vault on a disk with no byte free, no inode free, or that is read-only, met with the program closed."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import pytest

from tests.fakes.forked_program import ForkedProgram
from tests.fakes.soundness import faults_in

pytestmark = [pytest.mark.e2e]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small file system with two notes on it, and few inodes."""
    place = tmp_path / "disk"
    place.mkdir()
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        pytest.skip("only root on Linux can make a small disk")
    options = "size=20m,nr_inodes=100"
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)], check=False
    ).returncode:
        pytest.skip("this machine does not let root mount a disk")
    for text in ("Meter readings of May", "Heater settings"):
        assert run(place, "capture", text)[0] == 0
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def run(disk: Path, *words: str) -> tuple[int, str]:
    done = ForkedProgram(disk / "vault").run(*words)
    return done.code, done.text + done.err


def fill_bytes(disk: Path) -> Callable[[], None]:
    filler = disk / "holiday.mov"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"x" * 4096)
    return filler.unlink


def take_inodes(disk: Path) -> Callable[[], None]:
    made: list[Path] = []
    with suppress(OSError):
        while True:
            one = disk / f"{len(made)}.txt"
            one.touch()
            made.append(one)

    def remove() -> None:
        for one in made:
            one.unlink()

    return remove


def make_read_only(disk: Path) -> Callable[[], None]:
    def remount(how: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{how}", str(disk)], check=True)

    remount("ro")
    return partial(remount, "rw")


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (fill_bytes, "The disk is full"),
        (take_inodes, "no inodes left"),
        (make_read_only, "is read-only"),
    ],
)
def test_notes_are_read_without_room_and_written_when_there_is_some(
    disk: Path, spoil: Callable[[Path], Callable[[], None]], told: str
) -> None:
    undo = spoil(disk)

    listed, found, doctored = run(disk, "list"), run(disk, "search", "meter"), run(disk, "doctor")
    code, refusal = run(disk, "capture", "no room for this")

    assert listed[0] == 0
    assert "Heater settings" in listed[1]
    assert found[0] == 0
    assert "Meter readings" in found[1]
    assert "can be opened and is intact" in doctored[1]
    assert told in doctored[1]
    assert "The system says" not in doctored[1]
    assert code == 1
    assert told in refusal
    undo()
    assert run(disk, "capture", "now there is room")[0] == 0
    assert "now there is room" in run(disk, "list")[1]
    assert faults_in(disk / "vault") == []


def as_before(disk: Path) -> None:
    """Give the vault the schema of the version before, which reading knows as well as this one."""
    with closing(sqlite3.connect(disk / "vault" / "notebrain.db", isolation_level=None)) as db:
        db.execute("drop table program_token")
        db.execute("pragma user_version = 33")
        db.execute("pragma wal_checkpoint(truncate)")


@pytest.mark.parametrize(
    ("spoil", "told"), [(fill_bytes, "The disk is full"), (make_read_only, "is read-only")]
)
def test_a_vault_of_an_older_version_is_read_where_nothing_can_be_written(
    disk: Path, spoil: Callable[[Path], Callable[[], None]], told: str
) -> None:
    as_before(disk)
    undo = spoil(disk)

    listed, found = run(disk, "list"), run(disk, "search", "meter")
    exported = run(disk, "export", str(disk.parent / "out"))
    code, refusal = run(disk, "capture", "no room for this")

    assert listed[0] == 0, listed[1]
    assert "Heater settings" in listed[1]
    assert "Meter readings" in found[1]
    assert exported[0] == 0, exported[1]
    assert (code, told in refusal) == (1, True), refusal
    assert list((disk / "vault" / "backups").glob("*")) == []
    undo()
    assert run(disk, "capture", "now there is room")[0] == 0
    assert "now there is room" in run(disk, "list")[1]
    assert [one.name for one in (disk / "vault" / "backups").glob("*before-update*")]
    assert faults_in(disk / "vault") == []


def test_a_vault_that_was_killed_is_read_on_a_read_only_disk(disk: Path) -> None:
    """Its log has notes that the file lacks, and the file of shared memory is not there."""
    vault = disk / "vault"
    with closing(sqlite3.connect(vault / "notebrain.db", isolation_level=None)) as db:
        db.execute("update note set title = 'Only in the log' where body like 'Heater%'")
        kept = [(one, one.read_bytes()) for one in vault.glob("notebrain.db*")]
    for path, data in kept:
        if not path.name.endswith("-shm"):
            path.write_bytes(data)
    assert (vault / "notebrain.db-wal").stat().st_size
    undo = make_read_only(disk)

    listed = run(disk, "list")
    refusal = run(disk, "capture", "no room for this")

    assert listed[0] == 0, listed[1]
    assert "Only in the log" in listed[1]
    assert (refusal[0], "is read-only" in refusal[1]) == (1, True)
    undo()
    assert "Only in the log" in run(disk, "list")[1]


def test_a_file_for_which_there_is_no_room_is_refused_and_leaves_nothing(disk: Path) -> None:
    big = disk.parent / "big.bin"
    big.write_bytes(b"x" * 200_000_000)

    code, refusal = run(disk, "capture", "with a file", "--attach", str(big))

    assert code == 1
    assert "disk" in refusal
    assert "with a file" not in run(disk, "list")[1]
    assert not [path for path in (disk / "vault" / "files").rglob("*") if path.is_file()]
    assert run(disk, "capture", "without it")[0] == 0
