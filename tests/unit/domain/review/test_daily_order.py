"""The surest cards come first, and no kind keeps another one waiting."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime

from hypothesis import given, strategies as st

from notebrain.domain.notes.note import NoteId
from notebrain.domain.review.cards import Card, CardKind, pair_id
from notebrain.domain.review.daily_order import first

AT = datetime(2026, 3, 3, tzinfo=UTC)
PACED = (
    CardKind.DUPLICATE,
    CardKind.OVERLAP,
    CardKind.REPLACED,
    CardKind.CONTRADICTION,
    CardKind.FLAGGED,
)


def card(kind: CardKind, number: int, confidence: float) -> Card:
    one, other = NoteId(f"{kind}{number}a"), NoteId(f"{kind}{number}b")
    return Card(pair_id(one, other), kind, one, other, b"1", b"2", confidence, AT)


def many(kind: CardKind, count: int, confidence: float) -> list[Card]:
    return [card(kind, number, confidence) for number in range(count)]


FOUND = st.lists(
    st.builds(
        card, st.sampled_from(PACED), st.integers(0, 500), st.sampled_from((0.5, 0.62, 0.8, 0.95))
    ),
    max_size=80,
    unique_by=lambda made: made.id,
)


def test_a_flood_of_sure_contradictions_leaves_the_duplicates_their_places() -> None:
    flood = many(CardKind.CONTRADICTION, 200, 0.95)
    duplicates = many(CardKind.DUPLICATE, 10, 0.6)

    assert set(duplicates) <= set(first([*flood, *duplicates], 30, {}))


def test_kinds_that_are_equally_sure_take_turns() -> None:
    found = [one for kind in PACED for one in many(kind, 40, 0.8)]

    kinds = [one.kind for one in first(found, 30, {})]

    assert set(kinds[:5]) == set(PACED)
    assert Counter(kinds) == dict.fromkeys(PACED, 6)


def test_a_kind_that_had_its_places_today_lets_the_others_go_first() -> None:
    found = [*many(CardKind.CONTRADICTION, 9, 0.9), *many(CardKind.OVERLAP, 3, 0.6)]

    chosen = first(found, 3, {CardKind.CONTRADICTION: 20})

    assert [one.kind for one in chosen] == [CardKind.OVERLAP] * 3


@given(FOUND, st.integers(0, 40), st.dictionaries(st.sampled_from(PACED), st.integers(0, 30)))
def test_every_place_is_filled_and_of_a_kind_the_surest_come(
    found: list[Card], places: int, taken: dict[CardKind, int]
) -> None:
    chosen = first(found, places, taken)

    assert len(chosen) == min(places, len(found))
    left = set(found) - set(chosen)
    for kind in PACED:
        least = min((one.confidence for one in chosen if one.kind is kind), default=1.0)
        assert all(one.confidence <= least for one in left if one.kind is kind)


@given(FOUND, st.integers(0, 40))
def test_the_order_of_finding_does_not_matter(found: list[Card], places: int) -> None:
    assert first(found, places, {}) == first(found[::-1], places, {})


@given(FOUND, st.integers(1, 30))
def test_a_surer_card_never_has_to_wait_longer(found: list[Card], places: int) -> None:
    for chosen in first(found, places, {}):
        surer = [
            replace(one, confidence=min(1.0, one.confidence + 0.2)) if one is chosen else one
            for one in found
        ]
        assert chosen.id in {one.id for one in first(surer, places, {})}
