"""Cards of the review: what was noticed about two notes, and what the user may answer.

A card never changes a note; an answer does. One card stands for one pair of notes, and its id is made from theirs, so
that two computers that notice the same thing make the same card. A conflict is about one note, of which another
computer wrote a different text.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NewType

from notebrain.domain.judge.verdict import Evidence
from notebrain.domain.notes.note import NoteId

CardId = NewType("CardId", str)
"""A card's name: 32 hexadecimal digits, the same on every computer."""

LATER = timedelta(days=1)
"""For how long "later" puts a card away."""
PROTECTED_IMPORTANCE = 4
"""From this importance on, and when pinned, no card proposes to merge or replace a note."""


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


class CardState(StrEnum):
    """What became of a card."""

    OPEN = "open"
    ANSWERED = "answered"
    WITHDRAWN = "withdrawn"
    """An edit settled it before anybody answered."""


class Answer(StrEnum):
    """What the user says to a card."""

    KEEP_BOTH = "keep_both"
    """Both are fine; asked again only when one changes in substance."""
    MERGE = "merge"
    """One text of both, which the user has seen; the other note goes to the trash."""
    REPLACE = "replace"
    """The newer text takes the older one's place, which becomes history."""
    OUTDATED = "outdated"
    """The older note stays, marked and ranked lower, and points to the newer one."""
    KEEP_ONE = "keep_one"
    """One stays, the other goes to the trash."""
    LINK = "link"
    """Both stay, and each shows the other."""
    APPEND = "append"
    """The newer text becomes a dated update of the older note."""
    DISMISS = "dismiss"
    """The card was wrong; never asked again for this pair."""
    LATER = "later"
    """Asked again tomorrow."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The answers of a kind of card, in the fixed order of the keys K M R L A D S.

    Attributes:
        proposed: What is suggested when nothing speaks against it.
        more: Answers that stand in the menu only.
    """

    answers: tuple[Answer, ...]
    proposed: Answer | None
    more: tuple[Answer, ...] = ()

    def __contains__(self, answer: Answer) -> bool:
        """Tell whether a card of this kind can be answered so."""
        return answer in self.answers or answer in self.more

    def without(self, withheld: frozenset[Answer]) -> "Offer":
        """Return the offer less these answers."""
        if not withheld:
            return self
        return Offer(
            tuple(one for one in self.answers if one not in withheld),
            None if self.proposed in withheld else self.proposed,
            tuple(one for one in self.more if one not in withheld),
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
}

KEYS: Mapping[Answer, str] = {
    Answer.KEEP_BOTH: "K",
    Answer.MERGE: "M",
    Answer.REPLACE: "R",
    Answer.OUTDATED: "R",
    Answer.KEEP_ONE: "R",
    Answer.LINK: "L",
    Answer.APPEND: "A",
    Answer.DISMISS: "D",
    Answer.LATER: "S",
}
"""The letter of each answer; of those on R, the first that a card offers has it."""

LINKING = frozenset({Answer.LINK, Answer.OUTDATED})
"""Answers that leave both notes there, each showing the other."""


@dataclass(frozen=True, slots=True)
class Theirs:
    """What another computer wrote into a note, at the place where this one wrote too.

    Attributes:
        base: The text both had seen last, or None.
        device: Which computer it was.
        here: The computer whose text is in the note; empty where that is not known.
    """

    body: str
    title: str
    base: str | None
    device: str
    at: datetime
    here: str = ""

    def is_newer_than(self, note_at: datetime) -> bool:
        """Tell whether it was written after the text in the note, which was edited last at `note_at`.

        A note takes the later moment of the two when it takes a conflict in: the same moment is that of this text.
        """
        return self.at >= note_at


@dataclass(frozen=True, slots=True)
class Card:
    """What was noticed about two notes.

    Attributes:
        older, newer: The note with the earlier and the one with the later state of things; in a conflict both are the
            one note.
        older_hash, newer_hash: The repeat hashes of the two texts as they were judged.
        proposed: The suggested answer; None where nothing is suggested.
        meaning: The cosine of the two, or None.
        shared: How many key words both have.
        later_until: When a card that was put away comes back.
        theirs: The other text of a conflict.
        judged_by: The model in the user's account that judged it; empty: this program, on the computer.
        merge: The text of both that this model wrote; empty: none. Whether it may be shown is to be checked.
        withheld: What its notes, as they are now, do not allow (see `answering.allowed`); never kept.
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
        """What the user may answer."""
        return OFFERS[self.kind].without(self.withheld)

    @property
    def notes(self) -> tuple[NoteId, ...]:
        """The notes it is about, without doubles."""
        return (self.older,) if self.older == self.newer else (self.older, self.newer)


def pair_id(one: NoteId, other: NoteId) -> CardId:
    """Return the id of the card of two notes, whichever is named first."""
    return _id("pair", *sorted((one, other)))


def conflict_id(note_id: NoteId) -> CardId:
    """Return the id of the card about a note that was edited on two computers."""
    return _id("conflict", note_id)


def _id(*parts: str) -> CardId:
    return CardId(hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:32])


def proposal(kind: CardKind, *, protected: bool) -> Answer | None:
    """Return the answer to suggest; merging and replacing never, where one of the notes is protected."""
    proposed = OFFERS[kind].proposed
    changing = {Answer.MERGE, Answer.REPLACE, Answer.KEEP_ONE}
    return (
        None if protected and proposed in changing and kind is not CardKind.CONFLICT else proposed
    )


def is_protected(importance: int, *, pinned: bool) -> bool:
    """Tell whether the user marked a note as one that nobody should propose to change."""
    return pinned or importance >= PROTECTED_IMPORTANCE
