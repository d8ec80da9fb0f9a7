"""Reading a note to show it: all of it, or the beginning of a very long one."""

import sqlite3
from contextlib import closing

from notebrain.domain.notes.excerpt import (
    LONGEST_BEGINNING,
    LONGEST_WHOLE,
    NoteBeginning,
    beginning_of,
)
from notebrain.domain.notes.note import Note, NoteId
from notebrain.storage import notes
from notebrain.storage.database import Connection


def read(db: Connection, note_id: NoteId) -> Note:
    """Return a note, whole or, where its text is very long, as a `NoteBeginning` (50 MB: about 1 ms).

    Raises:
        NotFound: There is none with this id.
    """
    key = notes.key_of(db, note_id)
    # a handle tells the length and gives a part without reading the rest, as `length` and `substr` do
    try:
        with closing(db.blobopen("note", "body", key, readonly=True)) as text:
            size = len(text)
            head = text.read(LONGEST_BEGINNING) if size > LONGEST_WHOLE else b""
    except sqlite3.OperationalError:  # on a damaged disk a text may have become a number
        return notes.get(db, note_id)
    if not head:
        return notes.get(db, note_id)
    return NoteBeginning.of(notes.without_body(db, note_id), beginning_of(head), size=size)
