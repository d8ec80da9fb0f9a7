"""Short words for filling a vault in tests of its tables."""

from datetime import UTC, datetime

from notebrain.domain.notes.draft import Draft, new_note
from notebrain.domain.notes.note import NoteId
from notebrain.storage.connection import Connection
from notebrain.storage.embedding.queue import Lane
from notebrain.storage.notes import notes
from notebrain.storage.search import text_index

NOW = datetime(2026, 11, 19, 14, 5, tzinfo=UTC)


def add(
    db: Connection, body: str, *, id_: str = "", now: datetime = NOW, **draft: object
) -> tuple[int, NoteId]:
    """Add a note as the services do; return its key and id."""
    number = db.execute("select count(*) from note").fetchone()[0]
    note_id = NoteId(id_ or f"0190-{number:04}")
    note = new_note(Draft(body, **draft), note_id, now=now)  # type: ignore[arg-type]  # a test's short cut
    return notes.add(db, note, lane=Lane.EDIT, now=now), note_id


def found(db: Connection, word: str) -> list[int]:
    """Return the keys of the notes that the word index finds."""
    text_index.catch_up_words(db)
    return [
        row[0]
        for row in db.execute(
            """select note_rowid from word_doc
            where doc in (select rowid from note_fts where note_fts match ?) order by 1""",
            (word,),
        )
    ]


def found_part(db: Connection, part: str) -> list[int]:
    """Return the keys of the notes that the substring index finds."""
    return [
        row[0]
        for row in db.execute(
            """select note_rowid from word_doc
            where doc in (select rowid from note_gram where body like ?) order by 1""",
            (f"%{part}%",),
        )
    ]
