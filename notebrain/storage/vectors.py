"""The vectors of passages, read in the order in which an index in memory takes them in."""

from collections.abc import Iterator, Sequence

from notebrain.domain.ports import Space
from notebrain.storage import chunks
from notebrain.storage.database import Connection

Row = tuple[int, int, int | None, int, bytes | None]
"""Passage id, note key, date of an appended update in ms, length, and vector, None if it has none yet."""

_COLUMNS = 'chunk.id, chunk.note_rowid, chunk.dated_at, chunk."end" - chunk.start, vector.data'
_BATCH = 400


def since(db: Connection, space: Space, after_id: int, *, batch: int) -> Iterator[list[Row]]:
    """Yield the passages made after one, in the order of their ids, in batches."""
    number = chunks.space_id(db, space)
    cursor = db.execute(
        f"""select {_COLUMNS} from chunk left join vector
        on vector.content_hash = chunk.content_hash and vector.space_id = ?
        where chunk.id > ? order by chunk.id""",
        (-1 if number is None else number, after_id),
    )
    while rows := cursor.fetchmany(batch):
        yield rows


def of_passages(db: Connection, space: Space, ids: Sequence[int]) -> list[Row]:
    """Return these passages, those that are gone left out."""
    number = chunks.space_id(db, space)
    found: list[Row] = []
    for at in range(0, len(ids), _BATCH):
        part = ids[at : at + _BATCH]
        found += db.execute(
            f"""select {_COLUMNS} from chunk left join vector
            on vector.content_hash = chunk.content_hash and vector.space_id = ?
            where chunk.id in ({", ".join("?" * len(part))})""",
            (-1 if number is None else number, *part),
        ).fetchall()
    return found


def gone_since(db: Connection, after_seq: int) -> list[tuple[int, int]]:
    """Return the passages that went after a point in time: (sequence number, passage id), in order."""
    return db.execute(
        "select seq, chunk_id from chunk_gone where seq > ? order by seq", (after_seq,)
    ).fetchall()


def last_gone(db: Connection) -> int:
    """Return the sequence number of the passage that went last, 0 if none did."""
    number: int = db.execute("select coalesce(max(seq), 0) from chunk_gone").fetchone()[0]
    return number


def last_made(db: Connection) -> int:
    """Return the id of the passage made last, 0 if there is none."""
    number: int = db.execute("select coalesce(max(id), 0) from chunk").fetchone()[0]
    return number
