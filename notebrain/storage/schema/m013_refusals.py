"""What the account did not take, counted in the vault: a start must not forget how often it was tried."""

from notebrain.storage.connection import Connection

# `ruling_try` is about two texts that a model was asked about without an answer. `asked` is counted before a question
# leaves; `not_before` and `reason` are set where the texts do not get through.
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
    """Make the column and the table; what an earlier program was refused is tried again."""
    for statement in _STATEMENTS:
        db.execute(statement)
