"""The types of option values: each function parses a text or says what was expected."""

import argparse
import math
import re
from collections.abc import Iterable
from datetime import datetime, timedelta

from notebrain.domain.i18n import _
from notebrain.domain.notes.note import LEAST_IMPORTANCE, MOST_IMPORTANCE

_DAY = timedelta(days=1)
_MOST = 10**9
_MONTH_OR_YEAR = re.compile(r"(\d{4})(?:-(\d{1,2}))?")


def moment(text: str) -> datetime:
    """Parse a time in ISO 8601; without a zone it is local time.

    Example:
        >>> moment("2026-11-20T12:00:00+00:00").isoformat()
        '2026-11-20T12:00:00+00:00'
    """
    try:
        read = datetime.fromisoformat(text.strip())
        # the first and the last representable day do not exist in every zone
        _room = read - _DAY, read + _DAY
        return read if read.tzinfo else read.astimezone()
    except (ValueError, OverflowError) as error:
        raise argparse.ArgumentTypeError(
            _(
                "{text!r} is not an ISO 8601 date, e.g. 2026-11-20 or 2026-11-20T14:30:00+01:00"
            ).format(text=text)
        ) from error


def day(text: str) -> datetime:
    """Parse a time in ISO 8601 like `moment`, or the start of a month or year, as `after:` in a search.

    Example:
        >>> day("2026-05").strftime("%Y-%m-%d")
        '2026-05-01'
    """
    begun = _MONTH_OR_YEAR.fullmatch(text.strip())
    return moment(text if begun is None else f"{begun[1]}-{begun[2] or 1:0>2}-01")


def importance(text: str) -> int:
    """Parse an importance."""
    if text.strip() not in map(str, range(LEAST_IMPORTANCE, MOST_IMPORTANCE + 1)):
        raise argparse.ArgumentTypeError(
            _("importance must be from 1 to 5, not {text}").format(text=text)
        )
    return int(text)


def count(text: str) -> int:
    """Parse a count of 1 or more."""
    if not text.strip().isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(
            _("{text!r} is not a whole number of 1 or more").format(text=text)
        )
    # SQLite counts to 2**63; nobody has that many notes
    return min(int(text), _MOST)


def share(text: str) -> float:
    """Parse a number from 0 to 1."""
    number = _number(text)
    if number is None or not 0 <= number <= 1:
        raise argparse.ArgumentTypeError(
            _("{text!r} is not a number from 0 to 1").format(text=text)
        )
    return number


def days(text: str) -> float:
    """Parse a number of days above 0."""
    number = _number(text)
    if number is None or number <= 0:
        raise argparse.ArgumentTypeError(
            _("{text!r} is not a number of days above 0").format(text=text)
        )
    return number


def seconds(text: str) -> float:
    """Parse a number of seconds above 0."""
    number = _number(text)
    if number is None or number <= 0:
        raise argparse.ArgumentTypeError(
            _("{text!r} is not a number of seconds above 0").format(text=text)
        )
    return number


def tags_of(given: Iterable[str] | None) -> tuple[str, ...]:
    """Return the tags of a repeatable option whose values may contain several, separated by commas."""
    return tuple(tag.strip() for value in given or () for tag in value.split(",") if tag.strip())


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
