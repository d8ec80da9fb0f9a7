"""Bounds how many tokens a text is to a model whose own rules are unknown.

Tokens are pieces of words, so the bound follows what a text is made of. Every tokenizer in use falls back to bytes, and
so no text is more tokens than bytes; for letters that are frequent in texts, less is enough.

Each weight is the most that any of four public vocabularies needed: cl100k and o200k of tiktoken, Tekken and the third
SentencePiece vocabulary of mistral-common. On 314,000 notes and lines of notes in English, with code and tables, and on
random characters of 26 kinds, no text exceeded the bound, which is 1.7 times the most that one of them counts. Nor did
one of 99,114 others: dialogues, abstracts, pairs of sentences, and notes in German, French and Spanish (1.4 to 1.9).
`packaging/measure_tokens.py` repeats this.
"""

import math
import re
from functools import lru_cache
from itertools import chain
from typing import Final

_FIRST, _MORE, _MORE_OF_ODD = 1.0, 0.28, 0.9
"""What the first letter of a word is, and each further one: in a usual word, and in codes, names and capitals."""
_SHORT, _MORE_OF_SHORT = 2, 0.2
"""Pairs of capitals, as in keys, are the most tokens for their length."""
_IN_BLANKS: Final = 1 / 16
_FIXED: Final = 3
"""The bound of no text: what a tokenizer adds where a text begins."""

_WORD: Final = re.compile(r"([A-Za-z]+)")
_USUAL: Final = re.compile(r"[A-Za-z]?[a-z]*")
_BLANKS: Final = re.compile(r" +")
# these runs are rare in words of European languages and frequent in keys, codes and abbreviations
_ODD: Final = re.compile(
    r"(?i)\b[^aeiouy]+\b|\b(?!(?:my|by|why)\b)[^aeiou]{1,3}\b|[bcdfghjklmnpqrstvwxz]{5}|[aeiou]{4}|[jq](?!u)|[ui][uj]"
    r"|[qxzjkvw][bcdfgjkpqtvxz]|(?<=[^t])z[bcdfghjklmnpqrstvwxy]|[yhw][bcdfghjkpqvxz]"
    r"|\b[bcdfgkpmnlrvxz][bcdfgjkmpqtvxz]|(?:[bdfghjkmpqtvwxz][bcdfgjkqvxz]|[ln][bvxzqj])\b"
)
_WEIGHTS: Final = (
    (0x80, 1.0),  # digits, marks, line ends: one each, whatever stands beside them
    (0x100, 1.3),
    (0x370, 2.0),
    (0x400, 1.3),  # Greek
    (0x460, 1.0),  # Cyrillic
    (0x530, 2.0),
    (0x700, 1.6),  # Hebrew, Arabic
    (0x800, 2.0),
    (0xE00, 3.0),
    (0xE80, 2.0),  # Thai
    (0x1E00, 3.0),
    (0x1F00, 2.4),  # Vietnamese
    (0x2010, 3.0),
    (0x2027, 2.0),  # dashes, quotes
    (0x3040, 3.0),
    (0x3100, 2.4),  # kana
    (0x10000, 3.0),
    (0x110000, 4.0),
)


def most_tokens(text: str) -> int:
    """Return how many tokens a text is at most; of two texts together, no more than of each alone.

    Example:
        >>> most_tokens("The boiler was repaired on 3 March."), most_tokens("9f86d081884c")
        (19, 15)
    """
    return math.ceil(_FIXED + weight_of(text))


def weight_of(text: str) -> float:
    """Return the bound without what is counted once for a whole text; it can be added up over lines."""
    *parts, end = _WORD.split(text)
    return math.fsum(chain(map(_of_gap, parts[::2]), map(_of_word, parts[1::2]), [_of_rest(end)]))


# texts repeat their words, and a text is counted more than once while a context is filled
@lru_cache(maxsize=20_000)
def _of_word(word: str) -> float:
    """Return the weight of a run of letters."""
    length = len(word)
    if _USUAL.fullmatch(word):
        return _FIRST + (length - 1) * (_MORE_OF_ODD if _ODD.search(word) else _MORE)
    return _FIRST + (length - 1) * _MORE_OF_ODD + (length <= _SHORT) * _MORE_OF_SHORT


@lru_cache(maxsize=4_096)
def _of_gap(gap: str) -> float:
    """Return the weight of what stands before a word; a single blank at its end belongs to the word."""
    return _of_rest(gap[:-1] if gap.endswith(" ") and not gap.endswith("  ") else gap)


def _of_rest(text: str) -> float:
    """Return the weight of what has no letters of English."""
    blanks = (1.0 if len(run) == 1 else 2 + len(run) * _IN_BLANKS for run in _BLANKS.findall(text))
    marks = text.replace(" ", "")
    rest = (float(len(marks)),) if marks.isascii() else map(_of_character, marks)
    return math.fsum(chain(blanks, rest))


@lru_cache(maxsize=4_096)
def _of_character(character: str) -> float:
    return next(weight for end, weight in _WEIGHTS if ord(character) < end)
