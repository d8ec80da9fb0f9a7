"""Which notes seem to be replaced by newer ones, for the search; the review asks only about those it is surer of."""

from notebrain.storage.connection import Connection

_STATEMENTS = (
    """create table replacement (
        older_rowid integer not null references note (rowid) on delete cascade,
        newer_rowid integer not null references note (rowid) on delete cascade,
        likely real not null,
        primary key (older_rowid, newer_rowid)
    ) without rowid""",
    "create index replacement_newer on replacement (newer_rowid)",
)


def up(db: Connection) -> None:
    """Create the table, empty: it fills as notes are compared."""
    for statement in _STATEMENTS:
        db.execute(statement)
