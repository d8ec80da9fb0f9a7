"""Find notes by the words of the files in them.

A note with the words itself comes before one whose file has them: a word in a file counts two fifths of one in the
note, and once, however long the file is. Words count together if they are near each other, in one piece of the text.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from notebrain.domain.search.query import Query
from notebrain.domain.search.ranking.scores import rarity, weight_in_index
from notebrain.domain.search.types import FileMatch
from notebrain.search.keyword_arm import (
    COMMON_NOTES,
    COMMON_SHARE,
    EXACT_LIST,
    Shown,
)
from notebrain.search.keyword_match import KeywordMatch, Term
from notebrain.search.word_forms import Form, forms_of
from notebrain.storage.connection import Connection
from notebrain.storage.search import file_words, fts, vocabulary

FILE_WEIGHT = 0.4
"""How much a word in a file counts of one in the note."""
_PHRASE = 1.25
"""How much more the words count if they are side by side as in the query."""
_MOST_PIECES = 1_000


def add_files(db: Connection, query: Query, match: KeywordMatch, may_show: Shown) -> None:
    """Add to a match the notes whose files have words of the query; nothing for a few letters being typed."""
    if match.unranked or not match.terms or not (pieces := file_words.size(db)):
        return
    terms = [_of_files(db, term, match.languages) for term in match.terms if not term.part]
    weights = {term.word: _weight(db, term, match, pieces) for term in terms}
    found = _words_by_piece(db, terms, pieces)
    together = _side_by_side(db, query)
    best: dict[int, tuple[float, FileMatch]] = {}
    for piece, key in file_words.holders(db, _first(found, weights)):
        if not may_show(key):
            continue
        times = FILE_WEIGHT * (_PHRASE if piece in together else 1.0)
        lacking = [word for word in found[piece] if key not in match.holders.get(word, {})]
        score = times * sum(weights[word] for word in lacking)
        rank = score + times * 0.01 * sum(weights[word] for word in found[piece])
        if key not in best or rank > best[key][0]:
            best[key] = rank, FileMatch(piece, score, tuple(found[piece]))
    match.in_files = {key: file for key, (_rank, file) in best.items()}
    match.base.update({key: 0.0 for key in best if key not in match.base})


def _of_files(db: Connection, term: Term, languages: Sequence[str]) -> Term:
    """Return a word with the words of files that stand for it."""
    if term.prefix:
        return term
    forms = forms_of(db, term.word, languages, of=vocabulary.FILES)
    return replace(term, forms=(Form(term.word, 1), *forms) if forms else ())


def _weight(db: Connection, term: Term, match: KeywordMatch, pieces: int) -> float:
    """Return what a word counts: less if many notes have it, as in the notes, and less if many files do."""
    count = file_words.count(db, term.expression)
    return min(
        weight_in_index(term.count, notes=match.size.notes), rarity(count, notes=max(pieces, count))
    )


def _words_by_piece(db: Connection, terms: Sequence[Term], pieces: int) -> dict[int, list[str]]:
    """Return the pieces with words of the query, and which: of common words only where there are no others."""
    counts = {term.word: file_words.count(db, term.expression) for term in terms}
    most = max(COMMON_NOTES, COMMON_SHARE * pieces)
    few = sum(counts.values()) <= EXACT_LIST
    choosing = [term for term in terms if few or counts[term.word] <= most]
    found: dict[int, list[str]] = defaultdict(list)
    for term in choosing:
        for piece in file_words.matching(db, term.expression, limit=EXACT_LIST):
            found[piece].append(term.word)
    if not found and terms:
        every = " AND ".join(f"({term.expression})" for term in terms)
        for piece in file_words.matching(db, every, limit=_MOST_PIECES):
            found[piece] = [term.word for term in terms]
    return found


def _side_by_side(db: Connection, query: Query) -> set[int]:
    if query.prefix or len(query.words) < 2:  # noqa: PLR2004 - a phrase has two words
        return set()
    return set(file_words.matching(db, fts.phrase(query.words), limit=_MOST_PIECES))


def _first(found: dict[int, list[str]], weights: dict[str, float]) -> list[int]:
    """Return the pieces with the most of the query, the newest first among equals."""
    order = sorted(
        found, key=lambda piece: (sum(weights[word] for word in found[piece]), piece), reverse=True
    )
    return order[:_MOST_PIECES]
