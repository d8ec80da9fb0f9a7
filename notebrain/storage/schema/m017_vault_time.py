"""How much time has passed for a vault, since when notes are in the trash, and what no backup contains yet."""

from notebrain.storage.connection import Connection

# `vault_time` has one row once the clock was checked: `passed` counts milliseconds (see `domain.vault_time`), `at` is
# the date up to which they are counted. `account_ahead` and `account_at` are the time reported by the account.
# `running` counts the milliseconds since the last backup, and `looked_at` is the date of the last check, right or
# wrong. `in_trash.since` is the vault's time at which a note was first seen in the trash here: a note that is restored
# and deleted again starts over, and so do all notes in the trash now, since their dates may come from any computer.
_STATEMENTS = (
    """create table vault_time (
        one integer primary key check (one = 1),
        passed integer not null default 0,
        at integer not null,
        agreed integer not null default 0,
        account_ahead integer,
        account_at integer,
        running integer not null default 0,
        looked_at integer not null
    )""",
    """create table in_trash (
        note_rowid integer primary key references note (rowid) on delete cascade,
        since integer not null
    )""",
    """create trigger in_trash_no_more after update of deleted_at on note
    when old.deleted_at is not null and new.deleted_at is null begin
        delete from in_trash where note_rowid = new.rowid;
    end""",
    "create table not_backed_up (note_rowid integer primary key)",
    """create trigger not_backed_up_comes after insert on note begin
        insert or ignore into not_backed_up values (new.rowid);
    end""",
    """create trigger not_backed_up_changes after update of title, body, front_matter, workspace, category, importance,
        pinned, local_only, deleted_at on note begin
        insert or ignore into not_backed_up values (new.rowid);
    end""",
    """create trigger not_backed_up_goes after delete on note begin
        insert or ignore into not_backed_up values (old.rowid);
    end""",
    """create trigger not_backed_up_tag_comes after insert on tag begin
        insert or ignore into not_backed_up values (new.note_rowid);
    end""",
    """create trigger not_backed_up_tag_goes after delete on tag begin
        insert or ignore into not_backed_up values (old.note_rowid);
    end""",
)


def up(db: Connection) -> None:
    """Create the tables, empty, and the triggers that fill them."""
    for statement in _STATEMENTS:
        db.execute(statement)
