import sqlite3
from pathlib import Path

import pytest

from notebrain.app.jobs import doctor
from tests.fakes.command_line import InProcess
from tests.fakes.embedder import FakeEmbedder


@pytest.fixture(autouse=True)
def _embedder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LocalEmbedder", lambda *_model: FakeEmbedder(relations=[0.0] * 5))


def damage(vault: Path) -> None:
    """Overwrite the middle of every page but the first few: the file opens, its tables do not read."""
    with sqlite3.connect(vault / "notebrain.db") as db:
        db.execute("pragma wal_checkpoint(truncate)")
    db.close()
    data = bytearray((vault / "notebrain.db").read_bytes())
    data[2000:] = b"\xa5" * (len(data) - 2000)
    (vault / "notebrain.db").write_bytes(data)


def test_a_sound_vault_passes_every_check(notebrain: InProcess) -> None:
    notebrain.capture("x")

    report = notebrain.run("doctor", "--json").json

    assert report["ok"] is True
    assert list(report) == ["ok", "checks"]
    names = [
        "file",
        "texts",
        "words",
        "queue",
        "clock",
        "vectors",
        "backups",
        "programs",
        "qt",
        "display",
        "disk",
    ]
    assert [check["name"] for check in report["checks"]] == [*names, "model", "model"]
    assert all(list(check) == ["name", "severity", "text"] for check in report["checks"])


def test_people_get_a_line_for_each_check(notebrain: InProcess) -> None:
    notebrain.capture("x")

    done = notebrain.run("doctor")

    assert (done.code, done.err) == (0, "")
    assert done.text.startswith("ok  The notes file ")
    assert "--  1 note is waiting to be indexed" in done.text


def test_a_vault_that_is_not_there_is_not_made(notebrain: InProcess) -> None:
    done = notebrain.run("doctor")

    assert done.code == 0
    assert done.text.startswith("--  There are no notes in ")
    assert not notebrain.vault.exists()


def test_a_damaged_vault_names_the_way_out_and_comes_back(notebrain: InProcess) -> None:
    note_id = notebrain.capture("kept")
    backup = notebrain.run("doctor", "--backup", "--json").json["backup"]
    damage(notebrain.vault)

    told = notebrain.run("list")
    examined = notebrain.run("doctor")
    restored = notebrain.run("doctor", "--restore-backup", "--json").json

    assert told.code == 1
    assert f"The newest good backup is {backup}" in told.line
    assert f"notebrain doctor --restore-backup --data-dir {notebrain.vault}" in told.line
    assert examined.code == 1
    assert examined.text.startswith("!!  ")
    assert backup in examined.text
    assert restored["restored"] == backup
    assert Path(restored["replaced"]).exists()
    assert notebrain.run("show", note_id, "--raw").out == b"kept"


def test_a_damaged_vault_without_a_backup_says_so(notebrain: InProcess) -> None:
    notebrain.capture("kept")
    damage(notebrain.vault)

    told = notebrain.run("list")
    restored = notebrain.run("doctor", "--restore-backup")

    assert "No backup can be opened" in told.line
    assert (told.code, restored.code) == (1, 1)
    assert "No backup" in restored.line


def test_a_word_index_at_odds_with_the_notes_is_found_and_made_anew(notebrain: InProcess) -> None:
    note_id = notebrain.capture("zebra")
    with sqlite3.connect(notebrain.vault / "notebrain.db") as db:
        db.execute("insert into note_fts (note_fts) values ('delete-all')")
    db.close()

    found = notebrain.run("doctor")
    rebuilt = notebrain.run("doctor", "--rebuild-words")

    assert found.code == 1
    assert "!!  The word index does not match the notes" in found.text
    assert rebuilt.text == "The word index was rebuilt.\n"
    assert notebrain.run("doctor").code == 0
    hits = notebrain.run("search", "zebra", "--mode", "keyword", "--json").json["hits"]
    assert [hit["note_id"] for hit in hits] == [note_id]


@pytest.mark.parametrize("option", ["--backup", "--rebuild-words"])
def test_there_is_nothing_to_do_without_a_vault(notebrain: InProcess, option: str) -> None:
    done = notebrain.run("doctor", option)

    assert done.code == 1
    assert "There are no notes in " in done.line


def test_one_act_at_a_time(notebrain: InProcess) -> None:
    done = notebrain.run("doctor", "--backup", "--restore-backup")

    assert done.code == 2
