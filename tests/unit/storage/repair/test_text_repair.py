"""A damaged text is taken from the newest backup that has it whole; a text that was changed since is left alone."""

import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest

from notebrain.domain.notes.note import NoteId
from notebrain.storage.connection import Connection
from notebrain.storage.maintenance import backup, text_hashes
from notebrain.storage.notes import notes, revisions, rewrite
from notebrain.storage.repair import text_repair
from notebrain.storage.repair.text_repair import Repair
from notebrain.storage.store import Store
from notebrain.storage.sync import account
from tests.fakes.clock import FakeClock
from tests.fakes.soundness import faults_of
from tests.fakes.vaulting import NOW, add, found

LATER = NOW + timedelta(days=9)
BAD = b"lime \xff\xfe autumn"


def edit(db: Connection, note_id: NoteId, body: str) -> None:
    new = rewrite.Rewrite(
        "Soil", True, body, "edit", body, NOW, front_matter="author: me\n", always_keep=True
    )
    rewrite.rewrite(db, note_id, notes.key_of(db, note_id), new)


def damage(db: Connection, table: str, key: int, body: bytes = BAD) -> None:
    """Change a text as a disk does: nothing of the program notices."""
    triggers = db.execute(
        "select name, sql from sqlite_schema where type = 'trigger' and tbl_name = ?", (table,)
    ).fetchall()
    for name, _sql in triggers:
        db.execute(f"drop trigger {name}")
    id_ = "rowid" if table == "note" else "id"
    db.execute(f"update {table} set body = cast(? as text) where {id_} = ?", (body, key))
    for _name, sql in triggers:
        db.execute(sql)


def look(store: Store) -> list[Repair]:
    with store.read() as db:
        return text_repair.find(text_hashes.inspect(db).damaged, store.backups)


def repair(store: Store, repairs: list[Repair]) -> list[Repair]:
    return store.write(lambda db: text_repair.apply(db, repairs, at=LATER)).result()


@pytest.fixture
def note(store: Store) -> NoteId:
    """A note with two earlier texts: first, second, and third now; connected to an account."""

    def act(db: Connection) -> NoteId:
        account.connect(db, vault="vault", device="here", machine="here")
        note_id = add(db, "first", title="Soil", front_matter="author: me\n")[1]
        edit(db, note_id, "second")
        edit(db, note_id, "third and last")
        db.execute("delete from outbox where kind = 'send'")
        return note_id

    return store.write(act).result()


def everything(db: Connection, note_id: NoteId) -> object:
    return notes.get(db, note_id), notes.get(db, note_id).text_hash, revisions.history(db, note_id)


def test_what_a_backup_has_to_the_byte_comes_back_as_if_nothing_had_been(
    store: Store, clock: FakeClock, note: NoteId
) -> None:
    made = store.back_up(clock.now(), reason="by-hand")
    with store.read() as db:
        before = everything(db, note)
        rows = db.execute("select snippet, repeat_hash from note").fetchall()
        ids = [one.id for one in revisions.history(db, note)]
    store.write(lambda db: damage(db, "note", 1)).result()
    store.write(lambda db: damage(db, "revision", ids[0])).result()
    store.write(lambda db: db.execute("update note set snippet = 'x', repeat_hash = null")).result()

    repairs = look(store)
    done = repair(store, repairs)
    store.complete_words()

    assert [(one.exact, one.backup and one.backup.path) for one in done] == [(True, made)] * 2
    assert [one.damaged.revision for one in done] == [False, True]
    with store.read() as db:
        assert everything(db, note) == before
        assert db.execute("select snippet, repeat_hash from note").fetchall() == rows
        # the account knows this text
        assert db.execute("select count(*) from outbox where kind = 'send'").fetchone() == (0,)
        assert text_hashes.inspect(db).damaged == []
    assert store.write(lambda db: found(db, "third")).result() == [1]
    assert store.write(faults_of).result() == []


def test_a_text_that_waited_to_be_sent_is_sent_after_its_repair(
    store: Store, clock: FakeClock, note: NoteId
) -> None:
    def queue(db: Connection) -> None:
        for kind in ("send", "other"):
            db.execute(
                """insert into outbox (kind, note_rowid, idempotency_key, lane, retry_at, last_error)
                values (?, 1, 'key', 0, 99, 'damaged')""",
                (kind,),
            )

    store.back_up(clock.now(), reason="by-hand")
    store.write(queue).result()
    store.write(lambda db: damage(db, "note", 1)).result()

    repair(store, look(store))

    with store.read() as db:
        waits = "select kind, retry_at, last_error from outbox where kind in ('send', 'other') order by 1"
        assert db.execute(waits).fetchall() == [("other", 99, "damaged"), ("send", 0, None)]


def test_a_text_that_only_lies_in_the_history_of_a_backup_is_as_good(
    store: Store, clock: FakeClock, note: NoteId
) -> None:
    store.write(lambda db: edit(db, note, "fourth")).result()
    store.back_up(clock.now(), reason="by-hand")
    store.write(lambda db: edit(db, note, "third and last")).result()
    store.write(lambda db: damage(db, "note", 1)).result()

    (done,) = repair(store, look(store))

    assert done.exact
    with store.read() as db:
        assert notes.get(db, note).body == "third and last"


def test_of_an_earlier_day_the_damaged_text_stays_in_the_history(
    store: Store, clock: FakeClock, note: NoteId
) -> None:
    old = store.back_up(clock.now() - timedelta(days=2), reason="by-hand")
    store.write(lambda db: edit(db, note, "fourth")).result()
    newer = store.back_up(clock.now() - timedelta(days=1), reason="by-hand")
    store.write(lambda db: edit(db, note, "fifth")).result()
    store.write(lambda db: damage(db, "note", 1)).result()

    (one,) = repair(store, look(store))

    assert one.backup is not None
    assert (one.exact, one.backup.path) == (False, newer)
    assert old.exists()
    with store.read() as db:
        now, history = notes.get(db, note), revisions.history(db, note)
    assert (now.body, now.title, now.title_is_set) == ("fourth", "Soil", True)
    assert (now.front_matter, now.updated_at) == ("author: me\n", LATER)
    assert now.is_intact
    assert history[0].body == BAD.decode("utf-8", "replace")
    assert (history[0].reason, history[0].title) == ("restore", "Soil")


def test_where_no_backup_has_it_there_is_nothing_to_do(
    store: Store, clock: FakeClock, note: NoteId
) -> None:
    store.back_up(clock.now(), reason="by-hand")

    def after(db: Connection) -> None:
        edit(db, note, "fourth")
        edit(db, note, "fifth")
        add(db, "a note written after the backup")
        damage(db, "note", 2)
        # an earlier version comes back to the byte, or not at all
        damage(db, "revision", revisions.newest(db, 1))

    store.write(after).result()

    repairs = look(store)

    assert [(one.whole, one.backup, one.exact) for one in repairs] == [(None, None, False)] * 2
    assert repair(store, repairs) == []


def test_a_damaged_backup_or_a_damaged_text_in_one_is_passed_over(
    store: Store, clock: FakeClock, note: NoteId
) -> None:
    good = store.back_up(clock.now(), reason="by-hand")
    store.write(lambda db: damage(db, "note", 1, b"third and lasT")).result()
    with_damage = store.back_up(clock.now() + timedelta(days=1), reason="by-hand")
    nonsense = store.back_up(clock.now() + timedelta(days=2), reason="by-hand")
    nonsense.write_bytes(b"SQLite format 3\x00" + b"\xa5" * 9_000)
    assert len(backup.list_backups(store.backups)) == 3

    (one,) = look(store)

    assert with_damage.exists()
    assert one.backup is not None
    assert (one.exact, one.backup.path) == (True, good)
    assert one.whole is not None
    assert (one.whole.body, one.whole.title_is_set) == ("third and last", True)


def test_a_hash_that_was_damaged_itself_is_mended(
    store: Store, clock: FakeClock, note: NoteId
) -> None:
    store.back_up(clock.now(), reason="by-hand")
    store.write(lambda db: db.execute("update note set text_hash = x'00'")).result()

    (done,) = repair(store, look(store))

    assert done.exact
    with store.read() as db:
        assert notes.get(db, note).is_intact


def test_a_backup_of_before_there_were_hashes_gives_what_it_has(
    store: Store, clock: FakeClock, note: NoteId
) -> None:
    made = store.back_up(clock.now(), reason="by-hand")
    with closing(sqlite3.connect(made)) as db:
        for (name,) in db.execute(
            "select name from sqlite_schema where type = 'trigger' and sql like '%text_hash%'"
        ).fetchall():
            db.execute(f"drop trigger {name}")
        db.execute("alter table note drop column text_hash")
        db.execute("alter table revision drop column text_hash")
        db.commit()
    store.write(lambda db: damage(db, "note", 1)).result()

    (one,) = look(store)

    assert one.exact
    assert one.backup is not None


def test_a_text_that_changed_since_it_was_looked_at_is_left_alone(
    store: Store, clock: FakeClock, note: NoteId
) -> None:
    store.back_up(clock.now(), reason="by-hand")
    with store.read() as db:
        ids = [one.id for one in revisions.history(db, note)]
    store.write(lambda db: damage(db, "note", 1)).result()
    store.write(lambda db: damage(db, "revision", ids[0])).result()
    repairs = look(store)
    store.write(lambda db: edit(db, note, "written meanwhile")).result()
    store.write(lambda db: db.execute("delete from revision where id = ?", (ids[0],))).result()

    assert repair(store, repairs) == []
    with store.read() as db:
        assert notes.get(db, note).body == "written meanwhile"
