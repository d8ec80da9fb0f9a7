"""Making all meanings anew."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from notebrain.app.services import Services, open_services
from notebrain.domain.embedding.usage import Amount
from notebrain.domain.notes.changes import Act, touched
from notebrain.domain.notes.draft import Draft
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder

if TYPE_CHECKING:
    from notebrain.indexing.reindex import Reembedding


@pytest.fixture
def embedder() -> FakeEmbedder:
    return FakeEmbedder()


@pytest.fixture
def services(tmp_path: Path, embedder: FakeEmbedder) -> Iterator[Services]:
    clock = FakeClock()
    services = open_services(tmp_path, clock=clock, embedder=embedder)
    for text in ("# Gas\n\nEleven weeks.", "# Tent\n\nTwo poles."):
        services.notes.capture(Draft(text)).result()
    clock.forward(minutes=5)
    while services.indexer.step():
        pass
    yield services
    services.close()


def test_every_note_is_embedded_again(services: Services, embedder: FakeEmbedder) -> None:
    reembedding: Reembedding = services.reembedding
    before, amount = len(embedder.embedded), reembedding.amount()

    changes = reembedding.start(amount).result()
    mark_leaving = reembedding.amount()
    while services.indexer.step():
        pass

    assert changes == touched(Act.SETTINGS, (), filing=False)
    assert amount == Amount(notes=2, passages=2)
    assert mark_leaving == Amount(notes=2, passages=0)
    assert reembedding.amount() == amount
    assert len(embedder.embedded) == 2 * before


@pytest.mark.parametrize(("passages", "minutes"), [(0, 1), (100, 1), (4_800, 2), (240_000, 100)])
def test_the_time_is_told_in_whole_minutes(passages: int, minutes: int) -> None:
    assert Amount(10, passages).minutes == minutes
