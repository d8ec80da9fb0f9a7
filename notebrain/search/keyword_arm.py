"""Find notes by their words.

In a large vault, words that many notes contain do not select notes, because ranking by them would read their whole
lists (150 ms for 100k notes), but they do score selected notes. If enough notes have all words of the query, those with
only some of them are not looked up.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from notebrain.domain.search.occurrences import Occurrences, is_short_form
from notebrain.domain.search.query import SHORTEST_RANKED_PREFIX, Query, has_unspaced_script
from notebrain.domain.search.ranking.scores import weight_in_index
from notebrain.domain.text.stemming import stem
from notebrain.search.keyword_match import BODY_READ, SCORED, KeywordMatch, Term
from notebrain.search.word_forms import COMPOUNDING, Form, WordForms, forms_of
from notebrain.storage.connection import Connection
from notebrain.storage.search import facts, fts
from notebrain.storage.search.fts import IndexSize

PAIR_WEIGHT = 0.2
COMMON_SHARE, COMMON_NOTES = 0.02, 500
EXACT_LIST = 5_000
"""If the words' lists have fewer entries than this in total, no word is too common to select notes."""
CHOSEN_BY_COMMON_WORDS = 300
ASSUMED_SHARE = 0.05
_SHORTEST_PART = 5


class KeywordArm:
    """Looks words up; caches how common they are, since counting a common word takes milliseconds."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, bool], tuple[int, int]] = {}
        self._forms = WordForms()

    def find(self, db: Connection, query: Query, may_show: "Shown", *, enough: int) -> KeywordMatch:
        """Return what the words of a query find among the notes that may be shown.

        Args:
            enough: If this many notes have all words, those with only some of them are left out.
        """
        size = fts.size(db)
        if not query.asks or size.notes == 0:
            return KeywordMatch(size)
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
        common = [term for term in terms if term.count and term not in choosing]
        if choosing:
            _add_chosen(db, query, match, choosing, may_show, enough)
        elif common:
            _add_common(db, match, common, may_show)
        if match.every or len(terms) <= 1:
            match.exact, match.titled = _exact(db, query, may_show, size)
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
        return match

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


def _add_chosen(
    db: Connection,
    query: Query,
    match: KeywordMatch,
    choosing: Sequence[Term],
    may_show: Shown,
    enough: int,
) -> None:
    """Add the notes with selecting words; if enough notes have all words of the query, only these."""
    every = _all_of(match.terms)
    chosen = _all_of(choosing) or choosing[0].expression
    scored: dict[int, float] = {}
    if every == chosen:
        scored = may_show.only(fts.ranked(db, every))
        match.every = frozenset(scored)
    elif every:
        match.every = frozenset(key for key in fts.keys(db, every) if may_show(key))
    if every and len(match.every) >= enough:
        scored = scored or dict(fts.ranked(db, chosen))
        match.base = {key: score for key, score in scored.items() if key in match.every}
        match.holders = dict.fromkeys(
            (term.word for term in choosing), dict.fromkeys(match.base, 1.0)
        )
    else:
        for term in choosing:
            _add_term(db, match, term, may_show)
    if match.every or len(match.terms) > 2:  # noqa: PLR2004 - else no note has the two side by side
        for key, score in fts.ranked(db, pairs) if (pairs := _pairs(query, choosing)) else ():
            if key in match.base:
                match.base[key] += PAIR_WEIGHT * score


def _all_of(terms: Sequence[Term]) -> str:
    """Return the expression that matches notes with all of several words; empty for one word, or if no note has one.

    The first letters of a word that is still being typed do not count.
    """
    whole = [
        term for term in terms if not (term.prefix and len(term.word) < SHORTEST_RANKED_PREFIX)
    ]
    if len(whole) <= 1 or not all(term.count for term in whole):
        return ""
    return " AND ".join(f"({term.expression})" for term in whole)


def _add_term(db: Connection, match: KeywordMatch, term: Term, may_show: Shown) -> None:
    """Add the notes with a word or any form of it, with the score that they would have if it were one word."""
    best: dict[int, float] = {}
    shares: dict[int, float] = {}
    if not term.forms:
        best = may_show.only(fts.ranked(db, term.expression))
        shares = dict.fromkeys(best, 1.0)
    for form in term.forms:
        scale = form.share * weight_in_index(term.count, notes=match.size.notes)
        scale /= weight_in_index(form.count, notes=match.size.notes)
        for key, score in may_show.only(fts.ranked(db, fts.any_of([form.word]))).items():
            best[key] = max(best.get(key, 0.0), scale * score)
            shares[key] = max(shares.get(key, 0.0), form.share)
    base = match.base
    for key, score in best.items():
        base[key] = base[key] + score if key in base else score
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
    texts = fts.texts(db, keys, most_characters=BODY_READ)
    return [key for key in keys if key in texts and Occurrences(*texts[key]).begin(letter)]


def _add_common(
    db: Connection, match: KeywordMatch, terms: Sequence[Term], may_show: Shown
) -> None:
    """Add notes for a query of common words: by title, then with all words, then with any, newest first in each."""
    every = " AND ".join(term.expression for term in terms)
    found: dict[int, None] = {}
    for expression in (f"title : ({every})", every, " OR ".join(term.expression for term in terms)):
        newest = may_show.newest(db, expression, match.size)
        if expression == every and _all_of(match.terms):
            match.every = frozenset([*found, *newest])
        found.update(dict.fromkeys(newest))
        if len(found) >= CHOSEN_BY_COMMON_WORDS:
            break
    match.base = dict.fromkeys([*found][:SCORED], 0.0)


def _exact(
    db: Connection, query: Query, may_show: Shown, size: IndexSize
) -> tuple[frozenset[int], frozenset[int]]:
    """Return the notes with the query's words side by side, anywhere and in the title."""
    if query.prefix or not query.words:
        return frozenset(), frozenset()
    side_by_side = (
        may_show.newest(db, fts.phrase(query.words), size) if len(query.words) > 1 else []
    )
    if len(query.words) > 1 and not side_by_side:
        return frozenset(), frozenset()
    titled = may_show.newest(db, fts.in_title(query.words), size)
    return frozenset(side_by_side), frozenset(titled)
