"""How much each state of a note changed, read in short turns."""

import pytest

from notebrain.app.notes import versions
from notebrain.app.notes.library import Library
from notebrain.app.notes.versions import ChangeAmounts
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import NoteId
from notebrain.domain.text.diff import Amount
from notebrain.notes.service import CaptureService, Edit
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.ids import FakeIds

TEXTS = ("one two\nthree\n", "one two\nthree\nfour five six\n", "one 2\nfour five six\n")
AMOUNTS = [
    Amount(1, 2, 1, is_change=True),
    Amount(3, 0, 0, is_change=True),
    Amount(3, 0, 0, is_change=True),
]
"""How much made the states of `TEXTS`, the newest first."""


@pytest.fixture
def library(store: Store) -> Library:
    return Library(store)


@pytest.fixture
def note(store: Store) -> NoteId:
    capture = CaptureService(store, FakeClock(), FakeIds())
    made = capture.capture(Draft(TEXTS[0])).result().note
    for session, text in enumerate(TEXTS[1:]):
        capture.edit(made, Edit(text, session=f"{session}")).result()
    return made


def test_each_state_is_compared_with_the_one_it_is_based_on(library: Library, note: NoteId) -> None:
    states = library.states(library.note(note))
    read = ChangeAmounts(library, note)

    is_more = read.read_more(states, turn_s=60)

    assert not is_more
    assert [read.known(states)[state] for state in states] == AMOUNTS


def test_a_turn_that_is_over_leaves_the_rest_for_the_next(library: Library, note: NoteId) -> None:
    states = library.states(library.note(note))
    read = ChangeAmounts(library, note)

    turns = [(read.read_more(states, turn_s=0), len(read.known(states))) for _turn in range(3)]

    assert turns == [(True, 1), (True, 2), (False, 3)]


def test_very_long_texts_are_not_compared(
    library: Library, note: NoteId, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versions, "LONGEST", len(TEXTS[2]))
    states = library.states(library.note(note))
    read = ChangeAmounts(library, note)

    assert not read.read_more(states, turn_s=60)

    assert list(read.known(states)) == [states[2]]
