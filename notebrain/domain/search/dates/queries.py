"""A query with the time it names: what is searched for, and which notes lie in that time.

The time is a soft window. Notes outside of it are ranked lower, never hidden; filters that the user types (`before:`,
`after:`) hide notes and win over words.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo

from notebrain.domain.search.dates.days import Days
from notebrain.domain.search.dates.questions import (
    QuestionDates,
    asks_for_anything,
    find_dates,
    without,
)
from notebrain.domain.search.dates.written import dates_in
from notebrain.domain.search.query import PART, Filter, FilterKind, Query, parse

_MASK = "\0"


@dataclass(frozen=True, slots=True)
class DatedQuery:
    """A query, read with and without the words of its time.

    Attributes:
        query: The query without the words of its time.
        plain: The query with all its words.
        dates: The time that it names, or None.
    """

    query: Query
    plain: Query
    dates: QuestionDates | None = None

    @property
    def lists(self) -> bool:
        """Whether it asks for all notes of a time."""
        return self.dates is not None and self.dates.only

    def as_words(self) -> "DatedQuery":
        """Return the query with the words of its time as words to search for."""
        return DatedQuery(self.plain, self.plain)


def read_query(
    text: str,
    now: datetime,
    *,
    zone: tzinfo | None = None,
    typing: bool = False,
    read_dates: bool = True,
) -> DatedQuery:
    """Return a query with the time it names.

    Args:
        zone: Where days begin at midnight; None is the zone of the computer.
        typing: Whether the last word may be unfinished.
        read_dates: Whether words may name a time; otherwise they are only words.
    """
    plain = parse(text, typing=typing)
    text = unicodedata.normalize("NFC", text)
    dates = find_dates(_masked(text), now, zone) if read_dates else None
    if dates is None or not _overlap(dates, plain.filters):
        return DatedQuery(plain, plain)
    start, end = dates.offsets
    rest = without(text, start, end)
    query = parse(rest, typing=typing and bool(text[end:].strip()))
    only = not query.signs and not query.phrases and asks_for_anything(query.words)
    return DatedQuery(query, plain, replace(dates, text=text[start:end], rest=rest, only=only))


def lies_in(dates: QuestionDates, text: str, written_at: datetime) -> bool:
    """Return whether a note has a date in its text that lies in a time.

    Args:
        written_at: When the note was written: the year of a date without one is the nearest to it.
    """
    day = timedelta(days=1)
    window = Days(dates.start.date(), max(dates.end.date(), dates.start.date() + day))
    here = written_at.astimezone(dates.start.tzinfo).date()
    return any(window.contains(days) for days in dates_in(text, here))


def _masked(text: str) -> str:
    """Return a query without quoted, excluded and filtering parts, letter by letter as long as before."""
    masked = list(text)
    for part in PART.finditer(text):
        if part["name"] or part["minus"] or part["quoted"] is not None:
            masked[part.start() : part.end()] = _MASK * (part.end() - part.start())
    return "".join(masked)


def _overlap(dates: QuestionDates, filters: Iterable[Filter]) -> bool:
    """Return whether the filters leave anything of a time."""
    for one in filters:
        if one.moment is None:
            continue
        if (one.kind is FilterKind.BEFORE) != one.negated:
            if dates.start >= one.moment:
                return False
        elif dates.end <= one.moment:
            return False
    return True
