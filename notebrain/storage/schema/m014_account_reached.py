"""When the account last answered."""

from notebrain.storage.connection import Connection


def up(db: Connection) -> None:
    """Add the column; a vault that is connected starts without a date."""
    db.execute("alter table sync_account add column last_reached integer")
