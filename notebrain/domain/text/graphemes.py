"""Finds where a text can be cut without splitting what readers see as one character.

It follows the rules of Unicode text segmentation (UAX 29), using the properties that Python provides. In doubt, it does
not cut: two extra characters in a piece do no harm, but half a flag does.
"""

import unicodedata
from typing import Final

_ZERO_WIDTH_JOINER: Final = "\u200d"
_VIRAMA_CLASS: Final = 9  # combining class of the marks that join Indic consonants into one cluster

# Characters that attach to the previous one although their category does not say so.
_CLINGING: Final = frozenset("\u200c\u200d\u0e33\u0eb3\uff9e\uff9f") | frozenset(
    map(chr, (*range(0x1F3FB, 0x1F400), *range(0xE0020, 0xE0080)))
)
# Characters that attach to the next one.
_LEADING: Final = frozenset(
    "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\u0d4e\U000110bd\U000110cd"
    "\U000111c2\U000111c3\U000113d1\U0001193f\U00011941\U00011a3a\U00011a84\U00011a85\U00011a86"
    "\U00011a87\U00011a88\U00011a89\U00011d46\U00011f02"
)


def boundary_before(text: str, position: int, floor: int) -> int:
    """Return the last position at or before `position` where `text` can be cut, at least `floor`.

    `floor` is a known boundary; nothing before it is examined.
    """
    while position > floor and not is_boundary(text, position, floor):
        position -= 1
    return position


def boundary_after(text: str, position: int, floor: int) -> int:
    """Return the first position at or after `position` where `text` can be cut."""
    while position < len(text) and not is_boundary(text, position, floor):
        position += 1
    return position


def is_boundary(text: str, position: int, floor: int = 0) -> bool:
    """Return whether `text` can be cut at `position`; `floor` is a known boundary before it."""
    if position <= floor or position >= len(text):
        return True
    before, after = text[position - 1], text[position]
    if before.isascii() and after.isascii():  # nearly always true
        return not (before == "\r" and after == "\n")
    if _clings(after) or before == _ZERO_WIDTH_JOINER or before in _LEADING:
        return False
    if _is_regional(before) and _is_regional(after):
        return _flags_are_whole(text, position, floor)
    if unicodedata.combining(before) == _VIRAMA_CLASS and after.isalpha():
        return False
    return not _joins_syllable(before, after)


def _clings(char: str) -> bool:
    return char in _CLINGING or unicodedata.category(char) in {"Mn", "Mc", "Me"}


def _is_regional(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _flags_are_whole(text: str, position: int, floor: int) -> bool:
    """Return whether a cut keeps flags whole: a flag is two regional indicators, so their number must be even."""
    start = position
    while start > floor and _is_regional(text[start - 1]):
        start -= 1
    return (position - start) % 2 == 0


def _joins_syllable(before: str, after: str) -> bool:
    """Return whether two Hangul letters belong to the same syllable."""
    if _is_leading_jamo(before):
        return _is_leading_jamo(after) or _is_following_jamo(after) or _is_syllable(after)
    return _is_following_jamo(after) and (_is_following_jamo(before) or _is_syllable(before))


def _is_leading_jamo(char: str) -> bool:
    return "\u1100" <= char <= "\u115f" or "\ua960" <= char <= "\ua97c"


def _is_following_jamo(char: str) -> bool:
    return "\u1160" <= char <= "\u11ff" or "\ud7b0" <= char <= "\ud7fb"


def _is_syllable(char: str) -> bool:
    return "\uac00" <= char <= "\ud7a3"
