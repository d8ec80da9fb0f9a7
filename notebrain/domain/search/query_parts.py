"""The parts of a query that are shown as chips, and hints about misread parts."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from notebrain.domain.i18n import _
from notebrain.domain.search.query import (
    PART,
    Content,
    Filter,
    FilterKind,
    State,
    filter_of,
    words_of,
)

if TYPE_CHECKING:
    from notebrain.domain.search.dates.questions import QuestionDates

_NAMES = frozenset(kind.value for kind in FilterKind)
_DATE_BEGUN = re.compile(r"\d{0,4}|\d{4}-\d{0,2}|\d{4}-\d{1,2}-\d{0,2}")


class PartKind(Enum):
    """The kinds of parts of a query."""

    FILTER = auto()
    PHRASE = auto()
    EXCLUDED = auto()
    DATES = auto()
    """Words that name a time; notes of this time come first."""
    MISREAD = auto()
    """An operator with an invalid value, which is searched as words."""


@dataclass(frozen=True, slots=True)
class QueryPart:
    """One part of a query that is more than a word.

    Attributes:
        text: The part as written in the query.
        name: The name of the operator, or empty.
        start, end: Its range in the query, in code points.
    """

    kind: PartKind
    text: str
    name: str
    value: str
    negated: bool
    start: int
    end: int


def parts_of(query: str) -> list[QueryPart]:
    """Return the parts of a query that are more than words, in their order.

    Example:
        >>> [part.text for part in parts_of('plum "red cake" -sugar tag:recipes')]
        ['"red cake"', '-sugar', 'tag:recipes']
    """
    found = PART.finditer(unicodedata.normalize("NFC", query))
    return [part for match in found if (part := _part(match)) is not None]


def chips_of(query: str, dates: "QuestionDates | None" = None) -> list[QueryPart]:
    """Return the parts that narrow a search, and the words that name a time if `dates` were read from the query."""
    parts = [part for part in parts_of(query) if part.kind is not PartKind.MISREAD]
    if dates is not None:
        start, end = dates.offsets
        text = unicodedata.normalize("NFC", query)[start:end]
        if text == dates.text:
            parts.append(
                QueryPart(PartKind.DATES, text, "", text, negated=False, start=start, end=end)
            )
    return sorted(parts, key=lambda part: part.start)


def without_part(query: str, part: QueryPart) -> str:
    """Return the query without one of its parts."""
    text = unicodedata.normalize("NFC", query)
    rest = (text[: part.start].strip(), text[part.end :].strip())
    return " ".join(side for side in rest if side)


def lifted(query: str, part: QueryPart) -> str:
    """Return the query without the restriction of a part: a phrase becomes its words, other parts are removed."""
    if part.kind is not PartKind.PHRASE:
        return without_part(query, part)
    text = unicodedata.normalize("NFC", query)
    return f"{text[: part.start]}{part.value}{text[part.end :]}"


def without_texts(query: str, texts: Sequence[str]) -> str:
    """Return the query without the restrictions of the parts with these texts."""
    for text in texts:
        for part in chips_of(query):
            if part.text == text:
                query = lifted(query, part)
                break
    return query


def finished(query: str) -> str:
    """Return the query without a final filter that is still being typed."""
    last = parts_of(query)[-1:]
    unfinished = last and last[0].kind is PartKind.MISREAD and last[0].end == len(query)
    return without_part(query, last[0]) if unfinished and could_become(last[0]) else query


def could_become(part: QueryPart) -> bool:
    """Return whether more letters could turn a part into a filter."""
    value = part.value.casefold()
    if part.name in (FilterKind.BEFORE, FilterKind.AFTER):
        return _DATE_BEGUN.fullmatch(value) is not None
    known: dict[str, Iterable[str]] = {FilterKind.STATE: State, FilterKind.HAS: Content}
    return not value or any(one.startswith(value) for one in known.get(part.name, ()))


def _part(found: "re.Match[str]") -> QueryPart | None:
    quoted, name = found["quoted"], (found["name"] or "").lower()
    value = quoted if quoted is not None else found["plain"] or ""
    negated = found["minus"] == "-"
    if quoted is None and not name and value.endswith(":") and value[:-1].lower() in _NAMES:
        name, value = value[:-1].lower(), ""
    if name:
        if name not in _NAMES:
            return None
        kind = PartKind.MISREAD if filter_of(found) is None else PartKind.FILTER
    elif negated and words_of(value):
        kind = PartKind.EXCLUDED
    elif quoted is not None and len(words_of(value)) > 1:
        kind = PartKind.PHRASE
    else:
        return None
    return QueryPart(kind, found[0], name, value, negated, found.start(), found.end())


def misread(query: str, *, typing: bool = False) -> tuple[str, ...]:
    """Return a sentence for every operator that is searched as words.

    Args:
        typing: Leave out a final part that may still be completed.
    """
    wrong = [part for part in parts_of(query) if part.kind is PartKind.MISREAD]
    return tuple(
        _sentence(part)
        for part in wrong
        if not (typing and part.end == len(query) and could_become(part))
    )


def matches_nothing(filter_: Filter) -> str | None:
    """Return the sentence for a filter that matches no note because it names something that does not exist."""
    match filter_.kind:
        case FilterKind.TAG:
            return _("No note has the tag “{name}”.").format(name=filter_.value)
        case FilterKind.WORKSPACE:
            return _("No note is in the workspace “{name}”.").format(name=filter_.value)
        case FilterKind.FILE:
            return _("No file in a note is called “{name}”.").format(name=filter_.value)
        case _:
            return None


def no_conversation_has(filter_: Filter) -> str | None:
    """Return the sentence for a filter that no conversation passes, or None if one may."""
    passes = filter_.negated or filter_.value == State.CONVERSATION
    if passes or filter_.kind in (FilterKind.BEFORE, FilterKind.AFTER):
        return None
    return _("“{text}” is about notes: no conversation is found with it.").format(text=filter_.text)


def _sentence(part: QueryPart) -> str:
    if part.name == FilterKind.STATE:
        text = _(
            "“{text}” is searched as words; "
            "is: knows pinned, outdated, linked, review and conversation."
        )
    elif part.name == FilterKind.HAS:
        text = _("“{text}” is searched as words; has: knows file, pdf and image.")
    elif part.name in (FilterKind.BEFORE, FilterKind.AFTER):
        text = _("“{text}” is searched as words; write a day as 2026-03-01, 2026-03 or 2026.")
    else:
        text = _("“{text}” is searched as words; a name must follow the colon.")
    return text.format(text=part.text)
