"""Read, for display, which notes of the vault are in the account, and retry failed ones."""

from collections.abc import Sequence
from datetime import datetime

from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.note import NoteId
from notebrain.domain.sync.reports import KEPT_ELSEWHERE, Left, Shared, Where
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import remote_queue
from notebrain.storage.review import second_opinions
from notebrain.storage.sql import NEVER_FROM, from_ms
from notebrain.storage.sync import file_transfers, incoming


def of(db: Connection, note_id: NoteId) -> Shared:
    """Return where a note is; a missing note is nowhere else."""
    row = db.execute(
        """select local_only, exists (select 1 from sync_account), rev is not null and not gone,
            outbox.id is not null, last_error, retry_at, exists (
                select 1 from sync_receipt where note_id = note.id and what in (?, ?))
        from note left join sync_note on sync_note.note_rowid = note.rowid
        left join outbox on outbox.note_rowid = note.rowid and outbox.kind = 'send'
        where note.id = ?""",
        (*KEPT_ELSEWHERE, note_id),
    ).fetchone()
    if row is None or not row[1]:
        return Shared(Where.HERE)
    local_only, _connected, known, waits, error, retry_at, elsewhere = row
    if local_only:
        return Shared(Where.KEPT_ELSEWHERE if elsewhere else Where.STAYS)
    if error is not None:
        moment = from_ms(retry_at)
        return Shared(Where.FAILED, error, moment if moment < NEVER_FROM else None)
    return Shared(Where.SENT if known and not waits else Where.WAITS)


def left(db: Connection) -> Left:
    """Return how many notes are in the account, and how many will never be."""
    (sent,) = db.execute(
        "select count(*) from sync_note where rev is not null and not gone"
    ).fetchone()
    (stays,) = db.execute("select count(*) from note where local_only").fetchone()
    return Left(sent=sent, stays=stays)


def list_left(db: Connection, *, limit: int) -> Sequence[tuple[NoteId, str, datetime]]:
    """Return id, title and last change of the notes in the account, newest first."""
    rows = db.execute(
        """select note.id, title, updated_at from sync_note join note on note.rowid = note_rowid
        where rev is not null and not gone order by updated_at desc limit ?""",
        (limit,),
    )
    return [(NoteId(row[0]), row[1], from_ms(row[2])) for row in rows]


def retry(db: Connection) -> Changes:
    """Send everything again now that the account rejected, and retry incoming items that were set aside.

    Return the notes among those to send.
    """
    rows = db.execute(
        """select note.id from outbox join note on note.rowid = note_rowid
        where kind = 'send' and last_error is not null"""
    ).fetchall()
    db.execute(
        """update outbox set retry_at = 0, last_error = null
        where kind = 'send' and last_error is not null"""
    )
    for table in ("sync_gone", "sync_thing"):
        db.execute(
            f"update {table} set retry_at = 0, last_error = null"
            " where key is not null and last_error is not null"
        )
    remote_queue.try_again(db)
    second_opinions.try_again(db)
    incoming.try_again(db)
    file_transfers.try_again(db)
    return touched(Act.INDEX, [NoteId(row[0]) for row in rows], filing=False)
