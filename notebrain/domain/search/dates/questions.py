"""Finds the time that a question names: "yesterday", "vor zwei Wochen", "en mars", "between Easter and June".

What has no year is the last one before now, unless the words say otherwise ("next March"). A verb or a number that only
looks like a date is none: "what may I eat", "RFC 2045", "route 2025m".
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Final

from notebrain.domain.search.dates import vocabulary as words
from notebrain.domain.search.dates.days import (
    FIRST_YEAR,
    LAST_YEAR,
    Days,
    Yearly,
    last_time,
    last_whole,
    months as whole_months,
    next_time,
    one_day,
    quarter,
    week_of,
    weekend_of,
    whole_year,
)
from notebrain.domain.search.dates.vocabulary import Unit
from notebrain.domain.search.dates.written import BOUNDED, after_code, read
from notebrain.domain.text.languages import STOP_WORDS

LONGEST_READ: Final = 200
"""A longer text was pasted: it is searched for as it is."""
_A_WEEK: Final = timedelta(weeks=1)
_FROM_WHERE_WEEKDAYS_COUNT: Final = 4
_ENDS: Final = tuple("?!.,;:")
_OLDEST_BARE_YEAR, _NEXT_YEARS = 1990, 2


@dataclass(frozen=True, slots=True)
class QuestionDates:
    """The time that a question names.

    Attributes:
        start, end: The time, to before `end`.
        offsets: Where it stands in the question, in code points.
        text: The words it was read from.
        rest: The question without them.
        only: Whether the rest asks for nothing but what there is at that time.
    """

    start: datetime
    end: datetime
    offsets: tuple[int, int]
    text: str
    rest: str
    only: bool


def find_dates(question: str, now: datetime, zone: tzinfo | None = None) -> QuestionDates | None:
    """Return the first time that a question names, or None.

    Args:
        now: The time of the question, with a zone.
        zone: Where days begin at midnight; None is the zone of the computer.

    Example:
        >>> from datetime import UTC
        >>> found = find_dates("plumber two weeks ago", datetime(2026, 11, 20, tzinfo=UTC), UTC)
        >>> found and (found.text, found.rest, str(found.start.date()), str(found.end.date()))
        ('two weeks ago', 'plumber', '2026-11-03', '2026-11-10')
    """
    today = now.astimezone(zone).date()
    if len(question) > LONGEST_READ or not FIRST_YEAR < today.year < LAST_YEAR:
        return None
    text, read_to = _plain(question), 0
    reader = _Reader(text, question, today)
    for start in _word_starts(text):
        found = reader.longest_at(start) if start >= read_to else None
        if found is None:
            read_to = max(read_to, reader.end_of_no_day(start))
        if found is None or _is_other_language(text, start, found.end):
            continue
        rest = without(question, start, found.end)
        return QuestionDates(
            _midnight(found.days.first, zone),
            _midnight(found.days.end, zone),
            (start, found.end),
            question[start : found.end],
            rest,
            asks_for_anything(re.findall(r"\w+", rest.lower())),
        )
    return None


def without(question: str, start: int, end: int) -> str:
    """Return a question without the words of its date."""
    before, behind = question[:start].rstrip(), question[end:].lstrip()
    return (before + behind if behind[:1] in _ENDS else f"{before} {behind}").strip()


def _plain(question: str) -> str:
    """Return a question in lower case with plain spaces, letter by letter as long as before."""
    lowered = (one if len(small := one.lower()) != 1 else small for one in question)
    return "".join(" " if one.isspace() else one for one in lowered)


def _word_starts(text: str) -> Iterator[int]:
    return (found.start() for found in re.finditer(r"(?<![\w.])\w", text))


def _midnight(day: date, zone: tzinfo | None) -> datetime:
    at = datetime.combine(day, time(), zone)
    return at.astimezone() if zone is None else at


def _is_other_language(text: str, start: int, end: int) -> bool:
    """Return whether a word that is a date in one language stands in a sentence of another."""
    if not re.match(words.NEAR_WORDS, text[start:end]):
        return False
    rest = re.findall(r"[^\W\d_]+", f"{text[:start]} {text[end:]}")
    german, french = (sum(word in STOP_WORDS[name] for word in rest) for name in ("de", "fr"))
    return german > french


_FUNCTION_WORDS = frozenset[str]().union(*(STOP_WORDS[name] for name in ("en", "de", "fr", "es")))


def asks_for_anything(rest: Iterable[str]) -> bool:
    """Return whether the words around a date name nothing to search for ("what did I do")."""
    return all(word in _FUNCTION_WORDS or word in words.NOTES for word in rest)


@dataclass(frozen=True, slots=True)
class _Found:
    """Days, the place where their words end, and whether they are a date without words before them."""

    days: Days
    end: int
    firm: bool = True


_UNIT = words.one_of([*words.UNITS.values()])
_N = rf"(?:(?P<n>{words.one_of(words.NUMBERS)})|(?P<digits>\d\d?\d?))"
_WHAT = (
    rf"(?:(?P<unit>{_UNIT})|(?P<weekday>{words.one_of(words.WEEKDAYS)})|(?P<month>{words.one_of(words.MONTHS)})"
    rf"|(?P<season>{words.one_of(words.SEASONS)})|(?P<holiday>{words.HOLIDAYS}))"
)
_YEARLY = (
    rf"(?:(?P<month>{words.one_of(words.MONTHS)})|(?P<season>{words.one_of(words.SEASONS)})"
    rf"|(?P<holiday>{words.HOLIDAYS}))"
)
_YEAR = r"(?:year|jahr(?:es)?|an|année|año)"


def _pattern(text: str) -> "re.Pattern[str]":
    """Return a pattern for whole words."""
    return re.compile(rf"(?<!\w)(?:{text})(?!-?\w)")


_RELATIVE: Final = [(_pattern(text), by) for text, by in words.RELATIVE_DAYS]
_AGO: Final = [_pattern(text.format(n=_N, unit=f"(?P<unit>{_UNIT})")) for text in words.AGO]
_RECENT: Final = [
    _pattern(text.format(n=_N, unit=f"(?P<unit>{_UNIT})", last=words.LAST)) for text in words.RECENT
]
_POINTED: Final = (
    _pattern(rf"(?:(?P<last>{words.LAST})|(?P<this>{words.THIS})|(?P<next>{words.NEXT})) {_WHAT}"),
    _pattern(rf"{_WHAT} (?:(?P<last>{words.LAST_BEHIND})|(?P<next>{words.NEXT_BEHIND}))"),
)
_IN_A_YEAR: Final = (
    _pattern(
        rf"{_YEARLY} (?:(?:in|im|of|de|del) )?(?:{words.ARTICLE})?"
        rf"(?:(?P<last>{words.LAST})|(?P<this>{words.THIS})|(?P<next>{words.NEXT})) {_YEAR}"
    ),
    _pattern(
        rf"{_YEARLY} (?:de )?(?:{words.ARTICLE})?{_YEAR} "
        rf"(?:(?P<last>{words.LAST_BEHIND})|(?P<next>{words.NEXT_BEHIND}))"
    ),
)
_WEEKDAY: Final = _pattern(words.one_of(words.WEEKDAYS))
_WEEKEND: Final = _pattern(words.UNITS[Unit.WEEKEND])
_LEAD: Final = rf"(?:{words.ARTICLE})?(?:{words.FILLS})?"
_OPENING: Final = re.compile(rf"(?:{words.OPENS}) (?:early |late )?{_LEAD}|l['’]|le |el ")
_LEADING: Final = re.compile(rf"(?:{words.LEADS}) {_LEAD}|(?:{words.ARTICLE})")
_BETWEEN: Final = re.compile(rf"(?:{words.BETWEEN}) {_LEAD}")
_TO: Final = re.compile(rf" ?(?:(?<= )(?:{words.TO})(?= )|[-–—]) ?{_LEAD}")
_LIMITS: Final = {
    name: re.compile(rf"(?:{pattern}) (?:(?:zum|zu|al?|el) )?{_LEAD}")
    for name, pattern in (
        ("since", words.SINCE),
        ("until", words.UNTIL),
        ("before", words.BEFORE),
        ("after", words.AFTER),
    )
}
_PARTS: Final = (
    (re.compile(rf"(?:{words.EARLY})[ -]{_LEAD}"), 0.0, 0.4),
    (re.compile(rf"(?:{words.MIDDLE})[ -]{_LEAD}"), 0.3, 0.7),
    (re.compile(rf"(?:{words.LATE})[ -](?:de )?{_LEAD}"), 0.6, 1.0),
)


class _Reader:
    """Reads the dates of one question."""

    def __init__(self, text: str, question: str, today: date) -> None:
        self._text = text
        self._question = question
        self._today = today

    def longest_at(self, at: int) -> _Found | None:
        """Return the longest date that begins at a place, or None."""
        found = [*self._ranges(at), *self._limited(at), *self._plain_dates(at)]
        return max(found, key=lambda one: one.end, default=None)

    def end_of_no_day(self, at: int) -> int:
        """Return where a day that does not exist ends, or `at`: "31 February" is not February either."""
        found = BOUNDED.match(self._text, at)
        exists = found is None or read(found, lambda yearly: last_time(yearly, self._today))
        return at if found is None or exists else found.end()

    def _plain_dates(self, at: int) -> Iterator[_Found]:
        """Yield the dates with a preposition, with any words before them, and without."""
        for pattern, opens in ((_OPENING, True), (_LEADING, False)):
            for after in self._after(pattern, at):
                takes_days = self._text.startswith("on ", at)  # "life on mars" is not a month
                for one in self.dates_at(after):
                    if one.firm or (opens and not (takes_days and one.days.length > _A_WEEK)):
                        yield one
        yield from (one for one in self.dates_at(at) if one.firm or self._stands_alone(at, one))

    def _ranges(self, at: int) -> Iterator[_Found]:
        """Yield "between A and B", "from A to B" and "A to B"."""
        starts = [(after, True) for after in self._after(_BETWEEN, at)] + [(at, False)]
        for start, opened in starts:
            for first in self.dates_at(start):
                for then in self._after(_TO, first.end):
                    for last in self.dates_at(then):
                        if opened or (first.firm and last.firm) or self._are_years(first, last):
                            yield from self._joined(start, first, last)

    def _are_years(self, first: _Found, last: _Found) -> bool:
        return all(one.days == whole_year(one.days.first.year) for one in (first, last))

    def _joined(self, start: int, first: _Found, last: _Found) -> Iterator[_Found]:
        """Yield the days from the first to the last date; the first is the last one before the other."""
        before = [
            one.days
            for one in _Reader(self._text, self._question, last.days.first).dates_at(start)
            if one.end == first.end
        ]
        if first.days.first < last.days.end:
            yield _Found(first.days.until(last.days), last.end)
        elif before and before[0].first < last.days.end:
            yield _Found(before[0].until(last.days), last.end)

    def _limited(self, at: int) -> Iterator[_Found]:
        """Yield "since", "until", "before" and "after" a date."""
        for name, pattern in _LIMITS.items():
            for after in self._after(pattern, at):
                for one in self.dates_at(after):
                    days = self._within(name, one.days)
                    if days is not None:
                        yield _Found(days, one.end)

    def _within(self, name: str, days: Days) -> Days | None:
        match name:
            case "before":
                return days.before() if days.first.year > FIRST_YEAR else None
            case "until":
                return Days(days.before().first, days.end) if days.first.year > FIRST_YEAR else None
            case "after":
                return days.after(self._today)
            case _:
                tomorrow = self._today + timedelta(days=1)
                return Days(days.first, tomorrow) if days.first < tomorrow else days

    def _after(self, pattern: "re.Pattern[str]", at: int) -> list[int]:
        found = pattern.match(self._text, at)
        return [found.end()] if found is not None and found.end() > at else []

    def dates_at(self, at: int) -> Iterator[_Found]:
        """Yield the single dates that begin at a place, and their parts ("end of March")."""
        yield from self._whole_dates(at)
        for pattern, start, end in _PARTS:
            for after in self._after(pattern, at):
                for one in self._whole_dates(after):
                    yield _Found(one.days.part(start, end), one.end)

    def _whole_dates(self, at: int) -> Iterator[_Found]:
        for reading in (self._relative, self._counted, self._pointed, self._bare, self._written):
            try:
                yield from reading(at)
            except (ValueError, OverflowError):  # outside of the calendar
                continue

    def _relative(self, at: int) -> Iterator[_Found]:
        for pattern, by in _RELATIVE:
            found = pattern.match(self._text, at)
            if found is not None:
                yield _Found(one_day(self._today + timedelta(days=by)), found.end())

    def _counted(self, at: int) -> Iterator[_Found]:
        """Yield "two weeks ago" and "the last two weeks"."""
        for pattern in _AGO:
            found = pattern.match(self._text, at)
            if found is not None:
                yield _Found(_ago(self._today, *_number_and_unit(found)), found.end())
        for pattern in _RECENT:
            found = pattern.match(self._text, at)
            if found is not None:
                number, unit = _number_and_unit(found)
                first = _back(self._today, number, unit)
                yield _Found(Days(first, self._today + timedelta(days=1)), found.end())

    def _pointed(self, at: int) -> Iterator[_Found]:
        """Yield "last week", "lundi dernier", "next March", and "March last year"."""
        for pattern in _POINTED:
            found = pattern.match(self._text, at)
            if found is not None:
                yield _Found(_pointed(found, self._today), found.end())
        for pattern in _IN_A_YEAR:
            found = pattern.match(self._text, at)
            if found is not None:
                yield _Found(_yearly(found)(self._today.year + _direction(found)), found.end())

    def _bare(self, at: int) -> Iterator[_Found]:
        found = _WEEKDAY.match(self._text, at)
        if found is not None:
            days = _weekday(self._today, words.index_of(words.WEEKDAYS, found[0]), by=-1)
            yield _Found(days, found.end(), firm=False)
        found = _WEEKEND.match(self._text, at)
        if found is not None:
            days = weekend_of(self._today)
            begun = days.first <= self._today
            yield _Found(days if begun else weekend_of(self._today, by=-1), found.end(), firm=False)

    def _written(self, at: int) -> Iterator[_Found]:
        found = BOUNDED.match(self._text, at)
        if found is None:
            return
        reading = read(found, lambda yearly: last_time(yearly, self._today))
        is_code = found["only"] and (
            after_code(self._question, at)
            or not _OLDEST_BARE_YEAR <= int(found["only"]) <= self._today.year + _NEXT_YEARS
        )
        if reading is not None and not is_code:
            yield _Found(reading.days, found.end(), reading.firm)

    def _stands_alone(self, at: int, one: _Found) -> bool:
        """Return whether a doubtful date is one by its place: a year at either end, a weekday at the end."""
        rest = self._text[one.end :].strip(" ?!.,;")
        if self._are_years(one, one):
            return not rest or not self._text[:at].strip()
        is_weekday = _WEEKDAY.fullmatch(self._text, at, one.end) is not None
        return is_weekday and not rest and len(self._text.split()) >= _FROM_WHERE_WEEKDAYS_COUNT


def _number_and_unit(found: "re.Match[str]") -> tuple[int, Unit]:
    number = (
        int(found["digits"]) if found["digits"] else words.index_of(words.NUMBERS, found["n"]) + 1
    )
    return number, _unit(found["unit"])


def _unit(word: str) -> Unit:
    return [*words.UNITS][words.index_of([*words.UNITS.values()], word)]


def _back(today: date, number: int, unit: Unit) -> date:
    """Return the day that is a number of units before today."""
    match unit:
        case Unit.MOMENT:
            return today
        case Unit.DAY:
            return today - timedelta(days=number)
        case Unit.WEEK | Unit.WEEKEND:
            return today - timedelta(weeks=number)
        case Unit.MONTH | Unit.QUARTER | Unit.YEAR:
            months = number * {Unit.MONTH: 1, Unit.QUARTER: 3, Unit.YEAR: 12}[unit]
            month = whole_months(today.year, today.month - months)
            return min(month.first + timedelta(days=today.day - 1), month.end - timedelta(days=1))


def _ago(today: date, number: int, unit: Unit) -> Days:
    """Return the days around a number of units ago: people mean half a unit more or less."""
    middle = _back(today, number, unit)
    match unit:
        case Unit.MOMENT | Unit.DAY:
            return one_day(middle)
        case Unit.WEEKEND:
            return weekend_of(middle)
        case _:
            half = {Unit.WEEK: 3, Unit.MONTH: 15, Unit.QUARTER: 45, Unit.YEAR: 182}[unit]
            return Days(middle - timedelta(days=half), middle + timedelta(days=half + 1))


def _direction(found: "re.Match[str]") -> int:
    groups = found.groupdict()
    return -1 if groups.get("last") else 1 if groups.get("next") else 0


def _pointed(found: "re.Match[str]", today: date) -> Days:
    """Return the last, this or next one of a unit, a weekday, or something yearly."""
    by = _direction(found)
    if found["weekday"]:
        return _weekday(today, words.index_of(words.WEEKDAYS, found["weekday"]), by=by)
    if found["unit"]:
        return _unit_from(today, _unit(found["unit"]), by)
    rule = _yearly(found)
    if by > 0:
        return next_time(rule, today)
    if by < 0:
        return last_whole(rule, today)
    begun = last_time(rule, today)
    return begun if today < begun.end else rule(today.year)


def _yearly(found: "re.Match[str]") -> Yearly:
    return words.yearly(month=found["month"], season_name=found["season"], holiday=found["holiday"])


def _weekday(today: date, number: int, *, by: int) -> Days:
    """Return a weekday before today, in this week, or after today."""
    monday = today - timedelta(days=today.weekday())
    day = monday + timedelta(days=number)
    if by < 0 and day >= today:
        day -= timedelta(days=7)
    if by > 0 and day <= today:
        day += timedelta(days=7)
    return one_day(day)


def _unit_from(today: date, unit: Unit, by: int) -> Days:
    match unit:
        case Unit.WEEK:
            return week_of(today, by=by)
        case Unit.WEEKEND:
            return weekend_of(today, by=by)
        case Unit.MONTH:
            return whole_months(today.year, today.month + by)
        case Unit.QUARTER:
            return quarter(today.year, (today.month + 2) // 3 + by)
        case Unit.YEAR:
            return whole_year(today.year + by)
        case Unit.DAY | Unit.MOMENT:
            if by:
                raise ValueError("the last day is not a date")
            return one_day(today)
