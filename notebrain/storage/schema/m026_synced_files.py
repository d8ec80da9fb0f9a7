"""Files and the account: which are there, which wait and why, and how much was moved today."""

from notebrain.storage.connection import Connection

# A row of `sync_file` is what is known of a file and the account. `sent` is when the account was last seen to have all
# of it, null if it was not; `size` its size there, for a file that is not here; `holds` that notes with it wait until
# it is sent; `wanted` that the user wants to see it. `why` is empty, or says why it waits until `retry_at`, and
# `reason` says it in a sentence. `sync_file_pause` is what all of them wait for.
_STATEMENTS = (
    """create table sync_file (
        sha text primary key,
        sent integer,
        size integer,
        holds integer not null default 0,
        wanted integer not null default 0,
        why text not null default '',
        reason text not null default '',
        retry_at integer not null default 0,
        attempts integer not null default 0
    ) without rowid""",
    "create index sync_file_holds on sync_file (sha) where holds",
    """create table sync_file_pause (
        one integer primary key check (one = 1),
        why text not null,
        reason text not null,
        retry_at integer not null
    )""",
    """create table sync_file_day (
        one integer primary key check (one = 1), day integer not null, bytes integer not null
    )""",
)


def up(db: Connection) -> None:
    """Create the tables; nothing was sent yet."""
    for statement in _STATEMENTS:
        db.execute(statement)
