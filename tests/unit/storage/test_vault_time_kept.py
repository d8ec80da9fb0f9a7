"""Since when notes are in the trash, what is in no backup, and deadlines that another date set."""

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from notebrain.domain.notes.note import ListFilter
from notebrain.domain.sync.vault_time import VaultTime
from notebrain.storage import vault_time
from notebrain.storage.connection import Connection, connect
from notebrain.storage.embedding import usage
from notebrain.storage.notes import lists, notes, tags, trash
from notebrain.storage.schema import m017_vault_time, migrations
from notebrain.storage.store import FILE_NAME, Store
from tests.fakes.clock import FakeClock
from tests.fakes.older_vaults import columns_of_today
from tests.fakes.vaulting import NOW, add

DAY = timedelta(days=1)


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Connection]:
    with closing(connect(tmp_path / "notes.db")) as db:
        migrations.migrate(db, before=lambda: None)
        yield db


def pass_time(db: Connection, days: float) -> None:
    vault_time.put(db, VaultTime(days * DAY, NOW), running=timedelta(), looked_at=NOW)
    trash.record_new(db, passed=days * DAY)


def ages(db: Connection) -> list[timedelta | None]:
    keys = [row[0] for row in db.execute("select rowid from note order by rowid")]
    return [row.trash_age for row in notes.rows(db, keys)]


def test_the_days_in_the_trash_count_from_the_first_look_at_a_note(
    db: Connection,
) -> None:
    (_one, first), (_two, second) = add(db, "one"), add(db, "two")
    notes.trash(db, first, at=NOW - 900 * DAY)
    pass_time(db, 10)
    notes.trash(db, second, at=NOW + 40 * DAY)
    pass_time(db, 12)
    pass_time(db, 15)

    assert ages(db) == [5 * DAY, 3 * DAY]
    assert [one.id for one in trash.overdue(db, before=10 * DAY)] == [first]


def test_a_note_that_came_out_of_the_trash_begins_anew(db: Connection) -> None:
    _key, note = add(db, "one")
    notes.trash(db, note, at=NOW)
    pass_time(db, 1)
    notes.trash(db, note, at=None)
    before = ages(db)
    notes.trash(db, note, at=NOW)
    unseen = ages(db)
    pass_time(db, 40)

    assert (before, unseen, ages(db)) == ([None], [timedelta()], [timedelta()])


def test_what_was_restored_or_changed_since_somebody_looked_is_not_removed(db: Connection) -> None:
    ids = [add(db, text)[1] for text in ("restored", "changed", "stays in the trash")]
    for note in ids:
        notes.trash(db, note, at=NOW)
    pass_time(db, 0)
    overdue = trash.overdue(db, before=DAY)
    notes.trash(db, ids[0], at=None)
    db.execute("update note set version = version + 1 where id = ?", (ids[1],))

    assert trash.remove(db, overdue) == [ids[2]]
    assert db.execute("select count(*) from note").fetchone()[0] == 2
    assert db.execute("select count(*) from in_trash").fetchone()[0] == 1


def test_notes_that_change_are_counted_once_until_a_backup(db: Connection) -> None:
    key, note = add(db, "one")
    add(db, "two")
    vault_time.backed_up(db)
    for body in ("a", "b"):
        db.execute("update note set body = ? where rowid = ?", (body, key))
    tags.put(db, key, ("food",))
    once = vault_time.not_backed_up(db)
    notes.count_access(db, note, at=NOW)
    vault_time.backed_up(db)
    notes.count_access(db, note, at=NOW)
    looked = vault_time.not_backed_up(db)
    notes.remove(db, [note])

    assert (once, looked, vault_time.not_backed_up(db)) == (1, 0, 1)


@pytest.mark.parametrize("days", [40, 3653])
def test_a_share_that_is_used_up_until_a_date_years_ahead_is_not(db: Connection, days: int) -> None:
    usage.mark_used_up(db, 1, until=NOW + days * DAY)
    usage.mark_used_up(db, 2, until=NOW + DAY)

    assert usage.used_up_until(db, now=NOW) == NOW + DAY
    assert usage.used_up_until(db, now=NOW + DAY) is None


def test_a_wrong_date_does_not_forget_what_was_spent_today(db: Connection) -> None:
    usage.spend(db, 20_000, 7.0)
    usage.spend(db, 24_000, 1.0)

    assert usage.spent(db, 20_000) == 7.0


def test_a_vault_of_before_begins_to_count_now(tmp_path: Path, clock: FakeClock) -> None:
    before = migrations.MIGRATIONS.index(m017_vault_time.up)
    Store.open(tmp_path, clock=clock, steps=migrations.MIGRATIONS[:before]).close()
    with closing(connect(tmp_path / FILE_NAME)) as db:
        db.execute("begin")
        with columns_of_today(db):
            _key, note = add(db, "old")
        notes.trash(db, note, at=NOW - 400 * DAY)
        db.execute("commit")

    store = Store.open(tmp_path, clock=clock)

    def look(db: Connection) -> list[timedelta | None]:
        pass_time(db, 0)
        keys = lists.keys(db, ListFilter(trashed=True))
        return [row.trash_age for row in notes.rows(db, keys)]

    assert store.write(look).result() == [timedelta()]
    store.close()


@pytest.mark.parametrize("agreed", [True, False])
def test_whether_the_clocks_agreed_is_kept(db: Connection, agreed: bool) -> None:
    time = VaultTime(DAY, NOW, agreed)

    vault_time.put(db, time, running=timedelta(), looked_at=NOW)

    kept = vault_time.get(db)
    assert kept is not None
    assert kept.time == time
