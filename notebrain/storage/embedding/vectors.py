"""Read vectors for the matrix, and delete the spaces of former models."""

import json
from collections.abc import Iterator, Sequence

from notebrain.domain.ports import Space
from notebrain.storage import settings
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import chunks
from notebrain.storage.embedding.chunks import space_id

Row = tuple[int, int, int | None, int, bytes | None]
"""Passage id, note key, date of an appended update in ms, length, and vector, or None if it has none yet."""

_COLUMNS = 'chunk.id, chunk.note_rowid, chunk.dated_at, chunk."end" - chunk.start, vector.data'


def since(db: Connection, space: Space, after_id: int, *, batch: int) -> Iterator[list[Row]]:
    """Yield the passages with ids after `after_id` in batches, in the order of their ids."""
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
    """Return these passages, leaving out missing ones."""
    number = chunks.space_id(db, space)
    return db.execute(
        f"""select {_COLUMNS} from json_each(?) cross join chunk on chunk.id = value left join vector
        on vector.content_hash = chunk.content_hash and vector.space_id = ?""",
        (json.dumps(list(ids)), -1 if number is None else number),
    ).fetchall()


def gone_since(db: Connection, after_seq: int) -> list[tuple[int, int]]:
    """Return the passages deleted after a point in time, in order: (sequence number, passage id)."""
    return db.execute(
        "select seq, chunk_id from chunk_gone where seq > ? order by seq", (after_seq,)
    ).fetchall()


def last_gone(db: Connection) -> int:
    """Return the sequence number of the last deleted passage, or 0."""
    number: int = db.execute("select coalesce(max(seq), 0) from chunk_gone").fetchone()[0]
    return number


def last_made(db: Connection) -> int:
    """Return the id of the last created passage, or 0."""
    number: int = db.execute("select coalesce(max(id), 0) from chunk").fetchone()[0]
    return number


CHOSEN = "index.model"
"""The setting with the name of the model that makes vectors."""
SERVING = "index.serving_model"
"""The setting with the name of the model whose vectors answer questions."""


def chosen(db: Connection, spaces: Sequence[Space]) -> Space:
    """Return the space of the model that makes vectors: the first one's unless another one was chosen."""
    name = settings.get(db, CHOSEN)
    return next((space for space in spaces if space.model == name), spaces[0])


def serving(db: Connection, spaces: Sequence[Space], chosen: Space) -> Space:
    """Return the space whose vectors answer questions: the chosen model's, or a former one's until that is ready."""
    name = settings.get(db, SERVING)
    return next((space for space in spaces if space.model == name), chosen)


def held(db: Connection) -> list[tuple[Space, int, int]]:
    """Return every known space: (space, points in the account, vectors on this computer).

    Counts every row, so do not call this on the GUI thread.
    """
    rows = db.execute(
        """select model, pooling, dimensions,
            (select count(*) from vector_sent where space_id = space.id),
            (select count(*) from vector where space_id = space.id),
            exists (select 1 from vector_kept where space_id = space.id)
        from space order by id"""
    )
    return [(Space(*row[:3]), max(row[3], row[5]), row[4]) for row in rows]


def point_ids(db: Connection, space: Space) -> list[str]:
    """Return the points of these notes in a space that the account's index may have."""
    rows = db.execute(
        "select distinct id from vector_sent where space_id is ?", (space_id(db, space),)
    )
    return [row[0] for row in rows]


def vectors_here(db: Connection, space: Space) -> int:
    """Return how many vectors of a space are on this computer."""
    number: int = db.execute(
        "select count(*) from vector where space_id is ?", (space_id(db, space),)
    ).fetchone()[0]
    return number


def doubt(db: Connection, space: Space, *, limit: int) -> int:
    """Mark what the account has of a space as uncertain, a limited number of rows per call; return how many.

    Uncertain vectors are sent again if the model is chosen again, and are removed with their note in any case.
    """
    number = space_id(db, space)
    points = db.execute(
        """update vector_sent set namespace = '' where (note_rowid, space_id, id) in (
            select note_rowid, space_id, id from vector_sent
            where space_id is ? and namespace <> '' limit ?)""",
        (number, limit),
    ).rowcount
    notes = db.execute(
        """update vector_kept set digest = x'' where (note_rowid, space_id) in (
            select note_rowid, space_id from vector_kept
            where space_id is ? and digest is not null and digest <> x'' limit ?)""",
        (number, limit),
    ).rowcount
    return points + notes


def forget_there(db: Connection, space: Space, *, limit: int) -> int:
    """Record that the account has nothing left of a space, a limited number of rows per call; return how many."""
    number = space_id(db, space)
    points = db.execute(
        """delete from vector_sent where (note_rowid, space_id, id) in (
            select note_rowid, space_id, id from vector_sent where space_id is ? limit ?)""",
        (number, limit),
    ).rowcount
    notes = db.execute(
        """delete from vector_kept where (note_rowid, space_id) in (
            select note_rowid, space_id from vector_kept where space_id is ? limit ?)""",
        (number, limit),
    ).rowcount
    return points + notes


def drop_here(db: Connection, space: Space, *, limit: int) -> int:
    """Delete vectors of a space from this computer, a limited number per call; return how many rows were deleted.

    Notes stop counting as indexed in this space before their first vector is deleted.
    """
    number = space_id(db, space)
    marks = db.execute(
        """delete from note_indexed where (note_rowid, space_id) in (
            select note_rowid, space_id from note_indexed where space_id is ? limit ?)""",
        (number, limit),
    ).rowcount
    if marks:
        return marks
    return db.execute(
        "delete from vector where id in (select id from vector where space_id is ? limit ?)",
        (number, limit),
    ).rowcount
