"""How much time has passed for a vault, since when its notes are in the trash, and what is in no backup yet."""

from notebrain.storage.connection import Connection

# `vault_time` has one row once somebody has looked at the clock: `passed` counts milliseconds (see
# `domain.vault_time`), `at` is the date up to which they are counted. `account_ahead` and `account_at` are what the
# account told of the time. `running` counts the milliseconds since the last backup, and `looked_at` is the date of
# the last look, right or wrong. `in_trash.since` is the vault's time at which a note was first seen in the trash
# here: a note that comes out of the trash and goes there again begins anew, and so does all that is in it now, since
# nobody knows whose dates those notes carry.
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
    """Make the tables, empty, and what fills them."""
    for statement in _STATEMENTS:
        db.execute(statement)
