"""Dates as people and programs write them."""

import re
from datetime import UTC, datetime, timedelta
from typing import Final

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_SECONDS: Final = re.compile(r"\d{10}\Z")
_MILLISECONDS: Final = re.compile(r"\d{13}\Z")
_SPACED_ZONE: Final = re.compile(r"\s+(?=(?:Z|UTC|GMT|[+-]\d\d:?\d\d)\Z)")
_NAMED_UTC: Final = re.compile(r"(?:UTC|GMT)\Z")
_YEAR_FIRST: Final = re.compile(r"(\d{4})[/.](\d{1,2})[/.](\d{1,2})\b")
_SHORT_ISO: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?=\D|\Z)")
_SHORT_HOUR: Final = re.compile(r"([T ])(\d):(?=\d\d)")
_DAY_FIRST: Final = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})\b")
_MONTH_NAMED: Final = re.compile(
    r"(?:[A-Za-z]{3,9},?\s+)??"
    r"(?:(?P<month>[A-Za-z]{3,9})\.?\s+(?P<day>\d{1,2})(?:st|nd|rd|th)?,?"
    r"|(?P<day2>\d{1,2})(?:st|nd|rd|th)?\.?\s+(?P<month2>[A-Za-z]{3,9})\.?,?)\s+(?P<year>\d{4})\b,?"
)
_MONTHS: Final = (
    "jan",
    "feb",
    "mar",
    "apr",
    "may",
    "jun",
    "jul",
    "aug",
    "sep",
    "oct",
    "nov",
    "dec",
)


def read_date(text: str) -> datetime | None:
    """Return the date and time given by `text`, or None if it is not clearly a date.

    Understands ISO 8601 and its usual variations, `2024/3/5`, `5.3.2024`, `March 5, 2024`, `5 Mar 2024` and Unix
    seconds or milliseconds. If the text has no time zone, neither has the result: the reader's own zone is meant.
    """
    text = text.strip()
    if _SECONDS.match(text):
        return _EPOCH + timedelta(seconds=int(text))
    if _MILLISECONDS.match(text):
        return _EPOCH + timedelta(milliseconds=int(text))
    try:
        return datetime.fromisoformat(_as_iso(text))
    except ValueError:
        return None


def write_date(at: datetime) -> str:
    """Return a time in ISO 8601, in UTC, with milliseconds if it has a fraction of a second."""
    exact = "milliseconds" if at.microsecond else "seconds"
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec=exact) + "Z"


def _as_iso(text: str) -> str:
    text = _NAMED_UTC.sub("Z", _SPACED_ZONE.sub("", text))
    for form in (_YEAR_FIRST, _SHORT_ISO):
        text = form.sub(lambda m: f"{m[1]}-{int(m[2]):02}-{int(m[3]):02}", text, count=1)
    text = _DAY_FIRST.sub(lambda m: f"{m[3]}-{int(m[2]):02}-{int(m[1]):02}", text, count=1)
    named = _MONTH_NAMED.match(text)
    if named is not None:
        text = _named_as_iso(named) + text[named.end() :].rstrip()
    return _SHORT_HOUR.sub(r"\g<1>0\2:", text, count=1)


def _named_as_iso(named: re.Match[str]) -> str:
    month = (named["month"] or named["month2"])[:3].lower()
    day = int(named["day"] or named["day2"])
    number = _MONTHS.index(month) + 1 if month in _MONTHS else 0
    return f"{named['year']}-{number:02}-{day:02}"
