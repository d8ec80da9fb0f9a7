"""A vault on a disk with no byte free, no inode free, or that is read-only, met with the program closed."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

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
    done = subprocess.run(
        [sys.executable, "-m", "notebrain", "--data-dir", str(disk / "vault"), *words],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


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
def test_notes_are_read_where_nothing_can_be_written_and_it_goes_on_when_there_is_room(
    disk: Path, spoil: Callable[[Path], Callable[[], None]], told: str
) -> None:
    undo = spoil(disk)

    listed, found, doctored = run(disk, "list"), run(disk, "search", "meter"), run(disk, "doctor")
    code, refusal = run(disk, "capture", "no room for this")

    assert listed[0] == 0
    assert "Heater settings" in listed[1]
    assert found[0] == 0
    assert "Meter readings" in found[1]
    assert "opens and is sound" in doctored[1]
    assert told in doctored[1]
    assert "The system says" not in doctored[1]
    assert code == 1
    assert told in refusal
    undo()
    assert run(disk, "capture", "now there is room")[0] == 0
    assert "now there is room" in run(disk, "list")[1]
    assert faults_in(disk / "vault") == []
