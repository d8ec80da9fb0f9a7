"""Opening a vault, reading from it on many threads, and closing it."""

import gc
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from notebrain.domain.errors import DamagedVault, DamagedWords, Interrupted, VaultError
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.note import NoteId
from notebrain.storage import settings
from notebrain.storage.connection import Connection, connect
from notebrain.storage.maintenance import backup
from notebrain.storage.store import FILE_NAME, Store
from tests.fakes.clock import FakeClock
from tests.fakes.soundness import faults_in


@pytest.fixture(autouse=True)
def ready_vaults() -> None:
    """Here every vault takes the steps of its schema itself."""


def damage(path: Path) -> None:
    """Overwrite the middle of a file, as a failing disk does."""
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size // 4)
        file.write(b"\xa5" * (size // 2))


def filled(folder: Path, clock: FakeClock) -> Store:
    store = Store.open(folder, clock=clock)
    for number in range(200):
        store.write(partial(settings.put, name=f"name {number}", value="x" * 500)).result()
    return store


def test_a_new_vault_is_made_in_a_folder_that_is_not_there_yet(
    tmp_path: Path, clock: FakeClock
) -> None:
    Store.open(tmp_path / "a" / "b", clock=clock).close()

    assert faults_in(tmp_path / "a" / "b") == []


def test_commits_are_synced_and_foreign_keys_hold(store: Store) -> None:
    with store.read() as db:
        pragmas = [
            db.execute(f"pragma {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]

    assert pragmas == ["wal", 2, 1]


def test_everything_read_in_one_block_is_of_one_moment(store: Store) -> None:
    with store.read() as db:
        before = settings.get(db, "name")
        store.write(lambda db: settings.put(db, "name", 1)).result()
        after = settings.get(db, "name")

    assert before is None
    assert after is None
    with store.read() as db:
        assert settings.get(db, "name") == 1


def test_a_read_inside_a_read_sees_the_same_moment(store: Store) -> None:
    with store.read() as outer:
        settings.get(outer, "name")
        store.write(lambda db: settings.put(db, "name", 1)).result()
        with store.read() as inner:
            seen = settings.get(inner, "name")
        still = settings.get(outer, "name")

    assert (seen, still) == (None, None)


def test_a_read_connection_cannot_write(store: Store) -> None:
    with pytest.raises(VaultError), store.read() as db:
        settings.put(db, "name", 1)


def test_a_read_that_fails_leaves_no_transaction_that_would_keep_the_log_growing(
    store: Store,
) -> None:
    def read_and_fail() -> None:
        with store.read() as db:
            settings.get(db, "name")
            raise ValueError("ours")

    with pytest.raises(ValueError, match="ours"):
        read_and_fail()

    store.write(lambda db: settings.put(db, "name", 1)).result()
    blocked = store.write(lambda db: db.in_transaction).result()

    assert blocked
    with connect(store.path) as db:
        assert db.execute("pragma wal_checkpoint(truncate)").fetchone()[0] == 0
    db.close()


@pytest.mark.slow
def test_the_connection_of_a_thread_that_ended_is_closed(store: Store) -> None:
    seen: list[sqlite3.Connection] = []

    def look() -> None:
        with store.read() as db:
            seen.append(db)

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    gc.collect()

    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        seen[0].execute("select 1")


def test_closing_waits_for_a_read_under_way(store: Store) -> None:
    reading, go_on = threading.Event(), threading.Event()
    found: list[int] = []

    def look() -> None:
        with store.read() as db:
            reading.set()
            go_on.wait(30)
            found.append(db.execute("select 7").fetchone()[0])

    reader = threading.Thread(target=look)
    reader.start()
    reading.wait(30)
    closer = threading.Thread(target=store.close)
    closer.start()
    go_on.set()
    closer.join(30)
    reader.join(30)

    assert found == [7]


def test_a_closed_vault_says_so(store: Store) -> None:
    with store.read():
        pass

    store.close()

    with pytest.raises(VaultError, match="already closed"), store.read():
        pass
    with pytest.raises(VaultError, match="already closed"):
        store.data_version()
    closed: list[BaseException] = []

    def late() -> None:
        try:
            store.data_version()
        except VaultError as error:
            closed.append(error)

    thread = threading.Thread(target=late)
    thread.start()
    thread.join()
    assert closed


def test_the_data_version_moves_when_another_process_writes(store: Store) -> None:
    before = store.data_version()
    other = connect(store.path)
    other.execute("insert into setting (scope, name, value) values ('', 'x', '1')")
    other.close()

    assert store.data_version() != before


def test_only_another_process_changes_the_vault_elsewhere(store: Store) -> None:
    def write(db: Connection) -> None:
        db.execute("insert or replace into setting (scope, name, value) values ('', 'x', '1')")

    first = store.changed_elsewhere().result()
    store.write(write).result()
    own = store.changed_elsewhere().result()
    other = connect(store.path)
    write(other)
    other.close()
    store.write(write).result()
    foreign = store.changed_elsewhere().result()

    assert (first, own, foreign) == (True, False, True)
    assert not store.changed_elsewhere().result()


def test_while_a_write_waits_the_vault_counts_as_changed_elsewhere(store: Store) -> None:
    store.changed_elsewhere().result()
    begun, may_end = threading.Event(), threading.Event()

    def write(_db: Connection) -> None:
        begun.set()
        may_end.wait(30)

    writing = store.write(write)
    begun.wait(30)
    while_writing = store.changed_elsewhere().result(10)
    may_end.set()
    writing.result()
    after = store.changed_elsewhere().result()

    assert (while_writing, after) == (True, False)


def test_a_write_that_is_only_queued_counts_too(store: Store) -> None:
    def write(db: Connection) -> Changes:
        settings.put(db, "x", 1)
        return touched(Act.SETTINGS, ())

    store.changed_elsewhere().result()
    may_end = threading.Event()

    def hold(_changes: Changes) -> None:  # when the first is durable, and the second not begun
        may_end.wait()

    store.subscribe(hold)
    first, second = store.write(write), store.write(write)
    try:
        assert store.changed_elsewhere().result(10)
    finally:
        may_end.set()
    first.result(), second.result()
    assert not store.changed_elsewhere().result()


def test_many_programs_may_open_a_new_vault_at_once(tmp_path: Path, clock: FakeClock) -> None:
    barrier = threading.Barrier(8)

    def open_it(_number: int) -> None:
        barrier.wait()
        Store.open(tmp_path, clock=clock).close()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(open_it, range(8)))

    assert faults_in(tmp_path) == []


def test_a_damaged_vault_names_the_newest_backup_that_opens(
    tmp_path: Path, clock: FakeClock
) -> None:
    store = filled(tmp_path, clock)
    good = store.back_up(clock.now(), reason="daily")
    clock.forward(days=1)
    bad = store.back_up(clock.now(), reason="daily")
    damage(bad)
    store.close()
    (tmp_path / FILE_NAME).write_bytes(b"SQLite format 3\x00" + b"\xff" * 20_000)

    with pytest.raises(DamagedVault) as told:
        Store.open(tmp_path, clock=clock)

    assert told.value.backup == str(good)


def test_damage_met_while_reading_names_the_backup_too(tmp_path: Path, clock: FakeClock) -> None:
    store = filled(tmp_path, clock)
    good = store.back_up(clock.now(), reason="daily")
    store.close()
    damage(tmp_path / FILE_NAME)

    def read_it() -> None:
        with Store.open(tmp_path, clock=clock).read() as db:
            db.execute("select * from setting").fetchall()

    with pytest.raises(DamagedVault) as told:
        read_it()

    assert told.value.backup == str(good)
    assert "is damaged" in str(told.value)


def test_a_check_finds_damage_and_passes_a_sound_file(tmp_path: Path, clock: FakeClock) -> None:
    store = filled(tmp_path, clock)

    store.check(lambda: True)
    store.close()
    damage(tmp_path / FILE_NAME)

    with pytest.raises(DamagedVault):
        store.check(lambda: True)


def test_a_check_stops_when_asked(tmp_path: Path, clock: FakeClock) -> None:
    store = filled(tmp_path, clock)
    for _ in range(6):
        store.write(
            lambda db: (
                db.execute(
                    "insert into setting select scope, name || hex(randomblob(6)), value from setting"
                ).rowcount
            )
        ).result()

    with pytest.raises(Interrupted):
        store.check(lambda: False)
    store.close()


def test_a_file_where_the_folder_should_be_is_told_in_a_line(
    tmp_path: Path, clock: FakeClock
) -> None:
    (tmp_path / "vault").write_text("I am a file")

    with pytest.raises(VaultError, match="cannot be created"):
        Store.open(tmp_path / "vault", clock=clock)


def test_a_text_file_in_the_vaults_place_is_left_as_it_is(tmp_path: Path, clock: FakeClock) -> None:
    (tmp_path / FILE_NAME).write_text("my shopping list, which is longer than a hundred bytes " * 5)
    before = (tmp_path / FILE_NAME).read_bytes()

    with pytest.raises(VaultError):
        Store.open(tmp_path, clock=clock)

    assert (tmp_path / FILE_NAME).read_bytes() == before


def test_a_damaged_vault_without_backups_offers_none(tmp_path: Path, clock: FakeClock) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"SQLite format 3\x00" + b"\xff" * 20_000)

    with pytest.raises(DamagedVault) as told:
        Store.open(tmp_path, clock=clock)

    assert told.value.backup is None
    assert backup.list_backups(tmp_path / "backups") == []


def test_a_damaged_word_index_is_no_damage_of_the_notes(store: Store) -> None:
    def fill(db: Connection) -> None:
        db.execute("insert into note_fts (rowid, title, body) values (1, 'a', 'words found')")

    def damage(db: Connection) -> None:
        db.execute("update note_fts_data set block = x'00ff00' where id > 10")

    store.write(fill).result()
    store.write(damage).result()

    with pytest.raises(DamagedWords), store.read() as db:
        db.execute("select rowid from note_fts where note_fts match 'words'").fetchall()


def test_acts_in_turn_are_carried_out_in_their_order_and_tell_of_all_changes(store: Store) -> None:
    done: list[int] = []

    def act(number: int, _db: Connection) -> Changes:
        done.append(number)
        return touched(Act.FILE, [NoteId(f"note {number}")], text=number == 1, filing=False)

    changes = store.write_in_turn([partial(act, number) for number in range(3)]).result()

    assert done == [0, 1, 2]
    notes = [NoteId(f"note {number}") for number in range(3)]
    assert changes == touched(Act.FILE, notes, text=True, filing=False)


def test_an_act_in_turn_that_fails_ends_the_turn_and_those_before_it_stay(store: Store) -> None:
    def put(name: str, db: Connection) -> Changes:
        settings.put(db, name, 1)
        return touched(Act.SETTINGS, ())

    def fail(_db: Connection) -> Changes:
        raise ValueError("ours")

    with pytest.raises(ValueError, match="ours"):
        store.write_in_turn([partial(put, "one"), fail, partial(put, "two")]).result()

    with store.read() as db:
        assert settings.get(db, "one") == 1
        assert settings.get(db, "two") is None
