"""What is shared of a note, as the tables have it."""

import json
from collections.abc import Sequence
from typing import Any, cast

from notebrain.domain.notes.note import Category
from notebrain.domain.notes.tags import clean_tags
from notebrain.domain.sync.records import NoteRecord
from notebrain.storage.database import Connection

_AT_ONCE = 500
_RECORD = """select note.rowid, id, workspace, title, title_is_set, body, front_matter, category, importance, pinned,
    source, (select json_group_array(name) from tag where tag.note_rowid = note.rowid), created_at, updated_at,
    deleted_at, extra from note left join sync_note on sync_note.note_rowid = note.rowid"""


def of_keys(db: Connection, keys: Sequence[int]) -> dict[int, NoteRecord]:
    """Return what these notes say, by key; those that are gone are left out."""
    found: dict[int, NoteRecord] = {}
    for start in range(0, len(keys), _AT_ONCE):
        some = keys[start : start + _AT_ONCE]
        marks = ",".join("?" * len(some))
        for row in db.execute(f"{_RECORD} where note.rowid in ({marks})", tuple(some)):
            found[row[0]] = _record(row)
    return found


def of(db: Connection, key: int) -> NoteRecord:
    """Return what a note says, which must be there."""
    return _record(db.execute(f"{_RECORD} where note.rowid = ?", (key,)).fetchone())


def extra_text(record: NoteRecord) -> str | None:
    """Return what only a newer version understands of a note, as it is kept beside it; None when there is nothing."""
    return json.dumps(dict(record.extra), sort_keys=True) if record.extra else None


def _record(row: Sequence[Any]) -> NoteRecord:
    return NoteRecord(
        id=row[1],
        workspace=row[2],
        title=row[3],
        title_is_set=bool(row[4]),
        body=row[5],
        front_matter=row[6],
        category=Category(row[7]),
        importance=row[8],
        pinned=bool(row[9]),
        source=row[10],
        tags=clean_tags(cast("list[str]", json.loads(row[11]))),
        created_at=row[12],
        updated_at=row[13],
        deleted_at=row[14],
        extra=cast("dict[str, object]", json.loads(row[15])) if row[15] else {},
    )
