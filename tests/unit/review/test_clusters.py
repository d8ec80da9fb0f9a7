"""One cluster of notes that are alike is one card, whichever of them is compared last."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from notebrain.domain.notes.note import NoteId
from notebrain.domain.review.candidates import in_cluster, makes_way
from notebrain.domain.review.cards import Card, CardKind, pair_id

AT = datetime(2026, 3, 3, tzinfo=UTC)
A, B, C = NoteId("a"), NoteId("b"), NoteId("c")


def card(kind: CardKind, older: NoteId, newer: NoteId) -> Card:
    return Card(pair_id(older, newer), kind, older, newer, b"1", b"2", 0.8, AT)


@pytest.mark.parametrize(
    "kind", [CardKind.REPEAT, CardKind.DUPLICATE, CardKind.OVERLAP, CardKind.FLAGGED]
)
def test_a_note_on_an_open_card_of_what_is_alike_gets_no_second_one(kind: CardKind) -> None:
    assert in_cluster(card(kind, B, C), [card(kind, A, B)], {B, C})


def test_a_card_about_two_other_notes_stands_in_nobodys_way() -> None:
    waiting = [card(CardKind.OVERLAP, A, NoteId("d"))]

    assert not in_cluster(card(CardKind.OVERLAP, B, C), waiting, {B, C})


def test_two_notes_that_one_contradicts_in_its_own_way_are_two_cards() -> None:
    waiting = [card(CardKind.CONTRADICTION, A, B)]

    assert not in_cluster(card(CardKind.CONTRADICTION, B, C), waiting, {B, C})
    assert in_cluster(card(CardKind.CONTRADICTION, B, C), waiting, {A, B, C})


def test_the_card_itself_does_not_stand_in_its_own_way() -> None:
    same = card(CardKind.OVERLAP, B, C)

    assert not in_cluster(same, [same], {B, C})


def test_only_a_clearly_surer_card_takes_the_place_of_one_that_nobody_touched() -> None:
    waiting = card(CardKind.OVERLAP, A, B)

    assert makes_way(replace(waiting, confidence=0.6), card(CardKind.OVERLAP, B, C))
    assert not makes_way(waiting, card(CardKind.OVERLAP, B, C))
    for touched in (
        replace(waiting, confidence=0.6, answered_at=AT),
        replace(waiting, confidence=0.6, judged_by="wise"),
    ):
        assert not makes_way(touched, card(CardKind.OVERLAP, B, C))
