"""Dates that are written out: `2025-03-12`, `12.3.`, `12 March`, `March 2025`, `summer 2025`, `KW 12`, `2025`.

They mean the same whenever they are read, up to the year if none is written.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from notebrain.domain.search.dates import vocabulary as words
from notebrain.domain.search.dates.days import (
    FIRST_YEAR,
    LAST_YEAR,
    Days,
    Yearly,
    months,
    nearest_time,
    numbered_week,
    one_day,
    quarter,
    whole_year,
)

_MONTH = words.one_of(words.MONTHS)
_ANY_MONTH = words.one_of([*words.MONTHS, *words.SHORT_MONTHS])
_YEAR = r"(?:19|20)\d\d"
_OF_YEAR = rf"(?:,? (?:(?:of|de|del) )?(?P<{{name}}>{_YEAR}))"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])"

WRITTEN: Final = re.compile(
    "|".join(
        (
            rf"(?P<iso>{_YEAR}[-/.](?:1[0-2]|0?[1-9])(?:[-/.]{_DAY})?)",
            rf"(?P<day>{_DAY})\. ?(?P<number>1[0-2]|0?[1-9])\.(?: ?(?P<year>{_YEAR}|\d\d(?!\d)))?",
            rf"(?P<one>{_DAY})[/-](?P<other>{_DAY})[/-](?P<year2>{_YEAR})",
            rf"(?P<day2>{_DAY})(?:st|nd|rd|th|er|\.)? ?(?:(?:of|de) )?(?P<month>{_ANY_MONTH})(?!\w)\.?"
            rf"{_OF_YEAR.format(name='year3')}?",
            rf"(?P<month2>{_ANY_MONTH})\.? (?P<day3>{_DAY})(?P<nth>st|nd|rd|th)?(?![\w:])"
            rf"{_OF_YEAR.format(name='year4')}?",
            rf"(?P<month3>{_ANY_MONTH})\.?{_OF_YEAR.format(name='year5')}",
            rf"(?P<month4>{_MONTH})(?!['’]s)",
            rf"(?P<season>{words.one_of(words.SEASONS)})(?:{_OF_YEAR.format(name='year6')}(?:/\d\d(?:\d\d)?)?)?",
            rf"(?P<holiday>{words.HOLIDAYS})(?:{_OF_YEAR.format(name='year7')})?",
            rf"q(?P<quarter>[1-4])(?:[ /]?(?P<year8>{_YEAR}))?",
            rf"(?:kw|cw|calendar week|kalenderwoche) ?(?P<week>\d\d?)(?:[ /]?(?P<year9>{_YEAR}))?",
            rf"(?P<first>{_YEAR}) ?[-–/] ?(?P<last>{_YEAR})",
            rf"(?P<only>{_YEAR})(?!{words.QUANTITY})",
        )
    )
)
"""A date in lower-case text with single spaces; what stands around it decides whether it is one."""

_BEFORE = r"(?<![\w#$€£])(?<!\d[-./:,])"
_BEHIND = r"(?![\w%€$£])(?![-./:,]\d)"
BOUNDED: Final = re.compile(f"{_BEFORE}(?:{WRITTEN.pattern}){_BEHIND}")
_CODE_BEFORE: Final = re.compile(r"(?:(?<!\w)[A-ZÄÖÜ]{2,}[ -]?|#|№|\bno\.? |\bnr\.? )$")
_SHORT_YEAR, _MONTHS = 2, 12
_SPACES: Final = re.compile(r"\s")

Choose = Callable[[Yearly], Days]
"""Chooses the year of a date without one."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a written date means.

    Attributes:
        firm: Whether it is a date wherever it stands; a bare year, season, holiday or `may` is not.
    """

    days: Days
    firm: bool = True


def read(found: "re.Match[str]", choose: Choose) -> Reading | None:
    """Return what a match of `WRITTEN` means, or None if there is no such day."""
    try:
        reading = _read(found, choose)
    except (ValueError, OverflowError):
        return None
    inside = reading.days.first.year >= FIRST_YEAR and reading.days.end.year <= LAST_YEAR
    return reading if inside else None


def dates_in(text: str, written_on: date) -> Iterator[Days]:
    """Yield the dates written in a note; one without a year is the nearest to the day the note was written.

    Example:
        >>> [str(days.first) for days in dates_in("Dentist on 12 March", date(2025, 12, 20))]
        ['2026-03-12']
    """
    plain = _SPACES.sub(" ", text)
    lowered = plain.lower()
    if len(lowered) != len(plain):  # a few letters become longer: code before a year is not seen
        plain = lowered
    for found in BOUNDED.finditer(lowered):
        reading = read(found, lambda yearly: nearest_time(yearly, written_on))
        if reading is None or (found["only"] and after_code(plain, found.start())):
            continue
        if not (found["month4"] and is_doubtful(found)):
            yield reading.days


def after_code(text: str, start: int) -> bool:
    """Return whether a number follows letters or a sign that make it the number of something (`RFC 2045`)."""
    return _CODE_BEFORE.search(text, max(0, start - 12), start) is not None


def is_doubtful(found: "re.Match[str]") -> bool:
    """Return whether the month of a match is another word as well."""
    name = found["month"] or found["month2"] or found["month4"] or ""
    return words.DOUBTFUL_MONTHS.fullmatch(name) is not None


def _goes_on(found: "re.Match[str]") -> bool:
    """Return whether a month that is also a word may be one here ("the first 5 may come")."""
    return is_doubtful(found) and re.match(r" \w", found.string[found.end() :]) is not None


def _read(found: "re.Match[str]", choose: Choose) -> Reading:
    day, month = found["day2"] or found["day3"], found["month"] or found["month2"]
    if day:
        year = found["year3"] or found["year4"]
        days = _day(int(day), words.month_number(month), year, choose)
        return Reading(days, firm=bool(year or found["nth"]) or not _goes_on(found))
    if found["only"]:
        return Reading(whole_year(int(found["only"])), firm=False)
    in_figures = _in_figures(found, choose)
    return _named(found, choose) if in_figures is None else Reading(in_figures)


def _in_figures(found: "re.Match[str]", choose: Choose) -> Days | None:
    """Return the days of a date without names, or None if it has one."""
    if found["iso"]:
        return _iso(found["iso"])
    if found["day"]:
        return _day(int(found["day"]), int(found["number"]), found["year"], choose)
    if found["one"]:
        return _slashed(int(found["one"]), int(found["other"]), int(found["year2"]))
    if found["week"] or found["quarter"]:
        return _numbered(found, choose)
    if found["first"]:
        return whole_year(int(found["first"])).until(whole_year(int(found["last"])))
    return None


def _iso(text: str) -> Days:
    year, month, *day = (int(number) for number in re.split(r"[-/.]", text))
    return one_day(date(year, month, day[0])) if day else months(year, month)


def _day(day: int, month: int, year: str | None, choose: Choose) -> Days:
    def yearly(number: int) -> Days:
        return one_day(date(number, month, day))

    if year is None:
        return choose(yearly)
    return yearly(int(year) if len(year) > _SHORT_YEAR else 2000 + int(year))


def _slashed(one: int, other: int, year: int) -> Days:
    """Return the day of `12/3/2025`: the day first, as in most countries, unless that is impossible."""
    day, month = (one, other) if other <= _MONTHS else (other, one)
    return one_day(date(year, month, day))


def _numbered(found: "re.Match[str]", choose: Choose) -> Days:
    number, rule, year = (
        (int(found["week"]), numbered_week, found["year9"])
        if found["week"]
        else (int(found["quarter"]), quarter, found["year8"])
    )
    return choose(lambda one: rule(one, number)) if year is None else rule(int(year), number)


def _named(found: "re.Match[str]", choose: Choose) -> Reading:
    month = found["month3"] or found["month4"]
    yearly = words.yearly(month=month, season_name=found["season"], holiday=found["holiday"])
    year = found["year5"] or found["year6"] or found["year7"]
    if year is not None:
        return Reading(yearly(int(year)))
    return Reading(choose(yearly), firm=month is not None and not is_doubtful(found))
