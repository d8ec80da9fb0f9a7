"""What keeps a vault from being written is told as it is, and the vault is read all the same."""

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from notebrain.domain.errors import Unwritable, VaultError
from notebrain.storage import connection, privacy, room, settings
from notebrain.storage.connection import Connection, connect, connect_to_read
from notebrain.storage.file_lock import Lease
from notebrain.storage.room import Hindrance, StillConnection
from notebrain.storage.schema.migrations import MIGRATIONS
from notebrain.storage.store import BACKUP_FOLDER, Store
from tests.fakes.clock import FakeClock

pytestmark = pytest.mark.skipif(not hasattr(os, "statvfs"), reason="the system does not tell")


def disk(**facts: int) -> SimpleNamespace:
    usual = {"f_flag": 0, "f_frsize": 4096, "f_bavail": 999, "f_bfree": 999}
    return SimpleNamespace(**usual | {"f_files": 50, "f_favail": 9, "f_ffree": 9} | facts)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (disk(), None),
        (disk(f_flag=os.ST_RDONLY), Hindrance.READ_ONLY),
        (disk(f_bavail=3, f_bfree=3), Hindrance.FULL),
        (disk(f_favail=0, f_ffree=0), Hindrance.NO_INODES),
        (disk(f_files=0, f_favail=0, f_ffree=0), None),
        (disk(f_bavail=3, f_bfree=3, f_favail=0, f_ffree=0), Hindrance.FULL),
    ],
)
def test_the_file_system_tells_what_it_lacks(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    state: SimpleNamespace,
    expected: Hindrance | None,
) -> None:
    monkeypatch.setattr(os, "statvfs", lambda _place: state)

    assert room.hindrance(tmp_path / "not" / "there") == expected


def test_no_inodes_is_not_told_as_a_matter_of_rights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "statvfs", lambda _place: disk(f_favail=0, f_ffree=0))
    error = sqlite3.OperationalError()
    error.sqlite_errorname = "SQLITE_CANTOPEN"

    assert "no inodes left" in str(connection.explain(error, tmp_path / "notebrain.db"))


def test_a_reader_goes_on_with_what_was_written_once_there_is_room(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.write(lambda db: settings.put(db, "kept", 1)).result()
    with closing(connect(store.path)) as db:
        db.execute("pragma wal_checkpoint(truncate)")

    def refuse(_path: Path) -> Connection:
        raise Unwritable("The disk is full.")

    with monkeypatch.context() as full:
        full.setattr(connection, "connect", refuse)
        with closing(connect_to_read(store.path)) as db:
            assert isinstance(db, StillConnection)
        with store.read() as db:
            still, before = isinstance(db, StillConnection), settings.get(db, "kept")
        version = store.data_version()
    store.write(lambda db: settings.put(db, "kept", 2)).result()

    with store.read() as db:
        after = settings.get(db, "kept")
    assert (still, before, after) == (True, 1, 2)
    assert store.data_version() != version


def test_a_lock_can_be_taken_where_no_file_can_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: str, _flags: int) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(privacy, "opener", refuse)
    one, other = Lease(tmp_path / "window.lock"), Lease(tmp_path / "window.lock")

    assert (one.acquire(), other.acquire()) == (True, False)
    one.release()
    assert other.acquire()
    other.release()


def test_an_update_that_failed_leaves_no_backup_in_the_way_of_the_next(
    tmp_path: Path, clock: FakeClock
) -> None:
    def fail(_db: Connection) -> None:
        raise VaultError("The disk is full.")

    Store.open(tmp_path, clock=clock).close()

    for _attempt in range(2):
        with pytest.raises(VaultError, match="is full"):
            Store.open(tmp_path, clock=clock, steps=(*MIGRATIONS, fail))

    assert list((tmp_path / BACKUP_FOLDER).glob("*.db")) == []
