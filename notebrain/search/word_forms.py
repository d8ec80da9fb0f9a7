"""Other words of the notes that stand for a word of the question: its other forms, and the parts of a compound.

The word index knows English endings only. So for other languages, the words that it has are looked up by their first
letters, and those with the same stem count as the word. German and Dutch write compounds as one word:
"Heizungsablesung" also finds "Heizung" and "ablesen", as far as the notes have these words.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from notebrain.domain.search.query import Query
from notebrain.domain.text.fuzzy import fold
from notebrain.domain.text.languages import ENGLISH, STOP_WORDS, language_of
from notebrain.domain.text.stemming import beginnings, index_form, stem
from notebrain.storage.connection import Connection
from notebrain.storage.notes import notes
from notebrain.storage.search import vocabulary

PART_WEIGHT: Final = 0.3
"""A match inside a word ("Carrots" for "car"), or of a part of a compound, counts this much of a whole word."""
COMPOUNDING: Final = frozenset(("de", "nl"))
"""The languages that write compounds as one word."""

_SAMPLE, _BEGINNING = 100, 200
_LEAST_SHARE: Final = 0.10
_GROWN: Final = 1.2
_SHORTEST_STEM: Final = 3
_SHORTEST_PART: Final = 4
_SHORTEST_ALONE: Final = 5
_LINKS: Final = ("", "s", "es", "n", "en")
_MOST_FORMS: Final = 12


@dataclass(frozen=True, slots=True)
class Form:
    """A word of the index that stands for a word of the question.

    Attributes:
        count: How many notes contain it.
        share: How much it counts of the word itself, up to 1.
    """

    word: str
    count: int
    share: float = 1.0


class WordForms:
    """Looks up other forms of words; remembers the languages of the vault."""

    def __init__(self) -> None:
        self._home: tuple[int, tuple[str, ...]] | None = None

    def languages(self, db: Connection, query: Query, notes_there: int) -> tuple[str, ...]:
        """Return the language of a question or, if its words do not tell, those that the notes are in."""
        known = language_of(" ".join(query.words))
        if known is not None:
            return (known,)
        if self._home is None or not self._home[0] <= notes_there <= _GROWN * self._home[0]:
            self._home = (notes_there, _languages_of_notes(db))
        return self._home[1]


def _languages_of_notes(db: Connection) -> tuple[str, ...]:
    """Return the languages of at least a tenth of the notes, as far as they tell; English if none does."""
    texts = notes.beginnings(db, limit=_SAMPLE, characters=_BEGINNING)
    found = Counter(language for text in texts if (language := language_of(text)) is not None)
    least = _LEAST_SHARE * found.total()
    return tuple(language for language, count in found.items() if count >= least) or (ENGLISH,)


def forms_of(
    db: Connection,
    word: str,
    languages: Sequence[str],
    *,
    is_new: bool = False,
    of: str = vocabulary.NOTES,
) -> list[Form]:
    """Return the words of the index that stand for a lower-case word, without itself, at most twelve.

    Args:
        is_new: Whether no note has the word, so that its parts are worth looking for (20 ms in a large vault).
        of: Which index, see `vocabulary`.
    """
    found: dict[str, Form] = {}
    for language in languages:
        # the index brings the forms of English words together by itself
        if language != ENGLISH:
            for form, count in _with_stem(db, word, language, of).items():
                found[form] = Form(form, count)
        if language in COMPOUNDING and is_new:
            for part, count in _parts(db, word, language).items():
                found.setdefault(part, Form(part, count, PART_WEIGHT))
    found.pop(index_form(word), None)
    return sorted(found.values(), key=lambda form: (-form.share, -form.count))[:_MOST_FORMS]


def _with_stem(
    db: Connection, word: str, language: str, of: str = vocabulary.NOTES
) -> dict[str, int]:
    """Return the words of the index that have the stem of a word, each with the number of its notes."""
    short = stem(word, language)
    if len(short) < _SHORTEST_STEM or not word.isalpha():
        return {}
    stems = {fold(short), stem(fold(word), language)}
    kept = {index_form(one) for one in stems}
    prefixes = {fold(begin) for begin in beginnings(word, language)}
    return {
        form: count
        for form, count in {
            **vocabulary.beginning_with(db, prefixes, of=of),
            **vocabulary.exactly(db, kept, of=of),
        }.items()
        # a form that the index would shorten again cannot be looked up
        if (form in kept or stem(form, language) in stems)
        and index_form(form) == form
        and form not in STOP_WORDS[language]
    }


def _parts(db: Connection, word: str, language: str) -> Mapping[str, int]:
    """Return the words of the index that a compound consists of: both halves, or else the longest half alone."""
    best: dict[str, int] = {}
    alone, longest = dict[str, int](), _SHORTEST_ALONE - 1
    looked_up: dict[str, dict[str, int]] = {}
    for halves in _cuts(word):
        for half in halves:
            if half not in looked_up:
                looked_up[half] = _with_stem(db, half, language)
        first, second = (looked_up[half] for half in halves)
        if first and second:
            best = {**best, **first, **second}
        for half, known in zip(halves, (first, second), strict=True):
            if known and len(half) > longest:
                alone, longest = known, len(half)
    return best or alone


def _cuts(word: str) -> Iterator[tuple[str, str]]:
    """Yield each way to cut a word in two, without the letters that link its parts."""
    for at in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1):
        for link in _LINKS:
            first = word[:at].removesuffix(link)
            if word[:at].endswith(link) and len(first) >= _SHORTEST_PART:
                yield first, word[at:]
