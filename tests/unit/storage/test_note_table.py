"""Notes in and out of their table, filed, listed, and removed without a trace."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings as rules, strategies as st

from notebrain.domain.errors import NotFound
from notebrain.domain.notes.content import repeat_hash
from notebrain.domain.notes.note import Category, ListFilter, NoteId, NoteState, SortKey
from notebrain.domain.notes.tags import fold_tag
from notebrain.domain.ports import Space
from notebrain.storage.connection import Connection, connect
from notebrain.storage.embedding import chunks, queue
from notebrain.storage.embedding.chunks import Chunk
from notebrain.storage.notes import lists, notes, revisions, tags
from notebrain.storage.review.filing import file_note
from notebrain.storage.schema import migrations
from notebrain.storage.search import text_index
from notebrain.storage.search.text_index import catch_up_words
from notebrain.storage.sql import short_ids
from notebrain.storage.store import Store
from tests.fakes.soundness import faults_of
from tests.fakes.vaulting import NOW, add, found, found_part

SPACE = Space("fake", "bag", 2)


@pytest.fixture
def db(tmp_path: Path, empty_vault: Path) -> Iterator[Connection]:
    shutil.copyfile(empty_vault, tmp_path / "notes.db")
    with closing(connect(tmp_path / "notes.db")) as db:
        yield db


def index(db: Connection, key: int, *hashes: bytes) -> None:
    chunks.replace(db, key, [Chunk(0, 0, one) for one in hashes], at=NOW)
    chunks.put_vectors(db, [(one, one * 8) for one in hashes], SPACE)
    chunks.mark_indexed(db, key, 1, SPACE)


def vectors(db: Connection) -> set[bytes]:
    return {row[0] for row in db.execute("select content_hash from vector")}


def test_a_note_comes_back_as_it_was_put_in(db: Connection) -> None:
    written = datetime(2020, 2, 29, 12, tzinfo=UTC)

    _key, note_id = add(
        db,
        "Body\r\n\x00\u2028 #ff0000",
        title="A title",
        tags=("b", "A/x"),
        workspace="Work",
        category=Category.DECISION,
        importance=5,
        pinned=True,
        local_only=True,
        source="import:a.md",
        created_at=written,
        front_matter="---\n---\n",
    )
    note = notes.get(db, note_id)

    assert note.body == "Body\r\n\x00\u2028 #ff0000"
    assert (note.title, note.title_is_set, note.tags, note.workspace) == (
        "A title",
        True,
        ("A/x", "b"),
        "Work",
    )
    assert (note.category, note.importance, note.pinned, note.local_only) == (
        Category.DECISION,
        5,
        True,
        True,
    )
    assert (note.created_at, note.updated_at, note.deleted_at) == (written, written, None)
    assert (note.source, note.front_matter, note.version, note.state) == (
        "import:a.md",
        "---\n---\n",
        1,
        NoteState.WAITING,
    )


@cache
def empty_file() -> bytes:
    """Return a file with the newest schema and nothing in it: the steps of the schema take 40 ms."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrations.migrate(db, before=lambda: None)
        return db.serialize()


@pytest.mark.slow
@rules(max_examples=60)
@given(
    body=st.text(st.characters(exclude_categories=["Cs"])),
    title=st.none() | st.text(max_size=20).map(str.strip),
)
def test_any_text_is_kept_byte_for_byte(body: str, title: str | None) -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.deserialize(empty_file())
        db.execute("pragma foreign_keys = on")
        title = None if title is None else title.encode("utf-8", "ignore").decode()
        key, note_id = add(db, body, title=title)
        catch_up_words(db)
        note = notes.get(db, note_id)
        db.execute("delete from note where rowid = ?", (key,))

        assert note.body == body
        assert faults_of(db) == []


def test_a_note_that_is_not_there_is_told(db: Connection) -> None:
    nobody = NoteId("0190-dead")

    for read in (notes.get, notes.key_of, notes.is_trashed):
        with pytest.raises(NotFound, match="0190-dead"):
            read(db, nobody)
    assert notes.get_by_key(db, 99) is None
    assert not notes.is_there(db, 99)
    assert not notes.any_there(db)


def test_a_note_is_found_by_the_beginning_of_its_id(db: Connection) -> None:
    add(db, "one", id_="0190a1")
    add(db, "two", id_="0190b2")

    assert notes.find(db, "0190A") == "0190a1"
    assert notes.find(db, "0190b2") == "0190b2"
    with pytest.raises(NotFound, match=r"Several notes match 0190; give"):
        notes.find(db, "0190")
    for nothing in ("", "77", "ä", "\udcff", "%"):
        with pytest.raises(NotFound):
            notes.find(db, nothing)


def test_short_ids_are_ends_that_only_one_note_has(db: Connection) -> None:
    alike = [f"0190-{number}abcdef" for number in range(3)]
    for id_ in (*alike, "0190-123456"):
        add(db, "one", id_=id_)

    short = short_ids(db, "note", [*alike, "0190-123456"])

    assert short == {**{id_: id_[-8:] for id_ in alike}, "0190-123456": "123456"}
    assert [notes.find(db, end) for end in short.values()] == list(short)


@pytest.mark.slow
def test_rows_come_in_the_order_asked_for_without_those_that_are_gone(db: Connection) -> None:
    keys = [add(db, f"Note {number}\nmore")[0] for number in range(600)]

    rows = notes.rows(db, [keys[5], 9999, *reversed(keys)])

    assert [row.title for row in rows[:3]] == ["Note 5", "Note 599", "Note 598"]
    assert len(rows) == 601
    assert rows[0].snippet == "more"


def test_only_columns_of_filing_can_be_filed(db: Connection) -> None:
    _key, note_id = add(db, "note")

    assert file_note(db, note_id, "pinned", 1)
    assert not file_note(db, note_id, "pinned", 1)
    with pytest.raises(ValueError, match="body"):
        file_note(db, note_id, "body", "x")


def test_the_trash_keeps_the_first_date_and_gives_notes_back(db: Connection) -> None:
    _key, note_id = add(db, "note")

    assert notes.trash(db, note_id, at=NOW)
    assert not notes.trash(db, note_id, at=NOW + timedelta(days=1))
    assert notes.get(db, note_id).deleted_at == NOW
    assert notes.trash(db, note_id, at=None)
    assert not notes.trash(db, note_id, at=None)
    assert notes.get(db, note_id).deleted_at is None


@pytest.mark.parametrize("late", [True, False])
def test_repeats_are_found_newest_first_outside_the_trash(db: Connection, late: bool) -> None:
    _, old = add(db, "Same text  \r\n\r\n\r\n\r\nhere", now=NOW - timedelta(days=2))
    _, new = add(db, "Same text\n\nhere\n")
    _, gone = add(db, "Same text\n\nhere")
    add(db, "same text\n\nhere")
    notes.trash(db, gone, at=NOW)
    if not late:
        text_index.fill_substrings(db, limit=10, now=NOW)

    assert notes.repeats(db, "Same text\n\nhere") == [new, old]


def test_a_text_that_changed_is_no_repeat_of_what_it_was(db: Connection) -> None:
    key, note_id = add(db, "before")
    catch_up_words(db)
    text_index.fill_substrings(db, limit=10, now=NOW)

    db.execute(
        "update note set body = ?, repeat_hash = ? where rowid = ?",
        ("after", repeat_hash("after"), key),
    )
    catch_up_words(db)
    early = notes.repeats(db, "before"), notes.repeats(db, "after")
    text_index.fill_substrings(db, limit=10, now=NOW)

    assert early == ([], [note_id])
    assert (notes.repeats(db, "before"), notes.repeats(db, "after")) == ([], [note_id])
    assert faults_of(db) == []


def test_a_removed_note_leaves_nothing_behind(db: Connection) -> None:
    key, note_id = add(db, "peculiar gardening words", tags=("a",))
    catch_up_words(db)
    text_index.fill_substrings(db, limit=10, now=NOW)
    index(db, key, b"v1")
    revisions.save(db, key, at=NOW, reason="edit", session="s")
    index(db, key, b"v2")
    chunk_ids = {row[0] for row in db.execute("select id from chunk")}

    notes.remove(db, [note_id])
    catch_up_words(db)

    tables = [
        *("note", "tag", "revision", "chunk", "vector", "vector_owner", "note_indexed", "outbox"),
        *("unworded", "worded", "ungrammed", "repeat"),
    ]
    left = {table: db.execute(f"select count(*) from {table}").fetchone()[0] for table in tables}
    gone = {row[0] for row in db.execute("select chunk_id from chunk_gone")}
    assert left == dict.fromkeys(tables, 0)
    assert gone >= chunk_ids
    assert found(db, "peculiar") == []
    assert found_part(db, "ardenin") == []
    assert faults_of(db) == []


def test_vectors_that_other_notes_use_or_used_stay_when_one_goes(db: Connection) -> None:
    one, one_id = add(db, "one")
    two, two_id = add(db, "two")
    index(db, one, b"shared", b"mine", b"earlier")
    index(db, two, b"earlier")
    index(db, two, b"shared", b"theirs")

    notes.remove(db, [one_id])
    kept = vectors(db)
    notes.remove(db, [two_id])

    assert kept == {b"shared", b"theirs", b"earlier"}
    assert vectors(db) == set()


def test_a_key_is_never_used_twice(db: Connection) -> None:
    key, note_id = add(db, "old")
    notes.remove(db, [note_id])

    again, _ = add(db, "new")

    assert again > key


@pytest.mark.parametrize(
    "steps", [("catch", "edit", "remove"), ("edit", "catch", "remove"), ("edit", "remove", "catch")]
)
def test_the_word_index_is_right_whatever_one_transaction_does(
    db: Connection, steps: tuple[str, ...]
) -> None:
    key, note_id = add(db, "alpha")
    add(db, "bystander alpha")
    acts = {
        "catch": lambda: catch_up_words(db),
        "edit": lambda: db.execute("update note set body = 'beta' where rowid = ?", (key,)),
        "remove": lambda: notes.remove(db, [note_id]),
    }

    for step in steps:
        acts[step]()
    catch_up_words(db)

    assert found(db, "alpha") == [key + 1]
    assert found(db, "beta") == []
    assert faults_of(db) == []


def test_an_edit_moves_a_note_in_both_indexes(db: Connection) -> None:
    key, _ = add(db, "gardening", title="t")
    catch_up_words(db)
    text_index.fill_substrings(db, limit=10, now=NOW)

    db.execute("update note set body = 'harvesting' where rowid = ?", (key,))

    assert (found(db, "gardening"), found(db, "harvesting")) == ([], [key])
    assert (found_part(db, "ardenin"), text_index.missing_substrings(db)) == ([], 1)
    text_index.fill_substrings(db, limit=10, now=NOW)
    assert found_part(db, "arvestin") == [key]
    assert faults_of(db) == []


def test_an_update_that_changes_no_text_touches_no_index(db: Connection) -> None:
    key, _ = add(db, "gardening")
    catch_up_words(db)
    text_index.fill_substrings(db, limit=10, now=NOW)

    db.execute("update note set body = body, title = title, pinned = 1 where rowid = ?", (key,))

    assert text_index.missing_substrings(db) == 0
    assert db.execute("select count(*) from unworded").fetchone()[0] == 0


def test_the_substring_index_takes_the_newest_notes_that_rest_and_few_at_a_time(
    db: Connection,
) -> None:
    keys = [add(db, f"resting {number}")[0] for number in range(3)]
    typed, typed_id = add(db, "being typed")
    queue.queue_index(db, typed, typed_id, 2, lane=queue.Lane.EDIT, at=NOW + timedelta(seconds=2))
    catch_up_words(db)

    assert text_index.ready_for_substrings(db, limit=2, now=NOW) == [keys[2], keys[1]]
    assert text_index.fill_substrings(db, limit=2, now=NOW) == 2
    assert text_index.fill_substrings(db, limit=9, now=NOW) == 1
    assert text_index.fill_substrings(db, limit=9, now=NOW) == 0
    assert text_index.fill_substrings(db, limit=9, now=NOW + timedelta(seconds=2)) == 1
    assert text_index.missing_substrings(db) == 0


def test_the_substring_index_holds_the_head_of_a_huge_note_and_takes_it_alone(
    db: Connection,
) -> None:
    small, _ = add(db, "a small one")
    huge = [add(db, "x" * (text_index.HEAD_LENGTH - 5) + "abcdefghij")[0] for _ in range(3)]
    catch_up_words(db)

    assert text_index.ready_for_substrings(db, limit=50, now=NOW) == [huge[2], huge[1]]
    text_index.fill_substrings(db, limit=50, now=NOW)
    text_index.fill_substrings(db, limit=50, now=NOW)
    assert found_part(db, "xabcde") == huge
    assert found_part(db, "defghij") == []
    assert text_index.missing_substrings(db) == 0
    assert found_part(db, "small") == [small]
    catch_up_words(db)
    assert faults_of(db) == []


def test_a_failed_note_is_put_into_the_substring_index_all_the_same(db: Connection) -> None:
    add(db, "poison")
    (job,) = queue.due(db, now=NOW, limit=9)
    queue.failed(db, job, error="no", retry_at=NOW + timedelta(hours=6))
    catch_up_words(db)

    assert text_index.fill_substrings(db, limit=9, now=NOW) == 1


def test_tags_are_one_whatever_their_case_and_keep_the_first_spelling(db: Connection) -> None:
    one, _ = add(db, "one", tags=("Äpfel", "ÉTÉ/Plage"))
    two, two_id = add(db, "two", tags=("äPFEL", "e\u0301te\u0301/plage", "Straße"))
    three, _ = add(db, "three", tags=("STRASSE", "Äpfelbaum"))

    counted = dict(lists.counts(db, None).tags)

    assert set(tags.of(db, two)) == {"Äpfel", "ÉTÉ/Plage", "Straße"}
    assert counted == {"Äpfel": 2, "ÉTÉ/Plage": 2, "Straße": 2, "Äpfelbaum": 1}
    assert set(lists.keys(db, ListFilter(tag="ÄPFEL"))) == {one, two}
    assert set(lists.keys(db, ListFilter(tag="été"))) == {one, two}
    assert set(lists.keys(db, ListFilter(tag="strasse"))) == {two, three}
    assert not tags.put(db, two, ("STRASSE", "äpfel", "été/plage"))
    assert tags.put(db, two, ("new",))
    assert tags.of(db, two) == ("new",)
    assert set(tags.known(db)) == {"Äpfel", "Äpfelbaum", "ÉTÉ/Plage", "Straße", "new"}
    assert notes.get(db, two_id).tags == ("new",)


def test_a_tag_leads_to_its_children_but_not_to_its_namesakes(db: Connection) -> None:
    kept = [add(db, name, tags=(name,))[0] for name in ("work", "work/a", "work/a/b", "Work/Z")]
    for other in ("workshop", "work-life", "work0", "works/x"):
        add(db, other, tags=(other,))

    assert set(lists.keys(db, ListFilter(tag="Work"))) == set(kept)


@given(st.text(max_size=12))
def test_folding_a_tag_twice_changes_nothing_more(name: str) -> None:
    assert fold_tag(fold_tag(name)) == fold_tag(name)


def test_lists_are_filtered_and_ordered_as_asked(db: Connection) -> None:
    def at(day: int) -> datetime:
        return NOW - timedelta(days=day)

    b, _ = add(db, "banana", created_at=at(3), updated_at=at(1), workspace="Work", pinned=True)
    a, _ = add(db, "Apple", created_at=at(2), updated_at=at(2), category=Category.FACT)
    c, c_id = add(db, "cherry", created_at=at(1), updated_at=at(3))
    d, d_id = add(db, "date", created_at=at(0))
    notes.trash(db, d_id, at=NOW)

    def keys(**wanted: object) -> list[int]:
        return lists.keys(db, ListFilter(**wanted))  # type: ignore[arg-type]  # a test's short cut

    assert keys() == [b, a, c]
    assert keys(sort=SortKey.CREATED) == [c, a, b]
    assert keys(sort=SortKey.TITLE) == [a, b, c]
    assert keys(workspace="Work") == [b]
    assert keys(category=Category.FACT) == [a]
    assert keys(pinned=True) == [b]
    assert keys(pinned=False) == [a, c]
    assert keys(trashed=True) == [d]
    assert lists.count(db, ListFilter()) == 3
    assert lists.keys(db, ListFilter(), limit=1, offset=1) == [a]
    notes.trash(db, c_id, at=NOW + timedelta(seconds=1))
    assert keys(trashed=True) == [c, d]


def test_the_sidebar_counts_what_each_entry_leads_to(db: Connection) -> None:
    add(db, "one", workspace="Work", pinned=True, tags=("a",))
    add(db, "two", workspace="Work", category=Category.FACT, tags=("a", "b"))
    add(db, "three")
    _, gone = add(db, "four", tags=("b",))
    notes.trash(db, gone, at=NOW)
    notes.ensure(db, "Empty", at=NOW + timedelta(days=1))

    everywhere, work = lists.counts(db, None), lists.counts(db, "Work")

    assert (everywhere.notes, everywhere.pinned, everywhere.trashed) == (3, 1, 1)
    assert dict(everywhere.tags) == {"a": 2, "b": 1}
    assert dict(everywhere.categories) == {Category.GENERAL: 2, Category.FACT: 1}
    assert dict(everywhere.workspaces) == {"Work": 2, "Personal": 1, "Empty": 0}
    assert (work.notes, work.pinned, work.trashed, dict(work.categories)) == (
        2,
        1,
        0,
        {Category.GENERAL: 1, Category.FACT: 1},
    )
    assert notes.names(db)[-1] == "Empty"


def test_an_opened_note_is_counted(db: Connection) -> None:
    _, note_id = add(db, "one")

    notes.count_access(db, note_id, at=NOW)
    note = notes.get(db, note_id)

    assert (note.access_count, note.last_accessed_at) == (1, NOW)


def test_a_long_note_that_is_being_typed_is_found_by_its_old_words_until_it_rests(
    db: Connection,
) -> None:
    key, note_id = add(db, "alpha " * 20_000, title="t")
    catch_up_words(db)
    for version, text in ((2, "beta " * 30_000), (3, "gamma " * 30_000)):
        db.execute("update note set body = ? where rowid = ?", (text, key))
        text_index.postpone_words(db, key)
        queue.queue_index(
            db, key, note_id, version, lane=queue.Lane.EDIT, at=NOW + timedelta(seconds=2)
        )
        catch_up_words(db)

    typing = [found(db, word) for word in ("alpha", "beta", "gamma")]
    early = text_index.catch_up_resting_words(db, now=NOW)
    late = text_index.catch_up_resting_words(db, now=NOW + timedelta(seconds=2))
    resting = [found(db, word) for word in ("alpha", "beta", "gamma")]

    assert (typing, early, late, resting) == ([[key], [], []], 0, 1, [[], [], [key]])
    assert faults_of(db) == []


@pytest.mark.parametrize("new", ["short now", "beta " * 30_000])
def test_a_long_note_that_rests_is_found_at_once_by_what_it_says(db: Connection, new: str) -> None:
    key, _ = add(db, "alpha " * 20_000, title="t")
    catch_up_words(db)

    db.execute("update note set body = ? where rowid = ?", (new, key))
    catch_up_words(db)

    assert found(db, "alpha") == []
    assert found(db, new.split(maxsplit=1)[0]) == [key]
    assert faults_of(db) == []


@pytest.mark.parametrize("typed", [True, False])
def test_a_long_note_removed_while_it_is_typed_leaves_no_words(
    db: Connection, *, typed: bool
) -> None:
    key, note_id = add(db, "alpha " * 20_000, title="t")
    catch_up_words(db)
    if typed:
        db.execute("update note set body = ? where rowid = ?", ("beta " * 30_000, key))
        text_index.postpone_words(db, key)

    notes.remove(db, [note_id])
    catch_up_words(db)

    assert (found(db, "alpha"), found(db, "beta")) == ([], [])
    assert db.execute("select count(*) from worded").fetchone()[0] == 0
    assert faults_of(db) == []


def test_a_word_index_made_anew_lacks_nothing(db: Connection) -> None:
    key, _ = add(db, "alpha " * 20_000, title="t")
    catch_up_words(db)
    db.execute("update note set body = ? where rowid = ?", ("beta " * 30_000, key))
    text_index.postpone_words(db, key)

    text_index.begin_words_anew(db)
    while text_index.renew_some_words(db):
        pass

    assert (found(db, "alpha"), found(db, "beta")) == ([], [key])
    assert faults_of(db) == []


def test_of_any_number_of_keys_the_ids_are_told(store: Store) -> None:
    keys = list(range(1, 1_300))

    def act(db: Connection) -> None:
        for number in keys:
            add(db, "lime", id_=f"id-{number}")

    store.write(act).result()

    with store.read() as db:
        assert set(notes.ids(db, [*keys, 5_000])) == {f"id-{number}" for number in keys}
        for sort in SortKey:
            listed = lists.keys(db, ListFilter(sort=sort))
            assert lists.keys(db, ListFilter(sort=sort), limit=0) == []
            assert lists.keys(db, ListFilter(sort=sort), limit=7, offset=3) == listed[3:10]
            assert lists.keys(db, ListFilter(sort=sort), offset=1_290) == listed[1_290:]
