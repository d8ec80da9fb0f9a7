"""The merged text of two notes that a model in the user's account wrote for a card."""

from notebrain.storage.connection import Connection


def up(db: Connection) -> None:
    """Add the column, empty for all existing cards."""
    db.execute("alter table card add column merge text not null default ''")
