"""The sync state of one note: what it says here, what the account has, and what is under way."""

from dataclasses import dataclass, field

from notebrain.domain.sync.records import NoteRecord
from notebrain.storage.connection import Connection
from notebrain.storage.sync import outgoing_notes

_NEW_KEY = "lower(hex(randomblob(16)))"
# values of `sync_gone.withdrawn` for a note that is still here
_BY_THE_USER, _ELSEWHERE = 1, 2


@dataclass(frozen=True, slots=True)
class RemoteNoteState:
    """What the account has of a note, as far as this computer knows.

    Attributes:
        rev: The write that this computer's note is based on; None until the first write is acknowledged.
        base: The note's content at `rev`, if it has changed since.
        sending_rev: The write that has not been answered yet.
        sending: The content of that write.
        gone: The account has only a removal marker for the note; this copy is left over.
        revived: The user shared it again from here after another computer had started to keep it to itself.
    """

    rev: str | None
    base: str | None = field(repr=False)
    sending_rev: str | None
    sending: str | None = field(repr=False)
    gone: bool = False
    revived: bool = False


@dataclass(frozen=True, slots=True)
class RemovedNote:
    """A note that is no longer shared, because it was removed here or is local only.

    Attributes:
        rev: What the account has, as far as this computer knows; its removal marker if `key` is None.
        key: The name of the removal that is still to be sent; None once it was accepted.
        withdrawn: Whether the note is still here and local only.
        elsewhere: Whether that is because another computer keeps the note to itself.
    """

    rev: str | None
    sending_rev: str | None
    key: str | None
    withdrawn: bool
    elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class LocalNote:
    """Everything known here about a note's id.

    Attributes:
        queued: The name under which its present content will be sent; None if there is nothing to send.
    """

    id: str
    key: int | None = None
    note: NoteRecord | None = None
    local_only: bool = False
    known: RemoteNoteState | None = None
    queued: str | None = None
    forgotten: RemovedNote | None = None


def of(db: Connection, note_id: str) -> LocalNote:
    """Return what is known about a note; only its id if nothing is."""
    gone = db.execute(
        "select rev, sending_rev, key, withdrawn from sync_gone where note_id = ?",
        (note_id,),
    ).fetchone()
    forgotten = (
        None
        if gone is None
        else RemovedNote(gone[0], gone[1], gone[2], bool(gone[3]), gone[3] == _ELSEWHERE)
    )
    row = db.execute(
        """select note.rowid, local_only, sync_note.note_rowid is not null, rev, base, sending_rev, sending, gone,
            revived, (select idempotency_key from outbox where outbox.note_rowid = note.rowid and kind = 'send')
        from note left join sync_note on sync_note.note_rowid = note.rowid where id = ?""",
        (note_id,),
    ).fetchone()
    if row is None:
        return LocalNote(note_id, forgotten=forgotten)
    known = (
        RemoteNoteState(row[3], row[4], row[5], row[6], bool(row[7]), bool(row[8]))
        if row[2]
        else None
    )
    note = outgoing_notes.of(db, row[0])
    return LocalNote(note_id, row[0], note, bool(row[1]), known, row[9], forgotten)


def settle(db: Connection, note: NoteRecord, key: int, rev: str) -> None:
    """Record that the account has a note as it is here, with nothing left to send."""
    _put(db, note, key, rev, None)
    db.execute("delete from outbox where note_rowid = ? and kind = 'send'", (key,))


def differ(db: Connection, note: NoteRecord, key: int, rev: str, base: str | None) -> None:
    """Record that a note differs from the account's `rev` and is to be sent on top of it."""
    _put(db, note, key, rev, base)
    db.execute(
        f"""insert into outbox (kind, note_rowid, idempotency_key, lane, retry_at) values ('send', ?, {_NEW_KEY}, 0, 0)
        on conflict (note_rowid, kind) do update set idempotency_key = excluded.idempotency_key,
            retry_at = 0, attempts = 0, last_error = null""",
        (key,),
    )


def leave(db: Connection, key: int, rev: str) -> None:
    """Record that the account has only a removal marker for a note that is still here."""
    db.execute(
        """insert or replace into sync_note (note_rowid, rev, gone) values (?, ?, 1)""", (key, rev)
    )
    db.execute("delete from outbox where note_rowid = ? and kind = 'send'", (key,))


def forget(
    db: Connection, note_id: str, rev: str, *, withdrawn: bool = False, elsewhere: bool = False
) -> None:
    """Record that the account has only a removal marker for an unshared note; its vectors may still be there."""
    how = _ELSEWHERE if elsewhere else _BY_THE_USER if withdrawn else 0
    db.execute(
        """insert into sync_gone (note_id, rev, withdrawn) values (?, ?, ?)
        on conflict (note_id) do update set rev = excluded.rev, withdrawn = excluded.withdrawn,
            sending_rev = null, key = null, attempts = 0, retry_at = 0, last_error = null""",
        (note_id, rev, how),
    )


def keep_here(db: Connection, note_id: str, key: int, rev: str) -> None:
    """Record that a note stays here because another computer keeps it to itself and the account has only a marker."""
    db.execute("delete from sync_note where note_rowid = ?", (key,))
    db.execute("delete from outbox where note_rowid = ? and kind = 'send'", (key,))
    forget(db, note_id, rev, elsewhere=True)


def forget_over(db: Connection, note_id: str, rev: str) -> None:
    """Let a waiting removal replace this write of another computer."""
    db.execute(
        f"""update sync_gone set rev = ?, sending_rev = null, key = {_NEW_KEY}, retry_at = 0,
            vectors = 1 where note_id = ?""",
        (rev, note_id),
    )


def _put(db: Connection, note: NoteRecord, key: int, rev: str, base: str | None) -> None:
    db.execute(
        "insert or replace into sync_note (note_rowid, rev, base, extra) values (?, ?, ?, ?)",
        (key, rev, base, outgoing_notes.extra_text(note)),
    )
    db.execute("delete from sync_gone where note_id = ?", (note.id,))
