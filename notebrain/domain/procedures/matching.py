"""Tells whether the words of a procedure are in a question: the same stems as in a search, the same phrases.

Apart because reading and checking procedures needs none of it.
"""

from collections.abc import Sequence
from functools import lru_cache

from notebrain.domain.procedures.procedures import alternatives
from notebrain.domain.search.occurrences import Occurrences
from notebrain.domain.search.query import Query, has_unspaced_script, parse, words_of
from notebrain.domain.text.languages import ENGLISH, language_of
from notebrain.domain.text.stemming import index_form


class AskedWords:
    """A question, prepared to be compared with the words of many procedures."""

    def __init__(self, question: str) -> None:
        self._text = question.casefold()
        self._question = Occurrences("", question)
        self._forms = [index_form(word) for word in words_of(question)]
        self._language = language_of(question)

    def matched(self, words: str) -> str | None:
        """Return the first of the alternatives that the question has, or None.

        Example:
            >>> AskedWords("How do I review this code?").matched(
            ...     'release, "code reviews", reviewing code'
            ... )
            'reviewing code'
        """
        return next((part for part in alternatives(words) if self._has(*_read(part))), None)

    def _has(self, query: Query, language: str | None) -> bool:
        found = (self._language, language, ENGLISH)
        languages = [*dict.fromkeys(one for one in found if one is not None)]
        return (
            query.asks
            and all(self._has_word(word, languages) for word in query.terms)
            and all(sign.casefold() in self._text for sign in query.signs)
            and all(self._side_by_side(words) for words in query.phrases)
            and not any(self._side_by_side(words) for words in query.excluded)
        )

    def _has_word(self, word: str, languages: Sequence[str]) -> bool:
        if has_unspaced_script(word):
            return word in self._text
        return index_form(word) in self._forms or self._question.of(word, languages) > 0

    def _side_by_side(self, words: Sequence[str]) -> bool:
        """Return whether the words follow each other, with any endings, as in the index of words."""
        wanted = [index_form(word) for word in words]
        starts = range(len(self._forms) - len(wanted) + 1)
        return any(self._forms[at : at + len(wanted)] == wanted for at in starts)


@lru_cache(maxsize=512)
def _read(words: str) -> tuple[Query, str | None]:
    """Return what the words of a procedure ask for, with their language; the same procedures are asked each time."""
    query = parse(words)
    return query, language_of(" ".join(query.words))
