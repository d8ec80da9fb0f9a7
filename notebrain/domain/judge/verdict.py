"""The verdict of a judge about two notes, with its evidence and its inputs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Kind(StrEnum):
    """How two notes relate to each other."""

    REPEAT = "repeat"
    DUPLICATE = "duplicate"
    OVERLAP = "overlap"
    REPLACED = "replaced"
    CONTRADICTION = "contradiction"
    FLAGGED = "flagged"
    """Similar in meaning, but nothing more is known."""
    DISTINCT = "distinct"
    """Nothing to tell the user."""


RELATIONS = (Kind.DISTINCT, Kind.DUPLICATE, Kind.OVERLAP, Kind.REPLACED, Kind.CONTRADICTION)
"""The kinds that are learned, in the order of the scores of all that was learned."""


class Side(StrEnum):
    """One of the two notes, in the order they were given."""

    OLDER = "older"
    NEWER = "newer"


class What(StrEnum):
    """The kind of a piece of evidence."""

    NUMBER = "number"
    MONEY = "money"
    DATE = "date"
    TIME = "time"
    VERSION = "version"
    ADDRESS = "address"
    """An IP, email or web address, or a phone number."""
    NAME = "name"
    NEGATION = "negation"
    OPPOSITE = "opposite"
    CHANGE = "change"
    """Words that announce a change."""
    WORDS = "words"
    """Wording that only this side has."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A passage of a body that supports a verdict: `body[start:end]` is `text`, in code points."""

    side: Side
    start: int
    end: int
    text: str
    what: What


@dataclass(frozen=True, slots=True)
class Statement:
    """A note as a judge reads it.

    Attributes:
        at: When it was written or last changed; None if unknown.
    """

    body: str
    title: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Cosines:
    """How similar two notes are in meaning for one model, -1 to 1; None if there is no vector.

    Attributes:
        whole: The cosine of the two whole notes.
        nearest: The highest cosine between any chunk of one and any chunk of the other.
        relation: What the two vectors say of each kind, in the order of the learned judge; None for a model that it
            does not know.
    """

    whole: float | None = None
    nearest: float | None = None
    relation: Sequence[float] | None = None


@dataclass(frozen=True, slots=True)
class Bands:
    """What the cosines of a model mean; the defaults are all-MiniLM-L6-v2's.

    Attributes:
        unlike: Below this, none of their statements are about the same thing.
        related: Below this, two notes are hardly about the same thing (random pairs: .04, 99th percentile .47).
        same: From here on, different words can say the same thing (true paraphrases: .50 to .95) ...
        same_with_words: ... if the cosine plus three tenths of the share of common words reach this.
        near: From here on, notes with nearly the same words say the same thing.
        close: From here on, notes that share less than half of their words can say the same thing.
        flagged: From here on, two notes deserve a look even if nothing else is known.
    """

    unlike: float = 0.20
    related: float = 0.40
    same: float = 0.56
    same_with_words: float = 0.66
    near: float = 0.70
    close: float = 0.80
    flagged: float = 0.85


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a judge concludes about two notes.

    Attributes:
        confidence: How sure the kind is, 0 to 1.
        duplicate_score: How far they say the same, 0 to 1.
        contradiction_score: How strongly they contradict each other, 0 to 1.
        evidence: What supports it, older side first, in the order of the bodies.
        newer: Which note describes the later state of affairs; not always the one written later.
        sure: Whether it is sure enough that they have to do with each other to ask the user about them.
    """

    kind: Kind
    confidence: float
    duplicate_score: float
    contradiction_score: float
    evidence: tuple[Evidence, ...] = ()
    newer: Side = Side.NEWER
    sure: bool = True

    @property
    def is_card(self) -> bool:
        """Whether there is something to tell the user, who has not asked."""
        return self.kind is not Kind.DISTINCT and self.sure
