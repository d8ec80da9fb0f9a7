"""Read single notes in a backup: count, find and take them out."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import Category
from notebrain.storage.connection import connect_untouched, in_words
from notebrain.storage.notes.trash import Trashed
from notebrain.storage.schema.version import schema_version
from notebrain.storage.sql import from_ms

_MOST = 300
_HASHES_SINCE = 20


@dataclass(frozen=True, slots=True)
class BackupNote:
    """A note from a backup, without its text."""

    id: str
    title: str
    updated_at: datetime
    trashed: bool


def count_notes(path: Path) -> int:
    """Return how many notes outside the trash a backup contains.

    Raises:
        VaultError: The backup cannot be read.
    """
    with in_words(path), closing(connect_untouched(path)) as db:
        found: int = db.execute("select count(*) from note where deleted_at is null").fetchone()[0]
        return found


def holding(path: Path, some: Sequence[Trashed]) -> Sequence[Trashed]:
    """Return those of these notes whose present text a backup contains.

    Raises:
        VaultError: The backup cannot be read.
    """
    with in_words(path), closing(connect_untouched(path)) as db:
        if schema_version(db) < _HASHES_SINCE:
            return []
        select = "select 1 from note where id = ? and version = ? and text_hash is ?"
        return [
            trashed
            for trashed in some
            if db.execute(select, (trashed.id, trashed.version, trashed.text_hash)).fetchone()
            is not None
        ]


def find(path: Path, words: str = "", *, most: int = _MOST) -> Sequence[BackupNote]:
    """Return notes of a backup whose title or text contains `words`, most recently changed first.

    Raises:
        VaultError: The backup cannot be read.
    """
    pattern = "%" + "".join(f"\\{c}" if c in "\\%_" else c for c in words.strip()) + "%"
    with in_words(path), closing(connect_untouched(path)) as db:
        rows = db.execute(
            """select id, title, updated_at, deleted_at is not null from note
            where title like ?1 escape '\\' or body like ?1 escape '\\'
            order by updated_at desc limit ?2""",
            (pattern, most),
        ).fetchall()
    return [BackupNote(row[0], row[1], from_ms(row[2]), bool(row[3])) for row in rows]


def draft(path: Path, note_id: str) -> Draft:
    """Return a note of a backup as a draft, so that it can be added again.

    Raises:
        NotFound: The backup has no such note.
        VaultError: The backup cannot be read.
    """
    with in_words(path), closing(connect_untouched(path)) as db:
        row = db.execute(
            """select title, title_is_set, body, workspace, category, importance, pinned, local_only, created_at,
            front_matter from note where id = ?""",
            (note_id,),
        ).fetchone()
        if row is None:
            raise NotFound(_("The backup has no such note."))
        tags = db.execute(
            "select name from tag join note on note.rowid = note_rowid where note.id = ?",
            (note_id,),
        ).fetchall()
    return Draft(
        row[2],
        title=row[0] if row[1] else None,
        workspace=row[3],
        category=Category(row[4]),
        importance=row[5],
        pinned=bool(row[6]),
        local_only=bool(row[7]),
        tags=tuple(tag for (tag,) in tags),
        created_at=from_ms(row[8]),
        front_matter=row[9],
    )
