"""The queue of notes whose vectors in the account must be checked, most recent change first."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from notebrain.domain.embedding.passages import PIECE_LENGTH
from notebrain.domain.notes.note import NoteId
from notebrain.domain.ports import Space
from notebrain.storage.connection import Connection
from notebrain.storage.embedding.chunks import ensure_space, space_id
from notebrain.storage.sql import from_ms, maybe_from_ms, to_ms, waits

_ALL_QUEUED = -1
_LATER = waits("not_before")


@dataclass(frozen=True, slots=True)
class Todo:
    """A note to check.

    Attributes:
        seq: Changes whenever the note does; the work is done only while the note still has this number.
    """

    seq: int
    key: int


def serve(db: Connection, space: Space, *, account: str) -> None:
    """Set the account and the space it serves from now on; anything known of another account is forgotten."""
    number = ensure_space(db, space)
    row = db.execute("select space_id, account from account_space").fetchone()
    if row == (number, account):
        return
    if row is not None and row[1] != account:
        forget_account(db)
    db.execute("delete from account_space")
    db.execute("insert into account_space (space_id, account) values (?, ?)", (number, account))


def is_served(db: Connection) -> bool:
    """Return whether an account serves a space."""
    return db.execute("select 1 from account_space").fetchone() is not None


def forget_account(db: Connection) -> None:
    """Forget what the account has and lacks; the vectors on this computer stay."""
    for table in (
        "account_space",
        "vector_todo",
        "vector_elsewhere",
        "vector_kept",
        "vector_sent",
    ):
        db.execute(f"delete from {table}")


def queued_notes(db: Connection) -> set[NoteId]:
    """Return the notes whose vectors must still be checked, leaving out missing ones."""
    rows = db.execute("select id from note join vector_todo on note.rowid = vector_todo.note_rowid")
    return {NoteId(row[0]) for row in rows}


def queue_some(db: Connection, *, limit: int) -> int:
    """Queue some of the notes that are older than the account, oldest first, so that the newest is done first.

    Their vectors may already be in the account, from another computer. Returns how many; 0 when all are queued.
    """
    row = db.execute("select queued_at, queued_rowid from account_space").fetchone()
    if row is None or row[1] == _ALL_QUEUED:
        return 0
    after, after_key = row
    notes = db.execute(
        """select updated_at, rowid from note where deleted_at is null
        and (?1 is null or (updated_at, rowid) > (?1, ?2)) order by updated_at, rowid limit ?3""",
        (after, after_key, limit),
    ).fetchall()
    keys = [(key,) for _, key in notes]
    db.executemany("delete from vector_todo where note_rowid = ?", keys)
    db.executemany("insert into vector_todo (note_rowid) values (?)", keys)
    db.executemany(
        "insert into vector_elsewhere (note_rowid, since) values (?, 0) on conflict do nothing",
        keys,
    )
    last = notes[-1] if notes else (after, _ALL_QUEUED)
    db.execute("update account_space set queued_at = ?, queued_rowid = ?", last)
    return len(notes)


def is_queuing(db: Connection) -> bool:
    """Return whether notes that are older than the account are still to be queued."""
    row = db.execute("select queued_rowid from account_space").fetchone()
    return row is not None and row[0] != _ALL_QUEUED


def elsewhere(db: Connection, keys: Collection[int]) -> dict[int, datetime | None]:
    """Return which of the notes may have vectors in the account, and since when a lookup has failed to find them."""
    rows = (
        db.execute("select since from vector_elsewhere where note_rowid = ?", (key,)).fetchone()
        for key in keys
    )
    return {
        key: maybe_from_ms(row[0]) for key, row in zip(keys, rows, strict=True) if row is not None
    }


def not_there_yet(db: Connection, key: int, *, at: datetime) -> None:
    """Record that the account did not have a note's vectors at this moment.

    An earlier moment is kept, unless the clock has been set back to before it.
    """
    db.execute(
        """update vector_elsewhere set since = ?1
        where note_rowid = ?2 and (since is null or since > ?1)""",
        (to_ms(at), key),
    )


def looked_up(db: Connection, keys: Sequence[int]) -> None:
    """Record that the account was asked for the vectors of these notes."""
    db.executemany("delete from vector_elsewhere where note_rowid = ?", [(key,) for key in keys])


def due(
    db: Connection, *, now: datetime, limit: int, skip: Collection[int] = frozenset()
) -> list[Todo]:
    """Return the notes to check next, except those whose numbers are in `skip`."""
    rows = db.execute(
        f"select seq, note_rowid from vector_todo where not {_LATER} order by seq desc limit ?2",
        (to_ms(now), limit + len(skip)),
    )
    return [Todo(*row) for row in rows if row[0] not in skip][:limit]


def due_elsewhere(db: Connection, *, now: datetime, limit: int) -> list[Todo]:
    """Return the notes to check next whose vectors may be in the account."""
    rows = db.execute(
        f"""select seq, note_rowid from vector_todo join vector_elsewhere using (note_rowid)
        where not {_LATER} order by seq desc limit ?2""",
        (to_ms(now), limit),
    )
    return [Todo(*row) for row in rows]


def next_due(db: Connection, *, now: datetime) -> datetime | None:
    """Return when the next postponed note is due, or None."""
    moment: int | None = db.execute(
        f"select min(not_before) from vector_todo where {_LATER}",
        (to_ms(now),),
    ).fetchone()[0]
    return None if moment is None else from_ms(moment)


def done(db: Connection, todos: Sequence[Todo]) -> None:
    """Remove notes from the queue, unless they changed meanwhile."""
    db.executemany("delete from vector_todo where seq = ?", [(todo.seq,) for todo in todos])


def postpone(db: Connection, todos: Sequence[Todo], *, until: datetime) -> None:
    """Postpone these notes, unless they change before then."""
    db.executemany(
        "update vector_todo set not_before = ? where seq = ?",
        [(to_ms(until), todo.seq) for todo in todos],
    )


def failed(db: Connection, todo: Todo, *, error: str, until: datetime) -> None:
    """Record why the account does not accept a note, and when to try again; a change makes it due at once."""
    db.execute(
        "update vector_todo set error = ?, not_before = ?, attempts = attempts + 1 where seq = ?",
        (error, to_ms(until), todo.seq),
    )


def attempts(db: Connection, todo: Todo) -> int:
    """Return how often the account has rejected a note in its present state."""
    row = db.execute("select attempts from vector_todo where seq = ?", (todo.seq,)).fetchone()
    return 0 if row is None else int(row[0])


def try_again(db: Connection) -> None:
    """Make the notes that the account rejected due now."""
    db.execute("update vector_todo set error = null, not_before = 0 where error is not null")


def counts(db: Connection) -> tuple[int, int]:
    """Return how many notes are waiting to be checked, and how many the account rejected."""
    waiting, wrong = db.execute("select count(*), count(error) from vector_todo").fetchone()
    return waiting - wrong, wrong


def coverage(db: Connection, space: Space) -> tuple[int, int]:
    """Return how many notes have all their vectors in this space, and how many can have, without local-only notes."""
    total: int = db.execute(
        """select (select count(*) from note where deleted_at is null)
        - (select count(*) from note where local_only = 1 and deleted_at is null)"""
    ).fetchone()[0]
    number = space_id(db, space)
    if number is None:
        return 0, total
    # as for the local space, only notes that are queued, local only or in the trash can have changed since
    done, moved_on = db.execute(
        """select (select count(*) from note_indexed where space_id = ?1), (select count(*) from (
            select rowid as note_rowid from note where deleted_at is not null
            union select rowid from note where local_only = 1
            union select note_rowid from outbox where kind = 'index'
            union select note_rowid from vector_todo
        ) cross join note_indexed using (note_rowid) cross join note on note.rowid = note_rowid
        where space_id = ?1 and (deleted_at is not null or local_only = 1
            or note_indexed.version <> note.version))""",
        (number,),
    ).fetchone()
    return done - moved_on, total


def lacking(db: Connection, space: Space | None) -> tuple[int, int]:
    """Return the number of texts without a vector in this space, and their total characters; of all texts if None.

    Notes that were not split into passages yet count by their lengths. Reads every passage, so do not call this on the
    GUI thread.
    """
    passages, characters = db.execute(
        """select count(*), coalesce(sum(length), 0) from (
            select max(case when "end" > start then "end" - start else length(title) end) as length
            from chunk join note on note.rowid = chunk.note_rowid
            where deleted_at is null and local_only = 0 and not exists (select 1 from vector
                where vector.content_hash = chunk.content_hash and vector.space_id is ?)
            group by chunk.content_hash)""",
        (None if space is None else space_id(db, space),),
    ).fetchone()
    whole, unsplit = db.execute(
        """select coalesce(sum((length(body) - 1) / ?1 + 1), 0), coalesce(sum(length(body)), 0)
        from note where deleted_at is null and local_only = 0 and body <> ''
        and not exists (select 1 from chunk where note_rowid = note.rowid)""",
        (PIECE_LENGTH,),
    ).fetchone()
    return passages + whole, characters + unsplit
