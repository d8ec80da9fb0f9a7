"""Files that are no valid UTF-8: what they say is a guess, and their own bytes stay reachable."""

from pathlib import Path

import pytest

import notebrain
from tests.fakes.command_line import InProcess
from tests.fakes.soundness import faults_in

MIXED = "Käse, Brötchen, Gemüse, Öl\n".encode() + b"und ein W\xfcrfel\n"
OLD = "Grüße aus der Küche\n".encode("latin-1")


@pytest.fixture
def vault(tmp_path: Path) -> InProcess:
    return InProcess(tmp_path / "vault")


def put(folder: Path, **files: bytes) -> str:
    folder.mkdir(exist_ok=True)
    for name, data in files.items():
        (folder / f"{name}.md").write_bytes(data)
    return str(folder)


def ids(vault: InProcess) -> dict[str, str]:
    rows = vault.run("list", "--json").json
    return {row["source"].removeprefix("import:"): row["note_id"] for row in rows}


def original(vault: InProcess, name: str) -> bytes:
    return vault.run("show", ids(vault)[name], "--original").out


def test_the_bytes_of_a_file_that_is_no_utf_8_are_there_when_the_file_is_gone(
    vault: InProcess, tmp_path: Path
) -> None:
    folder = put(tmp_path / "in", mixed=MIXED, old=OLD, plain=b"plain\n")

    said = vault.run("import", folder)
    for file in (tmp_path / "in").iterdir():
        file.unlink()

    assert "2 not UTF-8" in said.text
    assert "--original" in said.text
    assert original(vault, "mixed.md") == MIXED
    assert original(vault, "old.md") == OLD
    refused = vault.run("show", ids(vault)["plain.md"], "--original")
    assert (refused.code, refused.out) == (1, b"")
    assert "and this note has none" in refused.line


def test_they_follow_the_file_and_go_when_it_is_mended(vault: InProcess, tmp_path: Path) -> None:
    folder = put(tmp_path / "in", one=MIXED, two=MIXED)
    vault.run("import", folder)

    put(tmp_path / "in", one=MIXED + OLD, two=b"mended\n")
    vault.run("import", folder)

    assert original(vault, "one.md") == MIXED + OLD
    assert vault.run("show", ids(vault)["two.md"], "--original").code == 1


def test_they_go_with_their_note(vault: InProcess, tmp_path: Path) -> None:
    vault.run("import", put(tmp_path / "in", old=OLD))
    note = ids(vault)["old.md"]
    vault.run("forget", note)

    with notebrain.open(vault.vault) as brain:
        brain.purge(note)
        with brain.services.store.read() as db:
            left = db.execute("select count(*) from original").fetchone()[0]

    assert left == 0
    assert faults_in(vault.vault) == []
