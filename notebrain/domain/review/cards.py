"""Cards of the review: a finding about two notes, and the answers the user can choose from.

A card never changes a note; an answer does. There is one card per pair of notes, and its id is derived from theirs, so
that two computers with the same finding make the same card. A conflict is about a single note for which another
computer wrote a different text.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import NewType

from notebrain.domain.judge.verdict import Evidence
from notebrain.domain.notes.note import NoteId

CardId = NewType("CardId", str)
"""The id of a card: 32 hexadecimal digits, the same on every computer."""

LATER = timedelta(days=1)
"""How long "later" postpones a card."""
HELD = datetime(9999, 1, 1, tzinfo=UTC)
"""The `later_until` of a card that waits for a place among the cards of a day."""
PROTECTED_IMPORTANCE = 4
"""No card proposes to merge or replace a note that has at least this importance or is pinned."""


class CardKind(StrEnum):
    """What a card is about."""

    REPEAT = "repeat"
    DUPLICATE = "duplicate"
    OVERLAP = "overlap"
    REPLACED = "replaced"
    CONTRADICTION = "contradiction"
    FLAGGED = "flagged"
    CONFLICT = "conflict"
    """One note was edited on two computers."""
    LEARNED = "learned"
    """A model proposes to remember something from a conversation; the card is about no note, or one that differs."""


class CardState(StrEnum):
    """What happened to a card."""

    OPEN = "open"
    ANSWERED = "answered"
    WITHDRAWN = "withdrawn"
    """An edit settled it before it was answered."""


class Answer(StrEnum):
    """The user's answer to a card."""

    KEEP_BOTH = "keep_both"
    """Both are fine; asked again only if one changes substantially."""
    MERGE = "merge"
    """Both become one text, which the user has seen; the other note goes to the trash."""
    REPLACE = "replace"
    """The newer text replaces the older one, which moves to the history."""
    OUTDATED = "outdated"
    """The older note stays but is marked, ranked lower, and points to the newer one."""
    KEEP_ONE = "keep_one"
    """One note stays, the other goes to the trash."""
    LINK = "link"
    """Both notes stay, and each shows the other."""
    APPEND = "append"
    """The newer text becomes a dated update of the older note."""
    REMEMBER = "remember"
    """What was learned from a conversation is kept."""
    DISMISS = "dismiss"
    """The card was wrong; the user is never asked about this pair again."""
    LATER = "later"
    """The user is asked again tomorrow."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The answers that a kind of card offers, in the fixed order of the keys K M R L A D S.

    Attributes:
        proposed: The default suggestion.
        more: Answers that are only in the menu.
    """

    answers: tuple[Answer, ...]
    proposed: Answer | None
    more: tuple[Answer, ...] = ()

    def __contains__(self, answer: Answer) -> bool:
        """Return whether a card of this kind allows an answer."""
        return answer in self.answers or answer in self.more

    def without(self, withheld: frozenset[Answer]) -> "Offer":
        """Return the offer without these answers."""
        if not withheld:
            return self
        return Offer(
            tuple(answer for answer in self.answers if answer not in withheld),
            None if self.proposed in withheld else self.proposed,
            tuple(offered for offered in self.more if offered not in withheld),
        )


_K, _M, _L, _A = Answer.KEEP_BOTH, Answer.MERGE, Answer.LINK, Answer.APPEND
_D, _S = Answer.DISMISS, Answer.LATER

OFFERS: Mapping[CardKind, Offer] = {
    CardKind.REPEAT: Offer((_K, Answer.KEEP_ONE, _A, _D, _S), Answer.KEEP_ONE, (_L,)),
    CardKind.DUPLICATE: Offer((_K, _M, Answer.KEEP_ONE, _L, _D, _S), Answer.KEEP_ONE, (_A,)),
    CardKind.OVERLAP: Offer((_K, _M, _L, _A, _D, _S), _M),
    CardKind.REPLACED: Offer(
        (_K, _M, Answer.REPLACE, _L, _A, _D, _S), Answer.REPLACE, (Answer.OUTDATED,)
    ),
    CardKind.CONTRADICTION: Offer(
        (_K, _M, Answer.OUTDATED, _L, _A, _D, _S), Answer.OUTDATED, (Answer.REPLACE,)
    ),
    CardKind.FLAGGED: Offer(
        (_K, _M, Answer.REPLACE, _L, _A, _D, _S), None, (Answer.OUTDATED, Answer.KEEP_ONE)
    ),
    CardKind.CONFLICT: Offer((_K, _M, Answer.REPLACE, _S), _M),
    CardKind.LEARNED: Offer((Answer.REMEMBER, _D, _S), Answer.REMEMBER),
}

KEYS: Mapping[Answer, str] = {
    Answer.KEEP_BOTH: "K",
    Answer.MERGE: "M",
    Answer.REPLACE: "R",
    Answer.OUTDATED: "R",
    Answer.KEEP_ONE: "R",
    Answer.LINK: "L",
    Answer.APPEND: "A",
    Answer.REMEMBER: "A",
    Answer.DISMISS: "D",
    Answer.LATER: "S",
}
"""The key of each answer; if several share R, the first one that a card offers gets it."""

LINKING = frozenset({Answer.LINK, Answer.OUTDATED})
"""Answers that keep both notes, each showing the other."""


@dataclass(frozen=True, slots=True)
class Theirs:
    """The text that another computer wrote in the same part of a note as this one.

    Attributes:
        base: The last text that both had seen, or None.
        device: The computer that wrote it.
        here: The computer whose text is in the note; empty if unknown.
    """

    body: str
    title: str
    base: str | None
    device: str
    at: datetime
    here: str = ""

    def is_newer_than(self, note_at: datetime) -> bool:
        """Return whether it was written after the text in the note, which was last edited at `note_at`.

        A note with a conflict gets the later of the two times, so an equal time belongs to this text.
        """
        return self.at >= note_at


@dataclass(frozen=True, slots=True)
class Card:
    """A finding about two notes.

    Attributes:
        older, newer: The notes with the earlier and the later state of affairs; in a conflict, both are the same note.
        older_hash, newer_hash: The repeat hashes of the two texts when they were judged.
        proposed: The suggested answer, or None.
        meaning: The cosine of the two notes, or None.
        shared: How many key words they have in common.
        made_at: When it came out, or when it was found while it waits for that.
        later_until: When a postponed card comes back; `HELD` if it has not come out yet.
        theirs: The other text of a conflict.
        judged_by: The model in the user's account that judged it; empty if this program did, on the computer.
        merge: The merged text that this model wrote, or empty. It must be checked before it is shown.
        withheld: Answers that its notes currently do not allow (see `answers.allowed`); never stored.
    """

    id: CardId
    kind: CardKind
    older: NoteId
    newer: NoteId
    older_hash: bytes
    newer_hash: bytes
    confidence: float
    made_at: datetime
    evidence: tuple[Evidence, ...] = ()
    proposed: Answer | None = None
    meaning: float | None = None
    shared: int = 0
    state: CardState = CardState.OPEN
    answer: Answer | None = None
    answered_at: datetime | None = None
    later_until: datetime | None = None
    theirs: Theirs | None = None
    judged_by: str = ""
    merge: str = ""
    withheld: frozenset[Answer] = frozenset()

    @property
    def offer(self) -> Offer:
        """The answers the user can choose from."""
        return OFFERS[self.kind].without(self.withheld)

    @property
    def is_held(self) -> bool:
        """Whether it waits for a place among the cards of a day."""
        return self.state is CardState.OPEN and self.later_until == HELD

    @property
    def notes(self) -> tuple[NoteId, ...]:
        """The notes it is about, without duplicates."""
        return (self.older,) if self.older == self.newer else (self.older, self.newer)


def pair_id(one: NoteId, other: NoteId) -> CardId:
    """Return the id of the card about two notes, in either order."""
    return _id("pair", *sorted((one, other)))


def conflict_id(note_id: NoteId) -> CardId:
    """Return the id of the card about a note that was edited on two computers."""
    return _id("conflict", note_id)


def _id(*parts: str) -> CardId:
    return CardId(hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:32])


def proposal(kind: CardKind, *, protected: bool) -> Answer | None:
    """Return the answer to suggest; never merging or replacing if one of the notes is protected."""
    proposed = OFFERS[kind].proposed
    changing = {Answer.MERGE, Answer.REPLACE, Answer.KEEP_ONE}
    return (
        None if protected and proposed in changing and kind is not CardKind.CONFLICT else proposed
    )


def is_protected(importance: int, *, pinned: bool) -> bool:
    """Return whether a note is protected, so that no change to it may be proposed."""
    return pinned or importance >= PROTECTED_IMPORTANCE
