"""Taking back how notes were filed."""

from dataclasses import replace
from datetime import UTC, datetime

from hypothesis import given, strategies as st

from notebrain.domain.notes.note import Category, Note, NoteId
from notebrain.domain.notes.tags import clean_tags, fold_tag
from notebrain.notes.service import Filing
from notebrain.notes.tags import reverse, reverses

THEN = datetime(2026, 11, 19, tzinfo=UTC)
NOTE = Note(NoteId("1"), "Personal", "A", "A", THEN, THEN, tags=("garden",))
TAGS = st.lists(st.sampled_from(["garden", "Garden", "winter", "gas", "#gas"]), max_size=4)


def test_only_what_changed_comes_back() -> None:
    filing = Filing(workspace="Work", importance=3, pinned=True)

    assert reverse(NOTE, filing) == Filing(workspace="Personal", pinned=False)


def test_a_tag_the_note_had_before_is_not_taken_away() -> None:
    filing = Filing(add_tags=("Garden", "winter"), remove_tags=("gas",))

    assert reverse(NOTE, filing) == Filing(remove_tags=("winter",))


def test_all_tags_at_once_come_back_at_once() -> None:
    assert reverse(NOTE, Filing(tags=("x",))) == Filing(tags=("garden",), from_text=True)


def test_notes_filed_alike_come_back_in_one_act() -> None:
    notes = [NOTE, replace(NOTE, id=NoteId("2")), replace(NOTE, id=NoteId("3"), pinned=True)]

    found = reverses(notes, Filing(pinned=True, category=Category.FACT))

    assert found == [
        (("1", "2"), Filing(category=Category.GENERAL, pinned=False)),
        (("3",), Filing(category=Category.GENERAL)),
    ]


@given(TAGS, TAGS, TAGS)
def test_tags_are_as_before_after_there_and_back(worn, added, removed) -> None:
    note = replace(NOTE, tags=clean_tags(worn))
    filing = Filing(add_tags=tuple(added), remove_tags=tuple(removed))

    after = _filed(_filed(note.tags, filing), reverse(note, filing))

    assert {fold_tag(tag) for tag in after} == {fold_tag(tag) for tag in note.tags}


def _filed(tags: tuple[str, ...], filing: Filing) -> tuple[str, ...]:
    gone = {fold_tag(tag) for tag in clean_tags(filing.remove_tags)}
    both = clean_tags((*tags, *filing.add_tags))
    return tuple(tag for tag in both if fold_tag(tag) not in gone)
