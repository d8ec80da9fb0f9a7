"""SQLite's errors in words, and connections to a vault."""

import sqlite3
import threading
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from notebrain.domain.errors import (
    Broken,
    DamagedVault,
    DamagedWords,
    NoteBrainError,
    Unavailable,
    Unwritable,
    VaultError,
)
from notebrain.storage import connection
from notebrain.storage.connection import begin_write, connect, connect_untouched, explain, in_words


def error(name: str) -> sqlite3.Error:
    made = sqlite3.OperationalError("as SQLite says it")
    made.sqlite_errorname = name
    return made


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("SQLITE_FULL", Unwritable, "is full"),
        ("SQLITE_IOERR_SHMSIZE", Unwritable, "is full"),
        ("SQLITE_READONLY", Unwritable, "--data-dir"),
        ("SQLITE_READONLY_DIRECTORY", Unwritable, "cannot be written"),
        ("SQLITE_CANTOPEN", Unwritable, "cannot be written"),
        ("SQLITE_CORRUPT_VTAB", DamagedWords, "The word index is damaged. Your notes are safe."),
        ("SQLITE_NOTADB", DamagedVault, "The notes file /notes/notebrain.db is damaged."),
        ("SQLITE_CORRUPT_INDEX", DamagedVault, "The notes file /notes/notebrain.db is damaged."),
        (
            "SQLITE_BUSY_SNAPSHOT",
            Unavailable,
            "Another program has locked /notes/notebrain.db. Try again",
        ),
        ("SQLITE_LOCKED", Unavailable, "Another program has locked /notes/notebrain.db. Try again"),
        (
            "SQLITE_IOERR_FSYNC",
            VaultError,
            "/notes/notebrain.db reports an error (SQLITE_IOERR_FSYNC)",
        ),
        ("SQLITE_CONSTRAINT", Broken, "as SQLite says it"),
        ("", Broken, "unexpected error"),
    ],
)
def test_an_error_of_sqlite_says_what_to_do(
    name: str, kind: type[NoteBrainError], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "exists", lambda _self: True)  # the folder is there

    explained = explain(error(name), Path("/notes/notebrain.db"))

    assert type(explained) is kind
    assert words in str(explained)


def test_a_folder_that_is_gone_is_said_to_be(tmp_path: Path) -> None:
    explained = explain(error("SQLITE_CANTOPEN"), tmp_path / "gone" / "notebrain.db")

    assert "gone was moved or deleted" in str(explained)


def test_an_error_without_a_code_is_explained_too() -> None:
    assert isinstance(explain(sqlite3.ProgrammingError("closed"), Path("x")), Broken)


def test_what_runs_in_words_raises_our_errors(tmp_path: Path) -> None:
    with pytest.raises(Broken), in_words(tmp_path):
        raise sqlite3.ProgrammingError("ours")


def test_a_path_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    with pytest.raises(VaultError, match="cannot be written"):
        connect(tmp_path)


def test_a_new_file_waits_its_turn_when_two_programs_make_it(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    holder = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    holder.execute("begin exclusive")
    timer = threading.Timer(0.1, lambda: holder.execute("rollback"))
    timer.start()

    connect(path).close()

    timer.join()
    holder.close()


def test_a_file_that_stays_locked_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("notebrain.storage.connection._BUSY_TIMEOUT_S", 0.0)
    monkeypatch.setattr("notebrain.storage.connection._WAL_PAUSES_S", (0.01, 0.0))
    path = tmp_path / "new.db"
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("begin exclusive")

    with pytest.raises(Unavailable):
        connect(path)

    holder.close()


def test_a_file_that_another_program_is_changing_is_not_read_past_its_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "backup.db"
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("create table note (body)")
    holder.execute("begin exclusive")
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, timeout=0.0))

    with (
        closing(connect_untouched(path)) as db,
        pytest.raises(sqlite3.OperationalError, match="locked"),
    ):
        db.execute("select body from note").fetchall()

    holder.close()


def test_a_writer_gets_its_turn_beside_one_that_hardly_lets_go(tmp_path: Path) -> None:
    path = tmp_path / "notes.db"
    greedy, patient = connect(path), connect(path)
    timeout = patient.execute("pragma busy_timeout").fetchone()
    done = threading.Event()

    def write_all_the_time() -> None:
        while not done.is_set():
            greedy.execute("begin immediate")
            time.sleep(0.02)
            greedy.execute("commit")
            time.sleep(0.003)

    thread = threading.Thread(target=write_all_the_time)
    thread.start()
    for _ in range(5):
        begin_write(patient)
        patient.execute("rollback")
    done.set()
    thread.join()

    assert patient.execute("pragma busy_timeout").fetchone() == timeout
    greedy.close()
    patient.close()


class Clock:
    """Time that passes only when somebody sleeps."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def test_a_writer_waits_as_long_as_it_is_to_and_not_much_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    holder, patient = connect(tmp_path / "notes.db"), connect(tmp_path / "notes.db")
    holder.execute("begin immediate")
    patient.execute("pragma busy_timeout = 10000")
    clock = Clock()
    monkeypatch.setattr(connection, "time", clock)

    with pytest.raises(sqlite3.OperationalError, match="locked"):
        begin_write(patient)

    assert 10.0 <= clock.now < 10.01
    holder.close()
    patient.close()
