"""Which earlier texts were saved while their note was local only."""

from notebrain.storage.connection import Connection


def up(db: Connection) -> None:
    """Add the column; it is filled when a note that was local only may be shared."""
    db.execute("alter table revision add column local_only integer not null default 0")
