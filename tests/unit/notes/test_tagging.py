"""Acts on tags, over all notes at once."""

import pytest

from notebrain.app.notes.library import Library
from notebrain.domain.errors import UserError
from notebrain.domain.notes.draft import Draft
from notebrain.notes.service import CaptureService, Filing
from notebrain.notes.tags import TagService
from tests.fakes.ids import FakeIds
from tests.fakes.trash import purge


@pytest.fixture
def capture(store, clock) -> CaptureService:
    return CaptureService(store, clock, FakeIds())


@pytest.fixture
def acts(store) -> TagService:
    return TagService(store)


@pytest.fixture
def take(capture):
    def take(*tags: str):
        return capture.capture(Draft(f"note {tags}", tags=tags)).result().note

    return take


@pytest.fixture
def tags_of(store):
    library = Library(store)
    return lambda note: library.note(note).tags


def test_a_tag_takes_those_below_it_along(acts, take, tags_of) -> None:
    note, other = take("garden", "garden/winter"), take("garden-party")

    changes = acts.rename("garden", "home/plants").future.result()

    assert changes.notes == (note,)
    assert tags_of(note) == ("home/plants", "home/plants/winter")
    assert tags_of(other) == ("garden-party",)


def test_a_name_in_use_joins_two_tags_in_the_spelling_it_has(acts, take, tags_of) -> None:
    take("Plants")
    both = take("garden", "plants")

    acts.rename("garden", "plants").future.result()

    assert tags_of(both) == ("Plants",)


def test_a_tag_can_change_its_spelling_alone(acts, take, tags_of) -> None:
    note = take("garden", "garden/winter")

    acts.rename("garden", "Garden").future.result()

    assert tags_of(note) == ("Garden", "Garden/winter")


def test_a_tag_is_taken_off_all_notes(acts, take, tags_of) -> None:
    note = take("garden/winter", "work")

    acts.remove("garden").future.result()

    assert tags_of(note) == ("work",)


@pytest.mark.parametrize("new", ["plants", "garden/winter", "Garden", "work", "other/garden"])
def test_every_rename_can_be_taken_back(acts, take, tags_of, new) -> None:
    notes = [take("garden"), take("garden/winter", "work"), take("garden", "plants")]
    before = [tags_of(note) for note in notes]
    try:
        act = acts.rename("garden", new)
    except UserError:
        return
    act.future.result()

    acts.undo(act).result()

    assert [tags_of(note) for note in notes] == before


def test_the_way_back_of_a_removal_leaves_later_tags(acts, capture, store, take, tags_of) -> None:
    note, gone = take("garden"), take("garden")
    act = acts.remove("garden")
    act.future.result()
    capture.file([note], Filing(add_tags=("new",))).result()
    capture.forget([gone]).result()
    purge(store, [gone])

    changes = acts.undo(act).result()

    assert tags_of(note) == ("garden", "new")
    assert changes.notes == (note,)


@pytest.mark.parametrize("new", ["", " # ", "garden/winter/more"])
def test_a_name_that_cannot_be_is_refused(acts, new) -> None:
    with pytest.raises(UserError):
        acts.rename("garden", new)


def test_an_act_on_a_tag_nobody_has_changes_nothing(acts) -> None:
    changes = acts.remove("nobody").future.result()

    assert (changes.notes, changes.filing) == ((), False)
