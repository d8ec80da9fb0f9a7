"""Storing many new notes in one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from notebrain.domain.note import Note
from notebrain.storage import notes, outbox, tags, workspaces
from notebrain.storage.database import Connection
from notebrain.storage.times import to_ms


@dataclass(frozen=True, slots=True)
class Prepared:
    """A new note with everything computed that can be before the write lock is held."""

    note: Note
    columns: tuple[Any, ...]


def prepare(note: Note) -> Prepared:
    """Compute what storing a note needs; any thread may do this."""
    return Prepared(note, notes.columns(note))


def add_all(
    db: Connection, new: Sequence[Prepared], *, lane: outbox.Lane, now: datetime
) -> list[int]:
    """Store new notes as `notes.add` does, in one go; return their keys in the same order."""
    for name in {one.note.workspace for one in new}:
        workspaces.ensure(db, name, at=now)
    # SQLite numbers new rows from the greatest one on
    (before,) = db.execute("select coalesce(max(rowid), 0) from note").fetchone()
    db.executemany(notes.INSERT, [one.columns for one in new])
    keys = list(range(before + 1, before + 1 + len(new)))
    for key, one in zip(keys, new, strict=True):
        if one.note.tags:
            tags.put(db, key, one.note.tags)
    due = to_ms(now)
    db.executemany(
        """insert into outbox (kind, note_rowid, idempotency_key, lane, retry_at)
        values ('index', ?, ?, ?, ?)""",
        [
            (key, f"{one.note.id}:{one.note.version}", lane, due)
            for key, one in zip(keys, new, strict=True)
        ],
    )
    return keys
