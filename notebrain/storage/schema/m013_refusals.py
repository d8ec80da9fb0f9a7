"""What the account rejected, counted in the vault: a restart must not forget the number of attempts."""

from notebrain.storage.connection import Connection

# `ruling_try` is about two texts that a model was asked about without an answer. `asked` is counted before a request
# is sent; `not_before` and `reason` are set if the texts are rejected.
_STATEMENTS = (
    "alter table vector_todo add column attempts integer not null default 0",
    """create table ruling_try (
        older_hash blob not null,
        newer_hash blob not null,
        judge text not null,
        asked integer not null default 0,
        not_before integer not null default 0,
        reason text,
        primary key (older_hash, newer_hash, judge)
    ) without rowid""",
)


def up(db: Connection) -> None:
    """Add the column and the table; what was rejected for an earlier version of the program is tried again."""
    for statement in _STATEMENTS:
        db.execute(statement)
