"""Apply changes of other computers to the notes, and hold back those that cannot be applied yet."""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

from notebrain.domain.notes.history import SYNC, sync_session
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.sync.records import NoteRecord
from notebrain.domain.sync.remote import Item, Kind, Name
from notebrain.domain.sync.reports import HeldChange
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import queue
from notebrain.storage.files import unused
from notebrain.storage.notes import notes, revisions, rewrite, tags
from notebrain.storage.sql import from_ms, maybe_from_ms, to_ms
from notebrain.storage.sync.inventory import IS_MISSING


def insert(db: Connection, record: NoteRecord, *, now: datetime) -> int:
    """Add a note from another computer; return its key."""
    unused.hold(db)
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
        text_tags=record.text_tags,
        deleted_at=maybe_from_ms(record.deleted_at),
    )
    return notes.add(db, note, lane=queue.Lane.BACKFILL, now=now)


def change(
    db: Connection, key: int, record: NoteRecord, *, now: datetime, device: str = ""
) -> bool:
    """Give a note the content of `record`, saving its prior text; return whether its text changed.

    Args:
        device: The computer that wrote it; empty if unknown.
    """
    unused.hold(db)
    rewritten = rewrite.rewrite(
        db,
        NoteId(record.id),
        key,
        rewrite.Rewrite(
            title=record.title,
            title_is_set=record.title_is_set,
            body=record.body,
            front_matter=record.front_matter,
            reason=SYNC,
            session=sync_session(device),
            always_keep=True,
            at=now,
        ),
    )
    notes.ensure(db, record.workspace, at=now)
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
    tags.put(db, key, record.tags, record.text_tags)
    return rewritten


def trash(db: Connection, key: int, *, now: datetime) -> None:
    """Move a note to the trash."""
    db.execute(
        "update note set deleted_at = ? where rowid = ? and deleted_at is null", (to_ms(now), key)
    )


def keep_here(db: Connection, key: int) -> None:
    """Make a note local only from now on."""
    db.execute("update note set local_only = 1 where rowid = ?", (key,))


def share_again(db: Connection, key: int) -> None:
    """Take a note that another computer had kept to itself out of the trash; it is shared from now on."""
    db.execute("update note set local_only = 0, deleted_at = null where rowid = ?", (key,))


def save_text(
    db: Connection, key: int, record: NoteRecord, *, now: datetime, device: str = ""
) -> None:
    """Save the text of another computer, which the note does not get, in its history."""
    revisions.add(
        db,
        key,
        title=record.title,
        title_is_set=record.title_is_set,
        body=record.body,
        front_matter=record.front_matter,
        at=now,
        reason=SYNC,
        session=sync_session(device, beside=True),
    )


def was_here(db: Connection, key: int, record: NoteRecord) -> bool:
    """Return whether a note once had this text here."""
    return revisions.has(db, key, title=record.title, body=record.body)


def live_notes(db: Connection) -> int:
    """Return how many notes are outside the trash."""
    number: int = db.execute("select count(*) from note where deleted_at is null").fetchone()[0]
    return number


class Why(StrEnum):
    """Why a change is held back."""

    BUSY = "busy"
    """The user is typing in the note."""
    DELETES = "deletes"
    """It would remove a note, and together with others these may be too many."""
    UNREADABLE = "unreadable"
    """A newer program wrote it."""
    FAULTY = "faulty"
    """Applying it hit a bug in this version, which another version may not have."""
    ALLOWED = "allowed"
    """It would remove a note, and the user allowed it."""
    REFUSED = "refused"
    """It would remove a note, and the user refused it."""


_COLUMNS = "kind, id, rev, base, device, content, gone, seq"
_SET_ASIDE = f"'{Why.UNREADABLE}', '{Why.FAULTY}'"
_MISSING = IS_MISSING.format(kind="sync_thing.kind", id="sync_thing.id")
_WORKSPACE = "substr(sync_thing.id, instr(sync_thing.id, ':') + 1)"
IS_UNNAMED = f"""(sync_thing.kind = 'setting' and rev is null and sending_rev is null
    and exists (select 1 from note where workspace = {_WORKSPACE} and local_only)
    and not exists (select 1 from note where workspace = {_WORKSPACE} and not local_only))"""
"""The condition for rows of `sync_thing` that are settings of a workspace whose notes are all local only: its name is
not in any account."""
IS_HELD = f"""(exists (select 1 from sync_held
    where sync_held.kind = sync_thing.kind and sync_held.id = sync_thing.id) or {_MISSING} or {IS_UNNAMED})"""
"""The condition for rows of `sync_thing` that must wait: for a held change from the account, for a repair of the
account, or for a note that may leave."""


def put(
    db: Connection, item: Item, why: Why, *, tried_by: str | None = None, fault: str | None = None
) -> None:
    """Hold an item for later, replacing what was held of it before.

    Args:
        tried_by: The version of the program that could not apply it.
        fault: The kind of the bug and its location in the code; never a note's content.
    """
    db.execute(
        f"""insert or replace into sync_held ({_COLUMNS}, why, tried_by, fault)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        (
            item.name.kind,
            item.name.id,
            item.rev,
            item.base,
            item.device,
            item.content,
            item.gone,
            item.seq,
            why,
            tried_by,
            fault,
        ),
    )


def drop(db: Connection, name: Name) -> None:
    """Delete what was held of an item."""
    db.execute("delete from sync_held where kind = ? and id = ?", (name.kind, name.id))


def of(db: Connection, why: Why, *, limit: int = -1) -> list[Item]:
    """Return what is held for a reason, in the account's order."""
    rows = db.execute(
        f"select {_COLUMNS} from sync_held where why = ? order by seq limit ?", (why, limit)
    )
    return [_item(row) for row in rows]


def untried(db: Connection, program: str) -> list[Item]:
    """Return what another version of the program could not apply, in the account's order."""
    rows = db.execute(
        f"""select {_COLUMNS} from sync_held where why in ({_SET_ASIDE}) and tried_by is not ? order by seq""",
        (program,),
    )
    return [_item(row) for row in rows]


def set_aside(db: Connection, *, limit: int = 100) -> Sequence[HeldChange]:
    """Return what this program could not apply, in the account's order."""
    rows = db.execute(
        f"""select kind, sync_held.id, coalesce(title, ''), why = '{Why.UNREADABLE}', fault
        from sync_held left join note on kind = '{Kind.NOTE}' and note.id = sync_held.id
        where why in ({_SET_ASIDE}) order by seq limit ?""",
        (limit,),
    )
    return [HeldChange(Name(Kind(row[0]), row[1]), row[2], bool(row[3]), row[4]) for row in rows]


def try_again(db: Connection) -> None:
    """Let this program retry everything that was set aside."""
    db.execute(f"update sync_held set tried_by = null where why in ({_SET_ASIDE})")


def answer(db: Connection, *, delete: bool) -> int:
    """Record the user's decision on notes that would be removed, so that it survives a kill; return how many."""
    why = Why.ALLOWED if delete else Why.REFUSED
    return db.execute("update sync_held set why = ? where why = ?", (why, Why.DELETES)).rowcount


def count(db: Connection, why: Why) -> int:
    """Return how many items are held for a reason."""
    number: int = db.execute("select count(*) from sync_held where why = ?", (why,)).fetchone()[0]
    return number


def titles(db: Connection, why: Why, *, limit: int) -> list[str]:
    """Return the titles of the local notes for which something is held for a reason, from A to Z."""
    rows = db.execute(
        """select title from sync_held join note on note.id = sync_held.id
        where kind = ? and why = ? order by title collate nocase limit ?""",
        (Kind.NOTE, why, limit),
    )
    return [row[0] for row in rows]


def removing(db: Connection) -> list[str]:
    """Return the names of the computers that removed the notes the user is asked about, from A to Z."""
    rows = db.execute(
        """select distinct name from sync_held join computer using (device) where why = ?
        order by name collate nocase""",
        (Why.DELETES,),
    )
    return [row[0] for row in rows]


def _item(row: Sequence[Any]) -> Item:
    name = Name(Kind(row[0]), row[1])
    return Item(name, row[2], row[3], row[4], row[5], gone=bool(row[6]), seq=row[7])
