"""Which vectors the account has, and what has yet to be done there."""

from collections.abc import Sequence

from notebrain.storage.connection import Connection

# `account_space` contains the space that the account fills, and how far the existing notes have been queued; without
# an account it is empty, and the triggers cost one lookup in an empty table. `vector_todo` contains the notes to
# check: its numbers only grow, so the newest change has the highest one, and a note that changed in the meantime has
# another one. A deleted note still has rows here: it has to be removed from the account. `vector_elsewhere` contains
# notes whose vectors another computer may have uploaded, or may upload soon, and since when lookups have failed to
# find them.
_TABLES: Sequence[str] = (
    """create table account_space (
        space_id integer primary key references space (id),
        account text not null,
        queued_at integer,
        queued_rowid integer not null default 0
    )""",
    """create table vector_todo (
        seq integer primary key autoincrement,
        note_rowid integer not null unique,
        not_before integer not null default 0,
        error text
    )""",
    "create table vector_elsewhere (note_rowid integer primary key, since integer)",
    """create table vector_kept (
        note_rowid integer not null,
        space_id integer not null,
        note_id text not null,
        digest blob,
        primary key (note_rowid, space_id)
    ) without rowid""",
    "create index vector_kept_unwanted on vector_kept (note_id) where digest is null",
    """create table vector_sent (
        note_rowid integer not null,
        space_id integer not null,
        id text not null,
        namespace text not null,
        stale_since integer,
        primary key (note_rowid, space_id, id)
    ) without rowid""",
    "create index vector_sent_stale on vector_sent (stale_since) where stale_since is not null",
    """create table neuron_day (
        day integer primary key,
        spent real not null default 0,
        used_up_until integer not null default 0
    )""",
    "create index note_staying on note (local_only) where local_only = 1",
)

# not "insert or replace": the statement that fires a trigger may override the conflict policy
_QUEUE = """delete from vector_todo where note_rowid = {key};
    insert into vector_todo (note_rowid) values ({key});"""
_CONNECTED = "exists (select 1 from account_space)"
# a quiet write comes from the account, and its vectors may come from there too (see `m005_sync`)
_ELSEWHERE = "insert into vector_elsewhere (note_rowid) values (new.rowid) on conflict do update set since = null;"

_TRIGGERS: Sequence[str] = (
    f"""create trigger indexed_note_comes after insert on note_indexed
    when {_CONNECTED} and new.space_id not in (select space_id from account_space) begin
    {_QUEUE.format(key="new.note_rowid")} end""",
    f"""create trigger indexed_note_changes after update on note_indexed
    when {_CONNECTED} and new.space_id not in (select space_id from account_space) begin
    {_QUEUE.format(key="new.note_rowid")} end""",
    f"""create trigger note_moves after update of workspace, deleted_at, local_only on note
    when {_CONNECTED} and (old.workspace is not new.workspace or old.local_only is not new.local_only
        or (old.deleted_at is null) is not (new.deleted_at is null)) begin
    {_QUEUE.format(key="new.rowid")} end""",
    f"""create trigger note_comes_from_elsewhere after insert on note
    when {_CONNECTED} and (select quiet from sync_account) begin {_ELSEWHERE} end""",
    f"""create trigger text_comes_from_elsewhere after update of title, body on note
    when {_CONNECTED} and (select quiet from sync_account) begin {_ELSEWHERE} end""",
    f"""create trigger kept_note_goes after delete on note
    when exists (select 1 from vector_kept where note_rowid = old.rowid)
        or exists (select 1 from vector_sent where note_rowid = old.rowid)
        or exists (select 1 from vector_todo where note_rowid = old.rowid) begin
    {_QUEUE.format(key="old.rowid")} end""",
)


def up(db: Connection) -> None:
    """Create the tables, and the triggers that make sure that no code path can miss them."""
    for statement in (*_TABLES, *_TRIGGERS):
        db.execute(statement)
