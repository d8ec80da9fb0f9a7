"""The names of the vault's computers, what they spent, and what each sync round fetched."""

from notebrain.storage.connection import Connection

# `things` is a JSON list of kinds and ids; the titles are looked up when they are shown.
_STATEMENTS = (
    "create table computer (device text primary key, name text not null) without rowid",
    "alter table neuron_day add column elsewhere real not null default 0",
    "alter table sync_run add column things text not null default '[]'",
)


def up(db: Connection) -> None:
    """Create the table and the columns; nothing is known yet."""
    for statement in _STATEMENTS:
        db.execute(statement)
