"""Members of a series: dated logs, numbered runs, invoices. They look alike and are not versions of each other."""

import re

from notebrain.domain.search.ranking.features import MONTHS, Shape

_HEAD_LENGTH = 80
_HEADING = re.compile(r"\s*#{1,6}[ \t]+(\S[^\n]*)\n")
_LEAST_UNDER_HEADING = 80
_HEAD_END = re.compile(r"\n|:(?=\s)|\s[-–—]\s|,\s|;\s|\.\s")
_STAMP = re.compile(r"[\s\[*-]*(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)")
_NUMBER = re.compile(r"\d+(?:[-/.]\d+)*")
_DATE = re.compile(
    rf"\d{{4}}-\d\d?-\d\d?|\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}"
    rf"|\d{{1,2}}(?:st|nd|rd|th|\.)?\s+(?:{MONTHS})\b(?:\s+\d{{4}})?"
    rf"|(?:{MONTHS})\s+\d{{1,2}}(?:st|nd|rd|th)?\b(?:,?\s+\d{{4}})?|(?:{MONTHS})\s+\d{{4}}",
    re.IGNORECASE,
)
# "due on 3 March" states a date; "3 March: ..." or "Log 3 March" uses it as a name
_STATES_IT = re.compile(
    r"\b(?:on|to|at|from|until|till|by|is|was|for|since|am|bis|vom|zum|le|el)\s*$", re.IGNORECASE
)
_COUNTED = (
    "week|day|month|quarter|sprint|run|lap|session|lesson|lecture|chapter|episode|part|invoice|receipt|order|bill|ticket"
    "|issue|minutes|meeting|stand-?up|retro|report|round|race|entry|page|volume|vol|no|nr|number|log|journal|diary"
    "|review|call|interview|experiment|test|attempt|kw|woche|tag|rechnung|protokoll|lauf|semaine|facture|semana|factura"
)
_BEFORE_NUMBER = re.compile(rf"(?:\b(?:{_COUNTED})\.?\s*[-#]?\s*|#\s*)$", re.IGNORECASE)
_NAMES_A_SERIES = re.compile(rf"\b(?:{_COUNTED})\b", re.IGNORECASE)


def label(text: str) -> tuple[str, str] | None:
    """Return the name of the series and the date or number of the member, as given at the start of the text.

    Example:
        >>> label("Daily log 2026-11-20: ran 4 km")
        ('daily log', '2026-11-20')
        >>> label("Hosting plan costs 12 EUR a month") is None
        True
    """
    head = _HEAD_END.split(text.strip().lstrip("#*- \t"), maxsplit=1)[0][:_HEAD_LENGTH]
    date = _DATE.search(head)
    if date:
        return None if _STATES_IT.search(head[: date.start()]) else _named(head, date)
    for number in _NUMBER.finditer(head):
        before, after = head[: number.start()], head[number.end() :]
        if _BEFORE_NUMBER.search(before) or (_NAMES_A_SERIES.search(before) and not after.strip()):
            return _named(head, number)
    return None


def _named(head: str, member: "re.Match[str]") -> tuple[str, str]:
    rest = head[: member.start()] + " " + head[member.end() :]
    return " ".join(_NUMBER.sub(" ", rest).lower().replace("#", " ").split()), member[0].lower()


def are_members(one: str, other: str) -> bool:
    """Return whether two texts are different members of the same series."""
    first, second = label(one), label(other)
    return (
        first is not None and second is not None and first[0] == second[0] and first[1] != second[1]
    )


def are_entries(one: str, other: str) -> bool:
    """Return whether two texts begin with different times, like lines of a log.

    Example:
        >>> are_entries("2026-03-02 14:22 timeout", "2026-03-02 14:25 timeout")
        True
    """
    first, second = _STAMP.match(one), _STAMP.match(other)
    return first is not None and second is not None and first[1] != second[1]


def are_named_apart(one: str, other: str) -> bool:
    """Return whether the headings of two texts name different things: each has a telling word that the other lacks."""
    first, second = _heading(one), _heading(other)
    return bool(first - second) and bool(second - first)


def _heading(text: str) -> frozenset[str]:
    """Return the subject of a note's heading; empty if the heading is nearly the whole note."""
    found = _HEADING.match(text)
    if found is None or len(text) - found.end() < _LEAST_UNDER_HEADING:
        return frozenset()
    return Shape.of(found[1]).subject
