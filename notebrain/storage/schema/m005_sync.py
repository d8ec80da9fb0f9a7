"""What the account knows about this vault, and what has yet to be sent."""

from notebrain.storage.connection import Connection

# While a vault is connected, triggers queue what has to be sent, so that no code path can miss it: a row of the
# outbox, whose key names the state of the note that will be sent. If the account had the note before a change, that
# state is kept as `base`, so that the changes of two computers can be merged. Without an account, `sync_account` is
# empty and a trigger costs one lookup in it. `quiet` is set, within one transaction, by code that writes what came
# from the account.
_TABLES = (
    """create table sync_account (
        one integer primary key check (one = 1),
        vault text not null,
        device text not null,
        machine text not null,
        cursor integer not null default 0,
        joined integer not null default 0,
        queued_upto integer not null default 0,
        quiet integer not null default 0,
        last_success integer
    )""",
    """create table sync_note (
        note_rowid integer primary key,
        rev text,
        base text,
        sending_rev text,
        sending text,
        gone integer not null default 0,
        extra text
    )""",
    "create index sync_note_sending on sync_note (note_rowid) where sending_rev is not null",
    """create table sync_gone (
        note_id text primary key,
        rev text,
        sending_rev text,
        key text,
        withdrawn integer not null default 0,
        vectors integer not null default 0,
        attempts integer not null default 0,
        retry_at integer not null default 0,
        last_error text
    ) without rowid""",
    "create index sync_gone_waiting on sync_gone (retry_at) where key is not null",
    "create index sync_gone_vectors on sync_gone (vectors) where vectors",
    """create table sync_thing (
        kind text not null,
        id text not null,
        rev text,
        base text,
        sending_rev text,
        sending text,
        key text,
        attempts integer not null default 0,
        retry_at integer not null default 0,
        last_error text,
        primary key (kind, id)
    ) without rowid""",
    "create index sync_thing_waiting on sync_thing (retry_at) where key is not null",
    """create table sync_held (
        kind text not null,
        id text not null,
        rev text not null,
        base text,
        device text not null,
        content text,
        gone integer not null,
        seq integer not null,
        why text not null,
        primary key (kind, id)
    ) without rowid""",
    """create table sync_run (
        id integer primary key,
        at integer not null,
        sent integer not null,
        fetched integer not null,
        merged integer not null,
        conflicts integer not null,
        requests integer not null,
        problem text
    )""",
    """create table sync_receipt (
        id integer primary key,
        at integer not null,
        note_id text not null,
        what text not null
    )""",
)

_CONNECTED = "(select not quiet from sync_account)"
_NEW_KEY = "lower(hex(randomblob(16)))"


def _queue(note: str) -> str:
    return f"""insert into outbox (kind, note_rowid, idempotency_key, lane, retry_at)
        select 'send', rowid, {_NEW_KEY}, 0, 0 from note where rowid = {note} and local_only = 0
        on conflict (note_rowid, kind) do update set idempotency_key = excluded.idempotency_key,
            lane = 0, retry_at = 0, attempts = 0, last_error = null;"""


def _content(note: str, tags: str) -> str:
    """Return the expression for the content of a note, as `domain.syncing.records` reads it."""
    return f"""json_object(
        'id', {note}.id, 'workspace', {note}.workspace, 'title', {note}.title,
        'title_is_set', json(case when {note}.title_is_set then 'true' else 'false' end),
        'body', {note}.body, 'front_matter', {note}.front_matter, 'category', {note}.category,
        'importance', {note}.importance,
        'pinned', json(case when {note}.pinned then 'true' else 'false' end),
        'source', {note}.source, 'tags', json({tags}), 'created_at', {note}.created_at,
        'updated_at', {note}.updated_at, 'deleted_at', {note}.deleted_at)"""


def _keep_base(key: str, content: str) -> str:
    """Keep the content of a note before a change, if the account has that content."""
    return f"""update sync_note set base = {content}
        where note_rowid = {key} and base is null and rev is not null and not gone
        and not exists (select 1 from outbox where outbox.note_rowid = {key} and kind = 'send');"""


def _tags_change(side: str, tags_before: str) -> str:
    key = f"{side}.note_rowid"
    content = f"(select {_content('note', tags_before)} from note where rowid = {key})"
    return f"{_keep_base(key, content)} {_queue(key)}"


_SHARED = (
    *("title", "title_is_set", "body", "front_matter", "workspace", "category", "importance"),
    *("pinned", "created_at", "updated_at", "deleted_at"),
)
_OLD = ", ".join(f"old.{column}" for column in _SHARED)
_NEW = ", ".join(f"new.{column}" for column in _SHARED)
_TAGS = "(select json_group_array(name) from tag where note_rowid = old.rowid)"
_TAGS_BEFORE_ONE_CAME = """(select json_group_array(name) from tag
    where note_rowid = new.note_rowid and folded is not new.folded)"""
_TAGS_BEFORE_ONE_WENT = """(select json_group_array(name) from (
    select name from tag where note_rowid = old.note_rowid union all select old.name))"""


def _forget(note: str, *, withdrawn: int) -> str:
    """Record that a note has to be removed from the account, if the account may have it or was just sent it."""
    return f"""insert or replace into sync_gone (note_id, rev, sending_rev, key, withdrawn, vectors)
        select {note}.id, rev, sending_rev, case when gone and sending_rev is null then null else {_NEW_KEY} end,
            {withdrawn}, 1
        from sync_note where note_rowid = {note}.rowid and coalesce(rev, sending_rev) is not null;
        delete from sync_note where note_rowid = {note}.rowid;
        delete from sync_held where kind = 'note' and id = {note}.id;"""


_NOTES = (
    f"""create trigger sync_note_comes after insert on note
    when {_CONNECTED} and not new.local_only begin
        insert into outbox (kind, note_rowid, idempotency_key, lane, retry_at)
        values ('send', new.rowid, {_NEW_KEY}, 0, 0);
    end""",
    f"""create trigger sync_note_changes after update of {", ".join(_SHARED)} on note
    when {_CONNECTED} and not old.local_only and not new.local_only and ({_OLD}) is not ({_NEW}) begin
        {_keep_base("old.rowid", _content("old", _TAGS))}
        {_queue("new.rowid")}
    end""",
    f"""create trigger sync_note_stays_here after update of local_only on note
    when {_CONNECTED} and new.local_only and not old.local_only begin
        {_forget("new", withdrawn=1)}
        delete from outbox where note_rowid = new.rowid and kind = 'send';
    end""",
    f"""create trigger sync_note_may_leave after update of local_only on note
    when {_CONNECTED} and old.local_only and not new.local_only begin
        {_queue("new.rowid")}
    end""",
    f"""create trigger sync_note_goes after delete on note when {_CONNECTED} begin
        {_forget("old", withdrawn=0)}
    end""",
    f"""create trigger sync_tag_comes after insert on tag when {_CONNECTED} begin
        {_tags_change("new", _TAGS_BEFORE_ONE_CAME)}
    end""",
    f"""create trigger sync_tag_goes after delete on tag when {_CONNECTED} begin
        {_tags_change("old", _TAGS_BEFORE_ONE_WENT)}
    end""",
)


def _setting(side: str, value_before: str) -> str:
    """Queue a setting of a workspace; `storage.syncing.things` reads the same content."""
    before = f"json_object('name', {side}.name, 'scope', {side}.scope, 'value', {value_before})"
    return f"""insert into sync_thing (kind, id, key)
        values ('setting', {side}.name || ':' || {side}.scope, {_NEW_KEY})
        on conflict (kind, id) do update set key = excluded.key, attempts = 0, retry_at = 0, last_error = null,
            base = case when key is null and rev is not null then {before} else base end;"""


_SETTINGS = (
    f"""create trigger sync_setting_comes after insert on setting
    when {_CONNECTED} and new.scope <> '' begin
        {_setting("new", "null")}
    end""",
    f"""create trigger sync_setting_changes after update of value on setting
    when {_CONNECTED} and new.scope <> '' and old.value is not new.value begin
        {_setting("new", "json(old.value)")}
    end""",
    f"""create trigger sync_setting_goes after delete on setting
    when {_CONNECTED} and old.scope <> '' begin
        {_setting("old", "json(old.value)")}
    end""",
)


def up(db: Connection) -> None:
    """Create the tables, which stay empty without an account, and the triggers that fill them."""
    for statement in (*_TABLES, *_NOTES, *_SETTINGS):
        db.execute(statement)
