"""What a model of the user's account said about pairs of texts, and which cards it judged."""

from notebrain.storage.connection import Connection

# `ruling` is kept by the hashes of the two texts, so that nothing is paid for twice; null: nothing that can be used.
_STATEMENTS = (
    "alter table card add column judged_by text not null default ''",
    """create table ruling (
        older_hash blob not null,
        newer_hash blob not null,
        judge text not null,
        said text,
        primary key (older_hash, newer_hash, judge)
    ) without rowid""",
)


def up(db: Connection) -> None:
    """Make the column, empty for all cards there are, and the table."""
    for statement in _STATEMENTS:
        db.execute(statement)
