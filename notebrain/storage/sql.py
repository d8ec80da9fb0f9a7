"""Helpers for inserting rows, for moments and for ids.

Python's sqlite3 releases the interpreter lock for every step of a statement and then waits to get it back, up to 5 ms
beside a thread that reads files. With 50 rows per statement, an import waits 50 times less often.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Literal

from notebrain.storage.connection import Connection

_AT_ONCE = 50


def insert(db: Connection, into: str, rows: Sequence[tuple[Any, ...]], then: str = "") -> None:
    """Insert rows of equal length.

    Args:
        into: The statement up to its rows, `insert into note (id, …)`.
        then: What follows the rows, e.g. an `on conflict` clause.
    """
    for start in range(0, len(rows), _AT_ONCE):
        some = rows[start : start + _AT_ONCE]
        marks = f"({', '.join('?' * len(some[0]))})"
        values = [value for row in some for value in row]
        db.execute(f"{into} values {', '.join([marks] * len(some))} {then}", values)


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
_LONGEST_WAIT = timedelta(hours=25)
"""Nothing waits for longer than a day; the extra hour allows for adjusted clocks."""
NEVER_FROM = datetime(9000, 1, 1, tzinfo=UTC)
"""A moment from this year on means "not before something changes"."""


def to_ms(at: datetime) -> int:
    """Return a moment in milliseconds, rounded down."""
    return (at - _EPOCH) // _MILLISECOND


def from_ms(ms: int) -> datetime:
    """Return milliseconds as a moment in UTC, limited to the years 1 to 9999."""
    try:
        return _EPOCH + timedelta(milliseconds=ms)
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC) if ms > 0 else datetime.min.replace(tzinfo=UTC)


def waits(column: str, now: str = "?1") -> str:
    """Return the SQL condition under which work must still wait for the moment in a column.

    A moment further ahead than any wait was written while this computer's clock was wrong. It counts as past, because
    otherwise the work would wait for years.
    """
    longest, never = _LONGEST_WAIT // _MILLISECOND, to_ms(NEVER_FROM)
    return f"({column} > {now} and ({column} <= {now} + {longest} or {column} >= {never}))"


CHANGED_AT: Final = """coalesce((select seen from dated_ahead where note_rowid = note.rowid
    and dated = note.updated_at and dated_ahead.version = note.version), note.updated_at)"""
"""The SQL expression for when a note was changed, as far as its date is plausible."""


def maybe_from_ms(ms: int | None) -> datetime | None:
    """Return milliseconds as a moment, or None for None."""
    return None if ms is None else from_ms(ms)


def ids_beginning(db: Connection, table: Literal["note", "card"], beginning: str) -> list[str]:
    """Return the ids in a table that begin with `beginning`, as typed by the user: at most two."""
    start = beginning.lower()
    if not start or not start.isascii():
        return []
    rows = db.execute(
        f"select id from {table} where id >= ? and id < ? limit 2",
        (start, f"{start}~"),
    )
    return [row[0] for row in rows]
