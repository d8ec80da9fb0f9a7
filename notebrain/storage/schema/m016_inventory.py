"""What the account has, by name and number, so that missing items are noticed; notes imported on two computers."""

from notebrain.storage.connection import Connection

# `seq` is the number of an item in the account when it was last reported; 0 means before numbers were recorded.
# `sync_missing` contains the items that disappeared there, or were rolled back, until that is repaired.
_STATEMENTS = (
    """create table sync_there (
        kind text not null,
        id text not null,
        seq integer not null,
        primary key (kind, id)
    ) without rowid""",
    "create table sync_missing (kind text not null, id text not null, primary key (kind, id)) without rowid",
    # ids of other computers that imported notes were given, because they were imported here too, and their former ids
    "create table sync_adopted (id text primary key) without rowid",
    """create table note_alias (
        id text primary key,
        note_rowid integer not null references note (rowid) on delete cascade
    ) without rowid""",
    "create index note_alias_note on note_alias (note_rowid)",
    "create index imported_path on imported (path)",
    """insert into sync_there (kind, id, seq)
    select 'note', id, 0 from note join sync_note on sync_note.note_rowid = note.rowid where rev is not null
    union select 'note', note_id, 0 from sync_gone where rev is not null
    union select kind, id, 0 from sync_thing where rev is not null
    union select kind, id, 0 from sync_held""",
)


def up(db: Connection) -> None:
    """Create the tables; for a vault that is connected, what the account has is known, but not under which numbers."""
    for statement in _STATEMENTS:
        db.execute(statement)
