"""A note that was marked as outdated stays, and yields to the note that took over."""

import pytest

from notebrain.app.services import Services
from notebrain.domain.review.cards import Answer, Card, CardKind
from notebrain.domain.search.types import SearchRequest
from tests.fakes.clock import FakeClock
from tests.fakes.reviewing import Desk

OLDER = "Anna keeps the spare key of the shed"
NEWER = "Ask Peter for the spare key, he has the blue one, and bring it back before Sunday evening"


@pytest.fixture
def card(services: Services, clock: FakeClock) -> Card:
    app = Desk(services.store, clock)
    card = app.pair(CardKind.CONTRADICTION, OLDER, NEWER)
    clock.forward(seconds=3)
    while services.indexer.step():
        pass
    return card


def found(services: Services, query: str) -> list[tuple[str, list[str]]]:
    hits = services.search.search(SearchRequest(query)).hits
    return [(hit.note_id, [older.note_id for older in hit.older_versions]) for hit in hits]


def test_the_outdated_note_is_folded_under_its_successor_and_comes_back_with_undo(
    services: Services, card: Card
) -> None:
    assert {note for note, _older in found(services, "spare key")} == {card.older, card.newer}

    services.review.answer(card.id, Answer.OUTDATED).result()

    assert found(services, "spare key") == [(card.newer, [card.older])]

    services.review.undo(card.id).result()

    assert {note for note, _older in found(services, "spare key")} == {card.older, card.newer}


def test_where_only_the_outdated_note_answers_it_is_found_and_counts_less(
    services: Services, card: Card
) -> None:
    (before,) = services.search.search(SearchRequest('"of the shed"')).hits
    services.review.answer(card.id, Answer.OUTDATED).result()

    (after,) = services.search.search(SearchRequest('"of the shed"')).hits

    assert after.note_id == before.note_id == card.older
    assert after.score < before.score
    assert after.outdated
    assert not before.outdated
    assert after.score == pytest.approx(after.why.match * after.why.age * after.why.importance)
