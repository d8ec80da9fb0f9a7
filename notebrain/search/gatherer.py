"""Run the keyword and meaning arms and combine what they find."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from notebrain.domain.errors import NoEmbedder
from notebrain.domain.i18n import ngettext
from notebrain.domain.search.dates.queries import DatedQuery, lies_in
from notebrain.domain.search.query import Query, parse, says_nothing, words_of
from notebrain.domain.search.query_parts import chips_of, lifted, without_texts
from notebrain.domain.search.ranking.scores import NOISE_COSINE, trust
from notebrain.domain.search.types import Blocker, FileMatch, Mode, SearchRequest
from notebrain.domain.text.languages import ENGLISH
from notebrain.search.file_arm import add_files
from notebrain.search.keyword_arm import KeywordArm, Shown
from notebrain.search.keyword_match import KeywordMatch
from notebrain.search.query_embedding import NOT_ASKED, Asked, Question, Questions
from notebrain.storage.connection import Connection
from notebrain.storage.search import facts, file_words, fts, text_index
from notebrain.storage.sql import to_ms

if TYPE_CHECKING:
    from notebrain.domain.ports import Space
    from notebrain.domain.search.dates.questions import QuestionDates
    from notebrain.search.meaning_arm import Near
    from notebrain.search.vector_matrix import Matrix


@dataclass(frozen=True, slots=True)
class Gathered:
    """The notes found, with the raw scores of both arms.

    Attributes:
        keyword: The raw word score of each note.
        near: What the meaning arm found, or None if it was not run.
        best_cosine: The best cosine of a note with content, or None if the meaning arm was not run.
        rows: Each note's row in `near`, None for a note without a vector.
        trust: How far the words of each note count, see `scores.trust`.
        covers: The largest share of the query's words that one note contains.
        unranked: Whether every note matches equally; the newest come first.
        listed: Whether the query has nothing to match, only filters or a time.
        degraded: Why an arm was not run or another model was used than the chosen one, in words, or None.
        space: The space used for the meaning search, or None if there was none.
        blocked_by: The parts of the query that prevent any results.
        dates: The time that the query names, or None.
        inside: The notes found that have a date in this time.
        rarity: The weight of each word of the query by how few notes have it.
        languages: The languages that the query may be in.
        forms: Words of the index that stand for words of the query.
        in_files: What files in the notes have of the words.
    """

    query: Query
    keys: Sequence[int]
    keyword: Sequence[float]
    exact: frozenset[int] = frozenset()
    titled: frozenset[int] = frozenset()
    near: "Near | None" = None
    best_cosine: float | None = None
    rows: Sequence[int | None] = ()
    trust: Sequence[float] = ()
    covers: float = 1.0
    unranked: bool = False
    listed: bool = False
    degraded: str | None = None
    blocked_by: tuple[Blocker, ...] = ()
    space: "Space | None" = None
    dates: "QuestionDates | None" = None
    inside: frozenset[int] = frozenset()
    rarity: Mapping[str, float] = field(default_factory=dict[str, float])
    languages: tuple[str, ...] = (ENGLISH,)
    forms: Mapping[str, str] = field(default_factory=dict[str, str])
    in_files: Mapping[int, FileMatch] = field(default_factory=dict[int, FileMatch])

    def outside(self, place: int) -> bool:
        """Return whether the query names a time that no date of a note found lies in."""
        return self.dates is not None and self.keys[place] not in self.inside

    def unread(self, place: int) -> bool:
        """Return whether a note found has no vector yet although there was a meaning search."""
        return self.near is not None and self.rows[place] is None


LEAST_RANKED = 40
"""How many of the best matches take part in resolving versions, whatever the limit."""
LEAST_CHOSEN = 100
"""The minimum number of notes from each arm; more if three times the requested number is larger."""
_FEW_WORDS, _BODY_READ = 6, 200
_DATES_READ = 1_000
"""How much of a note is read for dates: a date that a note is about stands near its start."""
_NAMING_READ = 300
_AROUND_DATES = frozenset(
    ("in", "on", "at", "of", "the", "im", "am", "vom", "en", "le", "el", "de", "du", "del")
)


class Gatherer:
    """Searches with both arms; keeps the vectors in memory between searches."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions
        self._keywords = KeywordArm()
        self._matrices: dict[Space, Matrix] = {}
        self._passed: tuple[object, frozenset[int] | None] | None = None

    def gather(
        self,
        db: Connection,
        dated: DatedQuery,
        request: SearchRequest,
        *,
        meaning: bool,
        version: tuple[int, int],
        asked: Asked = NOT_ASKED,
    ) -> Gathered:
        """Return what both arms (or, if `meaning` is False, only the words) find for a query.

        Args:
            asked: The account's response to the question.
            version: The version of the vault's data; filters give the same notes until it changes.
        """
        query = dated.query
        hidden = facts.hidden(db)
        allowed = self._allowed(db, query, request.workspace, version)
        if dated.lists:
            listed = _of_a_time(db, dated, allowed, request.limit)
            if listed.keys:
                return listed
            words = dated.as_words()
            return self.gather(db, words, request, meaning=meaning, version=version)
        if not query.asks:
            return _listed(db, query, allowed, request.limit)
        enough = max(LEAST_RANKED, 2 * request.limit)
        match = self._find(db, query, Shown(allowed, hidden), enough=enough)
        inside = _inside(db, dated.dates, allowed)
        number = max(LEAST_CHOSEN, 3 * request.limit)
        chosen = match.best(number)
        if inside:
            within = self._find(db, query, Shown(inside, hidden), enough=enough)
            match.add(within)
            chosen = [*dict.fromkeys([*chosen, *within.best(number)])]
        by_words, chosen = chosen, [] if request.mode is Mode.MEANING else chosen
        near: Near | None = None
        degraded: str | None = None
        space: Space | None = None
        if meaning and request.mode is not Mode.KEYWORD and query.text and not match.unranked:
            try:
                question = self._questions.ask(query.text, asked)
                degraded, space = question.notice, question.space
                near = self._near(db, question, chosen, allowed, hidden, inside, number)
            except NoEmbedder as error:
                degraded = str(error)
                chosen = by_words
        gathered = _joined(db, dated, match, chosen, near)
        if not any(gathered.keyword):  # matches by meaning only may be too distant to show
            gathered = replace(gathered, blocked_by=self._blocked_by(db, request, hidden))
        return replace(gathered, degraded=degraded or _lacking(db), space=space)

    def nearest(
        self, db: Connection, space: "Space", of: Sequence[Sequence[bytes]], *, top: int
    ) -> list[dict[int, float]]:
        """Return, for each note, the keys of the notes nearest to any of its vectors, with their highest cosine.

        Args:
            of: The vectors of each note.
            top: How many passages to examine for each vector.
        """
        import numpy as np

        from notebrain.search.vector_matrix import best_rows

        found: list[dict[int, float]] = [{} for _note in of]
        whole = space.dimensions * 4  # a damaged vector is near nothing, as in the matrix
        asked = [
            (near, vector)
            for near, vectors in zip(found, of, strict=True)
            for vector in vectors
            if len(vector) == whole
        ]
        if not asked:
            return found
        matrix = self._matrix(space)
        matrix.refresh(db)
        if not len(matrix):
            return found
        queries = np.stack([np.frombuffer(vector, "<f4") for _near, vector in asked])
        all_cosines = matrix.cosines_of(queries)
        for (near, _vector), query, cosines in zip(asked, queries, all_cosines, strict=True):
            rows = best_rows(matrix, cosines, [], top=top)
            exact = (matrix.vectors(db, rows) @ query).tolist()
            for key, cosine in zip(matrix.keys[rows].tolist(), exact, strict=True):
                near[key] = max(cosine, near.get(key, cosine))
        return found

    def release(self) -> None:
        """Release the memory of the vectors; the next search reads them again."""
        self._matrices.clear()

    def _find(
        self, db: Connection, query: Query, may_show: Shown, *, enough: int = sys.maxsize
    ) -> KeywordMatch:
        match = self._keywords.find(db, query, may_show, enough=enough)
        add_files(db, query, match, may_show)
        return match

    def _allowed(
        self, db: Connection, query: Query, workspace: str | None, version: tuple[int, int]
    ) -> frozenset[int] | None:
        """Return the notes that pass the filters; cached, because filters stay the same while the user types."""
        asked = (query.filters, query.phrases, query.excluded, workspace, version)
        if self._passed is None or self._passed[0] != asked:
            self._passed = (asked, _allowed(db, query, workspace))
        return self._passed[1]

    def _near(
        self,
        db: Connection,
        question: Question,
        chosen: Sequence[int],
        allowed: frozenset[int] | None,
        hidden: frozenset[int],
        inside: frozenset[int],
        top: int,
    ) -> "Near | None":
        # numpy takes 100 ms and 25 MB: load it with the first search, never with the window
        from notebrain.search.meaning_arm import search_vectors, with_beyond

        matrix = self._matrix(question.space)
        matrix.refresh(db)
        if not len(matrix) and not question.beyond:
            return None
        near = search_vectors(
            db,
            matrix,
            question.vector,
            also=chosen,
            allowed=allowed,
            hidden=hidden,
            top=top,
            inside=inside,
        )
        if not question.beyond:
            return near
        return with_beyond(db, near, question.beyond, allowed=allowed, hidden=hidden)

    def _matrix(self, space: "Space") -> "Matrix":
        """Return the vectors of a space; those of the previous space are kept, so that switching takes no time."""
        from notebrain.search.vector_matrix import Matrix

        matrix = self._matrices.pop(space, None) or Matrix(space)
        self._matrices = dict([*self._matrices.items()][-1:]) | {space: matrix}
        return matrix

    def _blocked_by(
        self, db: Connection, request: SearchRequest, hidden: frozenset[int]
    ) -> tuple[Blocker, ...]:
        """Return the parts of a query that exclude all notes, each with the number of notes found without it."""

        def count(text: str, workspace: str | None) -> int:
            query = parse(text, typing=request.typing)
            may_show = Shown(_allowed(db, query, workspace), hidden)
            return len(self._find(db, query, may_show).base)

        parts = chips_of(request.query)
        found = [
            Blocker(part.text, count(lifted(request.query, part), request.workspace))
            for part in parts
        ]
        guilty = [blocker for blocker in found if blocker.notes]
        bare = without_texts(request.query, [part.text for part in parts])
        if not guilty and parts:
            together = count(bare, request.workspace)
            guilty = [Blocker(part.text, together, alone=False) for part in parts if together]
        if request.workspace is not None and not guilty:
            everywhere = count(bare, None)
            guilty = [Blocker(f"in:{request.workspace}", everywhere)] if everywhere else []
        return tuple(guilty)


def _allowed(db: Connection, query: Query, workspace: str | None) -> frozenset[int] | None:
    """Return the notes that pass the filters, phrases and excluded words; None if all do."""
    allowed = facts.allowed(db, query.filters, workspace)
    for phrase in query.phrases:
        having = fts.keys(db, fts.phrase(phrase)) | file_words.notes_with(db, fts.phrase(phrase))
        allowed = frozenset(having if allowed is None else allowed & having)
    if query.excluded:
        excluded = frozenset[int]().union(
            *(fts.keys(db, fts.phrase(words)) for words in query.excluded)
        )
        allowed = (facts.all_shown(db) if allowed is None else allowed) - excluded
    return allowed


def _listed(db: Connection, query: Query, allowed: frozenset[int] | None, limit: int) -> Gathered:
    """Return the newest notes that pass, for a query with only filters; nothing for an empty query."""
    passes = bool(query.filters or query.excluded)
    keys = facts.newest(db, allowed, limit=limit) if passes else []
    blocked = (
        tuple(Blocker(condition.text) for condition in query.filters) if passes and not keys else ()
    )
    return Gathered(
        query,
        keys,
        [1.0] * len(keys),
        trust=[1.0] * len(keys),
        unranked=True,
        listed=True,
        blocked_by=blocked,
    )


def _inside(
    db: Connection, dates: "QuestionDates | None", allowed: frozenset[int] | None
) -> frozenset[int]:
    """Return the notes that may be shown and were created or changed in the time that a query names."""
    if dates is None:
        return frozenset()
    inside = facts.dated_within(db, dates.start, dates.end)
    return inside if allowed is None else inside & allowed


def _of_a_time(
    db: Connection, dated: DatedQuery, allowed: frozenset[int] | None, limit: int
) -> Gathered:
    """Return the newest notes of a time: those made or changed in it, and those that name it."""
    dates = dated.dates
    if dates is None:
        return Gathered(dated.query, [], [])
    named = fts.newest(db, fts.phrase(_telling(dates.text)), limit=_NAMING_READ)
    inside = _inside(db, dates, allowed) | _with_date_in_text(db, dates, named)
    keys = facts.newest(db, inside if allowed is None else inside & allowed, limit=limit)
    return Gathered(
        dated.query,
        keys,
        [1.0] * len(keys),
        trust=[1.0] * len(keys),
        unranked=True,
        listed=True,
        dates=dates,
        inside=frozenset(keys),
    )


def _telling(text: str) -> list[str]:
    """Return the words of a date without those around it ("in March 2025")."""
    words = words_of(text)
    return [word for word in words if word not in _AROUND_DATES] or words


def _with_date_in_text(
    db: Connection, dates: "QuestionDates", keys: Sequence[int]
) -> frozenset[int]:
    """Return which of these notes have a date in their text that lies in a time."""
    texts = fts.texts(db, keys, most_characters=_DATES_READ)
    written = facts.created(db, keys)
    return frozenset(
        key
        for key, (title, body) in texts.items()
        if key in written and lies_in(dates, f"{title}\n{body}", written[key])
    )


def _dated(
    db: Connection, dates: "QuestionDates | None", keys: Sequence[int], near: "Near | None"
) -> frozenset[int]:
    """Return which of the notes found have a date in the time that the query names."""
    if dates is None:
        return frozenset()
    inside = facts.dated_within(db, dates.start, dates.end).intersection(keys)
    if near is not None:
        start, end = to_ms(dates.start), to_ms(dates.end)
        inside |= {
            key
            for key, dated in zip(near.keys, near.dated_ms, strict=True)
            if dated is not None and start <= dated < end
        }
    return inside | _with_date_in_text(db, dates, [key for key in keys if key not in inside])


def _joined(
    db: Connection,
    dated: DatedQuery,
    match: KeywordMatch,
    chosen: Sequence[int],
    near: "Near | None",
) -> Gathered:
    query = dated.query
    keys = list(dict.fromkeys([*chosen, *(near.keys if near else ())]))
    rated = match.rate(db, keys)
    scores = rated.scores
    row_of = {key: row for row, key in enumerate(near.keys)} if near else {}
    best_cosine: float | None = None
    if near is not None:
        cosines = near.cosines
        by_words = {key for key in keys if scores[key] > 0 or key in match.exact}
        mute = _mute(db, [key for key in keys if key not in by_words], rated.lengths)
        by_meaning = {key: cosines[row] for key, row in row_of.items() if key not in mute}
        best_cosine = max(by_meaning.values(), default=-1.0)
        keys = [key for key in keys if key in by_words or by_meaning.get(key, -1.0) >= NOISE_COSINE]
    return Gathered(
        query=query,
        keys=keys,
        keyword=[scores[key] for key in keys],
        exact=match.exact,
        titled=_titled(db, dated, match),
        near=near,
        best_cosine=best_cosine,
        rows=[row_of.get(key) for key in keys],
        trust=trust([rated.covers[key] for key in keys], rated.weight),
        covers=max((rated.covers[key] for key in keys), default=0.0) if near is not None else 1.0,
        unranked=match.unranked,
        dates=dated.dates,
        inside=_dated(db, dated.dates, keys, near),
        rarity=match.weights,
        languages=match.languages,
        forms={
            form.word: term.word
            for term in match.terms
            for form in term.forms
            if form.word != term.word
        },
        in_files=match.in_files,
    )


def _mute(db: Connection, keys: Sequence[int], lengths: Mapping[int, int]) -> set[int]:
    """Return which of the notes have no content: every nonsense query would find them by meaning."""
    short = [key for key in keys if lengths.get(key, _FEW_WORDS + 1) <= _FEW_WORDS]
    texts = fts.texts(db, short, most_characters=_BODY_READ)
    return {key for key, (title, body) in texts.items() if says_nothing(f"{title} {body}")}


def _lacking(db: Connection) -> str | None:
    """Return the message to show while the word index is being rebuilt, or None."""
    number = text_index.missing_words(db)
    if not number:
        return None
    return ngettext(
        "The word index is being rebuilt: {n} older note cannot be found by its words yet.",
        "The word index is being rebuilt: {n} older notes cannot be found by their words yet.",
        number,
    ).format(n=number)


def _titled(db: Connection, dated: DatedQuery, match: KeywordMatch) -> frozenset[int]:
    """Return the notes whose whole title is the query; a longer title that contains it only counts as an exact hit."""
    asked = {query.text.strip().casefold() for query in (dated.query, dated.plain)}
    return frozenset(key for title in asked for key in facts.titled(db, title)) & match.titled
