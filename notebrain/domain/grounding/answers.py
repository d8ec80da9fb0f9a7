"""An answer: sentences with the quotes they rest on, and the sources these are from."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import zip_longest

from notebrain.domain.grounding.quotes import Quote
from notebrain.domain.i18n import _
from notebrain.domain.markdown.editing.tables import cells_of
from notebrain.domain.search.types import Why

Span = tuple[int, int]


class Role(StrEnum):
    """What a source is to an answer."""

    QUOTED = "quoted"
    """The answer quotes it."""
    EARLIER = "earlier"
    """An earlier version of something that the answer quotes."""
    BESIDE = "beside"
    """It fits the question, but is not quoted."""
    SOMEONE_ELSE = "someone else"
    """It fits the question, but is about another person or thing than the one asked about."""
    NEAREST = "not an answer"
    """One of the notes nearest to a question that nothing answers."""


@dataclass(frozen=True, slots=True)
class Source:
    """A quote with what is shown beside it.

    Attributes:
        number: What marks it in the answer, from 1.
        source: Where its note came from (`Note.source`).
        why: The parts of its note's score, or None if the search did not find the note, but one next to it.
        local_only: Whether its note must not leave this computer.
    """

    number: int
    quote: Quote
    role: Role
    title: str
    source: str
    updated_at: datetime
    score: float
    why: Why | None
    local_only: bool = False


@dataclass(frozen=True, slots=True)
class AnswerSentence:
    """A sentence of an answer.

    Attributes:
        quotes: The numbers of the sources it rests on.
        supported: Whether these quotes say what it says.
        bold: Where it has what was asked for.
        unknown: Where it states values that are in none of the quotes.
        earlier: The numbers of the sources with an earlier version of it.
        contradicts: The numbers of the sources that say otherwise, where nothing tells which is right.
        heads: The heads of the columns, if it is a row of a table.
        noted: When it was noted, if the question asks when and no quote of its note says it: a heading with a date or
            the days on which the note was made and last changed.
    """

    text: str
    quotes: tuple[int, ...]
    supported: bool
    bold: tuple[Span, ...] = ()
    unknown: tuple[Span, ...] = ()
    earlier: tuple[int, ...] = ()
    contradicts: tuple[int, ...] = ()
    heads: tuple[str, ...] = ()
    noted: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question.

    Attributes:
        abstained: Whether nothing is sure to answer the question; then there are no sentences.
        reason: Why nothing does, as a sentence for the user, or None.
        degraded: Why an arm of the search is missing or another model was used, as a sentence, or None.
        model: The model that wrote the sentences, or None if all of them are quotes.
        neurons: What the model cost.
    """

    question: str
    sentences: tuple[AnswerSentence, ...]
    sources: tuple[Source, ...]
    abstained: bool = False
    reason: str | None = None
    degraded: str | None = None
    model: str | None = None
    neurons: float = 0.0

    @property
    def shown_sources(self) -> Sequence[Source]:
        """The sources that belong to the sentences, or all of those shown in their place."""
        roles = (Role.QUOTED, Role.EARLIER) if self.sentences else tuple(Role)
        return [source for source in self.sources if source.role in roles]


def values_of(sentence: AnswerSentence) -> list[tuple[str, Span]]:
    """Return the values of a row of a table: the head of each, and where it is; nothing of any other sentence."""
    if not sentence.heads:
        return []
    cells = zip_longest(sentence.heads, cells_of(sentence.text), fillvalue=None)
    return [(head or "", cell) for head, cell in cells if cell is not None and cell[0] < cell[1]]


def in_words(sentence: AnswerSentence) -> str:
    """Return a sentence as it is read: on one line; of a row of a table, the values with their heads."""
    values = [
        f"{head}: {sentence.text[start:end]}" if head else sentence.text[start:end]
        for head, (start, end) in values_of(sentence)
    ]
    return ", ".join(values) or " ".join(sentence.text.split())


def noted_in_words(sentence: AnswerSentence) -> str:
    """Return when a sentence was noted, as it is read behind it, or nothing."""
    return f" {_('(noted: {when})').format(when=sentence.noted)}" if sentence.noted else ""
