"""A conversation: the questions and answers since the user began to ask, until they finish or leave it."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, NewType

from notebrain.domain.notes.content import mentioned

if TYPE_CHECKING:
    from notebrain.domain.grounding.answers import Answer

ConversationId = NewType("ConversationId", str)
"""The id of a conversation; it sorts by the time of the first question."""

AWAY: Final = timedelta(minutes=30)
"""A conversation that was left for this long has ended, until the user goes on with it."""
LONGEST_TITLE: Final = 120


@dataclass(frozen=True, slots=True)
class Turn:
    """A question with its answer.

    Attributes:
        at: When it was asked.
        stays: Whether it must not leave this computer: one of its notes must not, or did not have to when it was asked,
            or is gone.
    """

    question: str
    answer: "Answer"
    at: datetime
    stays: bool = False


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation as a list shows it.

    Attributes:
        title: What the user called it, else its first question.
        turns: How many questions were answered.
        outcome: What it came to, if it has ended; else empty.
        ended_at: When the user finished it, or None.
    """

    id: ConversationId
    title: str
    created_at: datetime
    updated_at: datetime
    turns: int
    outcome: str = ""
    ended_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Episode:
    """What a conversation was about and what it came to.

    Attributes:
        id: The same as that of the conversation: there is one episode of each.
        topics: What it was about, in a word or two each.
        outcome: What it came to, in a sentence.
        messages: How many messages it is made of: two for each question.
        made_by: The model that wrote it; empty if it consists of the questions and answers themselves.
        made_at: When the conversation ended.
        stays: Whether it must not leave this computer, because something in the conversation must not.
        title: The title of the conversation.
    """

    id: ConversationId
    title: str
    summary: str
    topics: tuple[str, ...]
    outcome: str
    messages: int
    made_at: datetime
    made_by: str = ""
    stays: bool = False


def title_of(question: str) -> str:
    """Return the title of a conversation that begins with a question."""
    return mentioned(" ".join(question.split()), LONGEST_TITLE)


def clean_title(typed: str) -> str:
    """Return a title as the user typed it, on one line and not too long; may be empty."""
    return " ".join(typed.split())[:LONGEST_TITLE].rstrip()
