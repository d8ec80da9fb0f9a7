"""What goes wrong around the program is told in one line, and nothing is lost."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.fakes.command_line import Done, Program

pytestmark = pytest.mark.e2e


@pytest.fixture
def notebrain(tmp_path: Path) -> Program:
    return Program(tmp_path / "vault", {"XDG_RUNTIME_DIR": str(tmp_path)})


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of four megabytes: a new vault takes two of them, most of it its log."""
    place = tmp_path / "disk"
    place.mkdir()
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        pytest.skip("only root on Linux can make a small disk")
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(place)], check=False
    )
    if mounted.returncode:
        pytest.skip("this machine does not let root mount a disk")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def assert_told(done: Done, *parts: str, code: int = 1) -> None:
    assert (done.code, done.out) == (code, b"")
    assert done.line.startswith("notebrain")
    for part in parts:
        assert part in done.line


def test_bytes_that_are_no_text_are_refused(notebrain: Program) -> None:
    done = notebrain.run("capture", "-", stdin=b"\xff\xfe\x00")

    assert_told(done, "not UTF-8: byte 1 is 0xff", "Nothing was saved")
    assert not notebrain.vault.exists()


def test_an_id_that_no_note_has_is_told(notebrain: Program) -> None:
    assert_told(notebrain.run("show", "0000"), "no note 0000")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["capture", "x", "--at", "soon"], "'soon' is not an ISO 8601 date"),
        (["capture", "x", "--importance", "9"], "from 1 to 5, not 9"),
        (["nonsense"], None),
    ],
)
def test_misuse_ends_with_code_2(notebrain: Program, words: list[str], told: str | None) -> None:
    done = notebrain.run(*words)

    assert (done.code, done.out) == (2, b"")
    assert (told or "usage: notebrain") in done.err


def test_a_full_disk_is_told_and_what_was_saved_is_safe(small_disk: Path) -> None:
    notebrain = Program(small_disk / "vault")
    saved = notebrain.capture("saved before")

    done = notebrain.run("capture", "-", stdin=os.urandom(3_000_000).hex().encode())

    assert_told(done, "is full", "what was saved is safe")
    assert notebrain.run("show", saved, "--raw").out == b"saved before"
    assert [note["note_id"] for note in notebrain.run("list", "--json").json] == [saved]


def test_a_read_only_folder_is_told(small_disk: Path) -> None:
    notebrain = Program(small_disk / "vault")
    saved = notebrain.capture("saved before")
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)

    for words in (["capture", "x"], ["--data-dir", str(small_disk / "new"), "capture", "x"]):
        assert_told(notebrain.run(*words), str(small_disk))
    assert notebrain.run("show", saved, "--raw").out == b"saved before"


def test_notes_of_a_newer_program_are_left_alone(notebrain: Program) -> None:
    notebrain.capture("x")
    with closing(sqlite3.connect(notebrain.vault / "notebrain.db")) as db:
        db.execute("pragma user_version = 999")
    before = (notebrain.vault / "notebrain.db").read_bytes()

    done = notebrain.run("capture", "y")

    assert_told(done, "newer NoteBrain", "please update")
    assert (notebrain.vault / "notebrain.db").read_bytes() == before


def test_a_file_of_another_program_is_left_alone(notebrain: Program) -> None:
    notebrain.vault.mkdir()
    with closing(sqlite3.connect(notebrain.vault / "notebrain.db")) as db:
        db.execute("create table theirs (x)")
    before = (notebrain.vault / "notebrain.db").read_bytes()

    done = notebrain.run("capture", "y")

    assert_told(done, "another program")
    assert (notebrain.vault / "notebrain.db").read_bytes() == before


def test_a_damaged_vault_names_its_backup_and_the_command_that_restores_it(
    notebrain: Program,
) -> None:
    saved = notebrain.capture("saved")
    backup = notebrain.run("doctor", "--backup").text.strip()
    (notebrain.vault / "notebrain.db").write_bytes(b"not a database at all " * 1000)

    done = notebrain.run("capture", "x")
    restored = notebrain.run("doctor", "--restore-backup")

    assert_told(done, "is damaged", backup, "notebrain doctor --restore-backup")
    assert restored.code == 0
    assert notebrain.run("show", saved, "--raw").out == b"saved"
    assert list(notebrain.vault.glob("notebrain-replaced-*.db"))


def test_an_open_window_keeps_its_vault_from_being_replaced(notebrain: Program) -> None:
    notebrain.capture("saved")
    notebrain.run("doctor", "--backup")
    (notebrain.vault / "notebrain.db").write_bytes(b"damaged " * 1000)

    from notebrain.app.services import window_lease

    lease = window_lease(notebrain.vault)
    assert lease.acquire()
    done = notebrain.run("doctor", "--restore-backup")
    lease.release()

    assert_told(done, "NoteBrain is running")
