"""Parses a text for the judge into statements of words and values, each with its position."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from notebrain.domain.judge.lexicon.function_words import (
    CHANGE_PHRASES,
    CHANGE_WORDS,
    FUNCTION_WORDS,
    IDLE_CHANGES,
    NEGATORS,
    NOT_DENYING,
)
from notebrain.domain.judge.stemming import base, is_german_name, words
from notebrain.domain.judge.values import VALUE, Value, day_of_month, value_of, value_of_word
from notebrain.domain.judge.verdict import What
from notebrain.domain.search.ranking.features import says_change

LONGEST_READ = 12_000
"""Only this much of a longer text is judged: about 2,000 words."""

# characters that start no word or sign are skipped within the match: trying every pattern on them takes half the time
_TOKEN = re.compile(
    rf"""[^\w\n.!?…;:=→,(){{}}|€$£+–—~/-]{{0,40}}+
    (?:(?P<tag>(?<=[#])(?<![\w&/][#])(?![0-9a-f]{{3}}(?:[0-9a-f]{{3}})?(?![\w/-]))\d*[^\W\d][\w/-]*
        (?=(?:[ \t]+[#]\d*[^\W\d][\w/-]*)*\s*?(?:\n|$)))
    |(?P<word>(?>(?!www\.)[^\W\d_]+(?:['’.\-/](?=[^\W\d_])[^\W\d_]+)*)(?![\w@]|://|-\w|[+.]\w+@))
    |(?P<end>\n|[.!?…]+(?=[\s"')\]*_]|$)|;)
    |(?P<part>[,(){{}}|]|[-–—=]{{3,}}|(?<=\s)[-–—](?=\s))
    |{VALUE}
    |(?P<option>(?<!\S)--?[a-z]\w*(?:-\w+)*)
    |(?P<rest>[^\W\d_][\w’'-]*)
    |(?P<link>:(?!\S)|=|[-–—=]>|→))
    """,
    re.VERBOSE | re.IGNORECASE,
)
ABBREVIATION = re.compile(
    r"(?:\b(?i:dr|mr|mrs|ms|st|vs|etc|no|nr|bzw|ca|prof|approx|z\.b|e\.g|i\.e)|\b[A-Z])$"
)
"""Matches the end of a text before a period that does not end a sentence."""

ROOT = 5
"""Words that come from one root begin with this many equal letters."""
_ROOT_OF_VALUES = "#"  # no word is a sign
_LONGEST_NEWS = 20

_CONTRACTED = re.compile(r"n['’]t$")


class Token(NamedTuple):
    """A word or a value, at `text[start:end]`.

    Attributes:
        key: A stem or the key of a value; equal for tokens with the same meaning.
        content: Whether it carries meaning: what the statement is about, or what it says.
        name: Whether it is a name, i.e. capitalized within a sentence.
        clause: The number of its clause in the text.
    """

    start: int
    end: int
    text: str
    key: str
    value: Value | None = None
    content: bool = False
    name: bool = False
    negates: bool = False
    changes: bool = False
    clause: int = 0

    @property
    def exact(self) -> bool:
        """Whether it only matches an equal token: it is a value or a name."""
        return self.value is not None or self.name

    @property
    def root(self) -> str:
        """What it has in common with any token that it matches by form without being equal to it."""
        return _ROOT_OF_VALUES if self.value is not None else self.key[:ROOT]


@dataclass(frozen=True)
class Statement:
    """A sentence or a line.

    Attributes:
        keys: The keys of its content tokens.
    """

    tokens: tuple[Token, ...]
    keys: frozenset[str]

    @cached_property
    def content(self) -> Sequence[Token]:
        """The tokens that carry meaning."""
        return tuple(token for token in self.tokens if token.content)

    @cached_property
    def roots(self) -> frozenset[str]:
        """What its content tokens have in common with others that match without being equal."""
        return frozenset(token.root for token in self.content)

    @cached_property
    def announces_change(self) -> bool:
        """Whether it announces a change; a long sentence may be about some other change."""
        return len(self.tokens) <= _LONGEST_NEWS and any(token.changes for token in self.tokens)

    def counted_by(self, value: Token) -> Token | None:
        """Return the word after a value in its clause, which names what is counted: 2 onions, 7 g yeast."""
        at = self.tokens.index(value) + 1
        behind = self.tokens[at] if at < len(self.tokens) else None
        if behind is None or not behind.content or behind.value or behind.clause != value.clause:
            return None
        return behind


@dataclass(frozen=True)
class ParsedText:
    """A text as its statements, in order."""

    statements: tuple[Statement, ...]

    @cached_property
    def tokens(self) -> Sequence[Token]:
        """The tokens of all statements."""
        return tuple(token for statement in self.statements for token in statement.tokens)

    @cached_property
    def content(self) -> Sequence[Token]:
        """The tokens of all statements that carry meaning."""
        return tuple(token for token in self.tokens if token.content)

    @cached_property
    def clauses(self) -> Sequence[Sequence[Token]]:
        """The tokens that carry meaning, by clause."""
        found: dict[int, list[Token]] = {}
        for token in self.content:
            found.setdefault(token.clause, []).append(token)
        return tuple(found.values())

    @cached_property
    def changes(self) -> Sequence[Token]:
        """The words that announce a change."""
        return tuple(token for token in self.tokens if token.changes)

    @cached_property
    def denials(self) -> int:
        """How many words deny."""
        return sum(token.negates for token in self.tokens)

    @cached_property
    def values(self) -> Mapping[str, set[str]]:
        """The keys of its values by dimension."""
        found: dict[str, set[str]] = {}
        for token in self.tokens:
            if token.value is not None:
                found.setdefault(token.value.dimension, set()).add(token.value.key)
        return found


def read(text: str, *, german: bool = False) -> ParsedText:
    """Read the first `LONGEST_READ` characters of a text.

    Args:
        german: Whether its nouns are capitalized, too.
    """
    kept = _short_readings if len(text) <= _SHORT else _long_readings
    return kept(text[:LONGEST_READ], german)


def _read(text: str, german: bool) -> ParsedText:
    return ParsedText(
        tuple(
            Statement(tokens, frozenset(token.key for token in tokens if token.content))
            for tokens in _statements(text, german=german)
        )
    )


# Readings are kept because notes are compared with the same others again: a note that was edited, notes on one subject.
# A reading takes 56 bytes for each character.
_SHORT = 2_000
_short_readings = lru_cache(maxsize=128)(_read)
_long_readings = lru_cache(maxsize=24)(_read)


def _statements(text: str, *, german: bool) -> Iterator[tuple[Token, ...]]:
    tokens: list[Token] = []
    clause, special = 0, False
    for found in _TOKEN.finditer(text):
        group = found.lastgroup or ""
        if group == "tag":  # files the note but has no meaning
            continue
        if group == "part":
            clause += 1
        elif group != "end":
            before = tokens[-1].text if tokens else ""
            token = _token(found, group, clause, before=before, german=german)
            if token.value is not None and tokens and tokens[-1].value is not None:
                token = _with_month(tokens, token, text)
            tokens.append(token)
            clause += group == "link" or token.key in _CLAUSE_WORDS
            special = special or token.negates or token.changes or token.key in _SPECIAL
        elif not _is_abbreviation(text, found):
            if tokens:
                yield tuple(_marked(tokens) if special else tokens)
            tokens, clause, special = [], clause + 1, False
    if tokens:
        yield tuple(_marked(tokens) if special else tokens)


def _with_month(before: list[Token], token: Token, text: str) -> Token:
    """Return the token, joined with the month before it if it is a day of that month."""
    month = before[-1]
    if month.value is None or token.value is None:
        return token
    date = day_of_month(month.value, token.value)
    if date is None or token.start - month.end > 2:  # noqa: PLR2004 - a point and a blank
        return token
    before.pop()
    return token._replace(
        start=month.start, text=text[month.start : token.end], key=f"date:{date.key}", value=date
    )


_CLAUSE_WORDS = {"but", "aber", "while", "whereas", "because", "sondern"}


def _is_abbreviation(text: str, found: "re.Match[str]") -> bool:
    start = found.start("end")
    return found["end"] == "." and bool(ABBREVIATION.search(text, max(0, start - 8), start))


def _token(found: "re.Match[str]", group: str, clause: int, *, before: str, german: bool) -> Token:
    """Return the match as a token; `before` is the text of the previous token in its statement."""
    text, start, end, first = found[group], found.start(group), found.end(), not before
    if group == "link":
        return Token(start, end, text, text, clause=clause)
    if group == "option":
        return Token(
            start, end, text, text, Value(What.NAME, text, "option"), content=True, clause=clause
        )
    if group not in {"word", "rest"}:
        value = value_of(group, text)
        return Token(
            start, end, text, f"{value.dimension}:{value.key}", value, content=True, clause=clause
        )
    word = _word(text)
    letter = len(text) == 1 and text.isupper() and text != "I"  # type A, room B
    content = word.content or (letter and not first)
    name = content and text[0].isupper() and not first
    name = name and (not german or is_german_name(text, before))
    return Token(
        start,
        end,
        text,
        word.key,
        word.value,
        content,
        name and word.value is None,
        word.negates,
        word.changes and (first or text.islower()),
        clause,
    )


@dataclass(frozen=True, slots=True)
class _Word:
    key: str
    value: Value | None
    content: bool
    negates: bool
    changes: bool


# a language has few different words, a text has many
@lru_cache(maxsize=20_000)
def _word(text: str) -> _Word:
    lowered = text.lower().replace("’", "'")
    value = value_of_word(text)
    if value is not None:
        # "monthly" stands for "every month"
        key = value.key if value.dimension == "frequency" else f"{value.dimension}:{value.key}"
        return _Word(key, value, content=True, negates=False, changes=False)
    negates = lowered in NEGATORS or bool(_CONTRACTED.search(lowered))
    function = negates or lowered in FUNCTION_WORDS
    key = lowered if function else base(lowered).replace("'", "")
    changes = lowered in CHANGE_WORDS or (says_change(lowered) and lowered not in IDLE_CHANGES)
    return _Word(key, None, not function, negates, changes)


def _marked(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the tokens without false denials, and with phrases marked that announce a change."""
    for at, token in enumerate(tokens):
        if token.key == "one" and at + 1 < len(tokens) and tokens[at + 1].content:
            yield token._replace(key="number:1", value=_ONE, content=True)
            continue
        if token.text.lower() not in _BEGINS_PHRASE and not token.negates and not token.changes:
            yield token
            continue
        words = " ".join(word.text.lower() for word in tokens[at : at + _LONGEST_PHRASE])
        changes = token.changes or _begins(words, CHANGE_PHRASES)
        changes = changes or (at == 0 and _dates_change(tokens))
        if token.text.lower() == "left" and (not at or tokens[at - 1].text.lower() in _BEFORE_SIDE):
            changes = False  # the direction, not the verb
        denies = token.negates and not _begins(words, NOT_DENYING) and not _numbers(tokens, at)
        yield token._replace(
            negates=denies, changes=changes, content=token.content and not token.changes
        )


def _dates_change(tokens: Sequence[Token]) -> bool:
    """Return whether a statement begins with the day from which it applies: from March, ab Januar."""
    if len(tokens) < _LONGEST_PHRASE or tokens[0].text.lower() not in _SINCE:
        return False
    day = tokens[1].value
    ends = any(token.text.lower() in _UNTIL for token in tokens[2:5])
    return day is not None and day.dimension in {"date", "month", "weekday"} and not ends


_SINCE = words("from ab starting effective")
_UNTIL = words("to until till through bis")
_BEFORE_SIDE = words(
    "the turn go keep bear on at to from your my his her its far top bottom look and or is"
)
_ONE = Value(What.NUMBER, "1", "number")
_LONGEST_PHRASE = 3
_BEGINS_PHRASE = {
    *(phrase.split()[0] for phrase in CHANGE_PHRASES),
    *words("from ab starting effective"),
}
_SPECIAL = {"one", *map(base, _BEGINS_PHRASE), *_BEGINS_PHRASE}


def _begins(words: str, phrases: Collection[str]) -> bool:
    return any(f"{words} ".startswith(f"{phrase} ") for phrase in phrases)


def _numbers(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a "no" stands for "number", as in "no. 5"."""
    return (
        tokens[at].key == "no"
        and at + 1 < len(tokens)
        and tokens[at + 1].value is not None
        and tokens[at + 1].text.isdigit()
    )
