"""Gathers the notes that may answer a question: asks in two ways, and takes the neighbors of hits along."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

from notebrain.domain.grounding.questions import Question, without_names
from notebrain.domain.grounding.subjects import Turn, persons, turns_of
from notebrain.domain.notes.note import NoteId
from notebrain.domain.search.query import parse
from notebrain.domain.search.ranking.scores import weight_of
from notebrain.domain.search.types import Hit, SearchRequest, SearchResult, Why
from notebrain.domain.text.stemming import index_form
from notebrain.storage.connection import Connection
from notebrain.storage.search import facts, fts, neighbors, vocabulary
from notebrain.storage.store import Store

SEARCHED = 40
"""How many hits of each search are looked at."""
MOST_NOTES = 50
"""How many notes a question can be limited to."""
_BEFORE, _READ = 300, 1_200
"""How much of a note is read: from this many characters before the hit on."""

_PHRASE = re.compile(r'(?<![:\w])"([^"]*)"')

Search = Callable[[SearchRequest], SearchResult]


@dataclass(frozen=True, slots=True)
class Scope:
    """Which notes may answer; all of them by default."""

    workspace: str | None = None
    tag: str | None = None
    notes: tuple[NoteId, ...] = ()


EVERYTHING = Scope()


@dataclass
class Candidate:
    """A note that may answer, with the part of it that is read.

    Attributes:
        text: The part of the body from `start` on.
        at: Where in `text` the search found something.
        score: How well the note matches, in both ways of asking, 0 to 1.
        meaning: How near it is to the question in meaning, 0 to 1.
        hit: What the search found, or None for the neighbor of a hit.
        before: The note made right before it, if that is a candidate.
    """

    key: int
    note_id: NoteId
    revision: int
    title: str
    source: str
    created_at: datetime
    updated_at: datetime
    local_only: bool
    text: str
    start: int = 0
    at: int = 0
    score: float = 0.0
    meaning: float = 0.0
    hit: Hit | None = None
    before: "Candidate | None" = field(default=None, repr=False)
    after: "Candidate | None" = field(default=None, repr=False)

    @property
    def why(self) -> Why | None:
        """The parts of its score."""
        return None if self.hit is None else self.hit.explained

    @cached_property
    def turns(self) -> Sequence[Turn]:
        """What is said in the text, by speaker."""
        return tuple(turns_of(self.text))

    @cached_property
    def turn(self) -> Turn:
        """The turn with what the search found."""
        return next((turn for turn in self.turns if self.at < turn.end), self.turns[-1])

    @property
    def said_before(self) -> "Candidate | None":
        """The note that this one goes on from in a talk; what was noted before any other is about something else."""
        return self.before if self.turn.name else None

    @cached_property
    def words(self) -> str:
        """The words of this turn."""
        return self.text[self.turn.words_start : self.turn.end]


@dataclass(frozen=True, slots=True)
class Gathered:
    """What may answer a question.

    Attributes:
        result: What the search answered to the question as it is.
        rarity: The weight of each word of the question by how few notes have it.
        asked: The names in the question that belong to speakers.
        known: Whether any note has a word or name of the question.
    """

    candidates: Sequence[Candidate]
    result: SearchResult
    rarity: Mapping[str, float]
    asked: frozenset[str]
    known: bool


def gather(
    store: Store, search: Search, question: Question, request: SearchRequest, scope: Scope
) -> Gathered:
    """Return the notes that may answer, in no order.

    If the question names somebody who speaks in the notes found, it is asked again without the name: the words of a
    person rarely name that person.
    """
    if scope.notes:
        return _of_notes(store, question, request, scope.notes)
    asked_for = request.query
    request = replace(
        request, query=_scoped(asked_for, scope), workspace=scope.workspace, limit=SEARCHED
    )
    result = search(request)
    if not result.shown and parse(asked_for).phrases:
        # a title in quotes is a condition of a search, but hardly of a question
        asked_for = _PHRASE.sub(r" \1 ", asked_for)
        request = replace(request, query=_scoped(asked_for, scope))
        result = search(request)
    with store.read() as db:
        found = _read(db, result.shown)
    asked = persons(question, frozenset(one.turn.speaker for one in found.values()))
    ways = [result]
    if asked and not result.abstained and (bare := without_names(asked_for, asked)):
        ways.append(search(replace(request, query=_scoped(bare, scope))))
    with store.read(much=True) as db:
        known = {one.note_id for one in found.values()}
        for way in ways[1:]:
            found |= _read(db, [hit for hit in way.shown if hit.note_id not in known])
        _score(found, ways)
        _add_neighbors(db, found, request)
        return _gathered(db, question, found, result, asked)


def _scoped(query: str, scope: Scope) -> str:
    return query if scope.tag is None else f'{query} tag:"{scope.tag}"'


def _of_notes(
    store: Store, question: Question, request: SearchRequest, note_ids: Sequence[NoteId]
) -> Gathered:
    with store.read(much=True) as db:
        found = _texts(db, dict.fromkeys(neighbors.keys_of(db, note_ids[:MOST_NOTES]).values(), 0))
        for one in found.values():
            one.score = 1.0
        speakers = frozenset(turn.speaker for one in found.values() for turn in one.turns)
        result = SearchResult(request.query, (), 0, 0)
        return _gathered(db, question, found, result, persons(question, speakers))


def _read(db: Connection, hits: Sequence[Hit]) -> dict[int, Candidate]:
    """Return the hits as candidates, by their keys; notes that are gone are left out."""
    keys = neighbors.keys_of(db, [hit.note_id for hit in hits])
    hit_of = {keys[hit.note_id]: hit for hit in hits if hit.note_id in keys}
    found = _texts(db, {key: hit.span[0] for key, hit in hit_of.items()})
    for key, one in found.items():
        one.hit = hit_of[key]
    return found


def read_hits(store: Store, hits: Sequence[Hit]) -> Sequence[Candidate]:
    """Return hits as candidates, in their order."""
    with store.read() as db:
        return list(_read(db, hits).values())


def _texts(db: Connection, places: Mapping[int, int]) -> dict[int, Candidate]:
    """Return notes with the text around a place."""
    found: dict[int, Candidate] = {}
    for key, place in places.items():
        start = max(0, place - _BEFORE)
        row = neighbors.part(db, key, start, _READ)
        if row is None:
            continue
        cut = 0 if not start else row.text.find("\n") + 1 or row.text.find(" ") + 1
        cut = min(cut, place - start)
        found[key] = Candidate(
            key, row.note_id, row.version, row.title, row.source, row.created_at, row.updated_at,
            row.local_only, row.text[cut:], start + cut, place - start - cut,
        )  # fmt: skip
    return found


def _score(found: Mapping[int, Candidate], ways: Sequence[SearchResult]) -> None:
    """Give each note the mean of its scores in all ways of asking, each relative to the best one."""
    by_id = {one.note_id: one for one in found.values()}
    for way in ways:
        best = max((hit.score for hit in way.shown), default=0.0)
        for hit in way.shown:
            one = by_id.get(hit.note_id)
            if one is not None and best > 0:
                one.score += hit.score / best / len(ways)
                one.meaning = hit.why.meaning  # of the last way: without the names


def _add_neighbors(db: Connection, found: dict[int, Candidate], request: SearchRequest) -> None:
    """Add the notes right before and after hits, as far as the filters of the question let them."""
    around = neighbors.around(db, list(found))
    keys = {key for pair in around.values() for key in pair if key is not None} - found.keys()
    query = parse(request.query)
    filtered = (
        bool(query.filters or query.phrases or query.excluded) or request.workspace is not None
    )
    if filtered:
        allowed = facts.allowed(db, query.filters, request.workspace)
        narrow = bool(query.phrases or query.excluded)
        if narrow:
            keys.clear()
        elif allowed is not None:
            keys &= allowed
    found |= _texts(db, dict.fromkeys(keys, 0))
    for key, (before, after) in around.items():
        one = found[key]
        one.before = found.get(before) if before is not None else None
        one.after = found.get(after) if after is not None else None
        if one.before is not None:
            one.before.after = one
        if one.after is not None:
            one.after.before = one


def _counts(db: Connection, question: Question) -> dict[str, int]:
    """Return how many notes have each word of a question."""
    forms = {one: index_form(word) for one, word in question.words.items()}
    counts = vocabulary.exactly(db, set(forms.values()))
    return {word: counts.get(form, 0) for word, form in forms.items()}


def _gathered(
    db: Connection,
    question: Question,
    found: Mapping[int, Candidate],
    result: SearchResult,
    asked: frozenset[str],
) -> Gathered:
    notes = fts.size(db).notes
    counts = _counts(db, question)
    # a word that no note has weighs most
    rarity = {word: weight_of(count, notes=notes) for word, count in counts.items()}
    names = vocabulary.exactly(
        db, {index_form(one) for name in question.names for one in name.split()}
    )
    known = any(counts.values()) or any(names.values())
    return Gathered(list(found.values()), result, rarity, asked, known=known)
