import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from notebrain.app.api import Brain
from notebrain.app.core.findings import Severity
from notebrain.app.jobs import doctor as doctors
from notebrain.app.jobs.doctor import Doctor
from notebrain.app.services import INDEXER_LOCK, WINDOW_LOCK, open_services
from notebrain.domain.errors import VaultError
from notebrain.storage.file_lock import Lease
from tests.fakes.embedder import FakeEmbedder


@pytest.fixture(autouse=True)
def _embedder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctors, "LocalEmbedder", lambda *_model: FakeEmbedder(relations=[0.0] * 5))


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    with Brain(open_services(tmp_path / "vault", embedder=FakeEmbedder())) as brain:
        brain.capture("one")
        brain.capture("two")
        brain.index()
    # the daily one would be as new as those that the tests make
    for copy in (tmp_path / "vault" / "backups").glob("*"):
        copy.unlink()
    return tmp_path / "vault"


def change(vault: Path, *statements: str) -> None:
    with closing(sqlite3.connect(vault / "notebrain.db", isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)


def found(vault: Path, name: str) -> tuple[Severity, str]:
    finding = next(one for one in Doctor(vault).examine({}) if one.name == name)
    return finding.severity, finding.text


def test_a_vault_in_good_order_has_nothing_bad(vault: Path) -> None:
    findings = list(Doctor(vault).examine({}))

    assert [one for one in findings if one.severity is Severity.BAD] == []
    assert found(vault, "queue") == (Severity.GOOD, "Nothing is waiting to be indexed.")


def test_it_says_that_it_counts_the_trash_too(vault: Path) -> None:
    with Brain(open_services(vault, embedder=FakeEmbedder())) as brain:
        brain.forget(brain.list()[0].id)

    _good, text = found(vault, "texts")

    assert text.startswith("2 notes (also counting the trash) and ")


def test_an_examination_changes_nothing(vault: Path) -> None:
    before = (vault / "notebrain.db").read_bytes()

    list(Doctor(vault).examine({}))

    assert (vault / "notebrain.db").read_bytes() == before


def test_a_note_that_cannot_be_indexed_is_told_with_the_reason(vault: Path) -> None:
    with Brain(open_services(vault, embedder=FakeEmbedder())) as brain:
        brain.capture("three")
    change(vault, "update outbox set last_error = 'too strange'")

    severity, text = found(vault, "queue")

    assert severity is Severity.BAD
    assert text == "1 note could not be indexed; NoteBrain will try again: too strange"


def test_lost_vectors_are_told_with_the_way_to_get_them_again(vault: Path) -> None:
    change(vault, "delete from vector")

    severity, text = found(vault, "vectors")

    assert severity is Severity.HINT
    assert text == (
        f"2 notes are missing from the meaning index; notebrain index --data-dir {vault} adds them."
    )


def test_advice_names_the_folder_the_user_named(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTEBRAIN_DATA_DIR", str(vault))

    named = [one.text for one in Doctor(vault).examine({}) if one.name == "backups"]
    unnamed = [one.text for one in Doctor().examine({}) if one.name == "backups"]

    assert named == [
        f"There is no backup yet; notebrain doctor --backup --data-dir {vault} makes one."
    ]
    assert unnamed == ["There is no backup yet; notebrain doctor --backup makes one."]


def test_the_way_back_from_damage_names_the_folder_the_user_named(vault: Path) -> None:
    Doctor(vault).back_up()
    (vault / "notebrain.db").write_bytes(b"nonsense " * 2000)

    _severity, text = found(vault, "file")

    assert f"notebrain doctor --restore-backup --data-dir {vault}" in text


def test_notes_of_a_newer_program_are_told_as_they_are(vault: Path) -> None:
    change(vault, "pragma user_version = 999")

    severity, text = found(vault, "file")

    assert severity is Severity.BAD
    assert "newer NoteBrain" in text


def test_damage_deep_in_the_file_is_found(vault: Path) -> None:
    backup = Doctor(vault).back_up()
    change(vault, "pragma wal_checkpoint(truncate)")
    data = bytearray((vault / "notebrain.db").read_bytes())
    data[-8192:] = b"\xa5" * 8192
    (vault / "notebrain.db").write_bytes(data)

    severity, text = found(vault, "file")

    assert severity is Severity.BAD
    assert str(backup) in text


def test_damage_without_a_backup_is_told_without_a_promise(vault: Path) -> None:
    (vault / "notebrain.db").write_bytes(b"nonsense " * 2000)

    severity, text = found(vault, "file")

    assert severity is Severity.BAD
    assert "No backup can be opened" in text


@pytest.mark.parametrize("lock", [WINDOW_LOCK, INDEXER_LOCK])
def test_nothing_is_replaced_while_notebrain_runs(vault: Path, lock: str) -> None:
    Doctor(vault).back_up()
    (vault / "notebrain.db").write_bytes(b"nonsense " * 2000)
    lease = Lease(vault / lock)
    lease.acquire()

    with pytest.raises(VaultError, match="is running"):
        Doctor(vault).restore()

    lease.release()
    assert (vault / "notebrain.db").read_bytes().startswith(b"nonsense")


def test_a_lost_file_comes_back_from_its_backup(vault: Path) -> None:
    made = Doctor(vault).back_up()
    for part in vault.glob("notebrain.db*"):
        part.unlink()

    backup, aside = Doctor(vault).restore()

    assert (backup.path, aside) == (made, None)
    with Brain(open_services(vault, embedder=FakeEmbedder())) as brain:
        assert {note.title for note in brain.list()} == {"one", "two"}


def test_a_copy_can_be_made_while_others_write(vault: Path) -> None:
    with Brain(open_services(vault, embedder=FakeEmbedder())) as brain:
        made = Doctor(vault).back_up()
        brain.capture("three")

    with closing(sqlite3.connect(made)) as copy:
        assert copy.execute("select count(*) from note").fetchone() == (2,)


def test_a_damaged_block_is_told_with_the_way_to_its_earlier_texts(vault: Path) -> None:
    with Brain(open_services(vault, embedder=FakeEmbedder())) as brain:
        brain.write_block("rules", "Be brief.")
        brain.write_block("rules", "Be kind.")
    assert found(vault, "texts")[0] is Severity.GOOD

    change(
        vault,
        "update block set text = 'Be kjnd.'",
        "update block_version set text = 'Be brjef.'",
    )

    told = [one.text for one in Doctor(vault).examine({}) if one.severity is Severity.BAD]
    assert len(told) == 2
    assert all("Rules that always hold" in one and "profile history rules" in one for one in told)
