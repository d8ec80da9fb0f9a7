"""Notes to look at."""

import pytest

from notebrain.app.notes.library import Library
from notebrain.domain.errors import NotFound
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import ListFilter, NoteId
from notebrain.notes.service import CaptureService, Edit
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.ids import FakeIds


def test_a_library_shows_notes_lists_counts_and_history(store: Store) -> None:
    capture, library = CaptureService(store, FakeClock(), FakeIds()), Library(store)
    one = capture.capture(Draft("one", tags=("a",), workspace="Work")).result().note
    two = capture.capture(Draft("two")).result().note
    capture.edit(one, Edit("one more", session="s")).result()

    keys = library.keys(ListFilter())

    assert {row.id for row in library.rows(keys)} == {one, two}
    assert [row.id for row in library.list(ListFilter(workspace="Work"))] == [one]
    assert library.counts().notes == 2
    assert library.counts("Work").notes == 1
    assert library.note(one).body == "one more"
    assert library.key_of(one) in keys
    assert library.find("note-000001") == one
    assert [revision.body for revision in library.history(one)] == ["one"]
    assert list(library.tags()) == ["a"]
    assert set(library.workspaces()) == {"Work", "Personal"}
    with pytest.raises(NotFound):
        library.note(NoteId("nobody"))
