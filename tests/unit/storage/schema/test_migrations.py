"""A schema moves forward only, whole or not at all, after a backup; what is not ours is not touched."""

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

import notebrain
from notebrain.domain.errors import NewerVault, Unwritable, VaultError
from notebrain.domain.notes.draft import Draft, new_note
from notebrain.domain.notes.note import Note, NoteId
from notebrain.storage import settings
from notebrain.storage.connection import Connection, connect
from notebrain.storage.embedding import queue
from notebrain.storage.maintenance import backup
from notebrain.storage.notes import notes
from notebrain.storage.procedures import procedures
from notebrain.storage.schema import (
    m030_conversations,
    m031_procedures,
    m035_conversation_trigger,
    m036_procedure_text,
    migrations,
    version as schema,
)
from notebrain.storage.store import FILE_NAME, Store
from tests.fakes.clock import FakeClock
from tests.fakes.older_vaults import columns_of_today
from tests.fakes.soundness import faults_in


def add_mood(db: Connection) -> None:
    db.execute("alter table note add column mood text")


def fail_half_way(db: Connection) -> None:
    db.execute("alter table note add column mood text")
    db.execute("insert into no_such_table values (1)")


def fail_once_more(db: Connection) -> None:
    db.execute("insert into no_such_table values (1)")


TWO = (*migrations.MIGRATIONS, add_mood)


def vault(folder: Path, clock: FakeClock) -> None:
    store = Store.open(folder, clock=clock)
    store.write(lambda db: settings.put(db, "kept", "yes")).result()
    store.close()


def columns(folder: Path) -> set[str]:
    with closing(sqlite3.connect(folder / FILE_NAME)) as db:
        return {row[1] for row in db.execute("pragma table_info(note)")}


def version(folder: Path) -> int:
    with closing(sqlite3.connect(folder / FILE_NAME)) as db:
        return schema.schema_version(db)


def test_the_newest_schema_is_what_the_last_step_leads_to() -> None:
    assert len(migrations.MIGRATIONS) == schema.NEWEST


def test_a_new_vault_has_the_newest_schema_and_needs_no_backup(
    tmp_path: Path, clock: FakeClock
) -> None:
    vault(tmp_path, clock)

    assert version(tmp_path) == len(migrations.MIGRATIONS)
    assert backup.list_backups(tmp_path / "backups") == []


def test_opening_again_changes_nothing(tmp_path: Path, clock: FakeClock) -> None:
    vault(tmp_path, clock)
    before = (tmp_path / FILE_NAME).read_bytes()

    Store.open(tmp_path, clock=clock).close()

    assert (tmp_path / FILE_NAME).read_bytes() == before


def test_an_older_vault_is_backed_up_and_then_brought_up_to_date(
    tmp_path: Path, clock: FakeClock
) -> None:
    vault(tmp_path, clock)

    store = Store.open(tmp_path, clock=clock, steps=TWO)
    with store.read() as db:
        kept = settings.get(db, "kept")
    store.close()

    (copy,) = backup.list_backups(tmp_path / "backups")
    assert kept == "yes"
    assert "mood" in columns(tmp_path)
    assert version(tmp_path) == len(TWO)
    assert copy.reason == "before-update"
    assert copy.made_at == clock.now().replace(microsecond=0)
    with closing(sqlite3.connect(copy.path)) as db:
        assert schema.schema_version(db) == len(migrations.MIGRATIONS)


def test_a_step_that_fails_leaves_the_vault_as_it_was(tmp_path: Path, clock: FakeClock) -> None:
    vault(tmp_path, clock)

    with pytest.raises(Exception, match="no_such_table"):
        Store.open(tmp_path, clock=clock, steps=(*migrations.MIGRATIONS, fail_half_way))

    assert version(tmp_path) == len(migrations.MIGRATIONS)
    assert "mood" not in columns(tmp_path)
    assert faults_in(tmp_path) == []
    Store.open(tmp_path, clock=clock).close()


def test_a_later_step_that_fails_undoes_the_earlier_ones_and_their_backup(
    tmp_path: Path, clock: FakeClock
) -> None:
    vault(tmp_path, clock)

    with pytest.raises(Exception, match="no_such_table"):
        Store.open(tmp_path, clock=clock, steps=(*TWO, fail_once_more))

    assert version(tmp_path) == len(migrations.MIGRATIONS)
    assert "mood" not in columns(tmp_path)
    assert list((tmp_path / "backups").iterdir()) == []
    Store.open(tmp_path, clock=clock, steps=TWO).close()
    assert len(list((tmp_path / "backups").iterdir())) == 1


def test_a_vault_that_had_no_room_for_its_update_goes_on_when_room_comes(
    tmp_path: Path, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault(tmp_path, clock)
    whole = backup.make

    def full(*_all: object, **_named: object) -> Path:
        raise Unwritable("The disk is full.")

    monkeypatch.setattr(backup, "make", full)
    store = Store.open(tmp_path, clock=clock, steps=TWO)
    before = store.data_version()
    with pytest.raises(Unwritable, match="disk is full"):
        store.write(lambda db: settings.put(db, "more", "no")).result()
    monkeypatch.setattr(backup, "make", whole)
    monkeypatch.setattr("notebrain.storage.store._NEXT_TRY_S", 0.0)

    store.write(lambda db: settings.put(db, "more", "yes")).result()

    assert store.data_version() != before
    with store.read() as db:
        assert settings.get(db, "more") == "yes"
        assert db.execute("select count(mood) from note").fetchone() == (0,)
    assert version(tmp_path) == len(TWO)
    store.close()


def test_no_step_runs_without_its_backup(tmp_path: Path, clock: FakeClock) -> None:
    vault(tmp_path, clock)
    (tmp_path / "backups").write_text("a file is in the way")

    with pytest.raises(VaultError, match="No backup could be written"):
        Store.open(tmp_path, clock=clock, steps=TWO)

    assert version(tmp_path) == len(migrations.MIGRATIONS)


def test_a_newer_vault_is_refused_and_not_a_byte_of_it_changes(
    tmp_path: Path, clock: FakeClock
) -> None:
    Store.open(tmp_path, clock=clock, steps=TWO).close()
    before = (tmp_path / FILE_NAME).read_bytes()

    with pytest.raises(NewerVault, match="newer NoteBrain"):
        Store.open(tmp_path, clock=clock)

    assert (tmp_path / FILE_NAME).read_bytes() == before
    assert backup.list_backups(tmp_path / "backups") == []


def test_a_database_of_another_program_is_refused_and_not_a_byte_of_it_changes(
    tmp_path: Path, clock: FakeClock
) -> None:
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as db:
        db.execute("create table bookmarks (url text)")
        db.commit()
    before = (tmp_path / FILE_NAME).read_bytes()

    with pytest.raises(VaultError, match="another program"):
        Store.open(tmp_path, clock=clock)

    assert (tmp_path / FILE_NAME).read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == [FILE_NAME]


def test_two_programs_that_update_at_once_do_every_step_once(
    tmp_path: Path, clock: FakeClock
) -> None:
    # the newest step is one that programs have: a backup made after it, by who was slower, can be read back
    Store.open(tmp_path, clock=clock, steps=migrations.MIGRATIONS[:-1]).close()
    barrier = threading.Barrier(4)

    def update(_number: int) -> None:
        barrier.wait()
        Store.open(tmp_path, clock=clock).close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(update, range(4)))

    assert version(tmp_path) == schema.NEWEST
    assert list((tmp_path / "backups").glob("*.part*")) == []


def test_a_program_that_waited_for_a_newer_one_refuses_what_it_finds(
    tmp_path: Path, clock: FakeClock
) -> None:
    vault(tmp_path, clock)

    def another_program_updates() -> None:
        Store.open(tmp_path, clock=clock, steps=(*TWO, add_mood_again)).close()

    def add_mood_again(db: Connection) -> None:
        db.execute("alter table note add column weather text")

    with closing(connect(tmp_path / FILE_NAME)) as db, pytest.raises(NewerVault):
        migrations.migrate(db, before=another_program_updates, migrations=TWO)

    assert version(tmp_path) == len(TWO) + 1


def test_the_repeats_of_a_vault_of_the_first_schema_are_still_found(
    tmp_path: Path, clock: FakeClock
) -> None:
    first = migrations.MIGRATIONS[:1]
    Store.open(tmp_path, clock=clock, steps=first).close()
    old = made_with_the_first_schema(tmp_path, "said twice", clock)

    store = Store.open(tmp_path, clock=clock)
    with store.read() as db:
        found = notes.repeats(db, "said twice")
    store.close()

    assert found == [old]
    assert faults_in(tmp_path) == []


def add_to_older(db: Connection, note: Note, clock: FakeClock) -> int:
    """Store a note as it is today but for what later steps brought."""
    with columns_of_today(db):
        return notes.add(db, note, lane=queue.Lane.EDIT, now=clock.now())


def made_with_the_first_schema(folder: Path, body: str, clock: FakeClock) -> NoteId:
    """Store one note, taken in by every index there was, as the first version did."""
    note = new_note(Draft(body), NoteId("01900000-0000-7000-8000-000000000001"), now=clock.now())
    with closing(connect(folder / FILE_NAME)) as db:
        db.execute("begin immediate")
        add_to_older(db, note, clock)
        db.execute("insert into note_fts (rowid, title, body) select rowid, title, body from note")
        db.execute("delete from unworded")
        db.execute("insert into note_gram (rowid, title, body) select rowid, title, body from note")
        db.execute("delete from ungrammed")
        db.execute("commit")
    return note.id


def index_words(db: Connection) -> None:
    """Index the words of all notes as the schemas of that time wanted it."""
    db.execute("insert into word_doc (note_rowid) select rowid from note")
    db.execute(
        """insert into note_fts (rowid, title, body)
        select doc, title, body from word_doc join note on note.rowid = note_rowid"""
    )
    db.execute("delete from unworded")


@pytest.mark.slow
def test_words_that_an_old_index_has_wrong_are_right_again_after_the_update(
    tmp_path: Path, clock: FakeClock
) -> None:
    first = migrations.MIGRATIONS[:1]
    Store.open(tmp_path, clock=clock, steps=first).close()
    made_with_the_first_schema(tmp_path, "said twice", clock)
    with closing(connect(tmp_path / FILE_NAME)) as db:
        db.execute("insert into note_fts (rowid, title, body) values (1, '', 'gone')")

    with notebrain.open(tmp_path) as brain:
        found = [len(brain.search(word).hits) for word in ("gone", "said")]
        brain.index()

    assert found == [0, 1]
    assert faults_in(tmp_path) == []


def test_versions_of_an_older_vault_are_dated_and_aged_by_when_they_were_made(
    tmp_path: Path, clock: FakeClock
) -> None:
    Store.open(tmp_path, clock=clock, steps=migrations.MIGRATIONS[:14]).close()
    days = (0, 1, 5, 4000, 5.5)  # the clock was wrong once

    def fill(db: Connection) -> None:
        note = new_note(Draft("now"), NoteId("0190-0001"), now=clock.now())
        # as it is today but for what later steps brought
        key = add_to_older(db, note, clock)
        for number, day in enumerate(days, start=1):
            db.execute(
                """insert into revision (note_rowid, version, title, title_is_set, body, front_matter,
                    made_at, reason, session) values (?, 1, '', 0, ?, '', ?, 'edit', '')""",
                (key, f"v{number}", number * 1000 + round(day * 86_400_000)),
            )

    # the writer of today knows only today's schema
    with closing(connect(tmp_path / FILE_NAME)) as db:
        fill(db)
        index_words(db)

    with (
        closing(Store.open(tmp_path, clock=clock)) as store,
        store.read() as db,
    ):
        rows = db.execute(
            "select body, written_at, lived, lost from revision order by id"
        ).fetchall()

    day, created = 86_400_000, round(clock.now().timestamp() * 1000)
    assert [row[1] for row in rows] == [
        created,
        *(number * 1000 + round(one * day) for number, one in enumerate(days[:-1], start=1)),
    ]
    assert [row[2] for row in rows] == [0, day // 2, day, day * 3 // 2, day * 3 // 2]
    assert {row[3] for row in rows} == {0}


def test_origins_of_tags_that_a_newer_version_has_sent_are_used_after_the_update(
    tmp_path: Path, clock: FakeClock
) -> None:
    Store.open(tmp_path, clock=clock, steps=migrations.MIGRATIONS[:23]).close()
    extra = '{"color": "red", "text_tags": ["Garden", "gone", 7]}'

    def fill(db: Connection) -> None:
        note = new_note(Draft("#garden"), NoteId("0190-0001"), now=clock.now())
        key = add_to_older(db, note, clock)
        for tag in ("garden", "home"):
            db.execute(
                "insert into tag (note_rowid, folded, name) values (?, ?, ?)", (key, tag, tag)
            )
        db.execute(
            "insert into sync_note (note_rowid, rev, extra) values (?, 'r', ?)", (key, extra)
        )

    # the writer of today knows only today's schema
    with closing(connect(tmp_path / FILE_NAME)) as db:
        fill(db)
        index_words(db)

    with closing(Store.open(tmp_path, clock=clock)) as store, store.read() as db:
        note = notes.get(db, NoteId("0190-0001"))
        left = db.execute("select extra from sync_note").fetchone()[0]
    assert (note.tags, note.text_tags) == (("garden", "home"), ("garden",))
    assert left == '{"color": "red"}'
    assert faults_in(tmp_path) == []


def test_a_vault_that_ran_an_earlier_form_of_the_conversations_becomes_like_a_new_one(
    tmp_path: Path, clock: FakeClock
) -> None:
    def earlier(db: Connection) -> None:
        m030_conversations.up(db)
        db.execute("drop trigger conversation_forgets")
        db.execute("drop index conversation_note_of")
        db.execute("create trigger conversation_forgets after delete on note begin select 1; end")

    steps = list(migrations.MIGRATIONS)
    steps[steps.index(m030_conversations.up)] = earlier

    def before_this_step() -> list[migrations.Migration]:
        return steps[: steps.index(m035_conversation_trigger.up)]

    Store.open(tmp_path / "old", clock=clock, steps=before_this_step()).close()
    Store.open(tmp_path / "old", clock=clock).close()
    Store.open(tmp_path / "new", clock=clock).close()

    assert statements(tmp_path / "old") == statements(tmp_path / "new")


def test_procedures_of_a_vault_that_ran_an_earlier_form_of_them_are_still_there(
    tmp_path: Path, clock: FakeClock
) -> None:
    def earlier(db: Connection) -> None:
        m031_procedures.up(db)
        db.execute("drop table procedure")
        created = m031_procedures.PROCEDURE.replace(", text text", ", content text")
        db.execute(f"{created} without rowid")
        db.execute(
            "insert into procedure values ('p1', 'Ask first.', 'work', 'words', 'review', 'manual', 1, 5, 6)"
        )

    steps = list(migrations.MIGRATIONS)
    steps[steps.index(m031_procedures.up)] = earlier
    before = steps[: steps.index(m036_procedure_text.up)]

    Store.open(tmp_path / "old", clock=clock, steps=before).close()
    with closing(Store.open(tmp_path / "old", clock=clock)) as store, store.read() as db:
        (one,) = procedures.all_procedures(db)
    Store.open(tmp_path / "new", clock=clock).close()

    assert (one.id, one.content, one.trigger.text, one.is_off) == (
        "p1",
        "Ask first.",
        "review",
        True,
    )
    assert statements(tmp_path / "old") == statements(tmp_path / "new")


def statements(folder: Path) -> list[tuple[object, ...]]:
    """Return what the schema of a vault consists of."""
    with closing(sqlite3.connect(folder / FILE_NAME)) as db:
        return db.execute("select name, sql from sqlite_master order by name").fetchall()
