"""The request and the result of a search."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from notebrain.domain.notes.attachments import Sha
from notebrain.domain.notes.note import NoteId

if TYPE_CHECKING:
    from notebrain.domain.search.dates.questions import QuestionDates
    from notebrain.domain.search.snippets import Quote

DEFAULT_LIMIT = 20
_LEAST_SHOWN = 0.005
_CLOSE = 0.5
"""Share of the best score that a hit found only by its meaning needs to be close to the best one.

In the sample vault, "insulin" then finds one note instead of two, and "gas" four instead of twelve.
"""


class Mode(StrEnum):
    """Which arms search for notes."""

    HYBRID = "hybrid"
    KEYWORD = "keyword"
    MEANING = "meaning"


class Fusion(StrEnum):
    """How the scores of the two arms become one match."""

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
    """The parameters of a search.

    Attributes:
        query: The text the user typed, in the query language of `notebrain.domain.search.query`.
        alpha: Weight of words against meaning, from 1.0 (only words) to 0.0 (only meaning); None uses the workspace's
            setting.
        fusion: How the arms are combined; None uses the workspace's setting.
        half_life_days: Days after which recency is one half; None uses the profile's (or the workspace's setting).
        floor: The lowest factor that age alone can give a note; None uses the profile's.
        workspace: The workspace to search; None searches all of them.
        now: The time that ages are counted from; None uses the clock.
        typing: Whether the user is still typing, so that the last word is a prefix.
        read_dates: Whether words like "last week" name a time; otherwise they are searched for like any words.
    """

    query: str
    limit: int = DEFAULT_LIMIT
    mode: Mode = Mode.HYBRID
    fusion: Fusion | None = None
    alpha: float | None = None
    profile: ProfileName | None = None
    half_life_days: float | None = None
    floor: float | None = None
    workspace: str | None = None
    now: datetime | None = None
    typing: bool = False
    read_dates: bool = True


@dataclass(frozen=True, slots=True)
class Why:
    """The parts that a score is calculated from.

    For every profile but `memory`: `match = alpha*keyword + (1-alpha)*meaning` and
    `score = match * age * importance * dates * repeats`. For `memory` the score is the weighted sum of match 0.40,
    importance 0.30, recency 0.20 and frequency 0.10, times `dates` and `repeats`, and `weighted_sum` is True.

    Attributes:
        keyword: The match of the words, 0 to 1 (1 is the best candidate).
        meaning: The match of the meaning, 0 to 1.
        age: The factor for the match by age, 0 to 1; 1 for pinned notes.
        importance: The factor `1 + 0.05 * (importance - 3)`; in `memory`, the importance itself, 0 to 1.
        dates: The factor for a note outside of the time that the query names; 1 inside it or without one.
        repeats: The factor for a note nearly identical with a better hit; 1 for all others.
        listed: Whether the query has nothing to match, only filters or a time; then the score is 1, and `keyword` 0.
        recency: `0.5 ** (age_days / half_life_days)`, for display.
        superseded_by: The newer version that this note yields to, or None.
        matched_by: The older version whose words and meaning matched better; this note takes its rank, so `keyword` and
            `meaning` are from that note.
        words: The words of the query that the note contains, where they have been looked for: see `Hit.explained`.
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
    dates: float = 1.0
    repeats: float = 1.0
    listed: bool = False
    weighted_sum: bool = False
    pinned: bool = False
    superseded_by: NoteId | None = None
    matched_by: NoteId | None = None
    words: tuple[str, ...] = ()

    @property
    def has_meaning(self) -> bool:
        """Whether its meaning matches, in the two places that are shown."""
        return self.meaning >= _LEAST_SHOWN


@dataclass(frozen=True, slots=True)
class FileMatch:
    """The best piece of a file in a note.

    Attributes:
        piece: Its id.
        score: What it adds to the keyword score of the note, for the words that the note itself lacks.
        words: The words of the query in it.
    """

    piece: int
    score: float
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HitFile:
    """The file of a note that a hit quotes.

    Attributes:
        page: Counted from 1; None in files without pages.
    """

    sha: Sha
    name: str
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """A note found by a search.

    Attributes:
        quote: Returns the best passage, which is chosen when it is first read: most hits are never looked at.
        older_versions: Older versions folded under this hit, newest first.
        outdated: Whether the user marked it as outdated in favor of another note.
        file: The file of the note that the quote is from, with `span` where the note names it; else None.
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
    quote: "Callable[[], Quote]" = field(compare=False, repr=False)
    created_at: datetime
    updated_at: datetime
    why: Why
    older_versions: tuple["Hit", ...] = ()
    outdated: bool = False
    file: HitFile | None = None

    @property
    def snippet(self) -> str:
        """The best passage, about two lines long, with ellipses where the body was cut."""
        return self.quote().snippet

    @property
    def span(self) -> tuple[int, int]:
        """The range of the best passage in the body: start and end, in code points."""
        return self.quote().span

    @property
    def marks(self) -> tuple[tuple[int, int], ...]:
        """The ranges of `snippet` that match words of the query, in code points."""
        return self.quote().marks

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the query that the note contains."""
        return self.quote().words

    @property
    def by_meaning(self) -> bool:
        """Whether its meaning matches and none of its words does."""
        return self.why.has_meaning and not self.words

    @property
    def explained(self) -> Why:
        """Why it was found, with its words."""
        return replace(self.why, words=self.words)


@dataclass(frozen=True, slots=True)
class FoundConversation:
    """A conversation with the notes that a search with `is:conversation` found.

    Attributes:
        outcome: What it came to, if it has ended; else empty.
        turns: How many questions were answered.
        by_meaning: Whether what it was about matches, and not its words.
    """

    id: str
    title: str
    outcome: str
    turns: int
    updated_at: datetime
    by_meaning: bool = False


@dataclass(frozen=True, slots=True)
class Blocker:
    """A part of a query that excludes all hits.

    Attributes:
        text: The part as typed.
        notes: How many notes match the words without it, 0 if not counted.
        alone: Whether removing this one is enough; otherwise all of them must be removed.
    """

    text: str
    notes: int = 0
    alone: bool = True


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search.

    Attributes:
        indexed_done: How many notes can be found by meaning.
        indexed_total: How many notes are outside the trash.
        degraded: Why an arm is missing or another model was used, as a sentence for the user, or None.
        stood_in: Whether the only restriction is that another model was used instead of the chosen one.
        dates: The time that the query names and the words it was read from, or None.
        abstained: Whether something was found, but nothing that is sure to answer the query.
        nearest: The few notes that come nearest, if nothing is sure; then there are no hits.
        hidden_by_decay: How many older versions are folded under newer ones.
        blocked_by: If there are no hits, the parts of the query without which there would be some.
        hints: Sentences about parts of the query that do not work as they seem to.
        conversations: What `is:conversation` found; None for any other query, which finds notes only.
    """

    query: str
    hits: Sequence[Hit]
    indexed_done: int
    indexed_total: int
    degraded: str | None = None
    abstained: bool = False
    nearest: Sequence[Hit] = ()
    hidden_by_decay: int = 0
    blocked_by: tuple[Blocker, ...] = ()
    hints: tuple[str, ...] = ()
    stood_in: bool = False
    dates: "QuestionDates | None" = None
    conversations: Sequence[FoundConversation] | None = None

    @property
    def shown(self) -> Sequence[Hit]:
        """The hits, or the nearest notes if nothing is sure."""
        return self.hits or self.nearest

    @property
    def close(self) -> "SearchResult":
        """The result for a short list: without hits that only their meaning found, and that are far from the best."""
        least = _CLOSE * max((hit.score for hit in self.hits), default=0.0)
        hits = tuple(hit for hit in self.hits if hit.score >= least or not hit.by_meaning)
        return replace(self, hits=hits)
