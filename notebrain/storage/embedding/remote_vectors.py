"""What the account has of the vectors: points in its index and vectors in its database."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from notebrain.domain.notes.note import NoteId
from notebrain.domain.ports import Space
from notebrain.storage.connection import Connection
from notebrain.storage.embedding.chunks import ensure_space, space_id
from notebrain.storage.sql import from_ms, to_ms

_NOBODY_KNOWS = ""
"""The namespace of a point that was sent but not acknowledged: it is sent again or removed."""
AT_ONCE = 0
"""The time that marks an unwanted point for removal without waiting for others."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A point that the index has accepted.

    Attributes:
        key: The note it belongs to, which may no longer exist.
    """

    key: int
    id: str
    namespace: str


def of_note(db: Connection, key: int, space: Space) -> dict[str, str]:
    """Return the points of a note that the index has and should have, as a mapping of ids to namespaces."""
    rows = db.execute(
        """select id, namespace from vector_sent
        where note_rowid = ? and space_id is ? and stale_since is null""",
        (key, space_id(db, space)),
    )
    return dict(rows.fetchall())


def expect(db: Connection, points: Iterable[Sent], space: Space) -> None:
    """Record points that are about to be sent: the index may have them even if its answer is lost."""
    number = ensure_space(db, space)
    db.executemany(
        """insert into vector_sent (note_rowid, space_id, id, namespace) values (?, ?, ?, ?)
        on conflict do update set namespace = excluded.namespace, stale_since = null""",
        [(point.key, number, point.id, _NOBODY_KNOWS) for point in points],
    )


def add(db: Connection, points: Iterable[Sent], space: Space) -> None:
    """Record that the index has accepted these points."""
    number = ensure_space(db, space)
    db.executemany(
        """insert into vector_sent (note_rowid, space_id, id, namespace) values (?, ?, ?, ?)
        on conflict do update set namespace = excluded.namespace, stale_since = null""",
        [(point.key, number, point.id, point.namespace) for point in points],
    )


def outdate(
    db: Connection, key: int, space: Space, *, wanted: Collection[str], at: datetime
) -> None:
    """Mark all points of a note except the wanted ones for removal, together with others."""
    unwanted = of_note(db, key, space).keys() - set(wanted)
    number = space_id(db, space)
    db.executemany(
        "update vector_sent set stale_since = ? where note_rowid = ? and space_id is ? and id = ?",
        [(to_ms(at), key, number, point_id) for point_id in unwanted],
    )


def stale(db: Connection, space: Space) -> tuple[int, datetime | None]:
    """Return how many points are to be removed, and since when the oldest of them is waiting."""
    number, first = db.execute(
        "select count(*), min(stale_since) from vector_sent where stale_since is not null and space_id is ?",
        (space_id(db, space),),
    ).fetchone()
    return number, None if first is None else from_ms(first)


def spaces_with_stale(db: Connection) -> list[Space]:
    """Return the spaces whose index contains points to be removed."""
    rows = db.execute(
        """select model, pooling, dimensions from space where id in (
            select space_id from vector_sent where stale_since is not null)"""
    )
    return [Space(*row) for row in rows]


def outdate_everywhere(db: Connection, key: int) -> None:
    """Mark all points of a note for immediate removal, in the index of every space."""
    db.execute("update vector_sent set stale_since = ? where note_rowid = ?", (AT_ONCE, key))


def stale_ids(db: Connection, space: Space, *, limit: int = -1) -> list[str]:
    """Return points to be removed, all or up to a limit, the longest unwanted first."""
    rows = db.execute(
        """select id from vector_sent where stale_since is not null and space_id is ?
        order by stale_since limit ?""",
        (space_id(db, space), limit),
    )
    return [row[0] for row in rows]


def removed(db: Connection, ids: Sequence[str], space: Space) -> None:
    """Record that the index was told to remove these points; those that are wanted again stay recorded."""
    number = space_id(db, space)
    # the index of stale points is small, while the table is keyed by note
    gone = set(ids)
    rows = db.execute(
        "select note_rowid, id from vector_sent where stale_since is not null and space_id is ?",
        (number,),
    ).fetchall()
    db.executemany(
        "delete from vector_sent where note_rowid = ? and space_id is ? and id = ?",
        [(key, number, point_id) for key, point_id in rows if point_id in gone],
    )


def all_sent(db: Connection, space: Space) -> dict[str, int]:
    """Return all points that the index is expected to contain, as a mapping of ids to note keys."""
    rows = db.execute(
        "select id, note_rowid from vector_sent where space_id is ? and stale_since is null",
        (space_id(db, space),),
    )
    return dict(rows.fetchall())


def forget_points(db: Connection, points: Iterable[tuple[int, str]], space: Space) -> None:
    """Forget that the index has these points (note key, id), and queue their notes."""
    number = space_id(db, space)
    some = list(points)
    db.executemany(
        "delete from vector_sent where note_rowid = ? and space_id is ? and id = ?",
        [(key, number, point_id) for key, point_id in some],
    )
    keys = {(key,) for key, _ in some}
    db.executemany("delete from vector_todo where note_rowid = ?", keys)
    db.executemany("insert into vector_todo (note_rowid) values (?)", keys)


def record(db: Connection, key: int, space: Space, *, note_id: NoteId, digest: bytes) -> None:
    """Record that the account's database has the vectors of these passages of a note."""
    db.execute(
        """insert into vector_kept (note_rowid, space_id, note_id, digest) values (?, ?, ?, ?)
        on conflict do update set digest = excluded.digest""",
        (key, ensure_space(db, space), note_id, digest),
    )


def expect_stored(db: Connection, key: int, space: Space, *, note_id: NoteId) -> None:
    """Record that vectors of a note are about to be sent: the database may have them even if its answer is lost."""
    record(db, key, space, note_id=note_id, digest=b"")


def stored_digest(db: Connection, key: int, space: Space) -> bytes | None:
    """Return the digest of what the database last received for a note, or None."""
    row = db.execute(
        "select digest from vector_kept where note_rowid = ? and space_id is ?",
        (key, space_id(db, space)),
    ).fetchone()
    return None if row is None else row[0]


def mark_unwanted(db: Connection, key: int) -> None:
    """Record that the account's database should no longer have anything of a note."""
    db.execute("update vector_kept set digest = null where note_rowid = ?", (key,))


def unwanted_notes(db: Connection, *, limit: int) -> list[NoteId]:
    """Return notes whose vectors are to be removed from the account's database."""
    rows = db.execute(
        "select distinct note_id from vector_kept where digest is null limit ?", (limit,)
    )
    return [NoteId(row[0]) for row in rows]


def forget_notes(db: Connection, note_ids: Sequence[NoteId]) -> None:
    """Record that the account's database no longer has anything of these notes."""
    db.executemany(
        "delete from vector_kept where note_id = ? and digest is null",
        [(note_id,) for note_id in note_ids],
    )


def homeless(db: Connection) -> list[int]:
    """Return the keys of notes that are gone or local only but whose vectors may still be in the account."""
    rows = db.execute(
        """select key from (select note_rowid as key from vector_sent union select note_rowid from vector_kept)
        left join note on note.rowid = key where note.rowid is null or local_only"""
    )
    return [row[0] for row in rows]
