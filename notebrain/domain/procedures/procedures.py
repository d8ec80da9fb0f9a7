"""Procedures: habits of the user, each with what it applies to.

"Checks error handling first" applies to a question about a code review; a procedure that applies goes into the context.
"""

import re
import unicodedata
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Final, NewType

from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.search.query import parse, words_of

LONGEST_CONTENT: Final = 1_000
LONGEST_TRIGGER: Final = 500
LONGEST_CATEGORY: Final = 40
"""In characters."""
DEFAULT_CATEGORY: Final = "general"

ProcedureId = NewType("ProcedureId", str)


class TriggerKind(StrEnum):
    """What a procedure is compared with.

    Attributes:
        WORDS: The question has the words.
        SEARCH: A note that fits the question is one that a search finds.
    """

    WORDS = "words"
    SEARCH = "search"


class Source(StrEnum):
    """Who noticed the habit."""

    MANUAL = "manual"
    EXTRACTED = "extracted"


@dataclass(frozen=True, slots=True)
class Trigger:
    """When a procedure applies: words with commas between alternatives, or a query of the search."""

    kind: TriggerKind
    text: str


@dataclass(frozen=True, slots=True)
class ProcedureDraft:
    """What the user, or a card, says of a procedure."""

    content: str
    trigger: Trigger
    category: str = DEFAULT_CATEGORY
    is_off: bool = False


@dataclass(frozen=True, slots=True)
class Procedure:
    """A procedure of the vault.

    Attributes:
        is_off: Whether it is kept, but never applies.
    """

    id: ProcedureId
    content: str
    category: str
    trigger: Trigger
    source: Source
    is_off: bool
    created_at: datetime
    updated_at: datetime

    @property
    def draft(self) -> ProcedureDraft:
        """What can be changed of it."""
        return ProcedureDraft(self.content, self.trigger, self.category, self.is_off)


def checked(draft: ProcedureDraft) -> ProcedureDraft:
    """Return a draft with tidy texts.

    Raises:
        UserError: A text is empty or too long, or the words are a search; says which.
    """
    content = "\n".join(line.rstrip() for line in _sound(draft.content).strip().splitlines())
    trigger = " ".join(_sound(draft.trigger.text).split())
    category = " ".join(_sound(draft.category).split()) or DEFAULT_CATEGORY
    if not content:
        raise UserError(_("Say what is to be done."))
    if not _says_something(trigger, draft.trigger.kind):
        raise UserError(_("Say when it applies: some words, or a search."))
    for text, longest, message in (
        (content, LONGEST_CONTENT, _("What is to be done can have {most} characters, not {n}.")),
        (
            trigger,
            LONGEST_TRIGGER,
            _("The words or the search can have {most} characters, not {n}."),
        ),
        (category, LONGEST_CATEGORY, _("A category can have {most} characters, not {n}.")),
    ):
        if len(text) > longest:
            raise UserError(message.format(most=longest, n=len(text)))
    if draft.trigger.kind is TriggerKind.WORDS:
        _refuse_operators(trigger)
    return replace(
        draft, content=content, category=category, trigger=replace(draft.trigger, text=trigger)
    )


def is_same(one: ProcedureDraft | Procedure, other: ProcedureDraft | Procedure) -> bool:
    """Return whether two procedures say the same, apart from case, blanks and marks."""
    return _bare(one.content) == _bare(other.content)


def alternatives(words: str) -> list[str]:
    """Return the alternatives of a trigger of words; commas between quotes separate nothing.

    Example:
        >>> alternatives('code review, "pull, push"; release')
        ['code review', '"pull, push"', 'release']
    """
    return [part for part in map(str.strip, _BETWEEN.split(words)) if part]


_BETWEEN: Final = re.compile(r'[,;\n\uff0c\u3001\u060c](?=(?:[^"]*"[^"]*")*[^"]*$)')


def _refuse_operators(trigger: str) -> None:
    filters = [one.text for part in alternatives(trigger) for one in parse(part).filters]
    if filters:
        text = _("{operator} belongs to a search: choose that instead of words.")
        raise UserError(text.format(operator=filters[0]))


def _says_something(trigger: str, kind: TriggerKind) -> bool:
    if kind is TriggerKind.SEARCH:
        query = parse(trigger)
        return query.asks or bool(query.filters or query.excluded)
    # an operator is refused with a sentence of its own
    return any(query.asks or query.filters for query in map(parse, alternatives(trigger)))


def _sound(text: str) -> str:
    """Return a text that can be stored: composed, without halves of characters and zeros."""
    composed = unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode())
    return composed.replace("\0", "")


def _bare(content: str) -> tuple[str, ...]:
    return tuple(words_of(content)) or (content.casefold(),)
