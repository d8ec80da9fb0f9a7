"""A note that goes on under the id of another computer takes its cards along."""

from dataclasses import replace

import pytest

from notebrain.domain.notes.note import NoteId
from notebrain.domain.review.cards import Answer, Card, CardKind, CardState, pair_id
from notebrain.storage.connection import Connection
from notebrain.storage.review import cards
from notebrain.storage.store import Store
from notebrain.storage.sync import twins
from tests.fakes.vaulting import NOW, add

THEIRS = NoteId("0190-theirs")


def card(older: NoteId, newer: NoteId) -> Card:
    return Card(pair_id(older, newer), CardKind.OVERLAP, older, newer, b"1", b"2", 1.0, NOW)


@pytest.mark.parametrize("answer", [Answer.KEEP_BOTH, None])
def test_a_card_that_is_there_under_the_new_name_keeps_its_answer(
    store: Store, answer: Answer | None
) -> None:
    def act(db: Connection) -> Card:
        mine, other = (add(db, text)[1] for text in ("lime", "lime tree"))
        cards.put(db, card(mine, other))
        if answer is not None:
            answered = replace(
                card(THEIRS, other), state=CardState.ANSWERED, answer=answer, answered_at=NOW
            )
            cards.put(db, answered)
        twins.adopt(db, mine, under=THEIRS, at=NOW)
        (found,) = cards.about(db, other)
        return found

    found = store.write(act).result()

    assert (found.older, found.answer) == (THEIRS, answer)
