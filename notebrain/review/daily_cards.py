"""The cards of each day: a limited number of new ones comes out, the surest of all that were found.

A card that is found is held. It comes out when it has a place among the day's, and goes back if a surer one is found on
the same day before it was answered; so the day's cards are the surest ones, whatever was compared first. What stays
held comes out on the following days. `made_at` is when a card came out, so an answered one keeps its place of the day.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from notebrain.domain.review.cards import HELD, Card, CardState
from notebrain.domain.review.daily_order import first
from notebrain.storage.connection import Connection
from notebrain.storage.review import cards


@dataclass(frozen=True, slots=True)
class Turns:
    """What changes among the cards of a day, each as it is afterwards.

    Attributes:
        coming: These come out.
        back: These go back, because surer ones were found.
        put_off: An earlier version of this program put these off until the next day; now they are held.
    """

    coming: Sequence[Card] = ()
    back: Sequence[Card] = ()
    put_off: Sequence[Card] = ()

    @property
    def all(self) -> list[Card]:
        """All cards that change."""
        return [*self.coming, *self.back, *self.put_off]


def turns(db: Connection, *, now: datetime, per_day: int) -> Turns:
    """Return which cards come out or go back now."""
    held = cards.held(db, most=per_day)
    if not held:
        return Turns()
    midnight = midnight_before(now)
    today = cards.come_out_since(db, midnight)
    settled = [card for card in today if _is_settled(card)]
    out = [card for card in today if not _is_settled(card)]
    taken = Counter(card.kind for card in settled)
    chosen = {card.id for card in first([*out, *held], per_day - len(settled), taken)}
    left = [card for card in held if card.id not in chosen and not card.is_held]
    return Turns(
        [
            replace(card, made_at=max(midnight, card.made_at), later_until=None)
            for card in held
            if card.id in chosen
        ],
        [replace(card, later_until=HELD) for card in out if card.id not in chosen],
        [replace(card, later_until=HELD) for card in left],
    )


def bring_out(db: Connection, *, now: datetime, per_day: int) -> list[Card]:
    """Store the cards that come out or go back now; return them."""
    turned = turns(db, now=now, per_day=per_day).all
    for card in turned:
        cards.put(db, card)
    return turned


def waiting(db: Connection, *, now: datetime, per_day: int, limit: int) -> list[Card]:
    """Return the cards that wait for an answer, as if those that come out now were out already.

    At the beginning of a day, and perhaps for a while, this is not stored yet.
    """
    turned = turns(db, now=now, per_day=per_day)
    ids = {card.id for card in turned.all}
    stay = [card for card in cards.waiting(db, now=now, limit=limit) if card.id not in ids]
    return sorted([*stay, *turned.coming], key=cards.surest_first)[:limit]


def count_waiting(db: Connection, *, now: datetime, per_day: int) -> int:
    """Return how many cards wait for an answer, see `waiting`."""
    if not cards.count_held(db):
        return cards.count_waiting(db, now=now)
    return len(waiting(db, now=now, per_day=per_day, limit=_ALL))


def count_held(db: Connection, *, now: datetime, per_day: int) -> int:
    """Return how many cards come out on the following days."""
    turned = turns(db, now=now, per_day=per_day)
    return cards.count_held(db) - len(turned.coming) + len(turned.back)


def midnight_before(now: datetime) -> datetime:
    """Return when the day began, by this computer's clock."""
    return now.astimezone().replace(hour=0, minute=0, second=0, microsecond=0)


_ALL = 1_000_000


def _is_settled(card: Card) -> bool:
    """Return whether a card was answered, perhaps with "later"."""
    return card.state is CardState.ANSWERED or card.answered_at is not None
