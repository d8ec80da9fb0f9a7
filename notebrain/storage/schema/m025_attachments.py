"""Files in notes: what is known of each, which text uses which, and which are used by none."""

from notebrain.storage.connection import Connection

# Every text that may name a file, as (table, key, columns). Triggers record which of them to read, and
# `storage.files.uses` reads them before the commit. A text without `attachment:` costs one check. The key of a card or
# a setting is a text. What a row of `card_answer_note` names counts for its answer.
_SOURCES = (
    ("note", "rowid", ("body", "front_matter")),
    ("revision", "id", ("body", "front_matter")),
    ("fullest", "note_rowid", ("body",)),
    ("card", "id", ("proposed", "merge", "theirs")),
    ("card_answer", "id", ("proposed", "card_before")),
    ("card_answer_note", "answer_id", ("before", "after")),
    ("sync_held", "kind || ':' || {}id", ("content",)),
    ("setting", "scope || ':' || {}name", ("value",)),
)


def _names_files(row: str, columns: tuple[str, ...]) -> str:
    return " or ".join(f"instr({row}.{column}, 'attachment:')" for column in columns)


def _triggers(table: str, key: str, columns: tuple[str, ...]) -> tuple[str, ...]:
    old, new = (f"{row}.{key.format(f'{row}.')}" for row in ("old", "new"))
    before, after = _names_files("old", columns), _names_files("new", columns)
    unread = f"insert or ignore into attachment_unread (source, owner) values ('{table}', {new});"
    known = f"exists (select 1 from attachment_use where source = '{table}' and owner = {new})"
    # SQLite replaces a row without calling its delete trigger
    comes = after if table in ("note", "revision") else f"{after} or {known}"
    return (
        f"create trigger {table}_comes_with_files after insert on {table} when {comes} begin {unread} end",
        f"""create trigger {table}_changes_files after update of {", ".join(columns)} on {table}
        when {before} or {after} begin {unread} end""",
        f"""create trigger {table}_goes_with_files after delete on {table} begin
            delete from attachment_use where source = '{table}' and owner = {old};
            delete from attachment_unread where source = '{table}' and owner = {old};
        end""",
    )


# `fault` is empty, or `missing` or `changed` since a check found that of the bytes. `attachment_unused.since` is the
# vault's time at which a file was first seen unused here, and `day` the date then; `kept` means that the user wants it.
# `attachment_hold.since` is the vault's time since which nothing was imported or came from another computer; null if
# that just happened. `attachment_checked` says how many bytes were read on a day to compare them with their hash.
_STATEMENTS = (
    """create table attachment (
        sha text primary key,
        size integer not null,
        media_type text not null,
        name text not null,
        width integer,
        height integer,
        length_ms integer,
        added_at integer not null,
        checked integer not null default 0,
        fault text not null default ''
    ) without rowid""",
    "create index attachment_checked_at on attachment (checked)",
    """create table attachment_use (
        sha text not null,
        source text not null,
        owner not null,
        primary key (sha, source, owner)
    ) without rowid""",
    "create index attachment_use_owner on attachment_use (source, owner)",
    """create table attachment_unread (source text not null, owner not null, primary key (source, owner))
    without rowid""",
    """create table attachment_unused (
        sha text primary key references attachment (sha) on delete cascade,
        since integer not null,
        day integer not null,
        kept integer not null default 0
    ) without rowid""",
    """create trigger attachment_used_again after insert on attachment_use begin
        delete from attachment_unused where sha = new.sha;
    end""",
    "create table attachment_hold (one integer primary key check (one = 1), since integer)",
    "insert into attachment_hold (one) values (1)",
    """create trigger import_holds_files after insert on imported begin
        update attachment_hold set since = null where since is not null;
    end""",
    """create trigger import_again_holds_files after update on imported begin
        update attachment_hold set since = null where since is not null;
    end""",
    """create table attachment_checked (
        one integer primary key check (one = 1), day integer not null, bytes integer not null
    )""",
    *(statement for source in _SOURCES for statement in _triggers(*source)),
)


def up(db: Connection) -> None:
    """Create the tables, empty, and note which existing texts have to be read."""
    for statement in _STATEMENTS:
        db.execute(statement)
    for table, key, columns in _SOURCES:
        db.execute(
            f"""insert or ignore into attachment_unread (source, owner) select '{table}', {key.format("")}
            from {table} where {_names_files(table, columns)}"""
        )
