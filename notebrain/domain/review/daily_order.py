"""Which of the cards found come out on a day: the surest first, with a share for each kind.

Apart because it is a rule about many cards; what belongs to one card is in `cards`.

Confidences of different kinds cannot be compared: a hundred contradictions that the judge is wrongly sure of would keep
every true duplicate waiting for days. So a kind is divided by the places it already has, as votes are when the seats of
a parliament are filled (D'Hondt). With equal confidences the kinds take turns; a kind that is surer gets more places in
proportion, and a kind with little to say leaves its places to the others.
"""

from collections.abc import Iterable, Mapping
from heapq import heapify, heappop, heapreplace

from notebrain.domain.review.cards import Card, CardKind

_TURN = (
    CardKind.DUPLICATE,
    CardKind.REPLACED,
    CardKind.OVERLAP,
    CardKind.CONTRADICTION,
    CardKind.FLAGGED,
    CardKind.REPEAT,
    CardKind.CONFLICT,
    CardKind.LEARNED,
)
"""Of equal claims, the kind that is answered soonest comes first."""
UNLIMITED = frozenset({CardKind.REPEAT, CardKind.CONFLICT, CardKind.LEARNED})
"""These come out at once: they are certain, or few, and quickly answered."""


def first(found: Iterable[Card], places: int, taken: Mapping[CardKind, int]) -> list[Card]:
    """Return the cards that fill a number of places, the first one first.

    The order is the same on every computer, so that two computers of a vault bring out the same cards.

    Args:
        taken: How many places of the same day each kind already has.
    """
    kinds: dict[CardKind, list[Card]] = {}
    for card in sorted(found, key=_sureness):
        kinds.setdefault(card.kind, []).append(card)
    has = dict(taken)

    def claim(kind: CardKind) -> tuple[float, int, CardKind]:
        return -kinds[kind][0].confidence / (has.get(kind, 0) + 1), _TURN.index(kind), kind

    claims = [claim(kind) for kind in kinds]
    heapify(claims)
    chosen: list[Card] = []
    while claims and len(chosen) < places:
        kind = claims[0][2]
        chosen.append(kinds[kind].pop(0))
        has[kind] = has.get(kind, 0) + 1
        if kinds[kind]:
            heapreplace(claims, claim(kind))
        else:
            heappop(claims)
    return chosen


def _sureness(card: Card) -> tuple[float, float, str]:
    return -card.confidence, -(card.meaning or 0.0), card.id
