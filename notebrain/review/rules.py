"""What the user wants to hear of."""

from dataclasses import dataclass

from notebrain.domain.notes.note import Note
from notebrain.domain.notes.tags import fold_tag
from notebrain.domain.review.cards import Card, CardKind


@dataclass(frozen=True, slots=True)
class Rules:
    """What the user wants to hear of.

    Attributes:
        on: Whether notes are compared at all.
        quiet_tags: Notes with one of these tags (folded) are not.
        per_day: So many cards come up in a day; more come the next day. Exact repeats do not count.
        least: Below this confidence a card of the kind does not come up.
    """

    on: bool = True
    quiet_tags: frozenset[str] = frozenset()
    per_day: int = 30
    least: tuple[tuple[CardKind, float], ...] = ()

    def lets(self, note: Note) -> bool:
        """Tell whether a note may be compared."""
        return self.on and self.quiet_tags.isdisjoint(fold_tag(tag) for tag in note.tags)

    def wants(self, card: Card) -> bool:
        """Tell whether a card is sure enough."""
        return card.confidence >= dict(self.least).get(card.kind, 0.0)
