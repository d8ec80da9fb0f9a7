"""A note is shown whole unless its text is very long; lists follow the dates of their notes."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from notebrain.domain.errors import NotFound
from notebrain.domain.notes.excerpt import LONGEST_BEGINNING, LONGEST_WHOLE, NoteExcerpt
from notebrain.domain.notes.note import ListFilter, NoteId, SortKey
from notebrain.storage.notes import lists, notes
from notebrain.storage.sql import to_ms
from notebrain.storage.store import Store
from tests.fakes.vaulting import NOW, add


@pytest.mark.parametrize("size", [0, 5, LONGEST_WHOLE])
def test_a_note_is_read_whole(store: Store, size: int) -> None:
    _key, note_id = store.write(lambda db: add(db, "x" * size, tags=("a",))).result()

    with store.read() as db:
        assert lists.read(db, note_id) == notes.get(db, note_id)
        assert not isinstance(lists.read(db, note_id), NoteExcerpt)


@pytest.mark.slow
def test_of_a_very_long_one_its_beginning_is_read(store: Store) -> None:
    body = "".join(f"line {number} \u00e4\n" for number in range(LONGEST_WHOLE // 8))
    _key, note_id = store.write(lambda db: add(db, body, tags=("a",), title="Long")).result()

    with store.read() as db:
        note = lists.read(db, note_id)

    assert isinstance(note, NoteExcerpt)
    assert body.startswith(note.body)
    assert LONGEST_BEGINNING - 100 < len(note.body.encode()) <= LONGEST_BEGINNING
    assert (note.title, note.tags) == ("Long", ("a",))
    assert note.size == len(body.encode())


def test_a_text_that_a_disk_made_a_number_is_read(store: Store) -> None:
    _key, note_id = store.write(lambda db: add(db, "lime")).result()
    store.write(lambda db: db.execute("update note set body = x'', text_hash = text_hash")).result()

    with store.read() as db:
        assert lists.read(db, note_id).title == "lime"
        with pytest.raises(NotFound):
            lists.read(db, NoteId("none"))


def test_chosen_notes_are_listed_in_their_order_without_those_that_are_gone(store: Store) -> None:
    (one, one_id), (two, two_id), (_three, _id) = (
        store.write(partial(add, body=text)).result() for text in ("a", "b", "c")
    )
    chosen = ListFilter(only=(two_id, NoteId("none"), one_id), sort=SortKey.TITLE)

    with store.read() as db:
        assert lists.keys(db, chosen) == [two, one]
        assert lists.keys(db, chosen, limit=1) == [two]
        assert lists.count(db, chosen) == 2
        assert lists.keys(db, ListFilter(only=())) == []


@pytest.mark.parametrize("sort", [SortKey.UPDATED, SortKey.CREATED])
@pytest.mark.parametrize("trashed", [False, True])
def test_dates_go_with_their_notes_and_both_can_be_turned_around(
    store: Store, sort: SortKey, trashed: bool
) -> None:
    made = {
        store.write(partial(add, body=str(day), now=NOW + timedelta(days=day))).result()[0]: to_ms(
            NOW + timedelta(days=day)
        )
        for day in (3, 1, 2, 2)
    }
    if trashed:
        store.write(lambda db: db.execute("update note set deleted_at = updated_at")).result()
    newest = ListFilter(sort=sort, trashed=trashed)
    oldest = replace(newest, oldest_first=True)

    with store.read() as db:
        keys, dates = lists.keys(db, newest), lists.dates(db, newest)

        assert dates == sorted(made.values(), reverse=True)
        assert [made[key] for key in keys] == dates
        assert lists.keys(db, oldest) == keys[::-1]
        assert lists.dates(db, oldest) == dates[::-1]
        assert lists.dates(db, newest, limit=2) == dates[:2]


def test_titles_and_chosen_notes_have_no_order_of_dates(store: Store) -> None:
    _key, note_id = store.write(partial(add, body="a")).result()
    titled = ListFilter(sort=SortKey.TITLE)

    with store.read() as db:
        assert lists.dates(db, titled) == lists.dates(db, ListFilter(only=(note_id,))) == []
        assert lists.keys(db, titled) == lists.keys(db, replace(titled, oldest_first=True))
