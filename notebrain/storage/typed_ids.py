"""Finding what a person names by the beginning of its id."""

from typing import Literal

from notebrain.storage.database import Connection


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
