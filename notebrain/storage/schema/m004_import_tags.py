"""What an import took tags from, so that the next one gives only what is new."""

from notebrain.storage.connection import Connection


def up(db: Connection) -> None:
    """Remember for each imported file what its tags were taken from (`domain.import_tags`)."""
    db.execute("alter table imported add column tags_from integer not null default 0")
