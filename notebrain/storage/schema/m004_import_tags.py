"""Where the tags of an imported file came from, so that the next import adds only what is new."""

from notebrain.storage.connection import Connection


def up(db: Connection) -> None:
    """Record for each imported file where its tags came from (`domain.import_tags`)."""
    db.execute("alter table imported add column tags_from integer not null default 0")
