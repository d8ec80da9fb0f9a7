"""Dated updates at the end of a note: adding one, and finding those of a note."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

_MARKER: Final = re.compile(
    r"(?:\A|(?<=[\n\r\u2028\u2029\x85]))"
    r"\*\*Update (\d{4}-\d\d-\d\d \d\d:\d\d)(?: (UTC|[+-]\d\d:\d\d))?:\*\*"
)
_LINE_END: Final = re.compile(r"\r\n|\n|\r")
_AT_END: Final = re.compile(r"(?:\r\n|\n|\r)\Z")


@dataclass(frozen=True, slots=True)
class Update:
    """A dated section of a note; it extends to the next one or to the end.

    Attributes:
        start: The position of its marker in the body, in code points.
    """

    start: int
    dated: datetime


def append_update(body: str, text: str, *, at: datetime) -> str:
    r"""Return the unchanged `body` followed by `text` as an update dated `at`.

    The marker shows the time in the time zone of `at`, and names the zone.

    Example:
        >>> append_update("600", "Now 1200.", at=datetime(2026, 11, 21, 14, 2, tzinfo=UTC))
        '600\n\n**Update 2026-11-21 14:02 UTC:**\nNow 1200.'
    """
    line_end = _line_end_of(body)
    return f"{body}{_gap(body, line_end)}{_marker(at)}{line_end}{text}"


def updates(body: str) -> list[Update]:
    """Return the dated sections of a body, in their order."""
    if "**Update " not in body:  # nearly always true, and faster than searching for lines
        return []
    found = ((match.start(), _dated(match)) for match in _MARKER.finditer(body))
    return [Update(start, dated) for start, dated in found if dated is not None]


def is_marker(line: str) -> bool:
    """Return whether a line is only the marker of an update, which says when it was written."""
    return _MARKER.fullmatch(line) is not None


def _marker(at: datetime) -> str:
    stamp = at.isoformat(sep=" ", timespec="minutes")
    zone = stamp[16:22] if at.utcoffset() else "UTC"
    return f"**Update {stamp[:16]} {zone}:**"


def _dated(match: re.Match[str]) -> datetime | None:
    """Return the time in a marker, in UTC if it names no zone, or None if it is not a valid date."""
    moment, zone = match.groups()
    try:
        named = datetime.fromisoformat(moment + ("" if zone in (None, "UTC") else zone))
        return named.replace(tzinfo=UTC) if named.tzinfo is None else named.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _line_end_of(body: str) -> str:
    """Return the line end of the body: the first one in it."""
    found = _LINE_END.search(body)
    return found.group() if found else "\n"


def _gap(body: str, line_end: str) -> str:
    """Return the line ends needed for a blank line after the body."""
    if not body:
        return ""
    last = _AT_END.search(body, max(0, len(body) - 2))
    if last is None:
        return line_end * 2
    rest = last.start()
    return "" if rest == 0 or _AT_END.search(body, max(0, rest - 2), rest) else line_end
