"""Which model embeds a vault: chosen by its languages, and the former one serves until the new one is ready."""

from collections.abc import Sequence

import pytest

from notebrain.app.model.local_model import ModelCache
from notebrain.domain.notes.draft import Draft
from notebrain.domain.ports import Space
from notebrain.domain.search.types import SearchRequest
from notebrain.indexing.indexer import Indexer
from notebrain.indexing.model_choice import LANGUAGES, ModelChoice, languages_known
from notebrain.notes.service import CaptureService
from notebrain.search.service import RecallService
from notebrain.storage import settings
from notebrain.storage.embedding import vectors
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.ids import FakeIds

GERMAN = [
    f"Der Zählerstand im Keller war am {day}. bei {4100 + 7 * day} und ist nicht zu hoch"
    for day in range(1, 30)
]
IN_ENGLISH = [
    f"The meter in the cellar was at {4100 + 7 * day} on the {day}th and is not too high"
    for day in range(1, 30)
]


class Bench:
    """A vault with two models."""

    def __init__(self, store: Store, clock: FakeClock) -> None:
        self.store, self.clock = store, clock
        self.english, self.others = FakeEmbedder(model="english"), FakeEmbedder(model="others")
        self.models = ModelCache(self.english, self.others)
        self.notes = CaptureService(store, clock, FakeIds())
        self.indexer = Indexer(store, self.models, clock)
        self.recall = RecallService(store, self.models, clock)
        self.choice = ModelChoice(store, self.models)

    def take(self, *texts: str) -> None:
        for text in texts:
            self.notes.capture(Draft(text)).result()

    def index(self) -> None:
        self.clock.forward(seconds=10)
        while self.indexer.step():
            pass
        self.choice.settle()

    def set_languages(self, value: str) -> None:
        self.store.write(lambda db: settings.put(db, LANGUAGES, value)).result()

    def renew(self) -> bool:
        changed = self.choice.renew()
        if changed:
            self.indexer.queue_missing()
        return changed

    @property
    def serving(self) -> Space:
        with self.store.read() as db:
            return vectors.serving(db, self.models.spaces, self.models.space)

    @property
    def asked(self) -> list[str]:
        """The models that read the question of a search."""
        before = len(self.english.embedded), len(self.others.embedded)
        self.recall.search(SearchRequest("meter cellar"))
        read = len(self.english.embedded) - before[0], len(self.others.embedded) - before[1]
        return ["english"] * read[0] + ["others"] * read[1]


@pytest.fixture
def bench(store: Store, clock: FakeClock) -> Bench:
    return Bench(store, clock)


def test_english_notes_keep_the_english_model(bench: Bench) -> None:
    bench.take(*IN_ENGLISH)

    assert not bench.renew()
    bench.index()

    assert bench.models.space == bench.serving == bench.english.space
    assert not bench.others.embedded


def test_notes_in_another_language_are_never_read_by_the_english_model(bench: Bench) -> None:
    bench.take(GERMAN[0])

    assert bench.renew()
    bench.index()

    assert bench.models.space == bench.serving == bench.others.space
    assert not bench.english.embedded


def test_a_tenth_in_another_language_is_enough(bench: Bench) -> None:
    bench.take(*IN_ENGLISH[:27], *GERMAN[:2])
    assert not bench.renew()

    bench.take(*GERMAN[2:14])

    assert bench.renew()
    assert bench.models.space == bench.others.space


def test_notes_that_do_not_tell_count_for_neither() -> None:
    assert languages_known(["milk, eggs", "4411", GERMAN[0], IN_ENGLISH[0]]) == (1, 1)


def test_the_former_vectors_serve_until_the_new_model_has_read_all_notes(bench: Bench) -> None:
    bench.take(*IN_ENGLISH)
    bench.renew()
    bench.index()
    bench.set_languages("others")

    assert bench.renew()
    bench.clock.forward(seconds=10)
    bench.indexer.step()
    bench.choice.settle()

    assert bench.models.space == bench.others.space
    assert (bench.serving, bench.choice.renewing) == (bench.english.space, True)
    assert bench.asked == ["english"]
    assert bench.recall.search(SearchRequest("meter cellar")).indexed_done == len(IN_ENGLISH)

    bench.index()

    assert (bench.serving, bench.choice.renewing) == (bench.others.space, False)
    assert bench.asked == ["others"]


def test_a_change_back_costs_nothing(bench: Bench) -> None:
    bench.take(*IN_ENGLISH)
    bench.renew()
    bench.index()
    read = len(bench.english.embedded)
    bench.set_languages("others")
    bench.renew()
    bench.set_languages("english")

    assert bench.renew()
    bench.index()

    assert bench.serving == bench.models.space == bench.english.space
    assert len(bench.english.embedded) == read


def test_detecting_never_goes_back_by_itself(bench: Bench) -> None:
    bench.take(GERMAN[0])
    bench.renew()
    bench.take(*IN_ENGLISH)

    assert not bench.renew()
    assert bench.models.space == bench.others.space


def test_another_process_takes_over_what_was_chosen(bench: Bench) -> None:
    other = ModelCache(FakeEmbedder(model="english"), FakeEmbedder(model="others"))
    bench.take(GERMAN[0])
    bench.renew()

    assert not ModelChoice(bench.store, other).renew()

    assert other.space == bench.others.space


def test_notes_are_looked_at_again_only_when_there_are_a_fifth_more(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []

    def look(texts: Sequence[str]) -> tuple[int, int]:
        looked.append(len(texts))
        return 1, 0

    monkeypatch.setattr("notebrain.indexing.model_choice.languages_known", look)
    for text in IN_ENGLISH[:20]:
        bench.take(text)
        bench.renew()

    assert looked == [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18]


def test_with_a_single_model_there_is_no_choice(store: Store, clock: FakeClock) -> None:
    alone = ModelCache(FakeEmbedder())

    assert not ModelChoice(store, alone).renew()
    assert alone.space == FakeEmbedder().space


def test_one_note_that_cannot_be_read_does_not_keep_the_former_model_serving(bench: Bench) -> None:
    bench.take(*IN_ENGLISH)
    bench.renew()
    bench.index()
    bench.set_languages("others")
    bench.renew()
    bench.others.refuses = IN_ENGLISH[3]
    bench.index()
    assert bench.serving == bench.english.space

    bench.take("A new note, which only the chosen model reads")
    bench.index()

    assert bench.serving == bench.others.space
    assert bench.asked == ["others"]
