"""Notes, tags, revisions, chunks, vectors, the outbox, settings: the first schema."""

from notebrain.storage.connection import Connection

# A key is never reused (autoincrement): lists on screen and work in progress may still refer to deleted notes.
_NOTES = """
create table workspace (
    name text primary key,
    created_at integer not null
) without rowid;

create table note (
    rowid integer primary key autoincrement,
    id text not null unique,
    workspace text not null references workspace (name) on update cascade,
    title text not null,
    title_is_set integer not null,
    body text not null,
    front_matter text not null,
    snippet text not null,
    category text not null,
    importance integer not null check (importance between 1 and 5),
    pinned integer not null,
    local_only integer not null,
    source text not null,
    created_at integer not null,
    updated_at integer not null,
    deleted_at integer,
    access_count integer not null default 0,
    reinforcement_count integer not null default 0,
    last_accessed_at integer,
    version integer not null default 1,
    repeat_hash blob
);
create index note_live on note (workspace, updated_at desc, pinned, category) where deleted_at is null;
create index note_updated on note (updated_at desc, workspace, pinned, category) where deleted_at is null;
create index note_created on note (created_at desc, workspace, pinned, category) where deleted_at is null;
create index note_titled on note (title collate nocase, workspace, pinned, category) where deleted_at is null;
create index note_trashed on note (deleted_at desc, workspace) where deleted_at is not null;
create index note_repeat on note (repeat_hash) where repeat_hash is not null;

create table tag (
    note_rowid integer not null references note (rowid) on delete cascade,
    folded text not null,
    name text not null,
    primary key (note_rowid, folded)
) without rowid;
create index tag_folded on tag (folded, note_rowid, name);

create table revision (
    id integer primary key,
    note_rowid integer not null references note (rowid) on delete cascade,
    version integer not null,
    title text not null,
    title_is_set integer not null,
    body text not null,
    front_matter text not null,
    made_at integer not null,
    reason text not null,
    session text not null
);
create index revision_note on revision (note_rowid, id desc);

create table imported (
    root text not null,
    path text not null,
    note_rowid integer not null references note (rowid) on delete cascade,
    file_hash blob not null,
    note_version integer not null,
    primary key (root, path)
) without rowid;
create index imported_note on imported (note_rowid);
"""

# Triggers record which texts changed, so that no code path can miss one; `words.catch_up` updates the word index
# before every commit. (If the triggers wrote to the index themselves, FTS5 would create a segment for each note,
# because SQLite opens a savepoint around every trigger: measured 390 µs per note instead of 190.) For a long note that
# changed, `worded` keeps the text that is still in the index: its words are not updated while the user is typing. The
# segments of the index are merged in the background (`words.merge_some`), never by a save: this makes an import into
# 100,000 notes a third faster, and no merge of many segments holds the lock (64 of them: 350 ms). The substring index
# costs five times as much; it is filled in the background and contains only the beginning of a note, so that no note
# holds the lock for long.
_WORDS = """
create virtual table note_fts using fts5 (
    title, body, content='note', content_rowid='rowid',
    tokenize='porter unicode61 remove_diacritics 2', prefix='2 3'
);
insert into note_fts (note_fts, rank) values ('automerge', 0);
insert into note_fts (note_fts, rank) values ('crisismerge', 1000);
create view note_head (rowid, title, body) as select rowid, title, substr(body, 1, 50000) from note;
create virtual table note_gram using fts5 (
    title, body, content='note_head', content_rowid='rowid', tokenize='trigram', detail='none'
);
create table unworded (note_rowid integer primary key, later integer not null default 0);
create table worded (note_rowid integer primary key, title text not null, body text not null);
create table ungrammed (note_rowid integer primary key);

create trigger note_comes after insert on note begin
    insert into unworded (note_rowid) values (new.rowid);
    insert into ungrammed (note_rowid) values (new.rowid);
end;
create trigger note_changes after update of title, body on note
when old.title is not new.title or old.body is not new.body begin
    insert into note_fts (note_fts, rowid, title, body) select 'delete', old.rowid, old.title, old.body
    where length(old.body) <= 100000 and not exists (select 1 from unworded where note_rowid = old.rowid);
    insert into worded (note_rowid, title, body) select old.rowid, old.title, old.body
    where length(old.body) > 100000 and not exists (select 1 from unworded where note_rowid = old.rowid);
    insert into note_gram (note_gram, rowid, title, body)
    select 'delete', old.rowid, old.title, substr(old.body, 1, 50000)
    where not exists (select 1 from ungrammed where note_rowid = old.rowid);
    insert or replace into unworded (note_rowid, later) values (new.rowid, 0);
    insert or ignore into ungrammed (note_rowid) values (new.rowid);
end;
create trigger note_goes after delete on note begin
    insert into note_fts (note_fts, rowid, title, body) select 'delete', note_rowid, title, body
    from worded where note_rowid = old.rowid;
    insert into note_fts (note_fts, rowid, title, body) select 'delete', old.rowid, old.title, old.body
    where not exists (select 1 from unworded where note_rowid = old.rowid);
    insert into note_gram (note_gram, rowid, title, body)
    select 'delete', old.rowid, old.title, substr(old.body, 1, 50000)
    where not exists (select 1 from ungrammed where note_rowid = old.rowid);
    delete from worded where note_rowid = old.rowid;
    delete from unworded where note_rowid = old.rowid;
    delete from ungrammed where note_rowid = old.rowid;
end;
"""

# Chunk ids only grow and deletions leave a row, so that an index in memory only has to read the new rows.
_MEANING = """
create table space (
    id integer primary key,
    model text not null,
    pooling text not null,
    dimensions integer not null,
    unique (model, pooling, dimensions)
);
create table chunk (
    id integer primary key autoincrement,
    note_rowid integer not null references note (rowid) on delete cascade,
    position integer not null,
    start integer not null,
    "end" integer not null,
    content_hash blob not null,
    dated_at integer
);
create index chunk_note on chunk (note_rowid, position);
create index chunk_content on chunk (content_hash);
create table chunk_gone (seq integer primary key autoincrement, chunk_id integer not null);
create trigger chunk_goes after delete on chunk begin
    insert into chunk_gone (chunk_id) values (old.id);
end;
create table vector (
    id integer primary key,
    content_hash blob not null,
    space_id integer not null references space (id),
    data blob not null,
    unique (content_hash, space_id)
);
create table vector_owner (
    note_rowid integer not null references note (rowid) on delete cascade,
    content_hash blob not null,
    used_at integer not null,
    primary key (note_rowid, content_hash)
) without rowid;
create index vector_owner_content on vector_owner (content_hash);
create table note_indexed (
    note_rowid integer not null references note (rowid) on delete cascade,
    space_id integer not null references space (id),
    version integer not null,
    primary key (note_rowid, space_id)
) without rowid;

create table outbox (
    id integer primary key autoincrement,
    kind text not null,
    note_rowid integer not null references note (rowid) on delete cascade,
    idempotency_key text not null,
    lane integer not null,
    retry_at integer not null,
    attempts integer not null default 0,
    last_error text,
    unique (note_rowid, kind)
);
create index outbox_due on outbox (kind, lane, retry_at desc, id desc);

create table setting (
    scope text not null,
    name text not null,
    value text not null,
    primary key (scope, name)
) without rowid;
"""


def up(db: Connection) -> None:
    """Create the tables of an empty vault."""
    for part in (_NOTES, _WORDS, _MEANING):
        for statement in _statements(part):
            db.execute(statement)


def _statements(script: str) -> list[str]:
    """Split a script at semicolons that end a statement; a trigger ends with `end;`."""
    found: list[str] = []
    pending = ""
    for line in script.splitlines():
        pending += line + "\n"
        inside_trigger = "create trigger" in pending and not line.startswith("end;")
        if line.rstrip().endswith(";") and not inside_trigger:
            found.append(pending)
            pending = ""
    return found
