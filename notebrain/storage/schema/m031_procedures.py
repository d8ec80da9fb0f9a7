"""The user's procedures, and what each was before its last changes."""

from notebrain.storage.connection import Connection

_COLUMNS = """text text not null,
        category text not null,
        trigger_kind text not null,
        trigger_text text not null,
        source text not null,
        is_off integer not null,
        created_at integer not null,
        updated_at integer not null"""

PROCEDURE = f"create table procedure (id text primary key, {_COLUMNS})"

# `before` is null for a procedure that was made by the change
_STATEMENTS = (
    PROCEDURE,
    """create table procedure_change (
        id integer primary key autoincrement,
        procedure_id text not null,
        before text
    )""",
    "create index procedure_change_of on procedure_change (procedure_id, id)",
)


def up(db: Connection) -> None:
    """Create the tables."""
    for statement in _STATEMENTS:
        db.execute(statement)
