"""The bands that the user set, in place of those that were measured."""

import dataclasses

import pytest
from hypothesis import given, strategies as st

from notebrain.app.notes.review import Review
from notebrain.app.settings.review import REVIEW_FLAGGED, REVIEW_SAME
from notebrain.app.settings.setting import Settings
from notebrain.domain.judge.verdict import Bands
from notebrain.review.rules import with_own
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.ids import FakeIds

MEASURED = Bands(*(value + 0.05 for value in dataclasses.astuple(Bands())))


def test_bands_that_were_not_set_stay_as_measured() -> None:
    assert with_own(MEASURED, same=None, flagged=None) == MEASURED


@given(st.floats(0.3, 1.0), st.floats(0.3, 1.0))
def test_the_other_bands_make_room_and_keep_their_order(same: float, flagged: float) -> None:
    own = with_own(MEASURED, same=same, flagged=flagged)

    assert (own.same, own.flagged) == (same, flagged)
    assert own.same_with_words == pytest.approx(same + 0.10)
    assert own.unlike <= own.related <= own.same <= own.near <= own.close


def test_a_setting_that_was_not_changed_leaves_the_bands_to_the_notes(store: Store) -> None:
    settings = Settings(store)
    review = Review(store, settings, FakeClock(), FakeIds())

    assert review.bands(MEASURED) == MEASURED

    settings.put(REVIEW_SAME, 0.7).result()
    settings.put(REVIEW_FLAGGED, 0.95).result()

    assert (review.bands(MEASURED).same, review.bands(MEASURED).flagged) == (0.7, 0.95)
