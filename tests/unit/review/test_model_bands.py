"""The bands of a vault's own model are measured once it is large enough, kept, and measured again when it doubled."""

import pytest

from notebrain.domain.errors import NoEmbedder
from notebrain.domain.judge.verdict import Bands
from notebrain.domain.notes.draft import Draft
from notebrain.indexing.indexer import Indexer
from notebrain.notes.service import CaptureService
from notebrain.review.model_bands import OwnBands, WordLikeness
from notebrain.storage import settings
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.ids import FakeIds

ALIKE = "the plan of the week is to walk and then to write about walk number "


class Shelf:
    """A vault whose notes are indexed as they come."""

    def __init__(self, store: Store, clock: FakeClock) -> None:
        self.store, self.clock = store, clock
        self.capture = CaptureService(store, clock, FakeIds())
        self.embedder = FakeEmbedder()
        self.indexer = Indexer(store, self.embedder, clock)
        self.taken = 0

    def take(self, count: int) -> None:
        """Take notes that share nearly all of their words."""
        for number in range(self.taken, self.taken + count):
            self.capture.capture(Draft(f"{ALIKE}{number}")).result()
        self.taken += count
        self.clock.forward(seconds=10)
        while self.indexer.step():
            pass

    def bands(self) -> OwnBands:
        """Return the bands as after a start."""
        return OwnBands(self.store, self.embedder.space)


@pytest.fixture
def shelf(store: Store, clock: FakeClock) -> Shelf:
    return Shelf(store, clock)


def test_a_small_vault_has_the_usual_bands(shelf: Shelf) -> None:
    shelf.take(20)
    bands = shelf.bands()
    assert not bands.renew()
    assert bands() == Bands()


@pytest.mark.slow
def test_a_vault_of_notes_that_are_all_alike_asks_for_more_and_remembers_it(shelf: Shelf) -> None:
    shelf.take(320)
    bands = shelf.bands()
    assert bands() == Bands()
    assert bands.renew()
    assert bands().related > Bands().related + 0.2
    assert not bands.renew()

    again = shelf.bands()
    assert again() == bands()
    assert not again.renew()


@pytest.mark.slow
def test_they_are_measured_again_once_the_vault_has_doubled(shelf: Shelf) -> None:
    shelf.take(320)
    bands = shelf.bands()
    assert bands.renew()
    shelf.take(300)
    assert not bands.renew()
    shelf.take(30)
    assert bands.renew()


@pytest.mark.slow
def test_what_cannot_be_read_is_measured_anew(shelf: Shelf) -> None:
    shelf.take(320)
    assert shelf.bands().renew()
    with shelf.store.read() as db:
        name = db.execute("select name from setting where name like 'review.bands%'").fetchone()[0]
    shelf.store.write(lambda db: settings.put(db, name, {"passages": "?"})).result()
    bands = shelf.bands()
    assert bands() == Bands()
    assert bands.renew()
    assert bands() != Bands()


def test_words_are_compared_with_each_other_and_each_is_embedded_once() -> None:
    embedder = FakeEmbedder()
    like = WordLikeness(embedder)

    found = like(["oak", "elm"], ["elm", "ash", "oak"])

    assert [[round(one, 3) for one in row] for row in found] == [[0, 0, 1], [1, 0, 0]]
    assert sorted(embedder.embedded) == ["ash", "elm", "oak"]


def test_words_are_compared_on_the_scale_of_all_models() -> None:
    like = WordLikeness(FakeEmbedder(model="@cf/baai/bge-m3"))

    assert like(["oak elm"], ["oak ash"])[0][0] == pytest.approx((0.5 - 0.4) / 0.6, abs=1e-3)


def test_without_a_model_no_words_are_alike() -> None:
    embedder = FakeEmbedder()
    embedder.failure = NoEmbedder("none")

    assert WordLikeness(embedder)(["oak", "elm"], ["oak"]) == [[0.0], [0.0]]
