"""What a model in the user's account said about pairs of texts, and which cards it judged."""

from notebrain.storage.connection import Connection

# `ruling` is stored under the hashes of the two texts, so that nothing is paid for twice; null means that the answer
# was unusable.
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
    """Add the column, empty for all existing cards, and the table."""
    for statement in _STATEMENTS:
        db.execute(statement)
