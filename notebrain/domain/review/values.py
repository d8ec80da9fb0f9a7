"""Which words of a text are values that another text lacks, so that they are boxed where both are shown.

Apart because it is stricter than the judge, which may take a word for a name without harm: a box says "look here", and
one around "Salt" or the number of a list item says so in vain.
"""

import re

from notebrain.domain.judge.lexicon.function_words import NEGATORS
from notebrain.domain.judge.similarity import lone
from notebrain.domain.judge.stemming import are_german, words
from notebrain.domain.judge.values import VALUE, value_of_word

_VALUE = re.compile(VALUE, re.VERBOSE | re.IGNORECASE)
_ITEM_BEGINS = re.compile(r"\s*(?:[-*+>]\s+)*")
_ITEM_GOES_ON = re.compile(r"[.)](?:\s|$)")
_WORD_BEFORE = re.compile(r"(?<![\w'’-])[^\W\d_]+ $")
_ARTICLES = words("the a an this that these those some any no every each all")


def values_lacking(text: str, other: str) -> list[tuple[int, int]]:
    """Return the ranges of the values, names and denials that the other text lacks, in code points.

    Example:
        >>> values_lacking("1. Ask Anna, with Bob at 9:30. Salt, Yeast", "Ask me")
        [(18, 21), (25, 29)]
    """
    german = are_german(text, other)
    return [
        (start, end)
        for start, end in lone(text, other)
        if _is_value(text, start, end) or _is_name(text, start, end, german=german)
    ]


def _is_value(text: str, start: int, end: int) -> bool:
    found = text[start:end]
    if found.isdecimal():
        begins = text.rfind("\n", 0, start) + 1
        is_item = _ITEM_BEGINS.fullmatch(text, begins, start) and _ITEM_GOES_ON.match(text, end)
        return not is_item
    if _VALUE.fullmatch(found) or any(character.isdecimal() for character in found):
        return True
    stated = value_of_word(found)
    if stated is not None:
        return stated.dimension != "ordinal"  # "first, do this"
    folded = found.casefold().replace("’", "'")
    return folded in NEGATORS or folded.endswith("n't")


def _is_name(text: str, start: int, end: int, *, german: bool) -> bool:
    """Return whether a word that the judge takes for a name surely is one.

    In English, that is one after a word in small letters: capitals at the beginning of anything, in a list or in a
    title mean nothing, and an article is followed by a thing. In German, the judge knows which nouns are names.
    """
    if not text[start].isupper() or value_of_word(text[start:end]) is not None:
        return False
    if german:
        return True
    before = _WORD_BEFORE.search(text, max(0, start - 40), start)
    return before is not None and before[0].strip().islower() and before[0].strip() not in _ARTICLES
