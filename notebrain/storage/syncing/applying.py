"""Carrying out what came from the account; the caller lets nothing of it be queued (`account.quietly`)."""

from datetime import datetime

from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.sync.records import NoteRecord
from notebrain.storage import notes, outbox, revisions, tags, texts, workspaces
from notebrain.storage.database import Connection
from notebrain.storage.times import from_ms, maybe_from_ms, to_ms

_REASON = "sync"


def insert(db: Connection, record: NoteRecord, *, now: datetime) -> int:
    """Add a note of another computer; return its key."""
    note = Note(
        id=NoteId(record.id),
        workspace=record.workspace,
        title=record.title,
        body=record.body,
        created_at=from_ms(record.created_at),
        updated_at=from_ms(record.updated_at),
        title_is_set=record.title_is_set,
        front_matter=record.front_matter,
        category=record.category,
        importance=record.importance,
        pinned=record.pinned,
        source=record.source,
        tags=record.tags,
        deleted_at=maybe_from_ms(record.deleted_at),
    )
    return notes.add(db, note, lane=outbox.Lane.BACKFILL, now=now)


def change(db: Connection, key: int, record: NoteRecord, *, now: datetime) -> bool:
    """Make a note say what `record` does, its prior text kept in the history; tell whether its text changed."""
    rewritten = texts.rewrite(
        db,
        NoteId(record.id),
        key,
        texts.Rewrite(
            title=record.title,
            title_is_set=record.title_is_set,
            body=record.body,
            front_matter=record.front_matter,
            reason=_REASON,
            session=_REASON,
            always_keep=True,
            at=now,
        ),
    )
    workspaces.ensure(db, record.workspace, at=now)
    db.execute(
        """update note set workspace = ?, category = ?, importance = ?, pinned = ?, source = ?, created_at = ?,
            updated_at = ?, deleted_at = ? where rowid = ?""",
        (
            record.workspace,
            record.category,
            record.importance,
            record.pinned,
            record.source,
            record.created_at,
            record.updated_at,
            record.deleted_at,
            key,
        ),
    )
    tags.put(db, key, record.tags)
    return rewritten


def trash(db: Connection, key: int, *, now: datetime) -> None:
    """Move a note to the trash."""
    db.execute(
        "update note set deleted_at = ? where rowid = ? and deleted_at is null", (to_ms(now), key)
    )


def keep_here(db: Connection, key: int) -> None:
    """Let a note stay on this computer from now on."""
    db.execute("update note set local_only = 1 where rowid = ?", (key,))


def share_again(db: Connection, key: int) -> None:
    """Take a note out of the trash that another computer had kept to itself; it is shared from now on."""
    db.execute("update note set local_only = 0, deleted_at = null where rowid = ?", (key,))


def keep_text(db: Connection, key: int, record: NoteRecord, *, now: datetime) -> None:
    """Keep the text of another computer in a note's history."""
    revisions.add(
        db,
        key,
        title=record.title,
        title_is_set=record.title_is_set,
        body=record.body,
        front_matter=record.front_matter,
        at=now,
        reason=_REASON,
        session=_REASON,
    )


def was_here(db: Connection, key: int, record: NoteRecord) -> bool:
    """Tell whether a note once had this text here."""
    return revisions.has(db, key, title=record.title, body=record.body)


def live_notes(db: Connection) -> int:
    """Return how many notes are outside the trash."""
    number: int = db.execute("select count(*) from note where deleted_at is null").fetchone()[0]
    return number
