"""Storing many new notes in one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from notebrain.domain.notes.note import Note
from notebrain.storage import notes, outbox, rows, tags, workspaces
from notebrain.storage.database import Connection


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
    rows.insert(db, notes.INTO, [one.columns for one in new])
    # new rows are numbered one after the other, greater than all that ever were
    (last,) = db.execute("select coalesce(max(rowid), 0) from note").fetchone()
    keys = list(range(last - len(new) + 1, last + 1))
    for key, one in zip(keys, new, strict=True):
        if one.note.tags:
            tags.put(db, key, one.note.tags)
    outbox.queue_all(db, keys, lane=lane, at=now)
    return keys
