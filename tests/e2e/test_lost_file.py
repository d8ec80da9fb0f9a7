"""A notes file that is missing or empty where there were notes is damage, never a fresh start."""

from pathlib import Path

import pytest

from tests.fakes.command_line import Done, Program
from tests.fakes.forked_program import ForkedProgram

pytestmark = pytest.mark.e2e


@pytest.fixture
def notebrain(tmp_path: Path) -> Program:
    return ForkedProgram(tmp_path / "vault", {"XDG_RUNTIME_DIR": str(tmp_path)})


def empty(file: Path) -> None:
    file.write_bytes(b"")


def log_is_lost(file: Path) -> None:
    """Leave what a killed program leaves of a young vault when its log is removed: a file without one table."""
    import sqlite3
    from contextlib import closing

    file.unlink()
    with closing(sqlite3.connect(file)) as db:
        db.execute("pragma journal_mode = wal")


LOSSES = [Path.unlink, empty, log_is_lost]


def assert_told(done: Done, *parts: str) -> None:
    assert (done.code, done.out) == (1, b""), done
    for part in parts:
        assert part in done.line


@pytest.mark.parametrize("lose", LOSSES)
@pytest.mark.parametrize(
    "words", [["list"], ["capture", "new"], ["export", "out"], ["search", "x"]]
)
def test_with_a_backup_beside_it_every_command_says_so_and_offers_the_backup(
    notebrain: Program, lose, words: list[str]
) -> None:
    notebrain.capture("saved")
    backup = notebrain.run("doctor", "--backup").text.strip()
    lose(notebrain.vault / "notebrain.db")

    done = notebrain.run(*words)

    assert_told(done, "although there were notes here", backup, "doctor --restore-backup")


@pytest.mark.parametrize("lose", LOSSES)
def test_the_doctor_says_so_and_puts_the_backup_back(notebrain: Program, lose) -> None:
    saved = notebrain.capture("saved")
    backup = notebrain.run("doctor", "--backup").text.strip()
    lose(notebrain.vault / "notebrain.db")

    told = notebrain.run("doctor")
    restored = notebrain.run("doctor", "--restore-backup")

    assert told.code == 1
    assert backup in told.text
    assert "although there were notes here" in told.text
    assert restored.code == 0, restored
    assert notebrain.run("show", saved, "--raw").out == b"saved"


@pytest.mark.parametrize("lose", LOSSES)
def test_without_a_backup_nothing_is_made_and_the_way_to_begin_anew_is_told(
    notebrain: Program, lose
) -> None:
    notebrain.capture("saved")
    lose(notebrain.vault / "notebrain.db")
    before = {path.name: path.stat().st_size for path in notebrain.vault.iterdir()}

    done = notebrain.run("list")

    mark = notebrain.vault / "vault.mark"
    assert_told(done, "although there were notes here", "No backup can be opened", str(mark))
    assert before.get("notebrain.db") == (
        (notebrain.vault / "notebrain.db").stat().st_size
        if (notebrain.vault / "notebrain.db").exists()
        else None
    )
    mark.unlink()
    assert notebrain.run("list").code == 0


def test_a_log_without_its_file_is_kept(notebrain: Program) -> None:
    notebrain.capture("saved")
    file = notebrain.vault / "notebrain.db"
    log = file.with_name("notebrain.db-wal")
    log.write_bytes(b"all that is left")
    empty(file)
    (notebrain.vault / "vault.mark").unlink()

    done = notebrain.run("list")

    assert_told(done, "although there were notes here")
    assert log.read_bytes() == b"all that is left"


def test_a_sound_file_gives_way_when_the_user_asks_and_is_kept(notebrain: Program) -> None:
    old = notebrain.capture("old")
    notebrain.run("doctor", "--backup")
    new = notebrain.capture("new")

    done = notebrain.run("doctor", "--restore-backup", "--json")

    kept = Path(done.json["replaced"])
    assert notebrain.run("show", old, "--raw").out == b"old"
    assert notebrain.run("show", new).code == 1
    again = ForkedProgram(notebrain.vault.parent / "again", notebrain.environ)
    again.vault.mkdir()
    kept.replace(again.vault / "notebrain.db")
    again.environ["NOTEBRAIN_DATA_DIR"] = str(again.vault)
    assert again.run("show", new, "--raw").out == b"new"


def test_two_files_set_aside_in_one_second_are_both_kept(notebrain: Program) -> None:
    notebrain.capture("old")
    notebrain.run("doctor", "--backup")
    from datetime import UTC, datetime

    from notebrain.storage.maintenance import backup

    at = datetime(2026, 1, 1, tzinfo=UTC)
    copy = backup.newest_good(notebrain.vault / "backups")
    assert copy is not None
    for said in (b"first", b"second"):
        (notebrain.vault / "notebrain.db").write_bytes(said)
        backup.restore(copy.path, notebrain.vault / "notebrain.db", at=at)

    kept = [path.read_bytes() for path in notebrain.vault.glob("notebrain-replaced-*.db")]
    assert sorted(kept) == [b"first", b"second"]
