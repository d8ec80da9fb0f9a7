"""Cards with their notes, as shown."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from notebrain.domain.i18n import _
from notebrain.domain.notes.note import Note
from notebrain.domain.review.cards import Answer, Card, CardKind, Theirs

if TYPE_CHECKING:
    from notebrain.domain.review.answers import MergeText
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
    """One card with its notes as they are now; in a conflict both are the one note.

    Attributes:
        computers: What the vault's computers are called, by the names under which they write.
    """

    card: Card
    older: Note
    newer: Note
    computers: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def note_is_newer(self) -> bool:
        """Whether the text in the note is the newer of the two of a conflict, and the one kept beside it the older."""
        theirs = self.card.theirs
        return theirs is not None and not theirs.is_newer_than(self.older.updated_at)

    def __post_init__(self) -> None:
        from notebrain.domain.review.answers import allowed

        object.__setattr__(self, "card", allowed(self.card, self.older, self.newer))

    @property
    def stays(self) -> str | None:
        """Which of the notes stays on this computer and what follows from that, as sentences; None: none, or both."""
        from notebrain.domain.review.answers import stays_here

        note = stays_here(self.older, self.newer)
        if note is None:
            return None
        return _(
            "“{title}” stays on this computer. No answer copies its text into a note that leaves it, and a merge stays"
            " here, too."
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
        """What the note has not, in a conflict; else the newer note's text."""
        return self._theirs_or(self.newer, theirs=True).body

    @property
    def computer_in_note(self) -> str:
        """The name of the computer whose text is in the note, in a conflict; empty where it is not known."""
        theirs = self.card.theirs
        return "" if theirs is None else self.computers.get(theirs.here, "")

    @property
    def other_computer(self) -> str:
        """The name of the computer that wrote the other text of a conflict; empty where it is not known."""
        theirs = self.card.theirs
        return "" if theirs is None else self.computers.get(theirs.device, "")

    def _theirs_or(self, note: Note, *, theirs: bool) -> "Note | Theirs":
        return self.card.theirs if theirs and self.card.theirs is not None else note

    @property
    def merges(self) -> "tuple[MergeText, ...]":
        """The texts that a merge could give, the proposed one first; none where the card takes no merge."""
        from notebrain.domain.review.answers import merge_texts_of

        return merge_texts_of(self.card, self.older, self.newer)

    @property
    def merge(self) -> str | None:
        """The proposed text of both; None where the card takes no merge."""
        return next((one.text for one in self.merges), None)

    def vanishing(self, merged: str) -> list[str]:
        """Return what a merged text would lose: numbers, dates, addresses and names."""
        from notebrain.domain.review.merge import vanishing

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
