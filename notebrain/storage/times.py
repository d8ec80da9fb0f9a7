"""Moments as the vault keeps them: whole milliseconds since 1970, UTC."""

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
_LONGEST_WAIT = timedelta(hours=25)
"""Nothing waits for longer than a day; the hour is for a clock that is set."""
NEVER_FROM = datetime(9000, 1, 1, tzinfo=UTC)
"""From here on a moment means: not before something changes."""


def to_ms(at: datetime) -> int:
    """Return a moment as milliseconds; finer parts are cut off."""
    return (at - _EPOCH) // _MILLISECOND


def from_ms(ms: int) -> datetime:
    """Return milliseconds as a moment in UTC; years outside 1 to 9999 come back as the nearest that exists."""
    try:
        return _EPOCH + timedelta(milliseconds=ms)
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC) if ms > 0 else datetime.min.replace(tzinfo=UTC)


def waits(column: str, now: str = "?1") -> str:
    """Return the condition under which work is still to wait for the moment in a column of the vault.

    A moment further ahead than anything ever waits was written while this computer's clock was wrong: it counts as
    come, or the work would wait for years.
    """
    longest, never = _LONGEST_WAIT // _MILLISECOND, to_ms(NEVER_FROM)
    return f"({column} > {now} and ({column} <= {now} + {longest} or {column} >= {never}))"


def maybe_from_ms(ms: int | None) -> datetime | None:
    """Return milliseconds as a moment, or None for None."""
    return None if ms is None else from_ms(ms)
