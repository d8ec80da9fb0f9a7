"""Files in the account that this computer knows no use for, and files in receipts and in the log of rounds."""

from notebrain.storage.connection import Connection

# `sync_file_stray.since` is the vault's time at which a file in the account was first seen unused here: for one that
# this computer had, when it became unused. `sync_file_look.at` is only for deciding when to look again. A receipt with
# `bytes` is for a file, whose hash stands in place of the note's id.
_STATEMENTS = (
    "create table sync_file_stray (sha text primary key, since integer not null) without rowid",
    """create trigger sync_file_used_again after insert on attachment_use begin
        delete from sync_file_stray where sha = new.sha;
    end""",
    """create trigger sync_file_added_again after insert on attachment begin
        delete from sync_file_stray where sha = new.sha;
    end""",
    """create trigger sync_file_unused before delete on attachment
    when exists (select 1 from sync_file where sha = old.sha) begin
        insert or replace into sync_file_stray (sha, since)
        select sha, since from attachment_unused where sha = old.sha;
    end""",
    "create table sync_file_look (one integer primary key check (one = 1), at integer not null)",
    "alter table sync_receipt add column bytes integer",
    "alter table sync_run add column files_sent integer not null default 0",
    "alter table sync_run add column files_fetched integer not null default 0",
)


def up(db: Connection) -> None:
    """Create the tables, empty, and the columns."""
    for statement in _STATEMENTS:
        db.execute(statement)
