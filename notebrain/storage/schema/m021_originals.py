"""The bytes of imported files that were not valid UTF-8; editing a note in the trash restarts its days there."""

from notebrain.storage.connection import Connection

# `original.data` is compressed (zlib). It is deleted with its note.
_STATEMENTS = (
    """create table original (
        note_rowid integer primary key references note (rowid) on delete cascade,
        data blob not null
    )""",
    """create trigger in_trash_edited after update of title, body on note
    when new.deleted_at is not null and (old.title, old.body) is not (new.title, new.body) begin
        delete from in_trash where note_rowid = new.rowid;
    end""",
)


def up(db: Connection) -> None:
    """Create the table, empty, and the trigger."""
    for statement in _STATEMENTS:
        db.execute(statement)
