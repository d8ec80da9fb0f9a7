"""Moments as the vault keeps them: whole milliseconds since 1970, UTC."""

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def to_ms(at: datetime) -> int:
    """Return a moment as milliseconds; finer parts are cut off."""
    return (at - _EPOCH) // _MILLISECOND


def from_ms(ms: int) -> datetime:
    """Return milliseconds as a moment in UTC; years outside 1 to 9999 come back as the nearest that exists."""
    try:
        return _EPOCH + timedelta(milliseconds=ms)
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC) if ms > 0 else datetime.min.replace(tzinfo=UTC)


def maybe_from_ms(ms: int | None) -> datetime | None:
    """Return milliseconds as a moment, or None for None."""
    return None if ms is None else from_ms(ms)
