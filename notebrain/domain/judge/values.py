"""Finds the values in a text: numbers with units, money, dates, times, versions, addresses, codes."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from notebrain.domain.judge.lexicon.numbers import (
    ALSO_WORDS,
    FREQUENCIES,
    MONTHS,
    NUMBER_WORDS,
    ORDINALS,
    UNITS,
    WEEKDAYS,
)
from notebrain.domain.judge.verdict import What

_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_UNIT = "|".join(re.escape(unit) for unit in sorted(UNITS, key=len, reverse=True))
_CURRENCY = "eur|usd|gbp|chf|euros?|dollars?|pounds?|bucks|€|[$]|£"
_FIGURE = r"\d+(?:[.,]\d+)*"

VALUE = rf"""
    (?P<url>(?:https?://|www\.)[^\s<>()\[\]"']*[\w/])
    |(?P<path>(?<![\w/:.~])(?:~|\.{{1,2}})?(?:/[\w.@+-]*\w){{2,}}/?)
    |(?P<mail>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)
    |(?P<ip>(?<![\w.])\d{{1,3}}(?:\.\d{{1,3}}){{3}}(?:[:/]\d+)?(?![\w.]*\d))
    |(?P<iso>(?<![\w-])\d{{4}}-\d\d?-\d\d?(?![\w-]))
    |(?P<dmy>(?<![\w.])\d{{1,2}}(?:\.\s?\d{{1,2}}\.\s?\d{{2,4}}|/\d{{1,2}}/\d{{2,4}})(?!\w))
    |(?P<date>\b\d{{1,2}}(?:st|nd|rd|th|\.)?\s(?:of\s)?(?:{_MONTH})\b\.?(?:,?\s\d{{4}}\b)?)
    |(?P<version>\bv\d+(?:\.\d+)*\b|(?<![\w.])\d+\.\d+\.\d+[\w.-]*\b)
    |(?P<time>\b\d{{1,2}}[:.]\d\d\s?(?:[ap]\.?m\b|uhr\b)|\b\d{{1,2}}:\d\d\b|\b\d{{1,2}}\s?(?:[ap]\.?m\b|o['’]clock\b|uhr\b))
    |(?P<money>[€$£]\s?{_FIGURE}k?\b|\b{_FIGURE}k?\s?(?:{_CURRENCY})(?!\w))
    |(?P<phone>\+\d[\d\s()/-]{{6,}}\d|(?<![\w-])\d{{3,5}}[-/]\d{{3,}}(?:[-/]\d+)*(?![\w-]))
    |(?P<number>(?<![\w])[-+]?{_FIGURE}\s?(?:{_UNIT})(?![\w/]))
    |(?P<ordinal>\b\d+(?:st|nd|rd|th)\b)
    |(?P<code>\b(?=[\w-]*\d)(?=[\w-]*[^\W\d_])\w+(?:-\w+)*\b)
    |(?P<figure>(?<!\w){_FIGURE}(?!\w))
    """
"""A pattern of named groups, for `re.VERBOSE | re.IGNORECASE`."""

_DIGITS = re.compile(r"\d+")
_LETTERS = re.compile(r"[^\W\d_]+")
_THOUSANDS = re.compile(r"(?<=\d)[.,](?=\d{3}(?:\D|$))")
_THOUSAND = re.compile(r"\dk(?![a-z])", re.IGNORECASE)
_YEAR = 1900, 2100
_NOON = 12


@dataclass(frozen=True, slots=True)
class Value:
    """The value that a passage of text states.

    Attributes:
        what: The kind of value.
        key: Equal for equal values, regardless of spelling.
        dimension: Values of the same dimension can contradict each other.
    """

    what: What
    key: str
    dimension: str


def value_of(group: str, text: str) -> Value:
    """Return the value that a group of `VALUE` matched."""
    key, dimension = _key_of(group, text), group
    unit = UNITS.get(_unit_of(text)) if group == "number" else None
    if unit is not None and key.count(".") <= 1:  # "1,2,3 kg" is a list, not a number
        dimension, factor = unit
        key = f"{float(key) * factor:.6g}"
    return Value(_WHATS[group], key, _DIMENSIONS.get(group, dimension))


_WHATS = {
    "url": What.ADDRESS,
    "path": What.ADDRESS,
    "mail": What.ADDRESS,
    "ip": What.ADDRESS,
    "phone": What.ADDRESS,
    "iso": What.DATE,
    "dmy": What.DATE,
    "date": What.DATE,
    "version": What.VERSION,
    "time": What.TIME,
    "money": What.MONEY,
    "number": What.NUMBER,
    "ordinal": What.NUMBER,
    "figure": What.NUMBER,
    "code": What.NAME,
}
_DIMENSIONS = {"iso": "date", "dmy": "date", "figure": "number"}


def _key_of(group: str, text: str) -> str:
    match group:
        case "iso" | "dmy" | "date":
            return _date_key(group, text)
        case "time":
            return _time_key(text)
        case "phone":
            return "".join(_DIGITS.findall(text))
        case "path":
            return text.rstrip("/")
        case "url" | "mail" | "ip" | "version" | "code":
            return text.lower().rstrip("/").removeprefix("v" if group == "version" else "")
        case _figure_of_some_kind:
            return _figure(text)


def value_of_word(word: str) -> Value | None:
    """Return the value that a word states: a number, a weekday, a month, a frequency."""
    lowered = word.lower()
    if lowered in ALSO_WORDS and not word[0].isupper():
        return None
    return _WORD_VALUES.get(lowered)


_WORD_VALUES: Mapping[str, Value] = {
    **{word: Value(What.DATE, str(day), "weekday") for word, day in WEEKDAYS.items()},
    **{word: Value(What.DATE, f"{month:02}", "month") for word, month in MONTHS.items()},
    **{word: Value(What.NUMBER, str(n), "number") for word, n in NUMBER_WORDS.items()},
    **{word: Value(What.NUMBER, str(n), "ordinal") for word, n in ORDINALS.items()},
    **{word: Value(What.NUMBER, per, "frequency") for word, per in FREQUENCIES.items()},
}


def _figure(text: str) -> str:
    """Return a number without thousands separators and trailing zeros: `1,200`, `1200.00` and `€1.2k` are the same."""
    found = re.search(_FIGURE, text)
    digits = _THOUSANDS.sub("", found[0] if found else text).replace(",", ".")
    if digits.count(".") > 1:
        return digits
    if _THOUSAND.search(text):
        digits = f"{float(digits) * 1000:.12g}"
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    sign = "-" if text.lstrip().startswith("-") else ""
    return sign + (digits.lstrip("0") or "0")


def _unit_of(text: str) -> str:
    return re.sub(rf"^[-+]?{_FIGURE}\s?", "", text).lower()


def _time_key(text: str) -> str:
    numbers = [int(number) for number in _DIGITS.findall(text)]
    hour, minute = numbers[0], numbers[1] if len(numbers) > 1 else 0
    half = "".join(_LETTERS.findall(text.lower()))
    if half == "pm" and hour < _NOON:
        hour += _NOON
    if half == "am" and hour == _NOON:
        hour = 0
    return f"{hour:02}:{minute:02}"


def _date_key(group: str, text: str) -> str:
    """Return month, day and, if given, year; dates with slashes have the month first (American) only if they must."""
    numbers = [int(number) for number in _DIGITS.findall(text)]
    if group == "iso":
        year, month, day = numbers
    elif group == "dmy":
        day, month, year = numbers
        year += 2000 if year < 100 else 0  # noqa: PLR2004 - two digits
        if month > 12 >= day:  # noqa: PLR2004 - months
            day, month = month, day
    else:
        named = next(word for word in _LETTERS.findall(text.lower()) if word in MONTHS)
        month, day, year = MONTHS[named], numbers[0], numbers[1] if len(numbers) > 1 else 0
    return f"{month:02}-{day:02}" + (f"-{year}" if year else "")


def day_of_month(month: Value, number: Value) -> Value | None:
    """Return the date formed by a month and the number after it, as in "May 4", or None."""
    if month.dimension != "month" or number.dimension not in {"number", "ordinal"}:
        return None
    if not number.key.isdecimal() or not 1 <= int(number.key) <= 31:  # noqa: PLR2004 - days
        return None
    return Value(What.DATE, f"{month.key}-{int(number.key):02}", "date")


def agree(one: Value, other: Value) -> bool:
    """Return whether two values can be the same: a date without a year agrees with the same date in any year."""
    if one.key == other.key:
        return are_comparable(one, other)
    if {one.dimension, other.dimension} <= _CALENDAR:
        return one.key.startswith(other.key) or other.key.startswith(one.key)
    return False


def are_comparable(one: Value, other: Value) -> bool:
    """Return whether two values can answer the same question: a bare number may be a price or a version."""
    dimensions = {one.dimension, other.dimension}
    return len(dimensions) == 1 or dimensions in _COMPARABLE


_CALENDAR = {"date", "month"}
_COMPARABLE = (
    {"number", "money"},
    {"number", "version"},
    {"number", "phone"},
    {"number", "ordinal"},
)
