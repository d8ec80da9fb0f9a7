"""Folders of strangers: an import reads nothing outside the folder, an export writes nothing outside its target."""

import os
import socket
import stat
import sys
from pathlib import Path

import pytest

from tests.fakes.command_line import Program

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(sys.platform == "win32", reason="links need rights there"),
]

TOKEN = "secret-token-0123456789"


def everything_kept(vault: Path) -> bytes:
    return b"".join(file.read_bytes() for file in vault.rglob("*") if file.is_file())


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "private.md").write_text("the diary of somebody")
    (outside / "theirs.md").write_text("not yours")
    return outside


def test_an_import_follows_nothing_out_of_the_folder_and_names_what_it_left(
    tmp_path: Path, outside: Path
) -> None:
    program = Program(tmp_path / "vault", {"NOTEBRAIN_CF_TOKEN": TOKEN})
    folder = tmp_path / "notes"
    (folder / "deep").mkdir(parents=True)
    (folder / "good.md").write_text("a good note")
    (folder / "environ.md").symlink_to("/proc/self/environ")
    (folder / "deep" / "diary.md").symlink_to(outside / "private.md")
    (folder / "deep" / "all").symlink_to(outside)
    (folder / "gone.md").symlink_to(folder / "nowhere")
    (folder / "picture.png").symlink_to(outside / "private.md")
    os.mkfifo(folder / "pipe.md")
    os.mkfifo(folder / "pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(os.path.relpath(folder / "socket.md"))
    left = {
        *("environ.md", "deep/diary.md", "deep/all", "gone.md", "picture.png"),
        *("pipe.md", "pipe", "socket.md"),
    }
    if os.geteuid() == 0:
        os.mknod(folder / "zero.md", stat.S_IFCHR | 0o600, os.makedev(1, 5))
        left.add("zero.md")

    done = program.run("import", str(folder))

    assert done.text == "1 file found, 1 new.\n"
    assert {line.partition(":")[0] for line in done.err.splitlines()} == left
    assert done.code == 1
    kept = everything_kept(program.vault)
    assert b"a good note" in kept
    assert TOKEN.encode() not in kept
    assert b"diary of somebody" not in kept
    assert b"not yours" not in kept


def test_a_link_is_not_followed_when_it_is_named_itself(tmp_path: Path, outside: Path) -> None:
    program = Program(tmp_path / "vault")
    (tmp_path / "link.md").symlink_to(outside / "private.md")

    done = program.run("import", str(tmp_path / "link.md"))

    assert (done.code, done.line) == (1, "link.md: is a link; links are not followed")
    assert b"diary" not in everything_kept(program.vault)


def test_a_folder_may_be_named_by_a_link(tmp_path: Path, outside: Path) -> None:
    program = Program(tmp_path / "vault")
    (tmp_path / "link").symlink_to(outside)

    assert program.run("import", str(tmp_path / "link")).text == "2 files found, 2 new.\n"
    (tmp_path / "target").mkdir()
    (tmp_path / "to").symlink_to(tmp_path / "target")
    assert program.run("export", str(tmp_path / "to")).code == 0
    assert (tmp_path / "target" / "theirs.md").read_text() == "not yours"


def test_an_export_writes_through_no_link_in_its_target(tmp_path: Path, outside: Path) -> None:
    program = Program(tmp_path / "vault")
    folder, target = tmp_path / "notes", tmp_path / "target"
    (folder / "food").mkdir(parents=True)
    target.mkdir()
    for name in ("food/bread.md", "cake.md", "pie.md"):
        (folder / name).write_text(f"my {name}")
    assert program.run("import", str(folder)).code == 0
    (target / "food").symlink_to(outside)
    (target / "cake.md").symlink_to(outside / "theirs.md")
    for name in (".pie.md.part", ".notebrain-export.json.part", ".notebrain-export.json"):
        (target / name).symlink_to(outside / "private.md")
    before = {file.name: (file.read_bytes(), file.stat().st_mtime) for file in outside.iterdir()}

    done = program.run("export", str(target))

    after = {file.name: (file.read_bytes(), file.stat().st_mtime) for file in outside.iterdir()}
    assert after == before
    assert done.code == 0
    assert (target / "bread.md").read_text() == "my food/bread.md"
    assert (target / "cake 2.md").read_text().endswith("my cake.md")
    assert (target / "pie.md").read_text() == "my pie.md"
    assert not (target / "pie.md").is_symlink()
