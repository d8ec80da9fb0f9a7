"""Which notes carry a date that had not come yet when this vault, sure of its own date, saw them first."""

from notebrain.storage.connection import Connection

# `dated` is the date the note carried (its `updated_at`) at that version, `seen` the one it counts by here: of a note
# that was edited since, the row says nothing any more.
_STATEMENTS = (
    """create table dated_ahead (
        note_rowid integer primary key references note (rowid) on delete cascade,
        dated integer not null,
        version integer not null,
        seen integer not null
    )""",
)


def up(db: Connection) -> None:
    """Make the table, empty."""
    for statement in _STATEMENTS:
        db.execute(statement)
