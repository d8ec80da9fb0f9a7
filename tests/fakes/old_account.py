"""The account's database as releases before layout 2 made and filled it."""

# as the first releases made it
OLD_LAYOUT = (
    """create table if not exists item (
        kind text not null,
        id text not null,
        rev text not null,
        base text,
        device text not null,
        content text,
        gone integer not null,
        seq integer not null,
        primary key (kind, id)
    ) without rowid""",
    "create unique index if not exists item_seq on item (seq)",
    """create table if not exists note_vector (
        note_id text not null,
        space text not null,
        part integer not null,
        data text not null,
        primary key (note_id, space, part)
    ) without rowid""",
    "create table if not exists meta (name text primary key, value not null) without rowid",
    """insert into meta (name, value) values ('product', 'notebrain'), ('schema', 1), ('vault', 'old'), ('seq', 0)""",
)
# what the first releases write a thing with
OLD_PUT = """insert into item (kind, id, rev, base, device, content, gone, seq)
select value->>'$.kind', value->>'$.id', value->>'$.rev', value->>'$.base', value->>'$.device', value->>'$.content',
    value->>'$.gone', (select meta.value from meta where meta.name = 'seq') + 1 + (value->>'$.n')
from json_each(?1) where value->>'$.base' is null or value->>'$.gone' or exists (
    select 1 from item where item.kind = value->>'$.kind' and item.id = value->>'$.id')
on conflict (kind, id) do update set rev = excluded.rev, base = excluded.base, device = excluded.device,
    content = excluded.content, gone = excluded.gone, seq = excluded.seq
where item.rev = excluded.base"""
OLD_COUNT = "update meta set value = value + (?1->>'$') where name = 'seq'"
