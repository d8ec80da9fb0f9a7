"""Inserting many rows with few statements.

Python's sqlite3 lets go of the interpreter for every step of a statement and then waits for its turn again, beside a
thread that reads files up to 5 ms. With 50 rows in one statement an import waits 50 times less often.
"""

from collections.abc import Sequence
from typing import Any

from notebrain.storage.database import Connection

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
