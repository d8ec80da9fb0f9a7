"""Keep the original bytes of imported files that were not valid UTF-8, together with their notes.

The meaning of such bytes is a guess. With the originals, a wrong guess can be corrected long after the file is gone.
They stay on this computer and are deleted with their note.
"""

import zlib
from collections.abc import Iterable

from notebrain.domain.notes.note import NoteId
from notebrain.storage import sql
from notebrain.storage.connection import Connection
from notebrain.storage.notes import notes


def pack(data: bytes) -> bytes:
    """Return the bytes in the form they are stored; may run in any thread, before the write lock is taken."""
    return zlib.compress(data)


def put_all(db: Connection, packed: Iterable[tuple[int, bytes]]) -> None:
    """Store the results of `pack` by note key, replacing earlier ones."""
    sql.insert(
        db,
        "insert into original (note_rowid, data)",
        list(packed),
        "on conflict (note_rowid) do update set data = excluded.data",
    )


def drop(db: Connection, key: int) -> None:
    """Delete the bytes of a file that is valid UTF-8 now."""
    db.execute("delete from original where note_rowid = ?", (key,))


def get(db: Connection, note_id: NoteId) -> bytes | None:
    """Return the bytes of the file a note was imported from, or None if its text contains them all.

    Raises:
        NotFound: There is no such note.
    """
    row = db.execute(
        "select data from original where note_rowid = ?", (notes.key_of(db, note_id),)
    ).fetchone()
    return None if row is None else zlib.decompress(row[0])
