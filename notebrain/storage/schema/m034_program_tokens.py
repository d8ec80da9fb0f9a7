"""Tokens of programs that ask over HTTP; only their hashes are kept."""

from notebrain.storage.connection import Connection


def up(db: Connection) -> None:
    """Create the table."""
    db.execute(
        """create table program_token (
            hash blob primary key,
            name text not null unique,
            scope text not null,
            made_at integer not null,
            used_at integer
        ) without rowid"""
    )
