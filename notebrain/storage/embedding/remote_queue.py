"""The notes whose vectors in the account are to be looked at, the newest change first."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from notebrain.domain.notes.note import NoteId
from notebrain.domain.ports import Space
from notebrain.storage.connection import Connection
from notebrain.storage.embedding.chunks import ensure_space, space_id
from notebrain.storage.sql import from_ms, maybe_from_ms, to_ms, waits

_ALL_QUEUED = -1
_LATER = waits("not_before")


@dataclass(frozen=True, slots=True)
class Todo:
    """One note to look at.

    Attributes:
        seq: Another one after every change; the work is done only while the note still has this number.
    """

    seq: int
    key: int


def serve(db: Connection, space: Space, *, account: str) -> None:
    """Let an account fill this space from now on; of another account nothing is remembered."""
    number = ensure_space(db, space)
    row = db.execute("select space_id, account from account_space").fetchone()
    if row == (number, account):
        return
    if row is not None and row[1] != account:
        forget_account(db)
    db.execute("delete from account_space")
    db.execute("insert into account_space (space_id, account) values (?, ?)", (number, account))


def is_served(db: Connection) -> bool:
    """Tell whether an account fills a space."""
    return db.execute("select 1 from account_space").fetchone() is not None


def forget_account(db: Connection) -> None:
    """Forget what the account holds and what it lacks; the vectors on this computer stay."""
    for table in (
        "account_space",
        "vector_todo",
        "vector_elsewhere",
        "vector_kept",
        "vector_sent",
    ):
        db.execute(f"delete from {table}")


def queued_notes(db: Connection) -> set[NoteId]:
    """Return the notes whose vectors are still to be looked at; those that are gone are left out."""
    rows = db.execute("select id from note join vector_todo on note.rowid = vector_todo.note_rowid")
    return {NoteId(row[0]) for row in rows}


def queue_some(db: Connection, *, limit: int) -> int:
    """Queue some of the notes there were before the account, the oldest first, so that the newest is done first.

    Their vectors may be in the account already, from another computer. Returns how many; 0 when all are queued.
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
    """Tell whether notes there were before the account are still to be queued."""
    row = db.execute("select queued_rowid from account_space").fetchone()
    return row is not None and row[0] != _ALL_QUEUED


def elsewhere(db: Connection, keys: Collection[int]) -> dict[int, datetime | None]:
    """Return those of the notes whose vectors may be in the account, and since when they were looked for in vain."""
    rows = (
        db.execute("select since from vector_elsewhere where note_rowid = ?", (key,)).fetchone()
        for key in keys
    )
    return {
        key: maybe_from_ms(row[0]) for key, row in zip(keys, rows, strict=True) if row is not None
    }


def not_there_yet(db: Connection, key: int, *, at: datetime) -> None:
    """Note down that the account did not have a note's vectors at this moment.

    An earlier moment stays, unless the clock has gone back behind it.
    """
    db.execute(
        """update vector_elsewhere set since = ?1
        where note_rowid = ?2 and (since is null or since > ?1)""",
        (to_ms(at), key),
    )


def looked_up(db: Connection, keys: Sequence[int]) -> None:
    """Note down that the account was asked for the vectors of these notes."""
    db.executemany("delete from vector_elsewhere where note_rowid = ?", [(key,) for key in keys])


def due(
    db: Connection, *, now: datetime, limit: int, skip: Collection[int] = frozenset()
) -> list[Todo]:
    """Return the notes to look at next, those numbers left out that `skip` names."""
    rows = db.execute(
        f"select seq, note_rowid from vector_todo where not {_LATER} order by seq desc limit ?2",
        (to_ms(now), limit + len(skip)),
    )
    return [Todo(*row) for row in rows if row[0] not in skip][:limit]


def due_elsewhere(db: Connection, *, now: datetime, limit: int) -> list[Todo]:
    """Return the notes to look at next whose vectors may be in the account."""
    rows = db.execute(
        f"""select seq, note_rowid from vector_todo join vector_elsewhere using (note_rowid)
        where not {_LATER} order by seq desc limit ?2""",
        (to_ms(now), limit),
    )
    return [Todo(*row) for row in rows]


def next_due(db: Connection, *, now: datetime) -> datetime | None:
    """Return when the next note that was put off is to be looked at again, or None."""
    moment: int | None = db.execute(
        f"select min(not_before) from vector_todo where {_LATER}",
        (to_ms(now),),
    ).fetchone()[0]
    return None if moment is None else from_ms(moment)


def done(db: Connection, todos: Sequence[Todo]) -> None:
    """Take notes off the queue, unless they changed meanwhile."""
    db.executemany("delete from vector_todo where seq = ?", [(one.seq,) for one in todos])


def put_off(db: Connection, todos: Sequence[Todo], *, until: datetime) -> None:
    """Look at these later, unless they change before."""
    db.executemany(
        "update vector_todo set not_before = ? where seq = ?",
        [(to_ms(until), one.seq) for one in todos],
    )


def failed(db: Connection, todo: Todo, *, error: str, until: datetime) -> None:
    """Note down why the account does not take a note, and when to try again; a change is tried at once."""
    db.execute(
        "update vector_todo set error = ?, not_before = ?, attempts = attempts + 1 where seq = ?",
        (error, to_ms(until), todo.seq),
    )


def attempts(db: Connection, todo: Todo) -> int:
    """Return how often the account did not take a note as it is."""
    row = db.execute("select attempts from vector_todo where seq = ?", (todo.seq,)).fetchone()
    return 0 if row is None else int(row[0])


def try_again(db: Connection) -> None:
    """Look at what the account did not take again now."""
    db.execute("update vector_todo set error = null, not_before = 0 where error is not null")


def counts(db: Connection) -> tuple[int, int]:
    """Return how many notes are to be looked at, and how many the account did not take."""
    waiting, wrong = db.execute("select count(*), count(error) from vector_todo").fetchone()
    return waiting - wrong, wrong


def coverage(db: Connection, space: Space) -> tuple[int, int]:
    """Return how many notes have all their vectors in this space, and how many may have: none that stays here."""
    total: int = db.execute(
        """select (select count(*) from note where deleted_at is null)
        - (select count(*) from note where local_only = 1 and deleted_at is null)"""
    ).fetchone()[0]
    number = space_id(db, space)
    if number is None:
        return 0, total
    # as for the local space, only notes in the trash, in a queue or staying here can have moved on
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
    """Return how many texts have no vector in this space yet, and their length in characters; of all without one.

    Reads every passage: not for the thread of the window.
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
    return passages, characters
