"""Applying; what is held back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.sync.records import NoteRecord
from notebrain.domain.sync.remote import Item, Kind, Name
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import queue
from notebrain.storage.notes import notes, revisions, rewrite, tags
from notebrain.storage.sql import from_ms, maybe_from_ms, to_ms
from notebrain.storage.sync.inventory import IS_MISSING

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
    return notes.add(db, note, lane=queue.Lane.BACKFILL, now=now)


def change(db: Connection, key: int, record: NoteRecord, *, now: datetime) -> bool:
    """Make a note say what `record` does, its prior text kept in the history; tell whether its text changed."""
    rewritten = rewrite.rewrite(
        db,
        NoteId(record.id),
        key,
        rewrite.Rewrite(
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


class Why(StrEnum):
    """What has to happen first."""

    BUSY = "busy"
    """The user is typing in it."""
    DELETES = "deletes"
    """It would take a note away: together with others that may be too many."""
    UNREADABLE = "unreadable"
    """A newer program wrote it."""
    FAULTY = "faulty"
    """Carrying it out met a fault of ours, which another version may not have."""
    ALLOWED = "allowed"
    """It would take a note away, and the user said that it may."""
    REFUSED = "refused"
    """It would take a note away, and the user said that it must not."""


@dataclass(frozen=True, slots=True)
class Aside:
    """A change of another computer that could not be carried out here.

    Attributes:
        title: What its note is called here; empty for what is no note, or is not here.
        newer: Whether a newer program wrote it; else a fault of ours stands in the way.
        fault: Which; None for what a newer program wrote.
    """

    name: Name
    title: str
    newer: bool
    fault: str | None


_COLUMNS = "kind, id, rev, base, device, content, gone, seq"
_SET_ASIDE = f"'{Why.UNREADABLE}', '{Why.FAULTY}'"
_MISSING = IS_MISSING.format(kind="sync_thing.kind", id="sync_thing.id")
_WORKSPACE = "substr(sync_thing.id, instr(sync_thing.id, ':') + 1)"
IS_UNNAMED = f"""(sync_thing.kind = 'setting' and rev is null and sending_rev is null
    and exists (select 1 from note where workspace = {_WORKSPACE} and local_only)
    and not exists (select 1 from note where workspace = {_WORKSPACE} and not local_only))"""
"""The condition by which a row of `sync_thing` is the setting of a workspace whose notes all stay on this computer:
its name is in no account."""
IS_HELD = f"""(exists (select 1 from sync_held
    where sync_held.kind = sync_thing.kind and sync_held.id = sync_thing.id) or {_MISSING} or {IS_UNNAMED})"""
"""The condition by which a row of `sync_thing` waits: for what came of it from the account, for a repair there, or for
a note that may leave."""


def put(
    db: Connection, item: Item, why: Why, *, tried_by: str | None = None, fault: str | None = None
) -> None:
    """Keep something for later, in the place of what was kept of it before.

    Args:
        tried_by: The version of the program that could not carry it out.
        fault: The kind of the fault and its place in the program; never what a note says.
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
    """Let go of what was kept of a thing."""
    db.execute("delete from sync_held where kind = ? and id = ?", (name.kind, name.id))


def of(db: Connection, why: Why, *, limit: int = -1) -> list[Item]:
    """Return what is kept for a reason, in the account's order."""
    rows = db.execute(
        f"select {_COLUMNS} from sync_held where why = ? order by seq limit ?", (why, limit)
    )
    return [_item(row) for row in rows]


def untried(db: Connection, program: str) -> list[Item]:
    """Return what another version of the program could not carry out, in the account's order."""
    rows = db.execute(
        f"""select {_COLUMNS} from sync_held where why in ({_SET_ASIDE}) and tried_by is not ? order by seq""",
        (program,),
    )
    return [_item(row) for row in rows]


def set_aside(db: Connection, *, limit: int = 100) -> Sequence[Aside]:
    """Return what this program could not carry out, in the account's order."""
    rows = db.execute(
        f"""select kind, sync_held.id, coalesce(title, ''), why = '{Why.UNREADABLE}', fault
        from sync_held left join note on kind = '{Kind.NOTE}' and note.id = sync_held.id
        where why in ({_SET_ASIDE}) order by seq limit ?""",
        (limit,),
    )
    return [Aside(Name(Kind(row[0]), row[1]), row[2], bool(row[3]), row[4]) for row in rows]


def try_again(db: Connection) -> None:
    """Let everything that was set aside be tried again by this program."""
    db.execute(f"update sync_held set tried_by = null where why in ({_SET_ASIDE})")


def answer(db: Connection, *, delete: bool) -> int:
    """Keep what the user says to the notes that would go, so that it holds also after a kill; return how many."""
    said = Why.ALLOWED if delete else Why.REFUSED
    return db.execute("update sync_held set why = ? where why = ?", (said, Why.DELETES)).rowcount


def count(db: Connection, why: Why) -> int:
    """Return how much is kept for a reason."""
    number: int = db.execute("select count(*) from sync_held where why = ?", (why,)).fetchone()[0]
    return number


def titles(db: Connection, why: Why, *, limit: int) -> list[str]:
    """Return the titles of the notes here about which something is kept for a reason, from A to Z."""
    rows = db.execute(
        """select title from sync_held join note on note.id = sync_held.id
        where kind = ? and why = ? order by title collate nocase limit ?""",
        (Kind.NOTE, why, limit),
    )
    return [row[0] for row in rows]


def _item(row: Sequence[Any]) -> Item:
    name = Name(Kind(row[0]), row[1])
    return Item(name, row[2], row[3], row[4], row[5], gone=bool(row[6]), seq=row[7])
