"""Fuzzy search for titles and command names by parts of their words, with a score.

Every word of the query must be found: at best at the start of a word, else inside a word. Letters that stand apart
match only where a person would abbreviate: "gsd" or "exno" begin words that follow each other, and "srch" leaves out
letters of one word. Letters in order anywhere are chance: "oops" is not "Override Output Field Separator".
"""

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

# The score of a word of the query, from 0 to 100.
_AT_THE_START: Final = 100.0
_AT_A_WORD: Final = 80.0
_INSIDE: Final = 50.0
_WHOLE_WORD: Final = 10.0
_LATE: Final = 0.25
_MOST_LATE: Final = 40
# The same for a letter of an abbreviation: at the start of a word, after the one before it, or after left out letters.
_FIRST_LETTER: Final = 75.0
_NEXT_LETTER: Final = 60.0
_FAR_LETTER: Final = 10.0
# An abbreviation may pass over one word, such as "to" or "the".
_NEXT_WORDS: Final = 2
# An abbreviation of one word has this many letters, and the word takes up to this many times as many.
_LEAST_IN_ONE: Final = 4
_MOST_SPREAD: Final = 1.75
# Scores for the text as a whole.
_SAME: Final = 40.0
_IN_ORDER: Final = 15.0
_LENGTH: Final = 0.1
_MOST_LENGTH: Final = 100

RECENTLY_USED: Final = 25.0
"""To be added for what was used lately: the start of a word then beats that of the text, but not the whole text."""

_MOST_READ = 200
"""Non-adjacent letters are searched in this many characters; titles are shorter."""


class _Folded(dict[int, str]):
    """Maps each character to its lower case without accents; filled on demand."""

    def __missing__(self, code: int) -> str:
        apart = unicodedata.normalize("NFKD", chr(code).casefold())
        plain = "".join(char for char in apart if not unicodedata.combining(char))
        self[code] = plain.casefold()
        return self[code]


_FOLDED: Final = _Folded()


def fold(text: str) -> str:
    """Return the form of a text for comparing, which ignores case and accents."""
    return text.lower() if text.isascii() else text.translate(_FOLDED)


@dataclass(frozen=True, slots=True)
class _Found:
    """Where a word of the query was found, and its score there."""

    score: float
    at: tuple[int, ...]


class Fuzzy:
    """A query prepared for matching many folded texts."""

    def __init__(self, query: str) -> None:
        self._whole = fold(query.strip())
        self.words = tuple(self._whole.split())
        self._searches = [_pattern(word).search for word in self.words]

    def __bool__(self) -> bool:
        return bool(self.words)

    def parts(self, folded: str) -> float:
        """Return the score of a text that contains each word of the query as a part; 0 if one is missing."""
        total, before, in_order = 0.0, -1, True
        for word in self.words:
            at = _place(word, folded)
            if at < 0:
                return 0.0
            total += _part_score(word, folded, at)
            in_order = in_order and at > before
            before = at
        return self._of_all(total, folded, in_order=in_order)

    def letters(self, folded: str) -> float:
        """Return the score of a text that may contain the letters far apart; 0 if there is no match."""
        for search in (
            self._searches
        ):  # `all` with a generator takes twice as long, and nearly all texts end here
            if not search(folded):
                return 0.0
        found = [_word(word, folded) for word in self.words]
        if not all(found):
            return 0.0
        places = [match.at[0] for match in found if match is not None]
        total = sum(match.score for match in found if match is not None)
        return self._of_all(total, folded, in_order=places == sorted(places))

    def score(self, folded: str) -> float:
        """Return the score of a text; 0 if it does not match."""
        return self.parts(folded) or self.letters(folded)

    def marks(self, text: str) -> tuple[int, ...]:
        """Return the matched positions in the original text, in order."""
        folded, origin = _with_origin(text)
        found = (_word(word, folded) for word in self.words)
        return tuple(
            sorted({origin[at] for match in found if match is not None for at in match.at})
        )

    def _of_all(self, total: float, folded: str, *, in_order: bool) -> float:
        score = total / len(self.words)
        score += _SAME if folded == self._whole else 0.0
        score += _IN_ORDER if in_order else 0.0
        return max(0.1, score - _LENGTH * min(len(folded), _MOST_LENGTH))


def _pattern(word: str) -> re.Pattern[str]:
    """Return a pattern for the letters of a word in order; it never backtracks."""
    first, *rest = map(re.escape, word)
    return re.compile(first + "".join(f"[^{letter}]*{letter}" for letter in rest), re.DOTALL)


def _word(word: str, folded: str) -> _Found | None:
    at = _place(word, folded)
    if at < 0:
        return _apart(word, folded[:_MOST_READ])
    return _Found(_part_score(word, folded, at), tuple(range(at, at + len(word))))


def _place(word: str, folded: str) -> int:
    """Return the best position of a word of the query: at the start of a word, else anywhere; -1 if not found."""
    at = first = folded.find(word)
    while at > 0 and not _begins(folded, at):
        at = folded.find(word, at + 1)
    return first if at < 0 else at


def _part_score(word: str, folded: str, at: int) -> float:
    score = _INSIDE
    if _begins(folded, at):
        score = _AT_A_WORD if at else _AT_THE_START
    end = at + len(word)
    if end == len(folded) or not folded[end].isalnum():
        score += _WHOLE_WORD
    return score - _LATE * min(at, _MOST_LATE)


def _begins(folded: str, at: int) -> bool:
    return at == 0 or not folded[at - 1].isalnum()


def _apart(word: str, folded: str) -> _Found | None:
    """Return the best match of a word as an abbreviation, or None."""
    return _of_words(word, folded) or _of_one_word(word, folded)


def _of_words(word: str, folded: str) -> _Found | None:
    """Return the best match of a word as the beginnings of words that follow each other."""
    starts = _starts(folded)
    ways = {at: _Found(_FIRST_LETTER, (at,)) for at in starts if folded[at] == word[0]}
    for letter in word[1:]:
        ways = _one_more(ways, letter, folded, starts)
    best = max(ways.values(), key=lambda way: way.score, default=None)
    return None if best is None else _Found(best.score / len(word), best.at)


def _starts(folded: str) -> list[int]:
    """Return where the words of a text begin."""
    return [at for at, char in enumerate(folded) if char.isalnum() and _begins(folded, at)]


def _one_more(
    ways: dict[int, _Found], letter: str, folded: str, starts: list[int]
) -> dict[int, _Found]:
    """Return the best matches extended by one letter, by their end."""
    longer: dict[int, _Found] = {}
    for at, way in ways.items():
        following = bisect_right(starts, at)
        steps = [(start, _FIRST_LETTER) for start in starts[following : following + _NEXT_WORDS]]
        for place, score in ((at + 1, _NEXT_LETTER), *steps):
            if folded[place : place + 1] != letter:
                continue
            known = longer.get(place)
            if known is None or known.score < way.score + score:
                longer[place] = _Found(way.score + score, (*way.at, place))
    return longer


def _of_one_word(word: str, folded: str) -> _Found | None:
    """Return the first word that begins with the first letter and has the others close together."""
    if len(word) < _LEAST_IN_ONE:
        return None
    for at in _starts(folded):
        places = _in_order(word, folded, at) if folded[at] == word[0] else ()
        if places and places[-1] + 1 - at <= _MOST_SPREAD * len(word):
            near = sum(after - before == 1 for before, after in pairwise(places))
            far = len(word) - 1 - near
            score = _FIRST_LETTER + near * _NEXT_LETTER + far * _FAR_LETTER
            return _Found(score / len(word), places)
    return None


def _in_order(word: str, folded: str, at: int) -> tuple[int, ...]:
    """Return the first place of each letter in the word that begins at a place; empty if one is missing."""
    end = next((end for end in range(at, len(folded)) if not folded[end].isalnum()), len(folded))
    places = [at]
    for letter in word[1:]:
        place = folded.find(letter, places[-1] + 1, end)
        if place < 0:
            return ()
        places.append(place)
    return tuple(places)


def _with_origin(text: str) -> tuple[str, list[int]]:
    """Return the folded text, and the original position of each of its characters."""
    pieces = [fold(char) for char in text]
    origin = [at for at, piece in enumerate(pieces) for _one in piece]
    return "".join(pieces), origin
