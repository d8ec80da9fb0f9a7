"""Record imported files, insert many notes at once, and keep original bytes that were not valid UTF-8.

The meaning of such bytes is a guess. With the originals, a wrong guess can be corrected long after the file is gone.
They stay on this computer and are deleted with their note.
"""

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.notes.tags import TagsFrom
from notebrain.storage import sql
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import queue
from notebrain.storage.notes import notes, tags
from notebrain.storage.sql import to_ms


@dataclass(frozen=True, slots=True)
class Imported:
    """A file that was imported.

    Attributes:
        file_hash: Hash of the file's bytes when it was read.
        note_version: The note's version after the import; if it is greater now, the note was changed here.
        tags_from: Where imports have taken its tags from so far.
    """

    path: str
    note_id: NoteId
    note_key: int
    file_hash: bytes
    note_version: int
    tags_from: TagsFrom = TagsFrom.NOTHING


def under(db: Connection, root: str) -> dict[str, Imported]:
    """Return everything imported from a folder, by path."""
    found = db.execute(
        """select path, id, note_rowid, file_hash, note_version, tags_from
        from imported join note on note.rowid = note_rowid where root = ?""",
        (root,),
    )
    return {row[0]: _imported(row) for row in found}


def _imported(row: Sequence[Any]) -> Imported:
    return Imported(row[0], NoteId(row[1]), row[2], row[3], row[4], TagsFrom(row[5]))


def get(db: Connection, root: str, path: str) -> Imported | None:
    """Return what one file became, or None."""
    row = db.execute(
        """select path, id, note_rowid, file_hash, note_version, tags_from
        from imported join note on note.rowid = note_rowid where root = ? and path = ?""",
        (root, path),
    ).fetchone()
    return None if row is None else _imported(row)


def of_others(db: Connection) -> dict[str, list[int]]:
    """Return the keys of notes imported on another computer but not here, by the path of their file."""
    found: dict[str, list[int]] = {}
    coming = db.execute(
        """select substr(source, length('import:') + 1), rowid from note
        where source glob 'import:*' and deleted_at is null and not local_only
        and not exists (select 1 from imported where note_rowid = note.rowid)"""
    )
    for path, key in coming:
        found.setdefault(path, []).append(key)
    return found


def put_all(db: Connection, root: str, files: Iterable[Imported]) -> None:
    """Record the note of each file; a file has one note, the newest."""
    sql.insert(
        db,
        "insert into imported (root, path, note_rowid, file_hash, note_version, tags_from)",
        [
            (root, file.path, file.note_key, file.file_hash, file.note_version, int(file.tags_from))
            for file in files
        ],
        """on conflict (root, path) do update set note_rowid = excluded.note_rowid,
            file_hash = excluded.file_hash, note_version = excluded.note_version,
            tags_from = excluded.tags_from""",
    )


def forget(db: Connection, keys: Sequence[int]) -> None:
    """Forget which files these notes were imported from, so that the next import brings the files again."""
    db.executemany("delete from imported where note_rowid = ?", [(key,) for key in keys])


def outdate(db: Connection, key: int) -> None:
    """Let the next import of a note's file update the note as it is now, although the file has not changed."""
    db.execute(
        """update imported set file_hash = x'', note_version = (select version from note where rowid = ?1)
        where note_rowid = ?1""",
        (key,),
    )


def redate(db: Connection, key: int, *, created_at: datetime, updated_at: datetime) -> None:
    """Give a note the dates of its file: it changed when the file did, not when it was imported."""
    db.execute(
        "update note set created_at = ?, updated_at = ? where rowid = ?",
        (to_ms(created_at), to_ms(updated_at), key),
    )


def live_keys(db: Connection, workspace: str | None) -> list[int]:
    """Return the keys of all notes outside the trash, oldest first, in the order an export uses."""
    return [
        row[0]
        for row in db.execute(
            """select rowid from note where deleted_at is null
            and (?1 is null or workspace = ?1) order by created_at, id""",
            (workspace,),
        )
    ]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A new note with everything computed that can be computed before taking the write lock."""

    note: Note
    columns: tuple[Any, ...]


def prepare(note: Note) -> Prepared:
    """Compute what storing a note needs; may run in any thread."""
    return Prepared(note, notes.columns(note))


def add_all(
    db: Connection, new: Sequence[Prepared], *, lane: queue.Lane, now: datetime
) -> list[int]:
    """Store new notes as `notes.add` does, in one go; return their keys in the same order."""
    for name in {prepared.note.workspace for prepared in new}:
        notes.ensure(db, name, at=now)
    sql.insert(db, notes.INTO, [prepared.columns for prepared in new])
    # new rows are numbered one after the other, above all earlier numbers
    (last,) = db.execute("select coalesce(max(rowid), 0) from note").fetchone()
    keys = list(range(last - len(new) + 1, last + 1))
    for key, prepared in zip(keys, new, strict=True):
        if prepared.note.tags:
            tags.put(db, key, prepared.note.tags, prepared.note.text_tags)
    queue.queue_all(db, keys, lane=lane, at=now)
    return keys


def pack_original(data: bytes) -> bytes:
    """Return the bytes in the form they are stored; may run in any thread, before the write lock is taken."""
    return zlib.compress(data)


def put_originals(db: Connection, packed: Iterable[tuple[int, bytes]]) -> None:
    """Store the results of `pack_original` by note key, replacing earlier ones."""
    sql.insert(
        db,
        "insert into original (note_rowid, data)",
        list(packed),
        "on conflict (note_rowid) do update set data = excluded.data",
    )


def drop_original(db: Connection, key: int) -> None:
    """Delete the bytes of a file that is valid UTF-8 now."""
    db.execute("delete from original where note_rowid = ?", (key,))


def original_of(db: Connection, note_id: NoteId) -> bytes | None:
    """Return the bytes of the file a note was imported from, or None if its text contains them all.

    Raises:
        NotFound: There is no such note.
    """
    row = db.execute(
        "select data from original where note_rowid = ?", (notes.key_of(db, note_id),)
    ).fetchone()
    return None if row is None else zlib.decompress(row[0])
