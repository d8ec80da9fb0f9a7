"""Settings, moments and the lock between processes."""

import errno
import re
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.errors import VaultError
from notebrain.storage import settings
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import usage
from notebrain.storage.file_lock import Lease
from notebrain.storage.sql import from_ms, maybe_from_ms, to_ms
from notebrain.storage.store import Store


@pytest.mark.parametrize("value", ["text", 3, 0.5, True, ["a", 1], {"a": None}])
def test_a_setting_comes_back_as_it_was_put(store: Store, value: settings.Value) -> None:
    store.write(lambda db: settings.put(db, "name", value)).result()

    with store.read() as db:
        assert settings.get(db, "name") == value
        assert settings.get(db, "name", scope="Work") is None


def test_none_takes_a_setting_back(store: Store) -> None:
    def act(db: Connection) -> settings.Value:
        settings.put(db, "name", 1, scope="Work")
        settings.put(db, "name", 2, scope="Work")
        settings.put(db, "name", None, scope="Work")
        return settings.get(db, "name", scope="Work")

    assert store.write(act).result() is None


@given(st.datetimes(timezones=st.just(UTC)))
def test_a_moment_comes_back_to_the_millisecond(at: datetime) -> None:
    back = from_ms(to_ms(at))

    assert back == at.replace(microsecond=at.microsecond // 1000 * 1000)


def test_moments_of_any_zone_and_no_moment_are_kept() -> None:
    noon = datetime(2026, 1, 1, 12, tzinfo=timezone(timedelta(hours=5)))

    assert from_ms(to_ms(noon)) == noon
    assert maybe_from_ms(None) is None
    assert maybe_from_ms(0) == datetime(1970, 1, 1, tzinfo=UTC)
    assert from_ms(10**18).year == 9999
    assert from_ms(-(10**18)).year == 1


def test_one_holds_the_lock_until_it_lets_go(tmp_path: Path) -> None:
    one, two = Lease(tmp_path / "lock"), Lease(tmp_path / "lock")

    assert one.acquire()
    assert one.acquire()
    assert not two.acquire()
    assert (one.held, two.held) == (True, False)
    one.release()
    one.release()
    assert two.acquire()
    two.release()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    gone = tmp_path / "gone"

    unwritable = f"{re.escape(str(gone))} cannot be written to: No such file"
    with pytest.raises(VaultError, match=unwritable):
        Lease(gone / "lock").acquire()


def test_a_file_system_without_locks_is_not_taken_for_somebody_elses_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")

    def no_locks(*_args: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", no_locks)

    with pytest.raises(VaultError, match="No locks"):
        Lease(tmp_path / "lock").acquire()


def test_what_was_spent_is_counted_by_day_and_the_last_days_are_kept(store: Store) -> None:
    def act(db: Connection) -> None:
        assert usage.spent(db, 5) == 0.0
        for day in range(70):
            usage.spend(db, day, 1.5)
        usage.spend(db, 69, 0.25)

        assert [usage.spent(db, day) for day in (9, 10, 68, 69, 70)] == [0, 1.5, 1.5, 1.75, 0]

    store.write(act).result()


def test_the_account_gives_something_again_at_the_moment_it_named(store: Store) -> None:
    until = datetime(2026, 11, 20, tzinfo=UTC)

    def act(db: Connection) -> None:
        usage.spend(db, 1, 1.0)
        usage.mark_used_up(db, 1, until=until)

        assert usage.spent(db, 1) == 1.0
        assert usage.used_up_until(db, now=until - timedelta(hours=1)) == until
        assert usage.used_up_until(db, now=until) is None

    store.write(act).result()
