"""Which text uses which file is known in the transaction that changed the text, whatever table it is in."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from notebrain.domain.notes.attachments import Sha
from notebrain.domain.notes.draft import Draft, new_note
from notebrain.domain.notes.note import NoteId
from notebrain.notes.service import CaptureService, Edit
from notebrain.storage import settings
from notebrain.storage.connection import Connection, connect
from notebrain.storage.embedding.queue import Lane
from notebrain.storage.files import attachments, uses
from notebrain.storage.notes import notes
from notebrain.storage.schema import migrations
from notebrain.storage.store import FILE_NAME, Store
from tests.fakes.clock import FakeClock
from tests.fakes.ids import FakeIds
from tests.fakes.older_vaults import columns_of_today
from tests.fakes.trash import purge

A, B, C = (Sha(letter * 64) for letter in "abc")
NOW = datetime(2026, 11, 19, tzinfo=UTC)


def link(sha: Sha, name: str = "x.png") -> str:
    return f"![](attachment:{sha}/{name})"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path, clock=FakeClock())
    yield store
    store.close()


@pytest.fixture
def capture(store: Store) -> CaptureService:
    return CaptureService(store, FakeClock(), FakeIds())


def used(store: Store) -> set[Sha]:
    with store.read() as db:
        assert db.execute("select count(*) from attachment_unread").fetchone()[0] == 0
        return set(uses.used(db))


def sources(store: Store, sha: Sha) -> set[str]:
    with store.read() as db:
        rows = db.execute("select source from attachment_use where sha = ?", (sha,))
        return {row[0] for row in rows}


def test_a_text_uses_what_it_names_even_in_code(store: Store, capture: CaptureService) -> None:
    capture.capture(Draft(f"{link(A)} `{link(B)}`\n```\n{link(C)}\n```")).result()

    assert used(store) == {A, B, C}


def test_an_edit_changes_what_a_note_uses_and_its_history_keeps_the_rest(
    store: Store, capture: CaptureService
) -> None:
    note = capture.capture(Draft(link(A))).result().note

    capture.edit(note, Edit(link(B), session="one")).result()

    assert (sources(store, A), sources(store, B)) == ({"revision"}, {"note"})


def test_a_note_that_goes_for_good_takes_its_uses_with_it(
    store: Store, capture: CaptureService
) -> None:
    note = capture.capture(Draft(link(A))).result().note
    capture.edit(note, Edit(link(B), session="one")).result()
    with store.read() as db:
        going = uses.going_with(db, [note])
    capture.forget([note]).result()

    purge(store, [note])

    assert going == [A, B]
    assert used(store) == set()


def test_only_what_nothing_else_uses_goes_with_notes(store: Store, capture: CaptureService) -> None:
    one = capture.capture(Draft(f"{link(A)} {link(B)}")).result().note
    other = capture.capture(Draft(f"{link(B)} {link(C)}")).result().note

    with store.read() as db:
        alone, both = uses.going_with(db, [one]), uses.going_with(db, [one, other])
        none = uses.going_with(db, [NoteId("no such note")])

    assert (alone, both, none) == ([A], [A, B, C], [])


def test_settings_count_and_stop_counting(store: Store) -> None:
    store.write(lambda db: settings.put(db, "draft", f"x {link(A)}")).result()
    before = used(store)
    store.write(lambda db: settings.put(db, "draft", "x")).result()
    after = used(store)
    store.write(lambda db: settings.put(db, "draft", link(B))).result()
    store.write(lambda db: settings.put(db, "draft", None)).result()

    assert (before, after, used(store)) == ({A}, set(), set())


def test_a_held_change_counts_until_another_takes_its_place(store: Store) -> None:
    def hold(content: str) -> None:
        store.write(
            lambda db: (
                db.execute(
                    """insert or replace into sync_held (kind, id, rev, device, content, gone, seq, why)
                values ('note', 'n', 'r', 'd', ?, 0, 1, 'busy')""",
                    (content,),
                ).rowcount
            )
        ).result()

    hold(f'{{"body": "{link(A)}"}}')
    before = used(store)
    hold("{}")

    assert (before, used(store)) == ({A}, set())


def test_answers_to_cards_count_until_they_are_gone(store: Store) -> None:
    def act(db: Connection) -> None:
        db.execute(
            """insert into card_answer (id, card_id, kind, confidence, answer, at, card_before)
            values (7, 'c', 'repeat', 1, 'merge', 0, ?)""",
            (f'{{"merge": "{link(A)}"}}',),
        )
        db.execute(
            """insert into card_answer_note (answer_id, position, note_id, before, after)
            values (7, 0, 'n', ?, '{}')""",
            (f'{{"body": "{link(B)}"}}',),
        )

    store.write(act).result()
    before = used(store)
    store.write(lambda db: db.execute("delete from card_answer").rowcount).result()

    assert (before, used(store)) == ({A, B}, set())


def test_the_texts_themselves_are_read_before_a_file_goes(
    store: Store, capture: CaptureService
) -> None:
    capture.capture(Draft(link(A))).result()
    store.write(lambda db: db.execute("delete from attachment_use").rowcount).result()

    with store.read() as db:
        named, lost = uses.named_anywhere(db), uses.unindexed(db)
    store.write(uses.rebuild).result()

    assert (named, lost) == ({A}, {A})
    assert used(store) == {A}


def test_a_vault_from_before_is_read_with_the_first_change(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    with closing(connect(path)) as db:
        migrations.migrate(db, before=lambda: None, migrations=migrations.MIGRATIONS[:24])
        note = new_note(Draft(link(A)), NoteId("0190-0001"), now=NOW)
        with columns_of_today(db):
            notes.add(db, note, lane=Lane.EDIT, now=NOW)

    with closing(Store.open(tmp_path, clock=FakeClock())) as store:
        store.write(lambda db: settings.put(db, "x", 1)).result()

        assert used(store) == {A}


def test_every_source_has_its_triggers(store: Store) -> None:
    with store.read() as db:
        triggers = {
            row[0] for row in db.execute("select name from sqlite_schema where type = 'trigger'")
        }

    for source in uses.SOURCES:
        assert {f"{source}_comes_with_files", f"{source}_changes_files"} <= triggers
        assert f"{source}_goes_with_files" in triggers


def test_every_column_with_texts_is_a_source_or_known_not_to_be(store: Store) -> None:
    """A new table with texts must say whether it may name files."""
    never = {
        "workspace",
        "tag",
        "space",
        "outbox",
        "link",
        "sync_account",
        "sync_gone",
        "sync_run",
        "sync_receipt",
    }
    never |= {
        "account_space",
        "vector_todo",
        "vector_kept",
        "vector_sent",
        "ruling",
        "ruling_try",
        "sync_there",
    }
    never |= {"sync_missing", "sync_adopted", "note_alias", "computer", "imported"}
    never |= {"sync_file", "sync_file_pause", "sync_file_stray"}
    # what was said of notes and to a model names notes, and what procedures say is no Markdown
    never |= {"conversation", "conversation_turn", "conversation_note", "episode", "learned"}
    never |= {"procedure", "procedure_change"}
    never |= {"program", "program_act", "program_use", "program_allowed", "program_token"}
    derived = {"worded", "searchable_text"}  # what the word indexes have
    with store.read() as db:
        tables = {
            row[0]
            for row in db.execute(
                """select distinct m.name from sqlite_schema as m, pragma_table_info(m.name) as c
                where m.type = 'table' and lower(c.type) = 'text' and m.name not like 'note_fts%'
                and m.name not like 'note_gram%' and m.name not like 'sqlite_%' and m.name not like 'attachment%'"""
            )
        }

    assert tables - never - derived == {*uses.SOURCES, "sync_note", "sync_thing"}


def test_a_file_that_a_note_names_and_that_was_never_here_is_absent(
    store: Store, capture: CaptureService
) -> None:
    capture.capture(Draft(link(A, "the%20tap.png"))).result()

    with store.read() as db:
        assert attachments.absent(db) == [(A, "the tap.png")]


def test_a_note_without_files_costs_no_reading(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path, clock=FakeClock())) as store:
        CaptureService(store, FakeClock(), FakeIds()).capture(Draft("no file")).result()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as db:
        assert db.execute("select count(*) from attachment_use").fetchone() == (0,)
