"""Copies of the vault, and putting one back."""

import os
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from notebrain.domain.errors import DamagedVault, Interrupted, VaultError
from notebrain.domain.notes.retention import Retention
from notebrain.domain.sync.vault_time import VaultTime
from notebrain.storage import settings, vault_time
from notebrain.storage.connection import Connection, connect
from notebrain.storage.maintenance import backup
from notebrain.storage.store import FILE_NAME, Store
from tests.fakes.clock import FakeClock
from tests.fakes.vaulting import add


def value(path: Path, name: str = "name") -> object:
    with closing(connect(path)) as db:
        return settings.get(db, name)


def test_a_backup_is_one_whole_file_that_opens(store: Store, clock: FakeClock) -> None:
    store.write(lambda db: settings.put(db, "name", "kept")).result()

    made = store.back_up(clock.now(), reason="daily")

    assert backup.is_good(made)
    assert sorted(path.name for path in made.parent.iterdir()) == [
        "notebrain-20261119-140500-daily.db"
    ]
    with closing(sqlite3.connect(f"{made.as_uri()}?mode=ro&immutable=1", uri=True)) as db:
        assert settings.get(db, "name") == "kept"


def test_a_backup_holds_one_moment_although_others_write_on(store: Store, clock: FakeClock) -> None:
    def write_meanwhile() -> bool:
        store.write(lambda db: settings.put(db, "name", "new")).result()
        return True

    store.write(lambda db: settings.put(db, "name", "old")).result()

    made = store.back_up(clock.now(), reason="daily", keep_going=write_meanwhile)

    assert value(made) == "old"


def test_a_backup_that_is_stopped_leaves_nothing(store: Store, clock: FakeClock) -> None:
    with pytest.raises(Interrupted):
        store.back_up(clock.now(), reason="daily", keep_going=lambda: False)

    assert list(store.backups.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("name", ["00000000.part", "00000000.part-journal", "db"])
def test_a_file_that_another_process_takes_away_meanwhile_stops_no_backup(
    store: Store, clock: FakeClock, tmp_path: Path, name: str
) -> None:
    # listed, and not there when it is looked at
    store.backups.mkdir(exist_ok=True)
    (store.backups / f"notebrain-20260101-000000-daily.{name}").symlink_to(tmp_path / "gone")

    made = store.back_up(clock.now(), reason="daily")

    assert backup.is_good(made)


def test_daily_backups_rotate_the_newest_first(store: Store, clock: FakeClock) -> None:
    for _ in range(10):
        store.back_up(clock.now(), reason="daily", retention=Retention(days=7, weeks=0, months=0))
        clock.forward(days=1)

    kept = backup.list_backups(store.backups)

    assert len(kept) == 7
    assert kept[0].made_at == datetime(2026, 11, 28, 14, 5, tzinfo=UTC)
    assert kept == sorted(kept, key=lambda one: one.made_at, reverse=True)


def test_what_the_user_made_by_hand_does_not_go_with_the_daily_ones(
    store: Store, clock: FakeClock
) -> None:
    for _ in range(backup.KEPT + 2):
        store.back_up(clock.now(), reason="by-hand")
        clock.forward(minutes=1)
    store.back_up(clock.now(), reason="daily")

    kept = [one.reason for one in backup.list_backups(store.backups)]

    assert kept == ["daily"] + ["by-hand"] * backup.KEPT


def test_a_backup_that_cannot_be_read_back_is_not_kept(
    store: Store, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "is_good", lambda _path: False)

    with pytest.raises(VaultError, match="cannot be read back"):
        store.back_up(clock.now(), reason="daily")

    assert list(store.backups.iterdir()) == []


def test_backups_in_another_place_are_found_from_the_first_one(
    store: Store, clock: FakeClock, tmp_path: Path
) -> None:
    first = store.back_up(clock.now(), reason="daily")
    clock.forward(days=1)

    backup.point_to(store.backups, tmp_path / "stick")
    second = store.back_up(clock.now(), reason="daily")

    assert second.parent == tmp_path / "stick"
    assert [one.path for one in backup.list_backups(store.backups)] == [second, first]
    backup.point_to(store.backups, None)
    assert store.back_up(clock.now(), reason="by-hand").parent == store.backups


def test_of_big_backups_only_the_newest_three_are_kept(
    store: Store, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "MOST_BYTES", 1000)

    for _ in range(5):
        store.back_up(clock.now(), reason="daily")
        clock.forward(days=1)

    assert [one.made_at.day for one in backup.list_backups(store.backups)] == [23, 22, 21]


def test_a_backup_leaves_room_for_notes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    plenty = backup.has_room(store.path)
    monkeypatch.setattr(backup, "_ROOM_BYTES", 10**18)

    assert plenty
    assert not backup.has_room(store.path)


def test_files_of_the_users_own_are_neither_listed_nor_removed(
    store: Store, clock: FakeClock
) -> None:
    store.backups.mkdir()
    own = store.backups / "notebrain-before-the-holidays.db"
    own.write_text("mine")

    store.back_up(clock.now(), reason="daily")

    assert own.exists()
    assert [one.reason for one in backup.list_backups(store.backups)] == ["daily"]


def test_what_a_killed_backup_left_is_swept_away_after_a_day(
    store: Store, clock: FakeClock
) -> None:
    store.backups.mkdir()
    old, fresh = (
        store.backups / f"notebrain-20260101-000000-daily.{name}.part" for name in ("old", "fresh")
    )
    for part, age in ((old, timedelta(days=2)), (fresh, timedelta(minutes=1))):
        part.write_text("half")
        moment = (clock.now() - age).timestamp()
        os.utime(part, (moment, moment))

    store.back_up(clock.now(), reason="daily")

    assert not old.exists()
    assert fresh.exists()


def test_a_backup_that_cannot_be_written_says_so(store: Store, clock: FakeClock) -> None:
    store.backups.write_text("a file is in the way")

    with pytest.raises(VaultError, match="No backup could be written"):
        store.back_up(clock.now(), reason="daily")


def test_a_full_disk_of_the_backups_is_not_said_to_be_that_of_the_notes(
    store: Store, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_arguments: object) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorname = "SQLITE_FULL"
        raise error

    monkeypatch.setattr(backup, "_copy", no_room)

    with pytest.raises(VaultError, match="choose another folder") as told:
        store.back_up(clock.now(), reason="daily")

    assert str(store.backups) in str(told.value)
    assert "nothing more can be saved" not in str(told.value)


@pytest.mark.parametrize("content", [b"", b"text", b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_file_that_is_no_sound_vault_is_no_good_backup(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notebrain-20260101-000000-daily.db"
    path.write_bytes(content)

    assert not backup.is_good(path)
    assert backup.newest_good(tmp_path) is None


def test_a_missing_file_is_no_good_backup(tmp_path: Path) -> None:
    assert not backup.is_good(tmp_path / "nothing.db")


def test_a_backup_put_back_replaces_the_damaged_file_which_is_kept(
    tmp_path: Path, clock: FakeClock
) -> None:
    store = Store.open(tmp_path, clock=clock)
    store.write(lambda db: settings.put(db, "name", "kept")).result()
    made = store.back_up(clock.now(), reason="daily")
    store.close()
    vault = tmp_path / FILE_NAME
    vault.write_bytes(b"damaged")
    (tmp_path / f"{FILE_NAME}-wal").write_bytes(b"a log that must not meet the new file")

    aside = backup.restore(made, vault, at=clock.now())

    assert aside is not None
    assert aside.read_bytes() == b"damaged"
    assert (tmp_path / f"{aside.name}-wal").exists()
    assert value(vault) == "kept"
    assert made.exists()
    Store.open(tmp_path, clock=clock).close()


def test_a_backup_can_be_put_where_there_is_no_vault(tmp_path: Path, clock: FakeClock) -> None:
    store = Store.open(tmp_path / "one", clock=clock)
    store.write(lambda db: settings.put(db, "name", "kept")).result()
    made = store.back_up(clock.now(), reason="daily")
    store.close()
    (tmp_path / "two").mkdir()

    aside = backup.restore(made, tmp_path / "two" / FILE_NAME, at=clock.now())

    assert aside is None
    assert value(tmp_path / "two" / FILE_NAME) == "kept"


def test_a_restore_that_fails_leaves_the_vault_in_its_place(
    tmp_path: Path, clock: FakeClock
) -> None:
    vault = tmp_path / FILE_NAME
    vault.write_bytes(b"damaged")

    with pytest.raises(VaultError):
        backup.restore(tmp_path / "no such backup.db", vault, at=clock.now())

    assert vault.read_bytes() == b"damaged"
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]


def test_without_hard_links_the_damaged_file_is_copied(
    tmp_path: Path, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_args: object) -> None:
        raise OSError("not supported here")

    store = Store.open(tmp_path, clock=clock)
    store.write(lambda db: settings.put(db, "name", "kept")).result()
    made = store.back_up(clock.now(), reason="daily")
    store.close()
    (tmp_path / FILE_NAME).write_bytes(b"damaged")
    monkeypatch.setattr(os, "link", no_links)

    aside = backup.restore(made, tmp_path / FILE_NAME, at=clock.now())

    assert aside is not None
    assert aside.read_bytes() == b"damaged"
    assert value(tmp_path / FILE_NAME) == "kept"


def test_a_restore_into_a_folder_that_is_gone_says_so(
    tmp_path: Path, store: Store, clock: FakeClock
) -> None:
    made = store.back_up(clock.now(), reason="daily")

    with pytest.raises(VaultError):
        backup.restore(made, tmp_path / "gone" / FILE_NAME, at=clock.now())


def test_a_restore_to_where_a_folder_stands_says_which_folder_and_why(
    tmp_path: Path, store: Store, clock: FakeClock
) -> None:
    made = store.back_up(clock.now(), reason="daily")
    (tmp_path / "full" / FILE_NAME / "a folder").mkdir(parents=True)

    with pytest.raises(VaultError, match=r"moved into place in .*full: \w+"):
        backup.restore(made, tmp_path / "full" / FILE_NAME, at=clock.now())


def daily_copies(folder: Path, days: list[int], now: datetime) -> None:
    folder.mkdir(exist_ok=True)
    for day in days:
        at = now + timedelta(days=day)
        (folder / f"notebrain-{at:%Y%m%d-%H%M%S}-daily.db").write_bytes(b"")


def ages_in(folder: Path, now: datetime) -> list[int]:
    return [round((one.made_at - now) / timedelta(days=1)) for one in backup.list_backups(folder)]


@pytest.mark.parametrize("off", [40, 3653])
def test_a_backup_of_a_date_to_come_neither_goes_first_nor_drives_out_good_ones(
    store: Store, clock: FakeClock, off: int
) -> None:
    now = clock.now()
    daily_copies(store.backups, [off, -1, -2, -3, -4], now)

    store.back_up(now, reason="daily", retention=Retention(5, 0, 0))
    store.back_up(now + timedelta(days=1), reason="daily", retention=Retention(5, 0, 0))

    assert ages_in(store.backups, now) == [off, 1, 0, -1, -2, -3]


def test_a_clock_that_is_slow_keeps_its_new_backup_and_all_good_ones(
    store: Store, clock: FakeClock
) -> None:
    now = clock.now()
    daily_copies(store.backups, [-1, -2, -3], now)

    for day in (-900, -899):
        store.back_up(now + timedelta(days=day), reason="daily", retention=Retention(3, 0, 0))

    assert ages_in(store.backups, now) == [-1, -2, -3, -899, -900]


def test_a_fast_clock_that_nobody_believes_rotates_only_its_own_backups(
    store: Store, clock: FakeClock
) -> None:
    now = clock.now()
    time = VaultTime(timedelta(), now)
    store.write(lambda db: vault_time.put(db, time, running=timedelta(), looked_at=now)).result()
    daily_copies(store.backups, [-1, -2, -3], now)

    for day in (400, 800, 1200, 1600):
        store.back_up(now + timedelta(days=day), reason="daily", retention=Retention(3, 0, 0))

    assert ages_in(store.backups, now) == [1600, 1200, 800, -1, -2, -3]


def test_of_the_good_backups_one_of_a_date_to_come_is_the_last(
    store: Store, clock: FakeClock
) -> None:
    wrong = store.back_up(clock.now() + timedelta(days=900), reason="daily")
    right = store.back_up(clock.now(), reason="daily")

    newest, believing = (backup.newest_good(store.backups, now=at) for at in (clock.now(), None))

    assert newest is not None
    assert believing is not None
    assert (newest.path, believing.path) == (right, wrong)


def test_a_vault_that_is_replaced_twice_in_a_moment_is_kept_both_times(
    store: Store, clock: FakeClock
) -> None:
    copy = store.back_up(clock.now(), reason="daily")
    store.close()

    kept = [backup.restore(copy, store.path, at=clock.now()) for _time in range(3)]

    first, second, third = (one.stem for one in kept if one is not None)
    assert (second, third) == (f"{first}-2", f"{first}-3")


def test_where_no_backup_is_whole_the_newest_that_opens_is_offered(
    store: Store, clock: FakeClock
) -> None:
    def damage(db: Connection) -> None:
        db.execute("update note set text_hash = x'00'")

    store.write(lambda db: add(db, "lime")).result()
    store.write(damage).result()
    store.back_up(clock.now(), reason="daily")
    newest = store.back_up(clock.now() + timedelta(days=1), reason="daily")
    broken = store.back_up(clock.now() + timedelta(days=2), reason="daily")
    broken.write_bytes(b"nonsense")

    good = backup.newest_good(store.backups)

    assert good is not None
    assert good.path == newest


def test_of_a_damaged_vault_the_newest_backup_that_has_a_date_is_named(
    store: Store, clock: FakeClock
) -> None:
    store.back_up(clock.now() + timedelta(days=900), reason="daily")
    right = store.back_up(clock.now(), reason="daily")
    store.close()
    store.path.write_bytes(b"nonsense " * 2_000)

    with pytest.raises(DamagedVault, match=r"The notes file .* is damaged") as told:
        Store.open(store.path.parent, clock=clock)

    assert told.value.backup == str(right)


def test_damage_that_is_met_while_reading_names_the_backup_too(
    store: Store, clock: FakeClock
) -> None:
    body = "lime " * 4_000
    store.write(lambda db: add(db, body)).result()
    store.back_up(clock.now() + timedelta(days=900), reason="daily")
    right = store.back_up(clock.now(), reason="daily")
    store.close()
    data = bytearray(store.path.read_bytes())
    page = data.index(body[:5_000].encode()) // 8192 * 8192
    data[page : page + 8192] = b"\xa5" * 8192
    store.path.write_bytes(data)
    damaged = Store.open(store.path.parent, clock=clock)

    with pytest.raises(DamagedVault) as told, damaged.read() as db:
        db.execute("select body from note").fetchall()

    damaged.close()
    assert told.value.backup == str(right)


def test_of_a_lost_file_it_is_told_what_speaks_of_the_notes(store: Store, clock: FakeClock) -> None:
    store.write(lambda db: add(db, "lime")).result()
    made = store.back_up(clock.now(), reason="daily")
    store.close()
    store.path.unlink()

    with pytest.raises(DamagedVault) as told:
        Store.open(store.path.parent, clock=clock)

    assert told.value.backup == str(made)
    assert told.value.trace is not None
    assert Path(told.value.trace).exists()
