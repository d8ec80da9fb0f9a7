"""The text of both notes that a model of the user's account wrote for a card."""

from notebrain.storage.connection import Connection


def up(db: Connection) -> None:
    """Make the column, empty for all cards there are."""
    db.execute("alter table card add column merge text not null default ''")
