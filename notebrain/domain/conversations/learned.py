"""What was learned from a conversation, and the card on which the user is asked about it."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from notebrain.domain.conversations.conversation import ConversationId
from notebrain.domain.judge.verdict import Evidence, Side, What as ValueKind
from notebrain.domain.notes.note import Category, NoteId
from notebrain.domain.review.cards import Answer, Card, CardId, CardKind, CardState

MOST_CARDS: Final = 5
"""The most cards that one conversation brings."""
LEAST_IMPORTANCE, MOST_IMPORTANCE = 1, 5


class Learns(StrEnum):
    """What a candidate becomes if the user accepts it."""

    MEMORY = "memory"
    """A note."""
    PROCEDURE = "procedure"
    """A way in which the user does something, with what calls for it."""
    BLOCK = "block"
    """A line in a block about the user."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something to learn, with the words of the conversation that it rests on.

    Attributes:
        quote: A part of `context`, literally.
        context: The message that it is from.
        own: Whether the user said it, and not one of their notes.
        trigger: What calls for a procedure.
        block: The key of a block.
    """

    what: Learns
    text: str
    quote: str
    context: str
    own: bool
    category: Category
    importance: int
    trigger: str = ""
    block: str = ""


@dataclass(frozen=True, slots=True)
class Learned:
    """A candidate that waits for the user, or was answered.

    Attributes:
        title: The title of the conversation.
        note: The note that says otherwise, or None.
        made_by: The model that proposed it.
        later_until: When a postponed one comes back.
        undo: What takes the answer back, for procedures and blocks: theirs to read.
    """

    id: CardId
    conversation: ConversationId
    candidate: Candidate
    made_by: str
    made_at: datetime
    title: str = ""
    note: NoteId | None = None
    state: CardState = CardState.OPEN
    answer: Answer | None = None
    answered_at: datetime | None = None
    later_until: datetime | None = None
    undo: str = ""


def card_of(learned: Learned) -> Card:
    """Return what was learned as a card of the review; it is about no notes, so these are ids of none."""
    at = learned.candidate.context.find(learned.candidate.quote)
    quote = learned.candidate.quote
    evidence = (
        (Evidence(Side.OLDER, at, at + len(quote), quote, ValueKind.WORDS),) if at >= 0 else ()
    )
    return Card(
        id=learned.id,
        kind=CardKind.LEARNED,
        older=learned.note or NoteId(learned.conversation),
        newer=NoteId(learned.id),
        older_hash=b"",
        newer_hash=b"",
        confidence=learned.candidate.importance / MOST_IMPORTANCE,
        made_at=learned.made_at,
        evidence=() if learned.note else evidence,
        proposed=None if learned.note else Answer.REMEMBER,
        state=learned.state,
        answer=learned.answer,
        answered_at=learned.answered_at,
        later_until=learned.later_until,
        judged_by=learned.made_by,
    )


def id_of(conversation: ConversationId, candidate: Candidate) -> CardId:
    """Return the id of a card, the same whenever a model proposes the same again."""
    parts = ("learned", conversation, candidate.what, candidate.text.casefold())
    return CardId(hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:32])
