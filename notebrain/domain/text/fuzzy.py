"""Finding a title or the name of a command by parts of its words, and saying how well they fit.

Every word of the query has to be found. Best is a word that begins like it, then a part inside a word, then
its letters one after the other, e.g. the first letters of several words.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

# How well a word of the query fits, from 0 to 100.
_AT_THE_START: Final = 100.0
_AT_A_WORD: Final = 80.0
_INSIDE: Final = 50.0
_WHOLE_WORD: Final = 10.0
_LATE: Final = 0.25
_MOST_LATE: Final = 40
# The same for a letter that stands apart from the one before it.
_FIRST_LETTER: Final = 75.0
_NEXT_LETTER: Final = 60.0
_FAR_LETTER: Final = 10.0
_LEAST_OF_LETTERS: Final = 45.0
# For the text as a whole.
_SAME: Final = 40.0
_IN_ORDER: Final = 15.0
_LENGTH: Final = 0.1
_MOST_LENGTH: Final = 100

_MOST_READ = 200
"""Letters set apart are looked for in this many characters: a title has fewer."""


class _Folded(dict[int, str]):
    """What each character is compared as: small, without accents; filled as characters come."""

    def __missing__(self, code: int) -> str:
        apart = unicodedata.normalize("NFKD", chr(code).casefold())
        plain = "".join(one for one in apart if not unicodedata.combining(one))
        self[code] = plain.casefold()
        return self[code]


_FOLDED: Final = _Folded()


def fold(text: str) -> str:
    """Return a text as it is compared: without regard to case and accents."""
    return text.lower() if text.isascii() else text.translate(_FOLDED)


@dataclass(frozen=True, slots=True)
class _Found:
    """Where a word of the query was found, and how well it fits there."""

    score: float
    at: tuple[int, ...]


class Fuzzy:
    """A query, ready to be held against many folded texts."""

    def __init__(self, query: str) -> None:
        self._whole = fold(query.strip())
        self.words = tuple(self._whole.split())
        self._searches = [_pattern(word).search for word in self.words]

    def __bool__(self) -> bool:
        return bool(self.words)

    def parts(self, folded: str) -> float:
        """Return how well the text fits, each word of the query being a part of it; 0 if one is not."""
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
        """Return how well the text fits, its letters perhaps being far from each other; 0 if not at all."""
        for search in (
            self._searches
        ):  # `all` and a generator take twice as long, and nearly all texts end here
            if not search(folded):
                return 0.0
        found = [_word(word, folded) for word in self.words]
        if not all(found):
            return 0.0
        places = [one.at[0] for one in found if one is not None]
        total = sum(one.score for one in found if one is not None)
        return self._of_all(total, folded, in_order=places == sorted(places))

    def score(self, folded: str) -> float:
        """Return how well the text fits; 0 if it does not."""
        return self.parts(folded) or self.letters(folded)

    def marks(self, text: str) -> tuple[int, ...]:
        """Return the places in the text as it is written that were found, in order."""
        folded, origin = _with_origin(text)
        found = (_word(word, folded) for word in self.words)
        return tuple(sorted({origin[at] for one in found if one is not None for at in one.at}))

    def _of_all(self, total: float, folded: str, *, in_order: bool) -> float:
        score = total / len(self.words)
        score += _SAME if folded == self._whole else 0.0
        score += _IN_ORDER if in_order else 0.0
        return max(0.1, score - _LENGTH * min(len(folded), _MOST_LENGTH))


def _pattern(word: str) -> re.Pattern[str]:
    """Return an expression for the letters of a word in their order; it never goes back."""
    first, *rest = map(re.escape, word)
    return re.compile(first + "".join(f"[^{letter}]*{letter}" for letter in rest), re.DOTALL)


def _word(word: str, folded: str) -> _Found | None:
    at = _place(word, folded)
    if at < 0:
        return _apart(word, folded[:_MOST_READ])
    return _Found(_part_score(word, folded, at), tuple(range(at, at + len(word))))


def _place(word: str, folded: str) -> int:
    """Return where a word of the query is best seen: where a word begins, else anywhere; -1 if nowhere."""
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
    """Return the best way to read the letters of a word one after the other; None where it is no good one."""
    ways = {
        at: _Found(_letter(folded, at), (at,)) for at, one in enumerate(folded) if one == word[0]
    }
    for letter in word[1:]:
        ways = _one_more(ways, letter, folded)
    best = max(ways.values(), key=lambda way: way.score, default=None)
    if best is None or best.score / len(word) < _LEAST_OF_LETTERS:
        return None
    return _Found(best.score / len(word), best.at)


def _one_more(ways: dict[int, _Found], letter: str, folded: str) -> dict[int, _Found]:
    """Return the best ways, by their end, to read one letter more."""
    longer: dict[int, _Found] = {}
    best: _Found | None = None
    for at, one in enumerate(folded):
        if one == letter and best is not None:
            far = _Found(best.score + _letter(folded, at), (*best.at, at))
            near = ways.get(at - 1)
            if near is not None and near.score + _NEXT_LETTER > far.score:
                far = _Found(near.score + _NEXT_LETTER, (*near.at, at))
            longer[at] = far
        here = ways.get(at)
        if here is not None and (best is None or here.score > best.score):
            best = here
    return longer


def _letter(folded: str, at: int) -> float:
    begins = _begins(folded, at) and folded[at].isalnum()
    return _FIRST_LETTER if begins else _FAR_LETTER


def _with_origin(text: str) -> tuple[str, list[int]]:
    """Return the folded text, and for each of its characters the place it comes from."""
    pieces = [fold(one) for one in text]
    origin = [at for at, piece in enumerate(pieces) for _one in piece]
    return "".join(pieces), origin
