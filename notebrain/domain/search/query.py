"""The query language: words, "phrases", -exclude, tag: in: before: after: is: has: file:.

Anything that cannot be parsed is taken literally: a query never raises and is never silently shortened.
"""

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from notebrain.domain.text.languages import ENGLISH, STOP_WORDS, language_of
from notebrain.domain.text.stemming import stem

SHORTEST_RANKED_PREFIX = 4
"""A last word of 1 to 3 letters matches too many notes to be ranked while the user types."""

# operator:"two words", operator:word, "a phrase", or anything up to the next space
PART = re.compile(r'(?P<minus>-?)(?:(?P<name>[A-Za-z]+):)?(?:"(?P<quoted>[^"]*)"|(?P<plain>\S+))')
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$")


class FilterKind(StrEnum):
    """What a filter checks in a note."""

    TAG = "tag"
    WORKSPACE = "in"
    BEFORE = "before"
    AFTER = "after"
    STATE = "is"
    HAS = "has"
    FILE = "file"


class Content(StrEnum):
    """What `has:` can ask for: files in the note, of any type or of one."""

    FILE = "file"
    PDF = "pdf"
    IMAGE = "image"


class State(StrEnum):
    """What `is:` can ask for.

    Attributes:
        OUTDATED: Marked as outdated in Review; the note that replaced it is not in the trash.
        LINKED: With a link to another note, or linked with one in Review.
        REVIEW: With a card in Review that has not been answered.
        CONVERSATION: Not a note, but a conversation with the notes; a search finds either these or notes.
    """

    PINNED = "pinned"
    OUTDATED = "outdated"
    LINKED = "linked"
    REVIEW = "review"
    CONVERSATION = "conversation"


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition that a note must meet or, if `negated`, must not meet.

    Attributes:
        text: The filter as typed, used to say which filter excluded everything.
        moment: The time that `before` and `after` refer to.
    """

    kind: FilterKind
    value: str
    text: str
    negated: bool = False
    moment: datetime | None = None


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query.

    Attributes:
        words: All words in order, including repeated ones and those of phrases.
        phrases: Word sequences that a note must contain exactly.
        excluded: Words and phrases that a note must not contain.
        signs: Parts without a letter or digit (`++`, an emoji), matched literally.
        text: The query without operators, used to search by meaning.
        prefix: Whether the last word may be unfinished.
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
        """The words without the stop words of their language, in order; all of them if there are only stop words.

        Of words with the same stem (`dance`, `dancing`) only the first is included, since the index treats them alike.
        """
        stop_words = _stop_words(self.words)
        telling = [word for word in self.words if word not in stop_words]
        if self.prefix and self.words and self.words[-1] not in telling:
            telling.append(self.words[-1])
        by_stem: dict[str, str] = {}
        for word in telling or self.words:
            by_stem.setdefault(stem(word, _language(self.words)), word)
        return tuple(by_stem.values())

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Adjacent words without stop words; a note that has them side by side matches better."""
        stop_words = _stop_words(self.words)
        telling = [word for word in self.words if word not in stop_words]
        return tuple(dict.fromkeys(pair for pair in pairwise(telling) if pair[0] != pair[1]))

    @property
    def asks(self) -> bool:
        """Whether it contains words or signs, not only filters."""
        return bool(self.words or self.signs)

    @property
    def wants_conversations(self) -> bool:
        """Whether it looks for conversations instead of notes."""
        return any(
            part.kind is FilterKind.STATE and part.value == State.CONVERSATION and not part.negated
            for part in self.filters
        )


def _stop_words(words: tuple[str, ...]) -> frozenset[str]:
    return STOP_WORDS[_language(words)]


@lru_cache(maxsize=256)
def _language(words: tuple[str, ...]) -> str:
    """Return the language that the words are in; English if they do not tell."""
    return language_of(" ".join(words)) or ENGLISH


def parse(query: str, *, typing: bool = False, zone: tzinfo = UTC) -> Query:
    """Parse a query; `typing` makes the last word a prefix unless a space or quote follows it.

    Example:
        >>> parse('plum cake tag:"family recipes" -sugar').terms
        ('plum', 'cake')
    """
    parts = _Parts()
    for part in PART.finditer(unicodedata.normalize("NFC", query)):
        _add_part(part, parts, zone)
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
    """Return the words of a text in lower case, split like in the word index: runs of letters and digits.

    Example:
        >>> words_of("Caroline's e-mail")
        ['caroline', 's', 'e', 'mail']
    """
    if text.isascii():
        return _ASCII_WORD.findall(text.lower())
    marked = "".join(char if is_word_character(char) else " " for char in text)
    return marked.lower().split()


_ASCII_WORD = re.compile(r"[a-z0-9]+")


def is_word_character(character: str) -> bool:
    """Return whether the word index treats a character as part of a word."""
    return character.isalnum() or unicodedata.category(character) in ("Mn", "Mc", "Co")


def has_unspaced_script(word: str) -> bool:
    """Return whether a word is in a script without spaces between words (Chinese, Japanese, Thai ...)."""
    return not word.isascii() and any(
        "\u0e00" <= char <= "\u0eff" or "\u1000" <= char <= "\u109f" or "\u1780" <= char <= "\u17ff"
        or "\u3040" <= char <= "\u30ff" or "\u3400" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff"
        or "\uac00" <= char <= "\ud7af" or char >= "\U00020000"
        for char in word
    )  # fmt: skip


def says_nothing(text: str) -> bool:
    """Return whether a text has no word of two letters; its vector would be close to other meaningless texts."""
    return not any(len(word) > 1 or has_unspaced_script(word) for word in words_of(text))


class _Parts:
    """What was parsed so far."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.phrases: list[tuple[str, ...]] = []
        self.excluded: list[tuple[str, ...]] = []
        self.signs: list[str] = []
        self.filters: list[Filter] = []
        self.texts: list[str] = []
        self.last_is_word = False


def _add_part(part: "re.Match[str]", parts: _Parts, zone: tzinfo) -> None:
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
    """Add a part literally: its words, or its characters if it has no words."""
    words = words_of(text)
    parts.words += words
    parts.texts.append(text)
    parts.last_is_word = bool(words)
    sign = text.strip('"')
    if not words and sign:
        parts.signs.append(sign)


def filter_of(part: "re.Match[str]", zone: tzinfo = UTC) -> Filter | None:
    """Return the filter in a part of a query, or None if it is not a filter and counts as words."""
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
        case FilterKind.STATE:
            return _of_known(kind, part[0], value, negated=negated, known=set(State))
        case FilterKind.HAS:
            return _of_known(kind, part[0], value, negated=negated, known=set(Content))
        case FilterKind.TAG:
            return Filter(kind, value.strip().removeprefix("#"), part[0], negated)
        case FilterKind.WORKSPACE | FilterKind.FILE:
            # file:// begins an address
            is_address = kind is FilterKind.FILE and value.startswith("//")
            return None if is_address else Filter(kind, value.strip(), part[0], negated)


def _of_known(
    kind: FilterKind, text: str, value: str, *, negated: bool, known: Collection[str]
) -> Filter | None:
    """Return a filter that knows only some values, or None for others."""
    word = value.strip().lower()
    return Filter(kind, word, text, negated) if word in known else None


def _moment(value: str, zone: tzinfo) -> datetime | None:
    """Return the start of a day, month or year (`2026-05-01`, `2026-05`, `2026`), or None."""
    found = _DATE.match(value.strip())
    if found is None:
        return None
    try:
        return datetime(int(found[1]), int(found[2] or 1), int(found[3] or 1), tzinfo=zone)
    except ValueError:
        return None
