"""Counts the words of a question in the text of a note."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from notebrain.domain.search.ranking.scores import TITLE_WEIGHT
from notebrain.domain.search.snippets import words_beginning, words_with_stem
from notebrain.domain.text.languages import ENGLISH, STOP_WORDS

_LONGEST_SHORT: Final = 5
_SHORTEST_OF_ONE: Final = 3
_VOWELS: Final = frozenset("aeiouyäöüàâæéèêëîïôœùûáíóúãõ")
_LETTER: Final = r"[^\W\d_]"
_SMALL_WORDS: Final = frozenset[str]().union(*STOP_WORDS.values())


class Occurrences:
    """The texts of one note, prepared for counting."""

    def __init__(self, title: str, body: str) -> None:
        self._title = title.lower()
        self._body = body.lower()

    def of(
        self, word: str, languages: Sequence[str] = (ENGLISH,), *, prefix: bool = False
    ) -> float:
        """Return how often the note contains a lower-case word, with extra weight for the title.

        Args:
            languages: Also count other forms of the word in any of these.
            prefix: Count words that begin with it instead.
        """
        return TITLE_WEIGHT * _words(self._title, word, languages, prefix=prefix) + _words(
            self._body, word, languages, prefix=prefix
        )

    def of_part(self, part: str) -> float:
        """Return how often the note contains some letters, wherever they occur."""
        return TITLE_WEIGHT * self._title.count(part) + self._body.count(part)

    def of_long_form(self, short: str) -> float:
        """Return how often the note has what a word may be short for, see `is_short_form`."""
        return TITLE_WEIGHT * _long_forms(self._title, short) + _long_forms(self._body, short)

    def begin(self, letters: str) -> bool:
        """Return whether any word begins with these lowercase letters; stops at the first one."""
        return any(
            True for text in (self._title, self._body) for _ in words_beginning(text, letters)
        )


def is_short_form(word: str, text: str) -> bool:
    """Return whether a lower-case word of a question looks short for others, like `bp`, `appt`, and NI in capitals.

    Args:
        text: The question as it was typed.
    """
    if not (word.isalpha() and word.isascii() and 1 < len(word) <= _LONGEST_SHORT):
        return False
    return _VOWELS.isdisjoint(word[1:]) or (word.upper() in text.split() and not text.isupper())


def _words(text: str, word: str, languages: Sequence[str], *, prefix: bool) -> int:
    """Count the words of a text that have the stem of `word` in one of the languages, or begin with it."""
    if prefix:
        return sum(1 for _ in words_beginning(text, word))
    found = {place for language in languages for place in words_with_stem(text, word, language)}
    return len(found)


def _long_forms(text: str, short: str) -> int:
    return sum(
        _SMALL_WORDS.isdisjoint(found[0].replace("-", " ").split())
        for found in _long_form(short).finditer(text)
    )


@lru_cache(maxsize=100)
def _long_form(short: str) -> "re.Pattern[str]":
    """Return what finds neighboring words with these first letters, or a longer word with these letters in order."""
    neighbors = f"{_LETTER}+[ -]".join(short) + f"{_LETTER}+"
    one_word = f"{_LETTER}*".join(short) + f"{_LETTER}*"
    if len(short) < _SHORTEST_OF_ONE:
        return re.compile(rf"\b{neighbors}")
    return re.compile(rf"\b(?:{neighbors}|(?={_LETTER}{{{len(short) + 2},}}){one_word})")
