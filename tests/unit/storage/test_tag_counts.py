"""How many notes the sidebar says a tag leads to."""

import pytest

from notebrain.app.notes.library import Library
from notebrain.domain.notes.draft import Draft
from notebrain.notes.service import CaptureService
from tests.fakes.ids import FakeIds


@pytest.mark.parametrize("workspace", [None, "Personal"])
def test_a_tag_counts_the_notes_of_those_below_it_each_once(store, clock, workspace) -> None:
    capture = CaptureService(store, clock, FakeIds())
    capture.capture(Draft("a", tags=("Garden", "garden/winter"))).result()
    capture.capture(Draft("b", tags=("garden/winter", "garden/summer"))).result()
    capture.capture(Draft("c", tags=("garden-party", "work/db"))).result()
    gone = capture.capture(Draft("d", tags=("garden",))).result().note
    capture.forget([gone]).result()

    counts = Library(store).counts(workspace)

    assert dict(counts.tags) == {
        "Garden": 1,
        "garden-party": 1,
        "garden/summer": 1,
        "garden/winter": 2,
        "work/db": 1,
    }
    assert dict(counts.branches) == {"Garden": 2, "work": 1}


def test_a_workspace_counts_its_own_notes(store, clock) -> None:
    capture = CaptureService(store, clock, FakeIds())
    capture.capture(Draft("a", tags=("garden/winter",), workspace="Work")).result()
    capture.capture(Draft("b", tags=("garden",))).result()

    counts = Library(store).counts("Work")

    assert list(counts.tags) == [("garden/winter", 1)]
    assert list(counts.branches) == [("garden", 1)]
