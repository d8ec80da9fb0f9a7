"""Which earlier texts were kept while their note stayed on this computer."""

from notebrain.storage.connection import Connection


def up(db: Connection) -> None:
    """Add the column; it is filled when a note that stays here may leave."""
    db.execute("alter table revision add column local_only integer not null default 0")
