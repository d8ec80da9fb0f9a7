"""Helpers for inserting rows, for moments and for ids.

Python's sqlite3 releases the interpreter lock for every step of a statement and then waits to get it back, up to 5 ms
beside a thread that reads files. With 50 rows per statement, an import waits 50 times less often.
"""

from collections.abc import Iterable, Mapping, Sequence
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


def ids_matching(db: Connection, table: Literal["note", "card"], typed: str) -> list[str]:
    """Return the ids in a table that begin with what the user typed, or else end with it: at most two."""
    part = typed.lower()
    if not part or not part.isascii():
        return []
    rows = db.execute(
        f"select id from {table} where id >= ? and id < ? limit 2", (part, f"{part}~")
    ).fetchall()
    if not rows and len(part) >= _SHORTEST_END:
        rows = db.execute(
            f"select id from {table} where substr(id, -?) = ? limit 2", (len(part), part)
        ).fetchall()
    return [row[0] for row in rows]


def short_ids(
    db: Connection, table: Literal["note", "card"], ids: Iterable[str]
) -> Mapping[str, str]:
    """Return for each id its shortest end, of one of a few lengths, that no other id in the table has."""
    import json  # `notebrain capture` does without it

    found: dict[str, str] = {}
    rest = list(dict.fromkeys(ids))
    for length in _END_LENGTHS:
        if not rest:
            break
        ends = {one[-length:] for one in rest}
        rows = db.execute(
            f"""select substr(id, -?1) from {table} where substr(id, -?1) in (select value from json_each(?2))
            group by 1 having count(*) > 1""",
            (length, json.dumps(sorted(ends))),
        )
        shared = {row[0] for row in rows}
        found |= {one: one[-length:] for one in rest if one[-length:] not in shared}
        rest = [one for one in rest if one not in found]
    return found | {one: one for one in rest}


_SHORTEST_END = 6
_END_LENGTHS = (6, 8, 12)
"""Ids begin with the time at which they were made, so that notes of one day differ in their ends."""
