"""The list of vaults a user keeps."""

from pathlib import Path

import pytest

from notebrain.app.system.vaults import KnownVaults, size_of


@pytest.fixture
def known(tmp_path: Path) -> KnownVaults:
    return KnownVaults(tmp_path / "config" / "vaults.json")


def vault(folder: Path) -> Path:
    folder.mkdir()
    (folder / "notebrain.db").write_bytes(b"0123456789")
    return folder


def test_vaults_are_remembered_the_last_one_first_and_each_once(
    known: KnownVaults, tmp_path: Path
) -> None:
    first, second = vault(tmp_path / "a"), vault(tmp_path / "b")
    known.add(first)
    known.add(second)

    known.add(first)

    assert known.all() == [first, second]


def test_a_vault_that_is_gone_is_not_named(known: KnownVaults, tmp_path: Path) -> None:
    gone = vault(tmp_path / "a")
    known.add(gone)

    (gone / "notebrain.db").unlink()

    assert known.all() == []


@pytest.mark.parametrize("text", ["", "{", '{"a": 1}', "[1, null]"])
def test_a_list_that_makes_no_sense_is_an_empty_one(tmp_path: Path, text: str) -> None:
    file = tmp_path / "vaults.json"
    file.write_text(text)

    assert KnownVaults(file).all() == []


def test_the_size_of_a_vault_is_that_of_all_its_files(tmp_path: Path) -> None:
    folder = vault(tmp_path / "a")
    vault(folder / "backups")

    assert size_of(folder) == 20
