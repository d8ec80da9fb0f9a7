"""Cards with the notes they are about, as the front ends show them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from notebrain.app.agreement import Agreement
from notebrain.domain.cards import Answer, Card, CardKind
from notebrain.domain.note import Note

if TYPE_CHECKING:
    from notebrain.domain.answering import MergeText

_KINDS = (
    CardKind.CONFLICT,
    CardKind.CONTRADICTION,
    CardKind.REPLACED,
    CardKind.REPEAT,
    CardKind.DUPLICATE,
    CardKind.OVERLAP,
    CardKind.FLAGGED,
)


@dataclass(frozen=True, slots=True)
class Asked:
    """One card with its notes as they are now; in a conflict both are the one note."""

    card: Card
    older: Note
    newer: Note

    @property
    def older_body(self) -> str:
        """The text on the older side."""
        return self.older.body

    @property
    def newer_body(self) -> str:
        """The text on the newer side: in a conflict what the note has not."""
        return self.newer.body if self.card.theirs is None else self.card.theirs.body

    @property
    def newer_at(self) -> datetime:
        """When the text on the newer side was written."""
        return self.newer.updated_at if self.card.theirs is None else self.card.theirs.at

    @property
    def merges(self) -> "tuple[MergeText, ...]":
        """The texts that a merge could give, the proposed one first; none where the card takes no merge."""
        from notebrain.domain.answering import merge_texts_of

        return merge_texts_of(self.card, self.older, self.newer)

    @property
    def merge(self) -> str | None:
        """The proposed text of both; None where the card takes no merge."""
        return next((one.text for one in self.merges), None)

    def vanishing(self, merged: str) -> list[str]:
        """Return what a merged text would lose: numbers, dates, addresses and names."""
        from notebrain.domain.proposals import vanishing

        return list(vanishing(merged, self.older_body, self.newer_body))


@dataclass(frozen=True, slots=True)
class Given:
    """An answer that can be taken back: to which card, with its notes as they are now."""

    asked: Asked
    answer: Answer
    at: datetime


@dataclass(frozen=True, slots=True)
class Inbox:
    """What waits for an answer.

    Attributes:
        asked: The surest first.
        answered_today: How many answers were given since midnight.
        last_answer: When the last one was given, or None.
        given: The last answers, the newest first.
        agreements: How often the user agreed, for every kind of card.
    """

    asked: tuple[Asked, ...] = ()
    answered_today: int = 0
    last_answer: datetime | None = None
    given: tuple[Given, ...] = ()
    agreements: tuple[Agreement, ...] = ()


def grouped(asked: Iterable[Asked]) -> tuple[Asked, ...]:
    """Return cards with those of one kind together, in their order; the groups with the surest card come first.

    Of groups that are equally sure the order is that of the kinds, so that an answer does not move them about.
    """
    groups: dict[CardKind, list[Asked]] = {}
    for one in asked:
        groups.setdefault(one.card.kind, []).append(one)

    def place(group: list[Asked]) -> tuple[float, int]:
        surest = max(one.card.confidence for one in group)
        return -round(surest, 2), _KINDS.index(group[0].card.kind)

    return tuple(one for group in sorted(groups.values(), key=place) for one in group)
