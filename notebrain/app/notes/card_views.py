"""Review cards with their notes, ready to be shown."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from notebrain.domain.i18n import _
from notebrain.domain.notes.note import Note
from notebrain.domain.review.cards import Answer, Card, CardKind, Theirs

if TYPE_CHECKING:
    from notebrain.domain.conversations.learned import Learned
    from notebrain.domain.review.answers import MergeText
    from notebrain.storage.review.answers import Tally


_STEP, _LOUDEST, _QUIETEST = 0.1, 0.5, 1.0


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often the user agreed with the cards of a kind: with all of them, and with the more certain ones.

    Attributes:
        least: How certain a card of this kind has to be to appear; 0 lets all through.
        next: The same after making the kind quieter once; equal to `least` if that is not possible.
        answered, agreed: Counts for all cards of the kind. surer, surer_agreed: Counts for those that would still
        appear.
    """

    kind: CardKind
    least: float = 0.0
    next: float = 0.0
    answered: int = 0
    agreed: int = 0
    surer: int = 0
    surer_agreed: int = 0


def quieter(least: float) -> float:
    """Return how certain a card has to be to appear, once its kind is made quieter than `least`."""
    return round(min(_QUIETEST, max(least, _LOUDEST) + _STEP), 2)


def agreements(tallies: Sequence["Tally"], least: Mapping[CardKind, float]) -> Iterator[Agreement]:
    """Return what the answers so far say about every kind.

    Args:
        least: How certain the cards of a kind have to be; 0 for kinds not listed.
    """
    for kind in CardKind:
        mine = [tally for tally in tallies if tally.kind is kind]
        now = least.get(kind, 0.0)
        after = quieter(now)
        surer = [total for total in mine if total.tenths >= round(after * 10)]
        yield Agreement(
            kind,
            now,
            after,
            sum(total.answered for total in mine),
            sum(total.agreed for total in mine),
            sum(total.answered for total in surer),
            sum(total.agreed for total in surer),
        )


_KINDS = (
    CardKind.CONFLICT,
    CardKind.CONTRADICTION,
    CardKind.REPLACED,
    CardKind.REPEAT,
    CardKind.DUPLICATE,
    CardKind.OVERLAP,
    CardKind.FLAGGED,
    CardKind.LEARNED,
)


@dataclass(frozen=True, slots=True)
class OpenCard:
    """A card with the current state of its notes; in a conflict both are the same note.

    Attributes:
        computers: The names of the vault's computers, keyed by the names they write under.
        learned: What was learned from a conversation. Its text is the newer note, which there is not yet; the older one
            is the note that says otherwise, or else stands for the message of the conversation.
    """

    card: Card
    older: Note
    newer: Note
    computers: Mapping[str, str] = field(default_factory=dict[str, str])
    learned: "Learned | None" = None

    @property
    def note_is_newer(self) -> bool:
        """Whether the note has the newer of a conflict's two texts, and the older one is the copy kept beside it."""
        theirs = self.card.theirs
        return theirs is not None and not theirs.is_newer_than(self.older.updated_at)

    def __post_init__(self) -> None:
        from notebrain.domain.review.answers import allowed

        object.__setattr__(self, "card", allowed(self.card, self.older, self.newer))

    @property
    def stays(self) -> str | None:
        """Which note stays on this computer and what follows from that, as sentences; None for neither or both."""
        from notebrain.domain.review.answers import stays_here

        note = stays_here(self.older, self.newer)
        if note is None:
            return None
        return _(
            "“{title}” stays on this computer. No answer copies its text into a synced note, and a merge stays "
            "here, too."
        ).format(title=note.title or _("Untitled"))

    @property
    def older_body(self) -> str:
        """The older text."""
        return self._theirs_or(self.older, theirs=self.note_is_newer).body

    @property
    def newer_body(self) -> str:
        """The newer text."""
        return self._theirs_or(self.newer, theirs=not self.note_is_newer).body

    @property
    def other_body(self) -> str:
        """In a conflict, the text that is not in the note; otherwise the text of the newer note."""
        return self._theirs_or(self.newer, theirs=True).body

    @property
    def computer_in_note(self) -> str:
        """In a conflict, the name of the computer whose text is in the note; empty if unknown."""
        theirs = self.card.theirs
        return "" if theirs is None else self.computers.get(theirs.here, "")

    @property
    def other_computer(self) -> str:
        """In a conflict, the name of the computer that wrote the other text; empty if unknown."""
        theirs = self.card.theirs
        return "" if theirs is None else self.computers.get(theirs.device, "")

    def _theirs_or(self, note: Note, *, theirs: bool) -> "Note | Theirs":
        return self.card.theirs if theirs and self.card.theirs is not None else note

    @property
    def merges(self) -> "tuple[MergeText, ...]":
        """The possible merged texts, the proposed one first; empty if the card cannot be merged."""
        from notebrain.domain.review.answers import merge_texts_of

        return merge_texts_of(self.card, self.older, self.newer)

    @property
    def merge(self) -> str | None:
        """The proposed merged text; None if the card cannot be merged."""
        return next((merge.text for merge in self.merges), None)

    def lost_lines(self, merged: str) -> tuple[str, ...]:
        """Return the lines of both notes that a merged text leaves out."""
        from notebrain.domain.review.answers import lost_lines

        return lost_lines(self.card, self.older, self.newer, merged)

    def vanishing(self, merged: str) -> list[str]:
        """Return what a merged text would lose: numbers, dates, addresses and names."""
        from notebrain.domain.review.merge import vanishing

        return list(vanishing(merged, self.older_body, self.newer_body))


@dataclass(frozen=True, slots=True)
class AnsweredCard:
    """An answer that can be undone, with its card and the current state of the notes."""

    asked: OpenCard
    answer: Answer
    at: datetime


@dataclass(frozen=True, slots=True)
class Comparing:
    """How far the comparing of notes is: `done` of `total` notes."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class InboxView:
    """The cards that wait for an answer.

    Attributes:
        asked: The waiting cards, most certain first.
        answered_today: How many cards were answered since midnight.
        last_answer: When the last card was answered, or None.
        given: The most recent answers, newest first.
        agreements: How often the user agreed, for each kind of card.
        held: How many cards come out on the following days.
        comparing: How far the comparing is, or None if all notes are compared.
    """

    asked: tuple[OpenCard, ...] = ()
    answered_today: int = 0
    last_answer: datetime | None = None
    given: tuple[AnsweredCard, ...] = ()
    agreements: tuple[Agreement, ...] = ()
    held: int = 0
    comparing: Comparing | None = None


def grouped(asked: Iterable[OpenCard]) -> tuple[OpenCard, ...]:
    """Return cards grouped by kind, in their order; the group with the most certain card comes first.

    Groups with equal certainty keep the order of the kinds, so that an answer does not rearrange them.
    """
    groups: dict[CardKind, list[OpenCard]] = {}
    for card in asked:
        groups.setdefault(card.card.kind, []).append(card)

    def place(group: list[OpenCard]) -> tuple[float, int]:
        surest = max(card.card.confidence for card in group)
        return -round(surest, 2), _KINDS.index(group[0].card.kind)

    return tuple(card for group in sorted(groups.values(), key=place) for card in group)
