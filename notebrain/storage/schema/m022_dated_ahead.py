"""Which notes had a date in the future when this vault, sure of its own date, first saw them."""

from notebrain.storage.connection import Connection

# `dated` is the date that the note had (its `updated_at`) at that version; `seen` is the date used for it here. For a
# note that was edited since, the row has no meaning.
_STATEMENTS = (
    """create table dated_ahead (
        note_rowid integer primary key references note (rowid) on delete cascade,
        dated integer not null,
        version integer not null,
        seen integer not null
    )""",
)


def up(db: Connection) -> None:
    """Create the table, empty."""
    for statement in _STATEMENTS:
        db.execute(statement)
