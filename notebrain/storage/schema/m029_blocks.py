"""The blocks of the profile, their earlier texts, and triggers that share them with the other computers."""

from notebrain.storage.connection import Connection

# A block that never had a text and was never switched has no row. `sharing` is a `domain.profile.blocks.Sharing`.
# `aside` is the fullest text since the last earlier one (see `domain.notes.history`), and `extra` has what a newer
# program shared of the block. `block_version.written_at` is when the text last changed, and `made_at` when `reason`
# replaced it.
_TABLES = (
    """create table block (
        id integer primary key,
        key text not null unique,
        text text not null default '',
        is_off integer not null default 0,
        sharing integer not null default 0,
        updated_at integer,
        version integer not null default 0,
        text_hash blob,
        aside text,
        aside_at integer,
        extra text
    )""",
    """create table block_version (
        id integer primary key autoincrement,
        key text not null,
        text text not null,
        written_at integer,
        made_at integer not null,
        reason text not null,
        session text not null,
        local_only integer not null default 0,
        text_hash blob
    )""",
    "create index block_version_of on block_version (key, id)",
    # negative, because the other numbers in this table are those of notes
    """create trigger not_backed_up_block_comes after insert on block begin
        insert or ignore into not_backed_up values (-new.id);
    end""",
    """create trigger not_backed_up_block_changes after update of text, is_off, sharing on block begin
        insert or ignore into not_backed_up values (-new.id);
    end""",
)

_CONNECTED = "(select not quiet from sync_account)"
_NEW_KEY = "lower(hex(randomblob(16)))"
_QUEUE = f"""insert into sync_thing (kind, id, key) values ('block', new.key, {_NEW_KEY})
        on conflict (kind, id) do update set key = {_NEW_KEY}, attempts = 0, retry_at = 0, last_error = null;"""
_SHARED = (
    f"""create trigger sync_block_comes after insert on block
    when {_CONNECTED} and not new.sharing begin
        {_QUEUE}
    end""",
    f"""create trigger sync_block_changes after update of text, is_off on block
    when {_CONNECTED} and not new.sharing and (old.text, old.is_off) is not (new.text, new.is_off) begin
        {_QUEUE}
    end""",
    f"""create trigger sync_block_may_leave after update of sharing on block
    when {_CONNECTED} and old.sharing and not new.sharing begin
        {_QUEUE}
    end""",
    # what was never sent is not removed from the account, but forgotten
    f"""create trigger sync_block_stays_here after update of sharing on block
    when {_CONNECTED} and new.sharing and not old.sharing begin
        delete from sync_thing where kind = 'block' and id = new.key and rev is null and sending_rev is null;
        update sync_thing set key = {_NEW_KEY}, attempts = 0, retry_at = 0, last_error = null
            where kind = 'block' and id = new.key;
        delete from sync_held where kind = 'block' and id = new.key;
    end""",
)


def _files(table: str) -> tuple[str, ...]:
    """Return triggers that record which texts to read for the files they name, as `m025_attachments` does."""
    unread = f"insert or ignore into attachment_unread (source, owner) values ('{table}', new.id);"
    return (
        f"""create trigger {table}_comes_with_files after insert on {table}
        when instr(new.text, 'attachment:') begin {unread} end""",
        f"""create trigger {table}_changes_files after update of text on {table}
        when instr(old.text, 'attachment:') or instr(new.text, 'attachment:') begin {unread} end""",
        f"""create trigger {table}_goes_with_files after delete on {table} begin
            delete from attachment_use where source = '{table}' and owner = old.id;
            delete from attachment_unread where source = '{table}' and owner = old.id;
        end""",
    )


def up(db: Connection) -> None:
    """Create the tables, empty, and the triggers."""
    for statement in (*_TABLES, *_SHARED, *_files("block"), *_files("block_version")):
        db.execute(statement)
