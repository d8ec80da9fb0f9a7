"""What a judge says about two notes, and what it goes by."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Kind(StrEnum):
    """How two notes stand to each other."""

    REPEAT = "repeat"
    DUPLICATE = "duplicate"
    OVERLAP = "overlap"
    REPLACED = "replaced"
    CONTRADICTION = "contradiction"
    FLAGGED = "flagged"
    """Near in meaning, and nothing more can be said."""
    DISTINCT = "distinct"
    """Nothing to tell the user."""


class Side(StrEnum):
    """One of the two notes, as they were given."""

    OLDER = "older"
    NEWER = "newer"


class What(StrEnum):
    """What a piece of evidence is."""

    NUMBER = "number"
    MONEY = "money"
    DATE = "date"
    TIME = "time"
    VERSION = "version"
    ADDRESS = "address"
    """An IP, e-mail or web address, or a phone number."""
    NAME = "name"
    NEGATION = "negation"
    OPPOSITE = "opposite"
    CHANGE = "change"
    """Words that say that something is no longer as it was."""
    WORDS = "words"
    """Wording that only this side has."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A stretch of a body that a verdict rests on: `body[start:end]` is `text`, in code points."""

    side: Side
    start: int
    end: int
    text: str
    what: What


@dataclass(frozen=True, slots=True)
class Statement:
    """A note as a judge reads it.

    Attributes:
        at: When it was written or last changed; None where nobody knows.
    """

    body: str
    title: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Cosines:
    """How near two notes are in meaning for one model, -1 to 1; None where there is no vector.

    Attributes:
        whole: Of the two notes as wholes.
        nearest: The highest between any chunk of one and any chunk of the other.
    """

    whole: float | None = None
    nearest: float | None = None


@dataclass(frozen=True, slots=True)
class Bands:
    """What the cosines of a model mean; the defaults are all-MiniLM-L6-v2's.

    Attributes:
        unlike: Below it nothing they say is about one thing.
        related: Below it two notes are hardly about one thing (its random pairs: .04, the 99th of 100 .47).
        same: From it on, other words can say the same thing (true paraphrases: .50 to .95) ...
        same_with_words: ... if the cosine and three tenths of the share of common words make this.
        near: From it on, notes of nearly the same words say the same thing.
        close: From it on, notes that share less than half of their words can say the same thing.
        flagged: From it on, two notes deserve a look even if nothing else is known.
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
    """What a judge says about two notes.

    Attributes:
        confidence: 0 to 1, of the kind.
        duplicate_score: 0 to 1: how much they say the same.
        contradiction_score: 0 to 1: how much they cannot both be true.
        evidence: What it rests on, older side first, in the order of the bodies.
        newer: Which note is the later state of things; not always the one written later.
    """

    kind: Kind
    confidence: float
    duplicate_score: float
    contradiction_score: float
    evidence: tuple[Evidence, ...] = ()
    newer: Side = Side.NEWER

    @property
    def is_card(self) -> bool:
        """Whether there is something to tell the user."""
        return self.kind is not Kind.DISTINCT
