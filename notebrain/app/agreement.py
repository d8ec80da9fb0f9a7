"""How often the user agreed with cards, and from which sureness on they come up."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from notebrain.domain.review.cards import CardKind

if TYPE_CHECKING:
    from notebrain.storage.review.answers import Tally

_STEP, _LOUDEST, _QUIETEST = 0.1, 0.5, 1.0


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often the user agreed with the cards of a kind: with all, and with the surer ones.

    Attributes:
        least: How sure a card of this kind has to be to come up; 0 lets all through.
        next: The same, once made quieter; equal to `least` where it cannot be.
        answered, agreed: Counts of all cards of the kind.
        surer, surer_agreed: Counts of those that would still have come up.
    """

    kind: CardKind
    least: float = 0.0
    next: float = 0.0
    answered: int = 0
    agreed: int = 0
    surer: int = 0
    surer_agreed: int = 0


def quieter(least: float) -> float:
    """Return how sure a card has to be to come up, once its kind is made quieter than `least`."""
    return round(min(_QUIETEST, max(least, _LOUDEST) + _STEP), 2)


def agreements(tallies: Sequence["Tally"], least: Mapping[CardKind, float]) -> Iterator[Agreement]:
    """Return what the answers so far tell of every kind.

    Args:
        least: How sure the cards of a kind have to be; 0 for kinds that are not in it.
    """
    for kind in CardKind:
        mine = [one for one in tallies if one.kind is kind]
        now = least.get(kind, 0.0)
        after = quieter(now)
        surer = [one for one in mine if one.tenths >= round(after * 10)]
        yield Agreement(
            kind,
            now,
            after,
            sum(one.answered for one in mine),
            sum(one.agreed for one in mine),
            sum(one.answered for one in surer),
            sum(one.agreed for one in surer),
        )
