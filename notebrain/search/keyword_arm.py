"""Find notes by their words.

The score is BM25 with two changes that helped on all test sets: long notes are penalized less (b = 0.5), and words
that are adjacent as in the query count a fifth more. In a large vault, words that many notes contain do not select
notes, because ranking by them would read their whole lists (150 ms for 100k notes), but they do score selected notes.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from notebrain.domain.search.query import SHORTEST_RANKED_PREFIX, Query, has_unspaced_script
from notebrain.domain.search.ranking.scores import weight_of
from notebrain.domain.search.snippets import words_beginning
from notebrain.domain.text.stemming import stem
from notebrain.storage.connection import Connection
from notebrain.storage.search import facts, fts
from notebrain.storage.search.fts import TITLE_WEIGHT, IndexSize

LENGTH_WEIGHT = 0.5
"""BM25's b instead of FTS5's fixed 0.75 (LoCoMo .526 to .532, Cranfield .432 to .435, SciFact unchanged)."""
PAIR_WEIGHT = 0.2
COMMON_SHARE, COMMON_NOTES = 0.02, 500
EXACT_LIST = 5_000
"""If the words' lists have fewer entries than this in total, no word is too common to select notes."""
SCORED = 400
CHOSEN_BY_COMMON_WORDS = 300
_BODY_READ = 20_000
ASSUMED_SHARE = 0.05
PART_WEIGHT = 0.3
"""A match inside a word ("Carrots" for "car") counts this much of a whole word."""


@dataclass(frozen=True, slots=True)
class Term:
    """One word of a query, or a part of words.

    Attributes:
        count: How many notes contain it.
        prefix: Whether it is the beginning of a word that is still being typed.
        substring: Whether it may occur anywhere, even inside a word.
    """

    word: str
    count: int
    prefix: bool = False
    substring: bool = False

    @property
    def is_part(self) -> bool:
        """Whether it is looked for inside words because no note has it as a word."""
        return self.substring and self.word.isalnum() and not has_unspaced_script(self.word)

    @property
    def expression(self) -> str:
        """The expression for the word index."""
        return fts.begins(self.word) if self.prefix else fts.any_of([self.word])


@dataclass(slots=True)
class KeywordMatch:
    """What the words of a query found.

    Attributes:
        base: For every note with a selecting word, the BM25 of those words before the correction for length.
        holders: For each selecting word, the notes that have it.
        counted: The words that are scored by counting them in the text.
        exact: Notes with the query's words side by side.
        titled: Notes with these words side by side in the title.
        unranked: Whether every note found matches equally (one to three letters typed).
    """

    size: IndexSize
    terms: Sequence[Term] = ()
    base: dict[int, float] = field(default_factory=dict[int, float])
    holders: dict[str, set[int]] = field(default_factory=dict[str, set[int]])
    counted: Sequence[Term] = ()
    exact: frozenset[int] = frozenset()
    titled: frozenset[int] = frozenset()
    unranked: bool = False

    @property
    def weights(self) -> dict[str, float]:
        """The weight of each word of the query by how few notes have it."""
        return {term.word: weight_of(term.count, notes=self.size.notes) for term in self.terms}

    def best(self, number: int = SCORED) -> list[int]:
        """Return the keys of the best matches so far, those with the exact words first."""
        newest_first = list(reversed(self.base))
        rest = sorted(newest_first, key=self.base.__getitem__, reverse=True)
        first = [key for key in self.base if key in self.titled or key in self.exact]
        return list(dict.fromkeys([*first, *rest]))[:number]

    def add(self, other: "KeywordMatch") -> None:
        """Add the notes that a search for the same words found among fewer notes."""
        self.base = other.base | self.base
        self.holders = other.holders | self.holders
        self.exact |= other.exact
        self.titled |= other.titled

    def rate(self, db: Connection, keys: Sequence[int]) -> "Rated":
        """Return the final keyword score of these notes and how much of the query each covers."""
        if self.unranked:
            return Rated({key: self.base.get(key, 0.0) for key in keys}, dict.fromkeys(keys, 1.0))
        weights = self.weights
        total = sum(weights.values())
        lengths = fts.lengths(db, keys)
        relative = {key: lengths.get(key, 0) / self.size.average_length for key in keys}
        scores = {key: self.base.get(key, 0.0) * _length_correction(relative[key]) for key in keys}
        held = {
            key: sum(weights[word] for word, holders in self.holders.items() if key in holders)
            for key in keys
        }
        if self.counted:
            texts = fts.texts(db, keys, most_characters=_BODY_READ)
            rarities = [(term, rarity(term.count, notes=self.size.notes)) for term in self.counted]
            for key, (title, body) in texts.items():
                occurrences = Occurrences(title, body)
                for term, weight in rarities:
                    times = occurrences.of(term.word, prefix=term.prefix, substring=term.substring)
                    share = PART_WEIGHT if term.is_part else 1.0
                    scores[key] += share * _bm25(times, weight, relative[key])
                    held[key] += share * weights.get(term.word, 0.0) * (times > 0)
        covers = {key: held[key] / total if total > 0 else 0.0 for key in keys}
        return Rated(scores, covers, total)


@dataclass(frozen=True, slots=True)
class Rated:
    """How well notes match by their words.

    Attributes:
        scores: The keyword score, 0 for notes with none of the query's words.
        covers: The share of the query's words that the note has, weighted by their rarity, 0 to 1.
        weight: The sum of these weights.
    """

    scores: dict[int, float]
    covers: dict[int, float]
    weight: float = 0.0


class KeywordArm:
    """Looks words up; caches how common they are, since counting a common word takes milliseconds."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, bool], tuple[int, int]] = {}

    def find(
        self, db: Connection, query: Query, allowed: frozenset[int] | None, hidden: frozenset[int]
    ) -> KeywordMatch:
        """Return what the words of a query find among the notes that may be shown."""
        size = fts.size(db)
        if not query.asks or size.notes == 0:
            return KeywordMatch(size)
        may_show = _Shown(allowed, hidden)
        if query.prefix and len(query.words) == 1 and len(query.words[0]) < SHORTEST_RANKED_PREFIX:
            return _newest_with_prefix(db, size, query.words[-1], may_show)
        terms = [
            self._term(db, word, size, prefix=query.prefix and word == query.words[-1])
            for word in query.terms
        ]
        choosing = _choosing(terms, size)
        match = KeywordMatch(size, tuple(terms))
        match.exact, match.titled = _exact(db, query, may_show, size)
        self._choose(db, query, match, choosing, may_show)
        return match

    def _choose(
        self,
        db: Connection,
        query: Query,
        match: KeywordMatch,
        choosing: Sequence[Term],
        may_show: "_Shown",
    ) -> None:
        """Fill in the notes with the selecting words, then those found by parts of words and symbols."""
        common = [term for term in match.terms if term.count and term not in choosing]
        if choosing:
            expression = " OR ".join(term.expression for term in choosing)
            match.base = may_show.only(fts.ranked(db, expression))
            # a single word need not be looked up twice
            match.holders = (
                {choosing[0].word: set(match.base)}
                if len(choosing) == 1
                else {term.word: fts.keys(db, term.expression) for term in choosing}
            )
            for key, score in fts.ranked(db, pairs) if (pairs := _pairs(query, choosing)) else ():
                if key in match.base:
                    match.base[key] += PAIR_WEIGHT * score
        elif common:
            match.base = dict.fromkeys(_by_common_words(db, common, may_show, match.size), 0.0)
        match.base.update({key: 0.0 for key in match.exact | match.titled if key not in match.base})
        parts = [
            *_parts_of_words(match.terms),
            *(Term(sign, 0, substring=True) for sign in query.signs),
        ]
        found_parts: list[Term] = []
        for part in parts:
            keys = [key for key in fts.containing(db, part.word, limit=SCORED) if may_show(key)]
            if keys:
                found_parts.append(Term(part.word, max(part.count, len(keys)), substring=True))
                match.base.update({key: 0.0 for key in keys if key not in match.base})
        if not match.terms:
            match.terms = tuple(found_parts)
        match.counted = (*common, *found_parts)

    def _term(self, db: Connection, word: str, size: IndexSize, *, prefix: bool) -> Term:
        known = self._counts.get((word, prefix))
        if prefix and len(word) < SHORTEST_RANKED_PREFIX:
            # counting the words that begin with one to three letters would read a large part of the index
            return Term(word, round(ASSUMED_SHARE * size.notes), prefix)
        # a count from a vault of nearly the same size is good enough: it only weights the word
        if known is None or abs(known[1] - size.notes) > size.notes // 100:
            if len(self._counts) > EXACT_LIST:
                self._counts.clear()
            known = (fts.count(db, Term(word, 0, prefix).expression), size.notes)
            self._counts[word, prefix] = known
        return Term(word, known[0], prefix)


def rarity(count: int, *, notes: int) -> float:
    """Return the weight of a word in `count` of `notes` notes: `ln(1 + (N - n + 0.5) / (n + 0.5))`, above 0.

    FTS5's weight, by contrast, is zero for words in half of the notes, but a query may consist of such words.
    """
    return math.log1p(max(0, notes - count) / (count + 0.5) + 0.5 / (count + 0.5))


@dataclass(frozen=True, slots=True)
class _Shown:
    """Which notes may be shown."""

    allowed: frozenset[int] | None
    hidden: frozenset[int]

    def __call__(self, key: int) -> bool:
        return key not in self.hidden and (self.allowed is None or key in self.allowed)

    def newest(self, db: Connection, expression: str, size: IndexSize) -> list[int]:
        """Return the newest matching notes that may be shown; the fewer may be shown, the more are read."""
        share = 1.0 if self.allowed is None else len(self.allowed) / max(1, size.notes)
        most = round(CHOSEN_BY_COMMON_WORDS * 1.5 / max(share, 1e-6)) + len(self.hidden)
        found = fts.newest(db, expression, limit=most)
        shown = [key for key in found if self(key)]
        if len(found) == most and len(shown) < CHOSEN_BY_COMMON_WORDS:
            shown = [key for key in fts.newest(db, expression, limit=-1) if self(key)]
        return shown[:CHOSEN_BY_COMMON_WORDS]

    def only(self, scored: Iterable[tuple[int, float]]) -> dict[int, float]:
        if self.allowed is None and not self.hidden:
            return dict(scored)
        return {key: score for key, score in scored if self(key)}


def _bm25(occurrences: float, rarity: float, relative_length: float) -> float:
    if not occurrences:
        return 0.0
    damping = fts.K1 * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * relative_length)
    return rarity * occurrences * (fts.K1 + 1) / (occurrences + damping)


def _length_correction(relative_length: float) -> float:
    """Return the factor that converts FTS5's b to ours; exact for a word that occurs once."""
    theirs = 1 + fts.K1 * (1 - fts.B + fts.B * relative_length)
    return theirs / (1 + fts.K1 * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * relative_length))


def _choosing(terms: Sequence[Term], size: IndexSize) -> list[Term]:
    """Return the words that select notes: all of them in a small vault, otherwise the rare ones."""
    present = [term for term in terms if term.count]
    if sum(term.count for term in present) <= EXACT_LIST:
        return present
    most = max(COMMON_NOTES, COMMON_SHARE * size.notes)
    return [
        term
        for term in present
        if term.count <= most and not (term.prefix and len(term.word) < SHORTEST_RANKED_PREFIX)
    ]


def _pairs(query: Query, choosing: Sequence[Term]) -> str:
    """Return the expression for adjacent query words that can be looked up cheaply."""
    words = {term.word for term in choosing if not term.prefix}
    return " OR ".join(fts.phrase(pair) for pair in query.pairs if words.issuperset(pair))


def _parts_of_words(terms: Sequence[Term]) -> list[Term]:
    """Return the terms to search for inside words: those that no note has as a word, and those in unspaced scripts."""
    return [
        term
        for term in terms
        if has_unspaced_script(term.word)
        or not (term.count or term.prefix or len(term.word) < fts.SHORTEST_GRAM)
    ]


def _newest_with_prefix(
    db: Connection, size: IndexSize, prefix: str, may_show: _Shown
) -> KeywordMatch:
    if len(prefix) == 1 and prefix.isascii():
        keys = _newest_with_letter(db, prefix, may_show)
    else:
        keys = may_show.newest(db, fts.begins(prefix), size)
    base = dict.fromkeys(keys, 1.0)
    return KeywordMatch(size, (Term(prefix, len(keys), prefix=True),), base, unranked=True)


def _newest_with_letter(db: Connection, letter: str, may_show: _Shown) -> list[int]:
    """Return the newest notes with a word that begins with `letter`: almost all do, so the index would be slow."""
    keys = facts.newest(db, may_show.allowed, limit=CHOSEN_BY_COMMON_WORDS)
    texts = fts.texts(db, keys, most_characters=_BODY_READ)
    return [key for key in keys if key in texts and Occurrences(*texts[key]).begin(letter)]


def _by_common_words(
    db: Connection, terms: Sequence[Term], may_show: _Shown, size: IndexSize
) -> list[int]:
    """Return notes for a query of common words: by title, then with all words, then with any, newest first in each."""
    every = " AND ".join(term.expression for term in terms)
    found: dict[int, None] = {}
    for expression in (f"title : ({every})", every, " OR ".join(term.expression for term in terms)):
        found.update(dict.fromkeys(may_show.newest(db, expression, size)))
        if len(found) >= CHOSEN_BY_COMMON_WORDS:
            break
    return list(found)[:SCORED]


def _exact(
    db: Connection, query: Query, may_show: _Shown, size: IndexSize
) -> tuple[frozenset[int], frozenset[int]]:
    """Return the notes with the query's words side by side, anywhere and in the title."""
    if query.prefix or not query.words:
        return frozenset(), frozenset()
    titled = may_show.newest(db, fts.in_title(query.words), size)
    side_by_side = (
        may_show.newest(db, fts.phrase(query.words), size) if len(query.words) > 1 else []
    )
    return frozenset(side_by_side), frozenset(titled)


class Occurrences:
    """The texts of one note, prepared for counting."""

    def __init__(self, title: str, body: str) -> None:
        self._title = title.lower()
        self._body = body.lower()

    def of(self, word: str, *, prefix: bool = False, substring: bool = False) -> float:
        """Return how often the note contains a word, with extra weight for the title.

        Args:
            word: In lower case.
            prefix: Also count words that begin with it.
            substring: Count it wherever it occurs.
        """
        if substring:
            return TITLE_WEIGHT * self._title.count(word) + self._body.count(word)
        return TITLE_WEIGHT * _words(self._title, word, prefix=prefix) + _words(
            self._body, word, prefix=prefix
        )

    def begin(self, letters: str) -> bool:
        """Return whether any word begins with these lowercase letters; stops at the first one."""
        return any(
            True for text in (self._title, self._body) for _ in words_beginning(text, letters)
        )


def _words(text: str, word: str, *, prefix: bool) -> int:
    """Count the words of a text that have the same stem as `word`, or begin with it."""
    beginning = word if prefix else stem(word)
    found = words_beginning(text, beginning)
    return sum(1 for begin, end in found if prefix or stem(text[begin:end]) == beginning)
