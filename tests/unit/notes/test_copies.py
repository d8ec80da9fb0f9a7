"""Duplicating notes: what the copy has, what it is called, and how it goes and comes back."""

import pytest

from notebrain.domain.notes.copies import copy_title
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import Category, Note, NoteId
from notebrain.notes.service import CaptureService
from notebrain.storage.notes import notes
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.ids import FakeIds


@pytest.fixture
def capture(store: Store, clock: FakeClock) -> CaptureService:
    return CaptureService(store, clock, FakeIds())


def read(store: Store, note: NoteId) -> Note:
    with store.read() as db:
        return notes.get(db, note)


@pytest.mark.parametrize(
    ("title", "taken", "wanted"),
    [
        ("Dal", (), "Dal (copy)"),
        ("Dal", ("Dal (copy)",), "Dal (copy 2)"),
        ("Dal (copy)", ("Dal", "Dal (copy)"), "Dal (copy 2)"),
        ("Dal (copy 2)", ("Dal (copy)", "Dal (copy 2)"), "Dal (copy 3)"),
        ("Dal (copy me)", (), "Dal (copy me) (copy)"),
        ("a.*b{title}", (), "a.*b{title} (copy)"),
    ],
)
def test_a_copy_has_the_first_title_that_is_not_taken(
    title: str, taken: tuple[str, ...], wanted: str
) -> None:
    assert copy_title(title, lambda name: name in taken) == wanted


def test_a_copy_has_the_text_and_the_filing_but_dates_and_a_source_of_its_own(
    capture: CaptureService, store: Store, clock: FakeClock
) -> None:
    draft = Draft(
        "# Dal\r\n\r\ncumin\x00 🎉",
        tags=("food", "home"),
        workspace="Kitchen",
        category=Category.PROJECT,
        importance=5,
        pinned=True,
        local_only=True,
        source="import:a/dal.md",
        front_matter="---\nkey: value\n---\n",
    )
    first = read(store, capture.capture(draft).result().note)
    clock.forward(minutes=5)

    changes = capture.copies([first.id]).do().result()

    copy = read(store, changes.note)
    same = ("body", "front_matter", "tags", "workspace", "category", "importance", "pinned")
    assert [getattr(copy, name) for name in (*same, "local_only")] == [
        getattr(first, name) for name in (*same, "local_only")
    ]
    assert (copy.title, copy.source, copy.version) == ("Dal (copy)", "typed", 1)
    assert copy.created_at == copy.updated_at == clock.now()
    assert read(store, first.id) == first
    assert copy.is_intact


def test_several_notes_are_copied_in_one_act_and_notes_that_are_gone_are_left_out(
    capture: CaptureService, store: Store
) -> None:
    ids = [capture.capture(Draft(body)).result().note for body in ("A", "B")]

    changes = capture.copies([*ids, NoteId("note-999999")]).do().result()

    assert [read(store, one).title for one in changes.notes] == ["A (copy)", "B (copy)"]


def test_a_copy_goes_to_the_trash_and_comes_back_with_what_was_written_in_it(
    capture: CaptureService, store: Store
) -> None:
    act = capture.copies([capture.capture(Draft("A")).result().note])
    copy = act.do().result().note
    capture.append(copy, "written since").result()

    act.undo().result()
    trashed = read(store, copy)
    again = act.do().result()

    assert trashed.deleted_at is not None
    assert again.notes == (copy,)
    assert "written since" in read(store, copy).body
    assert read(store, copy).deleted_at is None


def test_undoing_leaves_out_a_copy_that_was_deleted_for_good(
    capture: CaptureService, store: Store
) -> None:
    ids = [capture.capture(Draft(body)).result().note for body in ("A", "B")]
    act = capture.copies(ids)
    gone, there = act.do().result().notes
    store.write(lambda db: notes.remove(db, [gone])).result()

    assert act.undo().result().notes == (there,)


def test_a_note_without_a_title_gets_a_copy_without_one(
    capture: CaptureService, store: Store
) -> None:
    note = capture.capture(Draft("")).result().note

    copy = read(store, capture.copies([note]).do().result().note)

    assert (copy.title, copy.title_is_set) == ("", False)
