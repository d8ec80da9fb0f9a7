"""The bytes of imported files that were no valid UTF-8, as the files had them, kept beside the notes they became.

What such bytes mean is a guess. With them at hand, a wrong guess can be mended long after the file is gone. They stay
on this computer, and go with their note.
"""

import zlib
from collections.abc import Iterable

from notebrain.domain.notes.note import NoteId
from notebrain.storage import sql
from notebrain.storage.connection import Connection
from notebrain.storage.notes import notes


def pack(data: bytes) -> bytes:
    """Return the bytes as they are kept; any thread may do this, before anybody waits for the vault."""
    return zlib.compress(data)


def put_all(db: Connection, packed: Iterable[tuple[int, bytes]]) -> None:
    """Keep what `pack` gave, by the keys of the notes, in place of what was kept before."""
    sql.insert(
        db,
        "insert into original (note_rowid, data)",
        list(packed),
        "on conflict (note_rowid) do update set data = excluded.data",
    )


def drop(db: Connection, key: int) -> None:
    """Let go of the bytes of a file that is valid UTF-8 by now."""
    db.execute("delete from original where note_rowid = ?", (key,))


def get(db: Connection, note_id: NoteId) -> bytes | None:
    """Return the bytes of the file that a note was imported from, None where its text has them all.

    Raises:
        NotFound: There is no such note.
    """
    row = db.execute(
        "select data from original where note_rowid = ?", (notes.key_of(db, note_id),)
    ).fetchone()
    return None if row is None else zlib.decompress(row[0])
