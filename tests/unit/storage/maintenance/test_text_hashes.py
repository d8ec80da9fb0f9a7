"""Every text carries a hash of its exact bytes, whoever wrote it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from notebrain.app.api import Brain
from notebrain.app.services import open_services
from notebrain.domain.notes.content import text_hash
from notebrain.storage.connection import Connection
from notebrain.storage.maintenance import text_hashes
from notebrain.storage.schema import migrations
from notebrain.storage.store import FILE_NAME, Store
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.vaulting import add


@pytest.fixture
def brain(tmp_path: Path) -> Iterator[Brain]:
    with Brain(open_services(tmp_path / "vault", embedder=FakeEmbedder())) as brain:
        yield brain


def state(brain: Brain) -> text_hashes.TextState:
    with brain.services.store.read() as db:
        return text_hashes.inspect(db)


def change(brain: Brain, sql: str) -> None:
    brain.services.store.write(lambda db: db.execute(sql).rowcount).result()


@given(
    st.lists(st.text(max_size=5), min_size=3, max_size=3),
    st.lists(st.text(max_size=5), min_size=3, max_size=3),
)
def test_two_sets_of_texts_have_one_hash_only_if_they_are_the_same(one, other) -> None:
    assert (text_hash(*one) == text_hash(*other)) == (one == other)


def test_every_act_leaves_texts_that_agree_with_their_hash(brain: Brain, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.md").write_text("---\ntags: [x]\n---\nfrom a file\r\n")
    first = brain.capture("one [[two]]")
    second = brain.capture("two", title="two")
    brain.services.importer.run(tmp_path / "in")
    brain.edit(first, "one, changed [[two]]")
    brain.append(first, "later")
    brain.rename(second, "three")
    brain.restore_version(first, 1)
    brain.forget(second)
    brain.restore(second)

    found = state(brain)

    assert (found.notes, found.unhashed, found.damaged) == (3, 0, [])
    assert found.revisions >= 3


@pytest.mark.parametrize(
    ("sql", "bad_bytes"),
    [
        ("update note set body = cast(x'4bff41' as text), text_hash = text_hash", 1),
        ("update note set title = 'tw0'", 0),
        ("update note set front_matter = ' '", 0),
        ("update note set body = 7", 0),
        ("update note set body = x'414243'", 0),
    ],
)
def test_a_text_that_is_not_what_was_written_is_found_and_still_read(
    brain: Brain, sql: str, bad_bytes: int
) -> None:
    note = brain.capture("two", title="two")
    with brain.services.store.read() as db:
        (kept,) = db.execute("select text_hash from note").fetchone()
    change(brain, sql)
    # as a damaged disk does it: the hash stays
    brain.services.store.write(
        lambda db: db.execute("update note set text_hash = ?", (kept,)).rowcount
    ).result()

    (found,) = state(brain).damaged

    assert (found.note_id, found.bad_bytes, found.revision) == (note, bad_bytes, False)
    assert not brain.show(note).is_intact
    assert isinstance(brain.show(note).body, str)
    assert brain.list()[0].id == note


@pytest.mark.parametrize(
    "sql",
    [
        "update note set category = 'gen\u0001ral', created_at = 'soon', access_count = 'x', version = 2.0",
        "update note set updated_at = 9223372036854775807, source = 5, title = 7",
    ],
)
def test_a_value_that_nobody_wrote_keeps_no_note_from_being_read(brain: Brain, sql: str) -> None:
    note = brain.capture("two")
    change(brain, sql)

    assert brain.show(note).body == "two"
    assert [row.id for row in brain.list()] == [note]


def test_a_path_that_forgets_the_hash_raises_no_false_alarm(brain: Brain) -> None:
    note = brain.capture("two")
    change(brain, "update note set body = 'three'")

    assert state(brain).damaged == []
    assert state(brain).unhashed == 1
    assert brain.show(note).is_intact
    brain.services.store.write(text_hashes.fill).result()
    assert state(brain).unhashed == 0


def test_an_older_vault_gets_its_hashes_in_small_steps_that_can_be_broken_off(
    tmp_path: Path, clock: FakeClock
) -> None:
    Store.open(tmp_path, clock=clock, steps=migrations.MIGRATIONS[:19]).close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as db:
        _old_notes(db, 450)
    store = Store.open(tmp_path, clock=clock)

    steps = 0
    while True:
        with store.read() as db:
            if not text_hashes.waiting(db):
                break
        if steps == 1:  # a new start goes on where the last one was
            store.close()
            store = Store.open(tmp_path, clock=clock)
        store.write(text_hashes.fill).result()
        steps += 1

    with store.read() as db:
        found = text_hashes.inspect(db)
    store.close()
    assert (found.notes, found.revisions, found.unhashed, found.damaged) == (450, 1, 0, [])
    assert 3 <= steps <= 6


def test_the_texts_of_a_backup_of_an_older_schema_are_read_though_it_has_no_hashes(
    tmp_path: Path, clock: FakeClock
) -> None:
    Store.open(tmp_path, clock=clock, steps=migrations.MIGRATIONS[:19]).close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as db:
        _old_notes(db, 3)
        db.execute("update note set body = cast(x'4bff41' as text) where rowid = 2")

        found = text_hashes.inspect(db)

    assert (found.notes, found.revisions, found.unhashed) == (3, 1, 4)
    assert [(one.note_id, one.bad_bytes) for one in found.damaged] == [("id1", 1)]


def _old_notes(db: Connection, number: int) -> None:
    db.execute("insert into workspace values ('Personal', 0)")
    db.executemany(
        """insert into note (id, workspace, title, title_is_set, body, front_matter, snippet, category, importance,
            pinned, local_only, source, created_at, updated_at) values (?, 'Personal', 't', 0, ?, '', '', 'general', 3,
            0, 0, 'typed', 0, 0)""",
        [(f"id{i}", f"text {i}") for i in range(number)],
    )
    db.execute(
        """insert into revision (note_rowid, version, title, title_is_set, body, front_matter, made_at, reason, session)
        values (1, 1, 't', 0, 'before', '', 0, 'edit', 's')"""
    )
    db.commit()


def test_a_note_that_lost_a_byte_is_not_the_same_note_any_more(brain: Brain) -> None:
    note = brain.show(brain.capture("two"))

    assert note.is_intact
    assert not replace(note, body="tw0").is_intact
    assert replace(note, body="tw0", text_hash=None).is_intact


def test_texts_without_a_hash_are_counted_and_lone_versions_named(
    store: Store,
) -> None:
    def act(db: Connection) -> None:
        for number in range(3):
            add(db, f"note {number}")
        db.execute("update note set text_hash = null where rowid < 3")
        db.execute("pragma foreign_keys = off")

    store.write(act).result()
    with closing(sqlite3.connect(store.path)) as db:
        db.execute(
            """insert into revision (id, note_rowid, version, title, title_is_set, body, front_matter, made_at, reason,
                session, text_hash) values (7, 99, 1, 'Lime', 0, 'x', '', 1, 'edit', '', x'00')"""
        )
        db.commit()

    with store.read() as reading:
        found = text_hashes.inspect(reading)

    assert (found.notes, found.revisions, found.unhashed) == (3, 1, 2)
    (one,) = found.damaged
    assert (one.key, one.note_id, one.title, one.revision, one.bad_bytes) == (
        7,
        "",
        "Lime",
        True,
        0,
    )
