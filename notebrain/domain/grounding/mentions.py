"""Whether a quote is about what a question names: persons, places, products and years.

A name stands in the quote's sentence, in the title or a heading above it, before it as the speaker, or in what was said
right before it.
"""

import re
import unicodedata
from collections.abc import Iterator
from datetime import datetime
from typing import Final

from notebrain.domain.grounding.questions import Question, words_asked
from notebrain.domain.grounding.subjects import Turn, names
from notebrain.domain.judge.parser import read
from notebrain.domain.judge.stemming import are_german
from notebrain.domain.search.sentences import spans_of

YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
Span = tuple[int, int]
Subject = tuple[str, ...]
"""The words of a name, in lower case, or a year."""
_HEADING: Final = re.compile(r"(?m)^(#{1,6})[ \t].*$")
_POINTS_BACK: Final = re.compile(
    r"^(?:that|this|das|dies)\b|\b(?:it|its|he|him|his|she|her|hers|they|them|their|there|er|ihn|ihm|seine?[mnrs]?|sie|ihre?[mnrs]?"
    r"|es|dort|damals|dabei)\b",
    re.IGNORECASE,
)
"""Words that stand for what was named before."""
_ITEM: Final = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]")


def missing(question: Question, around: str) -> tuple[Subject, ...]:
    """Return which subjects and years of a question a quote is not about.

    Args:
        around: The quote with what stands around it, see `around`.
    """
    lacking = list(unnamed(question, around))
    years = YEAR.findall(question.text)
    if years and set(years).isdisjoint(YEAR.findall(around)):
        lacking.append((years[0],))
    return tuple(lacking)


def unnamed(question: Question, text: str) -> tuple[Subject, ...]:
    """Return which subjects of a question a text does not name."""
    folded = _folded(text) if question.subjects else ""
    return tuple(
        subject
        for subject in question.subjects
        if not any(names(folded, _folded(name)) for name in subject)
    )


def speaks_of(question: Question, text: str, title: str, span: Span) -> bool:
    """Return whether a sentence, a heading above it or the title has a word or a name of a question."""
    said = "\n".join((title, *headings(text, span[0]), text[slice(*span)]))
    if words_asked(said, question):
        return True
    return bool(question.subjects) and len(unnamed(question, said)) < len(question.subjects)


def goes_on(question: Question, text: str, title: str, lead: Span, other: Span) -> bool:
    """Return whether a sentence says more of what another one is about, as far as a question asks about that.

    It does if it speaks of that itself, in the same section, or if it follows in the same paragraph and points back:
    "That was on 12 May."
    """
    first, last = min(lead[0], other[0]), max(lead[0], other[0])
    if _HEADING.search(text, first, last):
        return False
    if speaks_of(question, text, title, other):
        return True
    between = text[lead[1] : other[0]]
    apart = other[0] < lead[0] or "\n\n" in between or is_item(text, other[0])
    return not apart and _POINTS_BACK.search(text[slice(*other)]) is not None


def around(
    text: str, turn: Turn, at: int, *, title: str = "", written: datetime | None = None
) -> str:
    """Return the sentence at a place with all that says what it is about, one part a line.

    Args:
        turn: The turn of the text that the place is in.
        written: When its note was changed last: who writes in 2026 that it was sunny means 2026.
    """
    year = "" if written is None else str(written.year)
    return "\n".join((title, year, turn.name, *headings(text, at), *_lead(text, turn, at)))


def headings(text: str, at: int) -> Iterator[str]:
    """Yield the headings that a place stands below, from the nearest on."""
    lowest = 7
    for found in reversed(list(_HEADING.finditer(text, 0, at))):
        if len(found[1]) < lowest:
            lowest = len(found[1])
            yield found[0]


def _lead(text: str, turn: Turn, at: int) -> Iterator[str]:
    """Yield the sentence at a place, and those before it up to one that names something, nearest first.

    An item of a list belongs to the lines above the list, not to the items before it.
    """
    begin = max(turn.words_start, text.rfind("\n\n", 0, at))
    spans = [(start, end) for start, end in spans_of(text, begin, turn.end) if start <= at]
    if not spans:
        return
    yield text[spans[-1][0] : spans[-1][1]]
    in_list = is_item(text, spans[-1][0])
    for start, end in reversed(spans[:-1]):
        if in_list and is_item(text, start):
            continue
        yield text[start:end]
        if _names_something(text[start:end]):
            return


def is_item(text: str, at: int) -> bool:
    """Return whether a place is in the first line of an item of a list."""
    return _ITEM.match(text, text.rfind("\n", 0, at) + 1) is not None


def _names_something(sentence: str) -> bool:
    parsed = read(sentence, german=are_german(sentence))
    return any(token.name for one in parsed.statements for token in one.tokens)


def _folded(text: str) -> str:
    """Return a text in lower case without accents: Škoda and Skoda are one."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))
