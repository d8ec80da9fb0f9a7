"""Which of two versions counts as the older one, and what changed between them."""

from datetime import UTC, datetime

import pytest

from notebrain.app.notes.library import Library
from notebrain.app.notes.versions import VersionPair, pair_of, read_versions, state_before
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.history import State
from notebrain.notes.service import CaptureService, Edit
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.ids import FakeIds

AT = datetime(2026, 11, 19, 9, 0, tzinfo=UTC)


def state(revision: int | None, before: int | None) -> State:
    return State(revision, before, "Soil", AT, AT, "edit", begins_session=True)


NOW, LATE, EARLY = STATES = [state(None, 7), state(7, 3), state(3, None)]


@pytest.mark.parametrize(
    ("one", "other", "pair"),
    [
        (LATE, NOW, VersionPair(LATE, NOW)),
        (NOW, LATE, VersionPair(LATE, NOW)),
        (LATE, EARLY, VersionPair(EARLY, LATE)),
        (EARLY, LATE, VersionPair(EARLY, LATE)),
        (LATE, LATE, VersionPair(LATE, LATE)),
        (EARLY, None, VersionPair(None, EARLY)),
    ],
)
def test_the_older_of_two_versions_is_what_was_there_before(
    one: State, other: State | None, pair: VersionPair
) -> None:
    assert pair_of(STATES, one, other) == pair
    assert pair.ends_now == (pair.newer is NOW)


def test_a_state_is_based_on_the_one_it_names() -> None:
    assert [state_before(STATES, one) for one in STATES] == [LATE, EARLY, None]


def test_two_versions_are_read_and_compared(store: Store) -> None:
    capture, library = CaptureService(store, FakeClock(), FakeIds()), Library(store)
    note = capture.capture(Draft("one")).result().note
    capture.edit(note, Edit("one two", session="s")).result()
    now, first = library.states(library.note(note))

    both = read_versions(library, note, VersionPair(first, now))
    alone = read_versions(library, note, VersionPair(None, first))
    gone = read_versions(library, note, VersionPair(state(99, None), now))

    assert both is not None
    assert (both.older.body, both.newer.body, both.comparison.amount().words_added) == (
        "one",
        "one two",
        1,
    )
    assert alone is not None
    assert (alone.older.body, alone.older.title) == ("", "one")
    assert gone is None
