"""What one asks of a search, and what it answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from notebrain.domain.notes.note import NoteId

DEFAULT_LIMIT = 20


class Mode(StrEnum):
    """Which arms look for notes."""

    HYBRID = "hybrid"
    KEYWORD = "keyword"
    MEANING = "meaning"


class Fusion(StrEnum):
    """How the two arms become one match."""

    SCORES = "scores"
    RANKS = "rrf"


class ProfileName(StrEnum):
    """How much age counts."""

    BALANCED = "balanced"
    STRICT = "strict"
    TIMELESS = "timeless"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """One search.

    Attributes:
        query: What the user typed, in the query language of `domain.query`.
        alpha: Weight of words against meaning, 1.0 only words to 0.0 only meaning; None takes the workspace's setting.
        half_life_days: Days after which recency is one half; None takes the profile's (or the workspace's setting).
        floor: The least factor that age alone may put on a note; None takes the profile's.
        workspace: Search only this workspace; None searches all.
        now: The moment ages are counted from; None takes the clock's.
        typing: The user is still typing: the last word is a prefix.
    """

    query: str
    limit: int = DEFAULT_LIMIT
    mode: Mode = Mode.HYBRID
    fusion: Fusion = Fusion.SCORES
    alpha: float | None = None
    profile: ProfileName | None = None
    half_life_days: float | None = None
    floor: float | None = None
    workspace: str | None = None
    now: datetime | None = None
    typing: bool = False


@dataclass(frozen=True, slots=True)
class Why:
    """The parts of a score; they work out to it.

    For every profile but `memory`: `match = alpha*keyword + (1-alpha)*meaning` and
    `score = match * age * importance`. For `memory` the score is the weighted sum of
    match 0.40, importance 0.30, recency 0.20 and frequency 0.10, and `weighted_sum` is True.

    Attributes:
        keyword: Match of the words, 0 to 1 (1 is the best candidate).
        meaning: Match of the meaning, 0 to 1.
        age: Factor that age puts on the match, 0 to 1; 1 for pinned notes.
        importance: Factor `1 + 0.05 * (importance - 3)`; in `memory` the importance itself, 0 to 1.
        recency: `0.5 ** (age_days / half_life_days)`, for show.
        superseded_by: The newer version of the same thing that this note yields to, or None.
        matched_by: The older version whose words and meaning matched better; this note stands in its place, so
            `keyword` and `meaning` are that note's.
        words: The words of the query that the note has.
    """

    keyword: float
    meaning: float
    match: float
    age: float
    importance: float
    alpha: float
    age_days: float
    recency: float
    frequency: float = 0.0
    weighted_sum: bool = False
    pinned: bool = False
    superseded_by: NoteId | None = None
    matched_by: NoteId | None = None
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """One note found.

    Attributes:
        snippet: The best passage, cut to about two lines; slices of the body with ellipses where it was cut.
        span: Where the best passage (the quote) stands in the body: code point offsets, start and end.
        marks: The parts of `snippet` that match words of the query: code point offsets into `snippet`.
        older_versions: Older versions of the same thing, folded under this hit, newest first.
        outdated: The user marked it as outdated, and another note took over.
    """

    note_id: NoteId
    title: str
    source: str
    workspace: str
    tags: tuple[str, ...]
    pinned: bool
    local_only: bool
    importance: int
    score: float
    snippet: str
    span: tuple[int, int]
    marks: tuple[tuple[int, int], ...]
    created_at: datetime
    updated_at: datetime
    why: Why
    older_versions: tuple["Hit", ...] = ()
    outdated: bool = False


@dataclass(frozen=True, slots=True)
class Blocker:
    """A part of a query that leaves nothing over.

    Attributes:
        text: As the user typed it.
        notes: How many notes have the words without it, 0 if nobody counted.
        alone: Leaving out this one is enough; False: all of them must go.
    """

    text: str
    notes: int = 0
    alone: bool = True


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The answer to a search.

    Attributes:
        indexed_done: Notes that can be found by meaning.
        indexed_total: All notes outside the trash.
        degraded: Why an arm is missing, or another model took its place, as a sentence for the user, or None.
        stood_in: Whether it is only that: another model took the place of the one that was wished for.
        abstained: True when something was found but nothing good enough to show.
        hidden_by_decay: How many older versions are folded under newer ones.
        blocked_by: The parts of the query without which there would be hits, when there is none.
        hints: Sentences about parts of the query that do not do what they look like.
    """

    query: str
    hits: Sequence[Hit]
    indexed_done: int
    indexed_total: int
    degraded: str | None = None
    abstained: bool = False
    hidden_by_decay: int = 0
    blocked_by: tuple[Blocker, ...] = ()
    hints: tuple[str, ...] = ()
    stood_in: bool = False
