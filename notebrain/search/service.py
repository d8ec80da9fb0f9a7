"""Find notes: run the keyword and meaning arms, rank what they found, and build the hits."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from notebrain.domain.search.dates.queries import DatedQuery, read_query
from notebrain.domain.search.query import SHORTEST_RANKED_PREFIX, parse
from notebrain.domain.search.query_parts import matches_nothing, misread
from notebrain.domain.search.ranking.order import (
    EXACT_HITS_KEPT,
    Candidate,
    Placed,
    Terms,
    order,
    weight_of_words,
)
from notebrain.domain.search.ranking.scores import (
    DEFAULT_ALPHA,
    Profile,
    blend,
    dates_factor,
    normalized,
    nothing_good_enough,
    profile,
    reciprocal_ranks,
)
from notebrain.domain.search.ranking.versions import LEAST_COSINE, Nearness
from notebrain.domain.search.types import Fusion, Mode, ProfileName, SearchRequest, SearchResult
from notebrain.search.gatherer import LEAST_RANKED, Gathered, Gatherer
from notebrain.search.hits import HitMaker
from notebrain.search.query_embedding import NOT_ASKED, Asked, Questions
from notebrain.storage import settings
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import chunks, remote_queue
from notebrain.storage.notes import notes
from notebrain.storage.review import replacements
from notebrain.storage.search import facts as search
from notebrain.storage.search.facts import RankFacts
from notebrain.storage.sql import from_ms
from notebrain.storage.store import Store

if TYPE_CHECKING:
    from notebrain.domain.notes.note import Note
    from notebrain.domain.ports import Clock, Embedders, Space
    from notebrain.domain.search.dates.questions import QuestionDates
    from notebrain.domain.sync.remote import RemoteMeaning

LEAST_REPLACED = 0.85
"""How likely a newer note must replace another one to be shown in its place in the order, unconfirmed.

Of 390 questions to five vaults, .505 find their note first; with .75 .497, with .65 .500.
"""

NEAREST_SHOWN = 3
"""How many notes are shown as the nearest when nothing is sure."""
_LETTERS_THAT_MEAN_NOTHING = 3

FindConversations = Callable[[SearchRequest, DatedQuery], SearchResult]
Version = tuple[int, int]
"""The connection used for reading, and its number for the state of the vault."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What must be equal for the notes of the last search to be reused."""

    query: str
    limit: int
    mode: Mode
    workspace: str | None
    typing: bool
    meaning: bool
    data_version: Version
    dates: "QuestionDates | None"

    @classmethod
    def of(
        cls,
        request: SearchRequest,
        dated: DatedQuery,
        data_version: Version,
        *,
        meaning: bool,
    ) -> "_Asked":
        return cls(
            request.query,
            request.limit,
            request.mode,
            request.workspace,
            request.typing,
            meaning,
            data_version,
            dated.dates,
        )


class RecallService:
    """Searches one vault, on any thread, one search at a time; `words` never waits for a meaning search.

    Args:
        lets_compare: Tells whether the user lets an older and a newer note be compared with each other.
        conversations: Finds conversations, which are searched instead of the notes if the query says so.
    """

    def __init__(
        self,
        store: Store,
        embedder: "Embedders",
        clock: "Clock",
        remote: "RemoteMeaning | None" = None,
        lets_compare: "Callable[[Note, Note], bool]" = lambda _older, _newer: True,
        conversations: "FindConversations | None" = None,
    ) -> None:
        self._store = store
        self._lets_compare = lets_compare
        self._conversations = conversations
        self._clock = clock
        self._embedder = embedder
        self._questions = Questions(store, embedder, remote)
        self._both = Gatherer(self._questions)
        self._words_only = Gatherer(self._questions)
        self._lock = threading.Lock()
        self._words_lock = threading.Lock()
        self._last: tuple[_Asked, Gathered] | None = None
        self._coverage: tuple[tuple[Version, Space] | None, tuple[int, int]] | None = None

    def search(self, request: SearchRequest) -> SearchResult:
        """Return the best matches by words and meaning."""
        dated = self._read(request, whole=True)
        if self._conversations is not None and dated.query.wants_conversations:
            return self._conversations(request, dated)
        with self._lock:
            asked = self._ask_the_account(request, dated)
            with self._store.read(much=True) as db:
                version = self._version(db)
                gathered = self._both.gather(
                    db, dated, request, meaning=True, version=version, asked=asked
                )
                self._last = (_Asked.of(request, dated, version, meaning=True), gathered)
                return self._answer(db, request, gathered, version)

    def words(self, request: SearchRequest) -> SearchResult:
        """Return the best matches by words alone, to be shown while the meaning search is running."""
        dated = self._read(request)
        if self._conversations is not None and dated.query.wants_conversations:
            return self._conversations(replace(request, mode=Mode.KEYWORD), dated)
        with self._words_lock, self._store.read(much=True) as db:
            version = self._version(db)
            gathered = self._words_only.gather(db, dated, request, meaning=False, version=version)
            return self._answer(db, request, gathered, None)

    def rerank(self, request: SearchRequest) -> SearchResult:
        """Return the result of the last search in another order, without searching again.

        Use it after a change of alpha, profile, half-life, floor, fusion or `now`; other changes start a new search.
        """
        with self._lock:
            with self._store.read() as db:
                version = self._version(db)
            if self._last is not None and self._last[0] == _Asked.of(
                request, self._read(request, whole=True), version, meaning=True
            ):
                with self._store.read() as db:
                    return self._answer(db, request, self._last[1], version)
        return self.search(request)

    def nearest(
        self, space: "Space", of: Sequence[Sequence[bytes]], *, top: int
    ) -> list[dict[int, float]]:
        """Return, for each note, the keys of the notes nearest to any of its vectors, with their highest cosine.

        Several notes at once cost little more than one, but searches wait until all are compared.

        Args:
            of: The vectors of each note.
            top: How many passages to examine for each vector.
        """
        with self._lock, self._store.read(much=True) as db:
            return self._both.nearest(db, space, of, top=top)

    def release(self) -> None:
        """Release the memory of the vectors and of the last result."""
        with self._lock:
            self._last = None
            self._both.release()

    def _answer(
        self, db: Connection, request: SearchRequest, gathered: Gathered, version: Version | None
    ) -> SearchResult:
        done, total = self._indexed(db, version, gathered.space or self._embedder.space)
        placed = self._placed(db, request, gathered)
        abstained = bool(placed) and nothing_good_enough(gathered.best_cosine, gathered.covers)
        if abstained:
            placed = placed[:NEAREST_SHOWN]
        maker = HitMaker(db, gathered, placed)
        found = [hit for ranked in placed if (hit := maker.hit(ranked)) is not None]
        hits = [] if abstained else found
        return SearchResult(
            query=request.query,
            hits=hits,
            nearest=found if abstained else (),
            indexed_done=done,
            indexed_total=total,
            degraded=gathered.degraded,
            stood_in=gathered.degraded is not None and gathered.space is not None,
            abstained=abstained,
            hidden_by_decay=sum(len(hit.older_versions) for hit in hits),
            blocked_by=() if hits else gathered.blocked_by,
            hints=_hints(db, request, gathered),
            dates=gathered.dates,
        )

    def _read(self, request: SearchRequest, *, whole: bool = False) -> DatedQuery:
        """Return the query as it is searched.

        Args:
            whole: Take the last word as whole, unless it is the only one, and short. So the window ends with the same
                hits as the command line, and "get gas" does not keep Gatsby.
        """
        return read_query(
            request.query,
            request.now or self._clock.now(),
            typing=request.typing and not (whole and _is_whole(request.query)),
            read_dates=request.read_dates,
        )

    def _ask_the_account(self, request: SearchRequest, dated: DatedQuery) -> Asked:
        """Ask the account, unless the query is only the first letters of a word, which mean nothing yet."""
        text = dated.query.text
        begun = request.typing and len(text.strip()) <= _LETTERS_THAT_MEAN_NOTHING
        if begun or dated.lists or request.mode is Mode.KEYWORD:
            return NOT_ASKED
        return self._questions.ask_the_account(text, request.workspace)

    def _placed(self, db: Connection, request: SearchRequest, gathered: Gathered) -> list[Placed]:
        alpha = _alpha(db, request, gathered)
        keyword, meaning = _matches(gathered, alpha, _fusion(db, request))
        best = sorted(
            range(len(gathered.keys)),
            key=lambda place: (
                -blend(
                    keyword[place],
                    meaning[place],
                    alpha=weight_of_words(alpha, unread=gathered.unread(place)),
                )
                * dates_factor(outside=gathered.outside(place))
            ),
        )
        ranked = best[: max(LEAST_RANKED, 2 * request.limit)]
        exact = [place for place in best[len(ranked) :] if gathered.keys[place] in gathered.exact]
        places = ranked + exact[:EXACT_HITS_KEPT]
        facts = search.rank_facts(db, [gathered.keys[place] for place in places])
        successors = search.successors(db)
        probable = self._probable_successors(db, [*facts])
        places = [place for place in places if gathered.keys[place] in facts]
        found = [
            _candidate(
                gathered,
                place,
                facts[gathered.keys[place]],
                (keyword[place], meaning[place]),
                successors.get(gathered.keys[place]),
                probable.get(gathered.keys[place]),
            )
            for place in places
        ]
        terms = Terms(
            profile=_profile(db, request, gathered),
            alpha=alpha,
            now=request.now or self._clock.now(),
            limit=request.limit,
            dated=gathered.dates is not None,
            listed=gathered.listed,
            asked=gathered.query.text,
        )
        return order(found, terms, _nearness(gathered, places))

    def _probable_successors(self, db: Connection, keys: list[int]) -> dict[int, int]:
        """Return which note replaces another one, unconfirmed, where the user lets notes be compared."""
        found = replacements.successors(db, keys, least=LEAST_REPLACED)
        pairs = {pair: [notes.get_by_key(db, key) for key in pair] for pair in found.items()}
        return dict(
            pair
            for pair, (older, newer) in pairs.items()
            if older and newer and self._lets_compare(older, newer)
        )

    def _version(self, db: Connection) -> Version:
        """Return a value that changes with the vault; the number alone is meaningless on another connection."""
        return id(db), self._store.data_version()

    def _indexed(self, db: Connection, version: Version | None, space: "Space") -> tuple[int, int]:
        """Return how many notes can be found by meaning, and how many there are; recounted only after changes.

        While the user types (`version` is None) the last count is used, because indexing changes it with every note.
        """
        wanted = None if version is None else (version, space)
        if self._coverage is None or (wanted is not None and self._coverage[0] != wanted):
            count = chunks.coverage if space in self._embedder.spaces else remote_queue.coverage
            self._coverage = (wanted, count(db, space))
        return self._coverage[1]


def _hints(db: Connection, request: SearchRequest, gathered: Gathered) -> tuple[str, ...]:
    """Return hints about operators that were not understood or that name something missing."""
    absent = [
        hint
        for condition in gathered.query.filters
        if not gathered.keys
        and not condition.negated
        and (hint := matches_nothing(condition))
        and not search.allowed(db, [condition], None)
    ]
    return (*misread(request.query, typing=request.typing), *absent)


def _is_whole(query: str) -> bool:
    words = parse(query).words
    return len(words) != 1 or len(words[0]) >= SHORTEST_RANKED_PREFIX


def _alpha(db: Connection, request: SearchRequest, gathered: Gathered) -> float:
    """Return the weight of the words: 1 if there was no meaning search, 0 if only meaning was requested."""
    if gathered.near is None:
        return 1.0
    if request.mode is Mode.MEANING:
        return 0.0
    if request.alpha is not None:
        return min(1.0, max(0.0, request.alpha))
    stored = _setting(db, "search.alpha", request.workspace)
    return float(stored) if isinstance(stored, int | float) else DEFAULT_ALPHA


def _fusion(db: Connection, request: SearchRequest) -> Fusion:
    """Return how the arms are combined: as requested, else by the workspace's setting."""
    if request.fusion is not None:
        return request.fusion
    stored = _setting(db, "search.fusion", request.workspace)
    return Fusion(stored) if stored in set(Fusion) else Fusion.SCORES


def _profile(db: Connection, request: SearchRequest, gathered: Gathered) -> Profile:
    """Return how age counts: as requested, else by the workspace's setting, else by the profile."""
    name = request.profile
    if name is None:
        stored = _setting(db, "search.profile", request.workspace)
        name = ProfileName(stored) if stored in set(ProfileName) else ProfileName.BALANCED
    half_life, floor = request.half_life_days, request.floor
    if name is ProfileName.BALANCED:
        half_life = (
            half_life if half_life is not None else _number(db, "search.half_life_days", request)
        )
        floor = floor if floor is not None else _number(db, "search.floor", request)
    chosen = profile(name, half_life_days=half_life, floor=floor)
    # in a list without a ranking, no note can stand in for another
    return replace(chosen, settles_versions=False) if gathered.unranked else chosen


def _number(db: Connection, name: str, request: SearchRequest) -> float | None:
    stored = _setting(db, name, request.workspace)
    return (
        float(stored) if isinstance(stored, int | float) and not isinstance(stored, bool) else None
    )


def _setting(db: Connection, name: str, workspace: str | None) -> settings.Value:
    """Return the workspace's own setting, else the vault's, else None."""
    own = settings.get(db, name, scope=workspace) if workspace else None
    return settings.get(db, name) if own is None else own


def _matches(
    gathered: Gathered, alpha: float, fusion: Fusion
) -> tuple[Sequence[float], Sequence[float]]:
    """Return the word match and the meaning match of each note found, from 0 to 1."""
    near = gathered.near
    by_ranks = fusion is Fusion.RANKS and not gathered.unranked
    if by_ranks:
        words = reciprocal_ranks(gathered.keyword)
    else:
        pairs = zip(normalized(gathered.keyword), gathered.trust, strict=True)
        words = [score * trusted for score, trusted in pairs]
    if near is None:
        return words, [0.0] * len(words)
    if by_ranks:
        cosines = [0.0 if row is None else near.cosines[row] for row in gathered.rows]
        return words, reciprocal_ranks(cosines)
    from notebrain.search.meaning_arm import fuse

    return fuse(words, near, gathered.rows, alpha=alpha)


def _candidate(
    gathered: Gathered,
    place: int,
    facts: RankFacts,
    match: tuple[float, float],
    successor: int | None,
    probable_successor: int | None,
) -> Candidate:
    key = facts.key
    row = gathered.rows[place] if gathered.rows else None
    near = gathered.near
    dated = None if near is None or row is None else near.dated_ms[row]
    return Candidate(
        key=key,
        note_id=facts.note_id,
        text=facts.beginning,
        at=facts.updated_at if dated is None else from_ms(dated),
        keyword=match[0],
        meaning=match[1],
        pinned=facts.pinned,
        importance=facts.importance,
        access_count=facts.access_count,
        reinforcement_count=facts.reinforcement_count,
        exact=key in gathered.exact or key in gathered.titled,
        titled=key in gathered.titled,
        unread=gathered.unread(place),
        outside=gathered.outside(place),
        successor=successor,
        probable_successor=probable_successor,
    )


def _nearness(gathered: Gathered, places: Sequence[int]) -> Nearness:
    """Return how near the candidates are to each other, by their indices in `places`."""
    near = gathered.near
    if near is None:
        return Nearness()
    held = [
        (index, row)
        for index, place in enumerate(places)
        if (row := gathered.rows[place]) is not None
    ]
    vectors = near.vectors[[row for _, row in held]]
    cosines = near.of_notes(vectors @ vectors.T)
    rows: dict[int, dict[int, float]] = {index: {} for index, _ in held}
    for one, other in zip(*(cosines >= LEAST_COSINE).nonzero(), strict=True):
        if one != other:
            rows[held[one][0]][held[other][0]] = float(cosines[one, other])
    return Nearness(rows)
