"""The second opinion of a model in the user's account on a card that the local judge was unsure of.

A model's answer is used only if it can be checked: it must name a relation from the list, and its quotes must appear
literally in the notes. Otherwise there is no ruling, and the card stays as it is. A model never removes a card, never
changes a note, and never turns a contradiction into a duplicate. Its merged text is used only if everything in it comes
from the notes; the ruling is valid without it.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Protocol, cast

from notebrain.domain.judge.verdict import Evidence, Kind, Side, What
from notebrain.domain.review.cards import Card, CardKind, CardState, proposal
from notebrain.domain.review.merge import stands

UNSURE = 0.65
"""Below this confidence the local judge asks for a second opinion."""
_LEAST = 0.6
_HIGHEST = 0.9
"""A model's own confidence means little, so findings by rule rank above it."""
_MOST_QUOTES = 12
_RULED = (Kind.DUPLICATE, Kind.OVERLAP, Kind.REPLACED, Kind.CONTRADICTION)
MERGING = frozenset({Kind.DUPLICATE, Kind.OVERLAP})
"""Relations for which a model may give a merged text."""
_EXCLUDE = frozenset({Kind.REPLACED, Kind.CONTRADICTION})
RELATIONS: Sequence[str] = (*(kind.value for kind in _RULED), Kind.DISTINCT.value)
"""The relations that a model may answer with."""


class Asks(StrEnum):
    """When to ask the model in the account."""

    NEVER = "never"
    UNSURE = "unsure"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class CaseFile:
    """A note as it is sent to a model."""

    body: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Opinion:
    """A model's decision on how two notes relate to each other; its quotes appear in the bodies.

    Attributes:
        merge: The merged text that it wrote, which adds nothing of its own, or empty.
    """

    kind: Kind
    confidence: float
    quotes: tuple[Evidence, ...] = ()
    merge: str = ""


@dataclass(frozen=True, slots=True)
class RecordedOpinion:
    """A model's answer and its cost.

    Attributes:
        ruling: The ruling, or None if the answer was unusable.
        neurons: The cost of the answer.
    """

    ruling: Opinion | None
    neurons: float


class SecondOpinionModel(Protocol):
    """A model that reads two notes; it belongs to one event loop."""

    @property
    def name(self) -> str:
        """The model and the version of the question; answers are only valid for this combination."""
        ...

    @property
    def model(self) -> str:
        """The display name of the model."""
        ...

    def neurons(self, older: str, newer: str) -> float:
        """Return the estimated cost of asking about two bodies."""
        ...

    async def claim(self, question: str, *, most: int) -> bool:
        """Count a question that is about to be asked; return whether it was asked fewer than `most` times before.

        The count is shared by all computers of the vault.

        Raises:
            CloudError: It cannot be asked now.
        """
        ...

    async def release(self, question: str) -> None:
        """Take back the last count, for a question that was certainly not answered.

        Raises:
            CloudError: The account did not answer; the question counts.
        """
        ...

    async def rule(self, older: CaseFile, newer: CaseFile) -> RecordedOpinion:
        """Return the model's answer.

        Raises:
            CloudError: It cannot be asked now; an unusable answer is not an error.
        """
        ...


def ruling_of(answer: object, older: str, newer: str) -> Opinion | None:
    """Return the ruling in a model's answer: `{"relation", "confidence", "quotes": [{"note", "text"}], "merge"}`.

    Return None for an answer that is malformed or false: an unknown relation, a quote that is not in its note, a
    contradiction without a quote from each note. A merged text that is false is left out.

    Args:
        older: The body of note 1.
        newer: The body of note 2.
    """
    if not isinstance(answer, dict):
        return None
    fields = cast("Mapping[str, object]", answer)
    relation, confidence = fields.get("relation"), fields.get("confidence")
    quotes = fields.get("quotes")
    if relation not in RELATIONS or not _is_share(confidence) or not isinstance(quotes, list):
        return None
    given = cast("list[object]", quotes)
    if len(given) > _MOST_QUOTES:
        return None
    found = [_quoted(quote, older, newer) for quote in given]
    known = [quote for quote in found if quote is not None]
    kind = Kind(cast("str", relation))
    if len(known) != len(found) or (
        kind in _EXCLUDE and len({quote.side for quote in known}) < len(Side)
    ):
        return None
    ordered = sorted(
        dict.fromkeys(known), key=lambda quote: (quote.side is Side.NEWER, quote.start, quote.end)
    )
    merge = _merge(fields.get("merge"), kind, older, newer)
    return Opinion(kind, float(cast("float", confidence)), tuple(ordered), merge)


def is_unsure(card: Card, asks: Asks) -> bool:
    """Return whether to ask a model about a card."""
    if asks is Asks.NEVER or card.kind in {CardKind.REPEAT, CardKind.CONFLICT} or card.judged_by:
        return False
    flagged = card.kind is CardKind.FLAGGED
    return card.state is CardState.OPEN and (
        asks is Asks.ALWAYS or flagged or card.confidence < UNSURE
    )


def ruled(card: Card, ruling: Opinion, *, by: str, protected: bool) -> Card | None:
    """Return a card after a model's ruling, or None if it stays as it is.

    Args:
        by: The display name of the model.
        protected: Whether one of the notes is protected, see `is_protected`.
    """
    if card.state is not CardState.OPEN or card.kind in {CardKind.REPEAT, CardKind.CONFLICT}:
        return None
    if ruling.kind not in _RULED or ruling.confidence < _LEAST:
        return None
    excludes = card.kind in {CardKind.REPLACED, CardKind.CONTRADICTION}
    if excludes and ruling.kind not in _EXCLUDE:
        return None
    kind = CardKind(ruling.kind.value)
    same = kind is card.kind and bool(card.evidence)
    return replace(
        card,
        kind=kind,
        confidence=min(_HIGHEST, ruling.confidence),
        evidence=card.evidence if same else ruling.quotes or card.evidence,
        proposed=proposal(kind, protected=protected),
        judged_by=by,
        merge=ruling.merge,
    )


def _merge(given: object, kind: Kind, older: str, newer: str) -> str:
    fits = isinstance(given, str) and kind in MERGING and stands(given, older, newer)
    return cast("str", given).strip() if fits else ""


def _is_share(value: object) -> bool:
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and math.isfinite(value)
        and 0 <= value <= 1
    )


def _quoted(quote: object, older: str, newer: str) -> Evidence | None:
    if not isinstance(quote, dict):
        return None
    fields = cast("Mapping[str, object]", quote)
    number, text = fields.get("note"), fields.get("text")
    if isinstance(number, bool) or number not in (1, 2):
        return None
    if not isinstance(text, str) or not text.strip():
        return None
    side, body = (Side.OLDER, older) if number == 1 else (Side.NEWER, newer)
    start = body.find(text)
    return None if start < 0 else Evidence(side, start, start + len(text), text, What.WORDS)
