"""The query language: words, "phrases", -exclude, tag: in: before: after: is:pinned.

Whatever cannot be understood is taken literally: a query never raises and is never silently shortened.
"""

import re
import unicodedata
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from enum import StrEnum
from itertools import pairwise

from notebrain.domain.text.stemming import STOP_WORDS, stem

SHORTEST_RANKED_PREFIX = 4
"""A last word of 1 to 3 letters matches too much of a vault to be ranked while the user types."""

# operator:"two words", operator:word, "a phrase", or anything up to the next blank
PART = re.compile(r'(?P<minus>-?)(?:(?P<name>[A-Za-z]+):)?(?:"(?P<quoted>[^"]*)"|(?P<plain>\S+))')
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$")


class FilterKind(StrEnum):
    """What a filter asks of a note."""

    TAG = "tag"
    WORKSPACE = "in"
    BEFORE = "before"
    AFTER = "after"
    PINNED = "is"


@dataclass(frozen=True, slots=True)
class Filter:
    """One condition that a note must meet, or with `negated` must not.

    Attributes:
        text: As the user typed it, for saying which filter left nothing over.
        moment: The moment that `before` and `after` mean.
    """

    kind: FilterKind
    value: str
    text: str
    negated: bool = False
    moment: datetime | None = None


@dataclass(frozen=True, slots=True)
class Query:
    """A query, understood.

    Attributes:
        words: The words in order, each as often as it was typed, those of phrases included.
        phrases: Word sequences that a note must have as they stand.
        excluded: Words and phrases that a note must not have.
        signs: Parts without a letter or digit (`++`, an emoji): found as they stand.
        text: What is asked, without operators: the text whose meaning is looked for.
        prefix: The last word may be unfinished.
    """

    words: tuple[str, ...] = ()
    phrases: tuple[tuple[str, ...], ...] = ()
    excluded: tuple[tuple[str, ...], ...] = ()
    signs: tuple[str, ...] = ()
    filters: tuple[Filter, ...] = ()
    text: str = ""
    prefix: bool = False

    @property
    def terms(self) -> tuple[str, ...]:
        """The words that say something, in order, all of them if there are only stop words.

        Of words with one stem (`dance`, `dancing`) the first stands for both: the index finds them alike.
        """
        telling = [word for word in self.words if word not in STOP_WORDS]
        if self.prefix and self.words and self.words[-1] not in telling:
            telling.append(self.words[-1])
        by_stem: dict[str, str] = {}
        for word in telling or self.words:
            by_stem.setdefault(stem(word), word)
        return tuple(by_stem.values())

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The neighbours among the telling words: a note that has them side by side matches better."""
        telling = [word for word in self.words if word not in STOP_WORDS]
        return tuple(dict.fromkeys(pair for pair in pairwise(telling) if pair[0] != pair[1]))

    @property
    def asks(self) -> bool:
        """Whether it asks for words or a meaning, not only for filters."""
        return bool(self.words or self.signs)


def parse(query: str, *, typing: bool = False, zone: tzinfo = UTC) -> Query:
    """Understand a query; `typing` makes the last word a prefix unless a blank or quote follows it.

    Example:
        >>> parse('plum cake tag:"family recipes" -sugar').terms
        ('plum', 'cake')
    """
    parts = _Parts()
    for part in PART.finditer(unicodedata.normalize("NFC", query)):
        _take(part, parts, zone)
    ends_in_word = bool(query) and is_word_character(query[-1])
    return Query(
        words=tuple(parts.words),
        phrases=tuple(parts.phrases),
        excluded=tuple(parts.excluded),
        signs=tuple(parts.signs),
        filters=tuple(parts.filters),
        text=" ".join(parts.texts),
        prefix=typing and ends_in_word and parts.last_is_word,
    )


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case, as the word index cuts them: runs of letters and digits.

    Example:
        >>> words_of("Caroline's e-mail")
        ['caroline', 's', 'e', 'mail']
    """
    if text.isascii():
        return _ASCII_WORD.findall(text.lower())
    marked = "".join(one if is_word_character(one) else " " for one in text)
    return marked.lower().split()


_ASCII_WORD = re.compile(r"[a-z0-9]+")


def is_word_character(character: str) -> bool:
    """Tell whether the word index takes a character as part of a word."""
    return character.isalnum() or unicodedata.category(character) in ("Mn", "Mc", "Co")


def has_unspaced_script(word: str) -> bool:
    """Tell whether a word is of a script that sets no blanks between words (Chinese, Japanese, Thai ...)."""
    return any(
        "\u0e00" <= one <= "\u0eff" or "\u1000" <= one <= "\u109f" or "\u1780" <= one <= "\u17ff"
        or "\u3040" <= one <= "\u30ff" or "\u3400" <= one <= "\u9fff" or "\uf900" <= one <= "\ufaff"
        or "\uac00" <= one <= "\ud7af" or one >= "\U00020000"
        for one in word
    )  # fmt: skip


def says_nothing(text: str) -> bool:
    """Tell whether a text has no word of two letters: its vector lies near to whatever says nothing either."""
    return not any(len(word) > 1 or has_unspaced_script(word) for word in words_of(text))


class _Parts:
    """What was understood so far."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.phrases: list[tuple[str, ...]] = []
        self.excluded: list[tuple[str, ...]] = []
        self.signs: list[str] = []
        self.filters: list[Filter] = []
        self.texts: list[str] = []
        self.last_is_word = False


def _take(part: "re.Match[str]", parts: _Parts, zone: tzinfo) -> None:
    quoted = part["quoted"]
    value = quoted if quoted is not None else part["plain"] or ""
    parts.last_is_word = False
    if part["name"] is not None:
        filter_ = filter_of(part, zone)
        if filter_ is not None:
            parts.filters.append(filter_)
            return
        _literally(part[0], parts)
        return
    words = tuple(words_of(value))
    if part["minus"] and words:
        parts.excluded.append(words)
    elif quoted is not None and words:
        if len(words) > 1:
            parts.phrases.append(words)
        parts.words += words
        parts.texts.append(value)
    else:
        _literally(part[0], parts)


def _literally(text: str, parts: _Parts) -> None:
    """Take a part as it stands: its words, or the signs themselves where it has no words."""
    words = words_of(text)
    parts.words += words
    parts.texts.append(text)
    parts.last_is_word = bool(words)
    sign = text.strip('"')
    if not words and sign:
        parts.signs.append(sign)


def filter_of(part: "re.Match[str]", zone: tzinfo = UTC) -> Filter | None:
    """Return the filter that a part of a query is; None if it is none, and is taken as words."""
    name = (part["name"] or "").lower()
    value = part["quoted"] if part["quoted"] is not None else part["plain"] or ""
    if name not in set(FilterKind) or not value.strip():
        return None
    kind = FilterKind(name)
    negated = part["minus"] == "-"
    match kind:
        case FilterKind.BEFORE | FilterKind.AFTER:
            moment = _moment(value, zone)
            return None if moment is None else Filter(kind, value, part[0], negated, moment)
        case FilterKind.PINNED:
            return Filter(kind, value, part[0], negated) if value.lower() == "pinned" else None
        case FilterKind.TAG:
            return Filter(kind, value.strip().removeprefix("#"), part[0], negated)
        case FilterKind.WORKSPACE:
            return Filter(kind, value.strip(), part[0], negated)


def _moment(value: str, zone: tzinfo) -> datetime | None:
    """Return the beginning of a day, month or year (`2026-05-01`, `2026-05`, `2026`), or None if it is none."""
    found = _DATE.match(value.strip())
    if found is None:
        return None
    try:
        return datetime(int(found[1]), int(found[2] or 1), int(found[3] or 1), tzinfo=zone)
    except ValueError:
        return None
