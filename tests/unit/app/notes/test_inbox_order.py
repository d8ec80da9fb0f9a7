"""In which order the cards of the review stand."""

from datetime import UTC, datetime

from hypothesis import given, strategies as st

from notebrain.app.notes.card_views import OpenCard, grouped
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.review.cards import Card, CardKind, pair_id

AT = datetime(2026, 3, 1, tzinfo=UTC)
DISAGREE, OVERLAP, REPEAT = CardKind.CONTRADICTION, CardKind.OVERLAP, CardKind.REPEAT


def asked(number: int, kind: CardKind, confidence: float) -> OpenCard:
    older, newer = NoteId(f"older{number}"), NoteId(f"newer{number}")
    card = Card(pair_id(older, newer), kind, older, newer, b"", b"", confidence, AT)
    one, other = (Note(one, "Personal", "", "", AT, AT) for one in (older, newer))
    return OpenCard(card, one, other)


def kinds(*cards: OpenCard) -> list[CardKind]:
    return [one.card.kind for one in grouped(cards)]


def test_the_kind_with_the_surest_card_comes_first() -> None:
    assert kinds(asked(1, OVERLAP, 0.95), asked(2, DISAGREE, 0.9), asked(3, OVERLAP, 0.8)) == [
        OVERLAP,
        OVERLAP,
        DISAGREE,
    ]


@given(
    st.permutations(
        [
            asked(1, DISAGREE, 1.0),
            asked(2, REPEAT, 1.0),
            asked(3, DISAGREE, 0.998),
            asked(4, OVERLAP, 0.7),
        ]
    )
)
def test_an_answer_does_not_move_the_groups_that_stay(cards: list[OpenCard]) -> None:
    first = next(one for one in grouped(cards) if one.card.kind is DISAGREE)

    assert kinds(*cards) == [DISAGREE, DISAGREE, REPEAT, OVERLAP]
    assert kinds(*(one for one in cards if one is not first)) == [DISAGREE, REPEAT, OVERLAP]
