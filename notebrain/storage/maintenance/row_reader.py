"""Read tables of a damaged file: yield the rows that can be reached and skip the others."""

import sqlite3
from collections.abc import Callable, Iterator
from typing import Any

from notebrain.storage.connection import Connection

_MOST_AHEAD = 100_000
"""How many keys to try after the last readable row if the largest key is unknown."""


def walk(
    db: Connection, table: str, columns: str, *, missed: Callable[[], object] = lambda: None
) -> Iterator[tuple[Any, ...]]:
    """Yield the key and these columns of every reachable row, by key.

    Rows on a damaged page or below a damaged branch of the tree cannot be read; the rows after them are searched by
    key. `missed` is called whenever something could not be reached.
    """
    at, upto = 0, _greatest_key(db, table)
    query = f"select rowid, {columns} from {table}"
    while True:
        try:
            for row in db.execute(f"{query} where rowid > ? order by rowid", (at,)):
                at = row[0]
                yield row
        except sqlite3.DatabaseError:
            missed()
            at += 1
            if at > upto:
                return
            # the error occurs one row early, because Python fetches ahead
            if (row := _one(db, query, at)) is not None:
                yield row
        else:
            return


def live_keys(db: Connection, workspace: str | None) -> list[int]:
    """Return the same as `imports.live_keys` for a damaged file; this may include notes that cannot be read."""
    rows = walk(db, "note", "created_at, id, workspace, deleted_at")
    found = {
        key: (created_at if isinstance(created_at, int) else 0, str(note_id))
        for key, created_at, note_id, filed, deleted_at in rows
        if deleted_at is None and workspace in (None, filed)
    }
    for key, filed in _indexed(db):
        if workspace in (None, filed):
            found.setdefault(key, (0, ""))
    return sorted(found, key=lambda key: (found[key], key))


def _indexed(db: Connection) -> Iterator[tuple[int, str]]:
    """Yield what an index contains about the notes outside the trash, without reading their rows."""
    try:
        yield from db.execute(
            "select rowid, workspace from note indexed by note_updated where deleted_at is null"
        )
    except sqlite3.DatabaseError:
        return


def _one(db: Connection, query: str, key: int) -> tuple[Any, ...] | None:
    try:
        row: tuple[Any, ...] | None = db.execute(f"{query} where rowid = ?", (key,)).fetchone()
    except sqlite3.DatabaseError:
        return None
    return row


def _greatest_key(db: Connection, table: str) -> int:
    greatest = 0
    for query in (
        f"select seq from sqlite_sequence where name = '{table}'",
        f"select max(rowid) from {table}",
        f"select max(rowid) from {table} indexed by {table}_note",
        f"select max(rowid) from {table} indexed by {table}_updated",
        *(
            f"select max({table}_rowid) from {other}"
            for other in ("tag", "outbox", "revision", "chunk")
        ),
    ):
        try:
            row = db.execute(query).fetchone()
        except sqlite3.DatabaseError:  # no such column for most tables, or damaged itself
            continue
        if row is not None and isinstance(row[0], int):
            greatest = max(greatest, row[0])
    return greatest or _MOST_AHEAD
