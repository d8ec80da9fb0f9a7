"""Store the passages of notes and the state of their vectors."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from notebrain.domain.ports import Space
from notebrain.storage.connection import Connection
from notebrain.storage.sql import to_ms


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage of a note: code point offsets into its body, and the hash its vector is stored under.

    Attributes:
        dated: When an appended update was written, which then decays from its own date; otherwise None.
    """

    start: int
    end: int
    content_hash: bytes
    dated: datetime | None = None


def replace(db: Connection, key: int, chunks: Sequence[Chunk], *, at: datetime) -> None:
    """Set the passages of a note to `chunks`; unchanged passages keep their rows."""
    put(db, key, chunks, first=0, at=at)
    cut(db, key, len(chunks))


def put(db: Connection, key: int, chunks: Sequence[Chunk], *, first: int, at: datetime) -> None:
    """Replace passages of a note from position `first` on, one for each of `chunks`; others stay.

    A note of many passages is stored in parts, so that the write lock is never held for long.
    """
    wanted = {
        (
            position,
            chunk.start,
            chunk.end,
            chunk.content_hash,
            None if chunk.dated is None else to_ms(chunk.dated),
        )
        for position, chunk in enumerate(chunks, first)
    }
    present = {
        tuple(row[1:]): row[0]
        for row in db.execute(
            """select id, position, start, "end", content_hash, dated_at from chunk
            where note_rowid = ? and position >= ? and position < ?""",
            (key, first, first + len(chunks)),
        )
    }
    db.executemany(
        "delete from chunk where id = ?", [(present[old],) for old in present.keys() - wanted]
    )
    db.executemany(
        'insert into chunk (note_rowid, position, start, "end", content_hash, dated_at) values (?, ?, ?, ?, ?, ?)',
        [(key, *new) for new in sorted(wanted - present.keys())],
    )
    own(db, key, [chunk.content_hash for chunk in chunks], at=at)


def cut(db: Connection, key: int, count: int) -> None:
    """Delete the passages of a note after the first `count`."""
    db.execute("delete from chunk where note_rowid = ? and position >= ?", (key, count))


def own(db: Connection, key: int, hashes: Sequence[bytes], *, at: datetime) -> None:
    """Record that a note uses these vectors, so that they are deleted with it and not before."""
    db.executemany(
        """insert into vector_owner (note_rowid, content_hash, used_at) values (?, ?, ?)
        on conflict do update set used_at = excluded.used_at""",
        [(key, content_hash, to_ms(at)) for content_hash in hashes],
    )


def space_id(db: Connection, space: Space) -> int | None:
    """Return the number of a space in this vault, or None if there are no vectors of it yet."""
    row = db.execute(
        "select id from space where model = ? and pooling = ? and dimensions = ?",
        (space.model, space.pooling, space.dimensions),
    ).fetchone()
    return None if row is None else row[0]


def ensure_space(db: Connection, space: Space) -> int:
    """Return the number of a space, creating it if needed."""
    db.execute(
        "insert into space (model, pooling, dimensions) values (?, ?, ?) on conflict do nothing",
        (space.model, space.pooling, space.dimensions),
    )
    number = space_id(db, space)
    assert number is not None  # noqa: S101 - the row was just made
    return number


def without_vector(db: Connection, hashes: Sequence[bytes], space: Space) -> set[bytes]:
    """Return those of `hashes` that have no vector in this space yet."""
    number = space_id(db, space)
    if number is None:
        return set(hashes)
    return {
        digest
        for digest in hashes
        if db.execute(
            "select 1 from vector where content_hash = ? and space_id = ?", (digest, number)
        ).fetchone()
        is None
    }


def put_vectors(db: Connection, vectors: Sequence[tuple[bytes, bytes]], space: Space) -> None:
    """Store vectors of a space (content hash, little-endian float32); existing ones stay."""
    number = ensure_space(db, space)
    db.executemany(
        "insert into vector (content_hash, space_id, data) values (?, ?, ?) on conflict do nothing",
        [(content_hash, number, data) for content_hash, data in vectors],
    )


def mark_indexed(db: Connection, key: int, version: int, space: Space) -> None:
    """Record that this version of a note has all its vectors in a space."""
    db.execute(
        """insert into note_indexed (note_rowid, space_id, version) values (?, ?, ?)
        on conflict do update set version = excluded.version""",
        (key, ensure_space(db, space), version),
    )


def coverage(db: Connection, space: Space | None) -> tuple[int, int]:
    """Return how many notes outside the trash can be found by meaning in this space, and how many there are in all."""
    total: int = db.execute("select count(*) from note where deleted_at is null").fetchone()[0]
    number = None if space is None else space_id(db, space)
    if number is None:
        return 0, total
    # Only notes in the trash or in the outbox can have changed since they were indexed: reading the others as well took
    # 0.4 s for 100,000 notes.
    indexed: int = db.execute(
        "select count(*) from note_indexed where space_id = ?", (number,)
    ).fetchone()[0]
    not_now: int = db.execute(
        """select count(*) from (
            select rowid as note_rowid from note where deleted_at is not null
            union select note_rowid from outbox where kind = 'index'
        ) cross join note_indexed using (note_rowid) cross join note on note.rowid = note_rowid
        where space_id = ? and (deleted_at is not null or note_indexed.version <> note.version)""",
        (number,),
    ).fetchone()[0]
    done = indexed - not_now
    return done, total


def delete_unused(db: Connection, *, before: datetime, limit: int) -> int:
    """Delete up to `limit` vectors that no passage has used since `before`; return how many rows were deleted.

    Unused vectors are kept for a while so that undoing an edit requires no new embedding.
    """
    mark_leaving = db.execute(
        """delete from vector_owner where (note_rowid, content_hash) in (
            select note_rowid, content_hash from vector_owner where used_at < ? and not exists (
                select 1 from chunk where chunk.note_rowid = vector_owner.note_rowid
                and chunk.content_hash = vector_owner.content_hash) limit ?)""",
        (to_ms(before), limit),
    ).rowcount
    unowned = db.execute(
        """delete from vector where id in (
            select id from vector where not exists (
                select 1 from vector_owner where vector_owner.content_hash = vector.content_hash) limit ?)""",
        (limit,),
    ).rowcount
    return mark_leaving + unowned
