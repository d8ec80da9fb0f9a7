"""Tells which of a few notes a query finds, without searching all of them.

Apart because the search itself never asks this.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import lru_cache

from notebrain.domain.search.dates.queries import read_query
from notebrain.domain.search.occurrences import Occurrences
from notebrain.domain.search.query import Query, has_unspaced_script
from notebrain.domain.text.languages import ENGLISH, language_of
from notebrain.storage.connection import Connection
from notebrain.storage.search import facts, fts

_READ = 100_000
"""How much of a note is looked through for words, in characters."""


def found_among(
    db: Connection, typed: str, keys: Sequence[int], *, now: datetime
) -> frozenset[int]:
    """Return which of the notes, by their keys, pass all conditions of a query and have all of its words.

    The conditions are those of the search: filters, phrases, excluded words and times. A search also lists notes with
    only some of the words, in a lower place; here they do not count.
    """
    # reading a query takes longer than the rest, and what a day means depends on nothing but the day
    noon = now.astimezone().replace(hour=12, minute=0, second=0, microsecond=0)
    dated = _read(typed, noon)
    query, among = dated.query, frozenset(keys)
    among = facts.allowed(db, query.filters, None, among=among) or frozenset()
    if dated.dates is not None and among:
        among &= facts.dated_within(db, dated.dates.start, dated.dates.end)
    for phrase in query.phrases:
        among &= fts.keys(db, fts.phrase(phrase)) if among else among
    for words in query.excluded:
        among -= fts.keys(db, fts.phrase(words)) if among else among
    return _with_words(db, query, among) if query.asks and among else among


_read = lru_cache(maxsize=256)(read_query)


def _with_words(db: Connection, query: Query, among: Collection[int]) -> frozenset[int]:
    texts = fts.texts(db, sorted(among), most_characters=_READ)
    languages = [*dict.fromkeys((language_of(" ".join(query.words)) or ENGLISH, ENGLISH))]

    def has(note: Occurrences, word: str) -> bool:
        if has_unspaced_script(word):
            return note.of_part(word) > 0
        return note.of(word, languages) > 0

    notes = {key: Occurrences(*text) for key, text in texts.items()}
    return frozenset(
        key
        for key, note in notes.items()
        if all(has(note, word) for word in query.terms)
        and all(note.of_part(sign.lower()) for sign in query.signs)
    )
