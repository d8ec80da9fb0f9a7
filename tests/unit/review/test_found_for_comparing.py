"""Which notes one is compared with: near in any part of it, or of the same key words."""

from pathlib import Path

import pytest

from notebrain.app.services import open_services
from notebrain.domain.notes.draft import Draft
from notebrain.domain.review.candidates import share_words
from notebrain.domain.search.ranking.features import Shape
from notebrain.storage.notes import notes
from notebrain.storage.review import queue
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder


def test_a_long_note_is_compared_by_its_beginning_its_middle_and_its_end(tmp_path: Path) -> None:
    clock, embedder = FakeClock(), FakeEmbedder()
    services = open_services(tmp_path / "vault", clock=clock, embedder=embedder)
    try:
        body = "\n\n".join(f"Part {n} tells of word{n} alone. " * 40 for n in range(12))
        note = services.notes.capture(Draft(body)).result().note
        clock.forward(seconds=3)
        while services.indexer.step():
            pass

        with services.store.read() as db:
            key = notes.key_of(db, note)
            sampled = queue.sample_vectors(db, key, embedder.space)
            passages = queue.all_vectors(db, key, embedder.space)

        assert len(passages) > 5
        assert len(set(sampled)) == 3
        assert sampled[0] == passages[0]
        assert sampled[1] in passages[2:-2]
        assert sampled[2] == passages[-1]
    finally:
        services.close()


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        ("boiler valve pressure", "pressure valve boiler", True),
        ("boiler valve pressure cellar", "boiler valve pressure attic", True),  # 3 of 5: 0.6
        ("boiler valve pressure cellar", "boiler valve pressure attic plumber", False),
        ("boiler valve", "boiler valve", False),  # two words say too little
    ],
)
def test_three_key_words_and_three_fifths_of_all_make_a_pair(
    one: str, other: str, *, shared: bool
) -> None:
    assert share_words(Shape.of(one), Shape.of(other)) is shared
