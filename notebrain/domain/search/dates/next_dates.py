"""The dates written in notes that are still to come, each with the line that it stands in."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from notebrain.domain.notes.updates import is_marker
from notebrain.domain.search.dates import vocabulary as words
from notebrain.domain.search.dates.days import nearest_time
from notebrain.domain.search.dates.written import BOUNDED, read

AHEAD: Final = timedelta(days=30)
"""How far ahead a date is shown."""
_DAY: Final = timedelta(days=1)
_DONE: Final = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+\[[xX]\]\s")
# "3.12." alone may be the version of a program or the number of a section
_BEFORE_BARE: Final = re.compile(
    r"(?:^[\s>*+-]*|\b(?:am|bis|ab|vom|zum|den|und|mo|di|mi|do|fr|sa|so)[.,]? |tag,? )$"
)


@dataclass(frozen=True, slots=True)
class Upcoming:
    """A day to come and the line that names it."""

    day: date
    line: str


def upcoming(text: str, *, written_on: date, today: date) -> Iterator[Upcoming]:
    """Yield the single days of the next weeks that a note names.

    What is ticked off, the markers of updates and the title of a note for a day name none.

    Example:
        >>> days = upcoming(
        ...     "Dentist on 3 December", written_on=date(2026, 9, 1), today=date(2026, 11, 19)
        ... )
        >>> [str(one.day) for one in days]
        ['2026-12-03']
    """
    for number, line in enumerate(text.splitlines()):
        is_title = number == 0 and line.startswith("# ") and BOUNDED.fullmatch(line[2:].lower())
        if not is_title and _DONE.match(line) is None and not is_marker(line):
            for day in _days_in(line, written_on):
                if today <= day < today + AHEAD:
                    yield Upcoming(day, line.strip())
                    break


def needles(today: date) -> list[str]:
    """Return parts of text of which a note that names a day of the next weeks has at least one."""
    last = today + AHEAD - _DAY
    months = {(day.year, day.month) for day in (today, today + AHEAD / 2, last)}
    found: list[str] = []
    for year, month in sorted(months):
        found += [f"{year}{sign}{month:02}" for sign in "-/."]
        found += [f".{month}.", f".{month:02}.", f"/{month}/", f"/{month:02}/", f"-{month:02}-"]
        found += _spelled(words.MONTHS[month - 1])
        for short in _spelled(words.SHORT_MONTHS[month - 1]):
            found += [f" {short}", f"{short} ", f"{short}."]
    return found


def _days_in(line: str, written_on: date) -> Iterator[date]:
    lowered = line.lower()
    for found in BOUNDED.finditer(lowered):
        bare = found["day"] and not found["year"]
        if bare and not _BEFORE_BARE.search(lowered, 0, found.start()):
            continue
        reading = read(found, lambda yearly: nearest_time(yearly, written_on))
        if reading is not None and reading.firm and reading.days.length == _DAY:
            yield reading.days.first


def _spelled(pattern: str) -> list[str]:
    """Return the words that a pattern of alternatives, optional letters and sets of letters stands for."""
    return [word for part in pattern.split("|") for word in _expanded(part)]


def _expanded(part: str) -> Iterator[str]:
    found = re.search(r"\[([^\]]+)\]|(\w)\?", part)
    if found is None:
        yield part
        return
    for letter in found[1] or (found[2], ""):
        yield from _expanded(part[: found.start()] + letter + part[found.end() :])
