"""Find notes by their words.

The score is BM25 with two changes that helped on all test sets: long notes are penalized less (b = 0.5), and words
that are adjacent as in the query count a fifth more. In a large vault, words that many notes contain do not select
notes, because ranking by them would read their whole lists (150 ms for 100k notes), but they do score selected notes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from notebrain.domain.search.occurrences import Occurrences, is_short_form
from notebrain.domain.search.query import SHORTEST_RANKED_PREFIX, Query, has_unspaced_script
from notebrain.domain.search.ranking.scores import rarity, weight_in_index, weight_of
from notebrain.domain.search.types import FileMatch
from notebrain.domain.text.languages import ENGLISH
from notebrain.domain.text.stemming import stem
from notebrain.search.word_forms import COMPOUNDING, PART_WEIGHT, Form, WordForms, forms_of
from notebrain.storage.connection import Connection
from notebrain.storage.search import facts, fts
from notebrain.storage.search.fts import IndexSize

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
_SHORTEST_PART = 5


@dataclass(frozen=True, slots=True)
class Term:
    """One word of a query, or a part of words.

    Attributes:
        count: How many notes contain it.
        prefix: Whether it is the beginning of a word that is still being typed.
        part: What may occur anywhere, even inside a word; empty if only whole words count.
        long: Whether what it may be short for counts.
        forms: The words of the index that stand for it, itself included; empty if only itself does.
    """

    word: str
    count: int
    prefix: bool = False
    part: str = ""
    long: bool = False
    forms: tuple[Form, ...] = ()

    @property
    def share(self) -> float:
        """How much an occurrence counts: less if it is looked for inside words."""
        return PART_WEIGHT if self.is_guess and not self.long else 1.0

    @property
    def is_guess(self) -> bool:
        """Whether a note that has the word itself need not be searched for it."""
        return self.long or (self.part.isalnum() and not has_unspaced_script(self.part))

    @property
    def expression(self) -> str:
        """The expression for the word index."""
        if self.prefix:
            return fts.begins(self.word)
        return fts.any_of([form.word for form in self.forms if form.share == 1.0] or [self.word])

    def times(self, occurrences: Occurrences, languages: Sequence[str]) -> float:
        """Return how often it occurs in a note."""
        if self.part:
            return occurrences.of_part(self.part)
        if self.long:
            return occurrences.of_long_form(self.word)
        return occurrences.of(self.word, languages, prefix=self.prefix)


@dataclass(slots=True)
class KeywordMatch:
    """What the words of a query found.

    Attributes:
        base: For every note with a selecting word, the BM25 of those words before the correction for length.
        holders: For each selecting word, the notes that have it, with the share of it that they have.
        counted: The words that are scored by counting them in the text.
        languages: The languages that the question may be in.
        exact: Notes with the query's words side by side.
        titled: Notes with these words side by side in the title.
        unranked: Whether every note found matches equally (one to three letters typed).
        in_files: What files in notes have of the words, see `file_arm`.
    """

    size: IndexSize
    terms: Sequence[Term] = ()
    base: dict[int, float] = field(default_factory=dict[int, float])
    holders: dict[str, dict[int, float]] = field(default_factory=dict[str, dict[int, float]])
    counted: Sequence[Term] = ()
    languages: tuple[str, ...] = (ENGLISH,)
    exact: frozenset[int] = frozenset()
    titled: frozenset[int] = frozenset()
    unranked: bool = False
    in_files: dict[int, FileMatch] = field(default_factory=dict[int, FileMatch])

    @property
    def weights(self) -> dict[str, float]:
        """The weight of each word of the query by how few notes have it."""
        return {term.word: weight_of(term.count, notes=self.size.notes) for term in self.terms}

    def best(self, number: int = SCORED) -> list[int]:
        """Return the keys of the best matches so far, those with the exact words first."""
        newest_first = list(reversed(self.base))
        total = self.base
        if self.in_files:
            total = {key: score + self._in_file(key) for key, score in self.base.items()}
        rest = sorted(newest_first, key=total.__getitem__, reverse=True)
        first = [key for key in self.base if key in self.titled or key in self.exact]
        return list(dict.fromkeys([*first, *rest]))[:number]

    def add(self, other: "KeywordMatch") -> None:
        """Add the notes that a search for the same words found among fewer notes."""
        self.base = other.base | self.base
        self.holders = other.holders | self.holders
        self.exact |= other.exact
        self.titled |= other.titled
        self.in_files = other.in_files | self.in_files

    def _in_file(self, key: int) -> float:
        return self.in_files[key].score if key in self.in_files else 0.0

    def _held(self) -> dict[str, dict[int, float]]:
        """Return for each word how much of it each note has, in its text or in a file."""
        held = {term.word: dict(self.holders.get(term.word, {})) for term in self.terms}
        for key, match in self.in_files.items():
            for word in match.words:
                held[word][key] = 1.0
        return held

    def rate(self, db: Connection, keys: Sequence[int]) -> "Rated":
        """Return the final keyword score of these notes and how much of the query each covers."""
        if self.unranked:
            return Rated({key: self.base.get(key, 0.0) for key in keys}, dict.fromkeys(keys, 1.0))
        lengths = fts.lengths(db, keys)
        relative = {key: lengths.get(key, 0) / self.size.average_length for key in keys}
        weights = self.weights
        scores = {
            key: self.base.get(key, 0.0) * _length_correction(relative[key]) + self._in_file(key)
            for key in keys
        }
        held = self._held()
        if self.counted:
            texts = fts.texts(db, keys, most_characters=_BODY_READ)
            notes = {key: Occurrences(*text) for key, text in texts.items()}
            for term in self.counted:
                times, count = self._times(term, notes)
                weight = rarity(count, notes=self.size.notes)
                for key, number in times.items():
                    scores[key] += term.share * _bm25(number, weight, relative[key])
                if term.word in weights and times:
                    weights[term.word] = weight_of(count, notes=self.size.notes)
                    held[term.word] |= dict.fromkeys(times, term.share)
        total = sum(weights.values())
        parts = dict.fromkeys(keys, 0.0)
        for word, shares in held.items():
            for key, share in shares.items():
                if key in parts:
                    parts[key] += weights[word] * share
        covers = {key: part / total if total > 0 else 0.0 for key, part in parts.items()}
        return Rated(scores, covers, total)

    def _times(self, term: Term, notes: Mapping[int, Occurrences]) -> tuple[dict[int, float], int]:
        """Return how often each note has a word, if it does, and how many notes of the vault are likely to have it."""
        skipped = self.holders.get(term.word, {}) if term.is_guess else {}
        times = {
            key: number
            for key, note in notes.items()
            if key not in skipped and (number := term.times(note, self.languages))
        }
        if not term.long:
            return times, term.count
        # only the notes read tell how many have what the word may be short for
        return times, term.count + round(len(times) * self.size.notes / max(1, len(notes)))


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
        self._forms = WordForms()

    def find(
        self, db: Connection, query: Query, allowed: frozenset[int] | None, hidden: frozenset[int]
    ) -> KeywordMatch:
        """Return what the words of a query find among the notes that may be shown."""
        size = fts.size(db)
        if not query.asks or size.notes == 0:
            return KeywordMatch(size)
        may_show = Shown(allowed, hidden)
        if query.prefix and len(query.words) == 1 and len(query.words[0]) < SHORTEST_RANKED_PREFIX:
            return _newest_with_prefix(db, size, query.words[-1], may_show)
        languages = self._forms.languages(db, query, size.notes)
        terms = [
            self._term(db, word, size, prefix=True)
            if query.prefix and word == query.words[-1]
            else _with_forms(db, self._term(db, word, size), languages)
            for word in query.terms
        ]
        choosing = _choosing(terms, size)
        match = KeywordMatch(size, tuple(terms), languages=languages)
        match.exact, match.titled = _exact(db, query, may_show, size)
        self._choose(db, query, match, choosing, may_show)
        return match

    def _choose(
        self,
        db: Connection,
        query: Query,
        match: KeywordMatch,
        choosing: Sequence[Term],
        may_show: "Shown",
    ) -> None:
        """Fill in the notes with the selecting words, then those found by parts of words and symbols."""
        common = [term for term in match.terms if term.count and term not in choosing]
        if choosing:
            alone = [term for term in choosing if not term.forms]
            if alone:
                expression = " OR ".join(term.expression for term in alone)
                match.base = may_show.only(fts.ranked(db, expression))
            # a single word need not be looked up twice
            match.holders = {
                term.word: dict.fromkeys(
                    match.base if len(alone) == 1 else fts.keys(db, term.expression), 1.0
                )
                for term in alone
            }
            for term in choosing:
                if term.forms:
                    _add_forms(db, match, term, may_show)
            for key, score in fts.ranked(db, pairs) if (pairs := _pairs(query, choosing)) else ():
                if key in match.base:
                    match.base[key] += PAIR_WEIGHT * score
        elif common:
            match.base = dict.fromkeys(_by_common_words(db, common, may_show, match.size), 0.0)
        match.base.update({key: 0.0 for key in match.exact | match.titled if key not in match.base})
        found_parts = _add_parts(db, query, match, may_show)
        if not match.terms:
            match.terms = tuple(found_parts)
        short = (
            Term(term.word, term.count, long=True)
            for term in match.terms
            if not term.prefix and is_short_form(term.word, query.text)
        )
        match.counted = (*common, *found_parts, *short)

    def _term(self, db: Connection, word: str, size: IndexSize, *, prefix: bool = False) -> Term:
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


@dataclass(frozen=True, slots=True)
class Shown:
    """Which notes may be shown."""

    allowed: frozenset[int] | None
    hidden: frozenset[int]

    def __call__(self, key: int) -> bool:
        """Return whether a note may be shown."""
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
        """Return the notes that may be shown, with their scores."""
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


def _add_parts(db: Connection, query: Query, match: KeywordMatch, may_show: Shown) -> list[Term]:
    """Add the notes found by parts of words and by symbols; return what was found."""
    signs = (Term(sign, 0, part=sign) for sign in query.signs)
    found: list[Term] = []
    for term in (*_parts_of_words(match.terms, match.languages, match.size), *signs):
        keys = [key for key in fts.containing(db, term.part, limit=SCORED) if may_show(key)]
        if keys:
            found.append(replace(term, count=max(term.count, len(keys))))
            match.base.update({key: 0.0 for key in keys if key not in match.base})
    return found


def _parts_of_words(terms: Sequence[Term], languages: Iterable[str], size: IndexSize) -> list[Term]:
    """Return what to search for inside words.

    These are the words that no note has, those in unspaced scripts, and the stems of those that may be in a compound.
    """
    # a substring takes 1 ms among 5,000 notes and 20 ms among 100,000
    compounding = [one for one in languages if one in COMPOUNDING and size.notes <= EXACT_LIST]
    found: list[Term] = []
    for term in terms:
        whole = Term(term.word, term.count, part=term.word)
        if has_unspaced_script(term.word):
            found.append(whole)
        elif not term.prefix and compounding and len(term.word) >= _SHORTEST_PART:
            short = stem(term.word, compounding[0])
            found.append(replace(whole, part=short if short in term.word else term.word))
        elif not (term.count or term.prefix or len(term.word) < fts.SHORTEST_GRAM):
            found.append(whole)
    return found


def _with_forms(db: Connection, term: Term, languages: Sequence[str]) -> Term:
    """Return a word with the words of the index that stand for it."""
    forms = forms_of(db, term.word, languages, is_new=not term.count)
    if not forms:
        return term
    count = term.count + sum(form.count for form in forms if form.share == 1.0)
    if term.count:
        forms.insert(0, Form(term.word, term.count))
    return replace(term, count=max(count, *(form.count for form in forms)), forms=tuple(forms))


def _add_forms(db: Connection, match: KeywordMatch, term: Term, may_show: Shown) -> None:
    """Add the notes with any form of a word, with the score that they would have if it were one word."""
    best: dict[int, float] = {}
    shares: dict[int, float] = {}
    for form in term.forms:
        scale = form.share * weight_in_index(term.count, notes=match.size.notes)
        scale /= weight_in_index(form.count, notes=match.size.notes)
        for key, score in may_show.only(fts.ranked(db, fts.any_of([form.word]))).items():
            best[key] = max(best.get(key, 0.0), scale * score)
            shares[key] = max(shares.get(key, 0.0), form.share)
    for key, score in best.items():
        match.base[key] = match.base.get(key, 0.0) + score
    match.holders[term.word] = shares


def _newest_with_prefix(
    db: Connection, size: IndexSize, prefix: str, may_show: Shown
) -> KeywordMatch:
    if len(prefix) == 1 and prefix.isascii():
        keys = _newest_with_letter(db, prefix, may_show)
    else:
        keys = may_show.newest(db, fts.begins(prefix), size)
    base = dict.fromkeys(keys, 1.0)
    return KeywordMatch(size, (Term(prefix, len(keys), prefix=True),), base, unranked=True)


def _newest_with_letter(db: Connection, letter: str, may_show: Shown) -> list[int]:
    """Return the newest notes with a word that begins with `letter`: almost all do, so the index would be slow."""
    keys = facts.newest(db, may_show.allowed, limit=CHOSEN_BY_COMMON_WORDS)
    texts = fts.texts(db, keys, most_characters=_BODY_READ)
    return [key for key in keys if key in texts and Occurrences(*texts[key]).begin(letter)]


def _by_common_words(
    db: Connection, terms: Sequence[Term], may_show: Shown, size: IndexSize
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
    db: Connection, query: Query, may_show: Shown, size: IndexSize
) -> tuple[frozenset[int], frozenset[int]]:
    """Return the notes with the query's words side by side, anywhere and in the title."""
    if query.prefix or not query.words:
        return frozenset(), frozenset()
    titled = may_show.newest(db, fts.in_title(query.words), size)
    side_by_side = (
        may_show.newest(db, fts.phrase(query.words), size) if len(query.words) > 1 else []
    )
    return frozenset(side_by_side), frozenset(titled)
