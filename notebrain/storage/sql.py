"""Rows, moments, ids.

Python's sqlite3 lets go of the interpreter for every step of a statement and then waits for its turn again, beside a
thread that reads files up to 5 ms. With 50 rows in one statement an import waits 50 times less often.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from notebrain.storage.connection import Connection

_AT_ONCE = 50


def insert(db: Connection, into: str, rows: Sequence[tuple[Any, ...]], then: str = "") -> None:
    """Insert rows of equal length.

    Args:
        into: The statement up to its rows, `insert into note (id, …)`.
        then: What follows the rows, e.g. what to do on a conflict.
    """
    for start in range(0, len(rows), _AT_ONCE):
        some = rows[start : start + _AT_ONCE]
        marks = f"({', '.join('?' * len(some[0]))})"
        values = [value for row in some for value in row]
        db.execute(f"{into} values {', '.join([marks] * len(some))} {then}", values)


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


def ids_beginning(db: Connection, table: Literal["note", "card"], beginning: str) -> list[str]:
    """Return the ids of a table that begin so, as a person types it: none, the one, or two of several."""
    start = beginning.lower()
    if not start or not start.isascii():
        return []
    rows = db.execute(
        f"select id from {table} where id >= ? and id < ? limit 2",
        (start, f"{start}~"),
    )
    return [row[0] for row in rows]
