"""The statements for the database of a vault in the account; their values are one JSON text each, `?1`."""

from typing import Final

PAGE_BYTES: Final = 4_000_000
PAGE_ROWS: Final = 500
MARKS_KEPT: Final = 10_000
"""Whoever was away for more writes than that cannot tell any more whether the account was taken back meanwhile."""

# The whole is one transaction: either nobody wrote since `base`, or nothing happens to the row. What was made from a
# write that the account has lost is not taken, but for a removal: others may have had a newer one. Sent again, the row
# carries `rev` already, which is not `base`.
_PUT: Final = """insert into item (kind, id, rev, base, device, content, gone, seq)
select value->>'$.kind', value->>'$.id', value->>'$.rev', value->>'$.base', value->>'$.device', {content},
    value->>'$.gone', (select meta.value from meta where meta.name = 'seq') + 1 + (value->>'$.n')
from json_each(?1) where value->>'$.base' is null or value->>'$.gone' or exists (
    select 1 from item where item.kind = value->>'$.kind' and item.id = value->>'$.id')
on conflict (kind, id) do update set rev = excluded.rev, base = excluded.base, device = excluded.device,
    content = excluded.content, gone = excluded.gone, seq = excluded.seq
where item.rev = excluded.base"""
PUT_SMALL: Final = _PUT.format(content="value->>'$.content'")
PUT_LARGE: Final = _PUT.format(content="?2")
COUNT: Final = "update meta set value = value + (?1->>'$') where name = 'seq'"
# A request leaves a mark at the number up to which it came; the last of them are kept, in the order of their names.
_MARKS: Final = "name >= 'mark:' and name < 'mark;'"
MARK: Final = """insert into meta (name, value)
select format('mark:%015d', value), ?1->>'$' from meta where name = 'seq'
on conflict (name) do update set value = excluded.value"""
# One upper bound: with two, the engine may walk to the wrong one, over all marks (rows read are counted).
FORGET_MARKS: Final = f"""delete from meta where name >= 'mark:'
and name < (select format('mark:%015d', max(0, value - {MARKS_KEPT})) from meta where name = 'seq')"""
ESTRANGE: Final = f"update meta set value = value || '+' where {_MARKS}"
STANDING: Final = f"""select (select value from meta where name = 'seq'),
    (select value from meta where name = format('mark:%015d', ?1->>'$')),
    (select min(name) from meta where {_MARKS}), (select max(name) from meta where {_MARKS}),
    (select value from meta where name = (select max(name) from meta where {_MARKS})),
    (select value from meta where name = 'layout'),
    (select json_group_object(substr(name, 7), json(value)) from meta where name >= 'tally:' and name < 'tally;')"""
_NAMED: Final = "(kind, id) in (select value->>'$[0]', value->>'$[1]' from json_each(?1{path}))"
HEADS: Final = f"select kind, id, rev, seq from item where {_NAMED.format(path='')}"
LIST_HEADS: Final = """select kind, id, rev, seq from item
where kind = (?1->>'$.kind') and id > (?1->>'$.after') and gone = 0 order by id limit (?1->>'$.limit')"""

ROLL: Final = """select kind, id, rev, seq from item where seq > (?1->>'$.after') order by seq limit (?1->>'$.limit')"""

# Of so many rows in order, those that together have so many bytes, but one in any case; `total` tells of the others.
_CUT: Final = f"""with found as ({{found}}), sized as (
    select *, row_number() over (order by {{order}}) as place, count(*) over () as total,
        sum(coalesce(length(cast(content as blob)), 0)) over (order by {{order}}) as size
    from found)
select kind, id, rev, base, device, content, gone, left_out, seq, total from sized
where place <= {PAGE_ROWS} and (place = 1 or size <= {PAGE_BYTES}) order by {{order}}"""
PULL: Final = _CUT.format(
    order="seq",
    found=f"""select kind, id, rev, base, device, case when device = (?1->>'$.device') then null else content end
        as content, gone, device = (?1->>'$.device') and gone = 0 as left_out, seq
    from item where seq > (?1->>'$.after') order by seq limit {PAGE_ROWS + 1}""",
)
FETCH: Final = _CUT.format(
    order="kind, id",
    found=f"""select kind, id, rev, base, device, content, gone, 0 as left_out, seq from item
    where {_NAMED.format(path=", '$.names'")} and (kind, id) > (?1->>'$.after[0]', ?1->>'$.after[1]')""",
)


REMOVE_VECTORS_OF_SPACE: Final = (
    "delete from note_vector where note_id in (select value from json_each(?1, '$.notes'))"
    " and space = (?1->>'$.space')"
)
REMOVE_VECTORS: Final = "delete from note_vector where note_id in (select value from json_each(?1))"
PUT_VECTORS: Final = """insert into note_vector (note_id, space, part, data)
select value->>'$[0]', ?1->>'$.space', value->>'$[1]', value->>'$[2]' from json_each(?1, '$.rows') where true
on conflict (note_id, space, part) do update set data = excluded.data"""
GET_VECTORS: Final = f"""with found as (
    select note_id, part, data from note_vector where note_id in (select value from json_each(?1, '$.notes'))
    and space = (?1->>'$.space') and (note_id, part) > (?1->>'$.after[0]', ?1->>'$.after[1]')
), sized as (
    select *, row_number() over (order by note_id, part) as place, count(*) over () as total,
        sum(length(data)) over (order by note_id, part) as size from found)
select note_id, part, data, total from sized
where place <= {PAGE_ROWS} and (place = 1 or size <= {PAGE_BYTES}) order by note_id, part"""

# The primary key begins with the note: what was removed is not looked at again.
LIST_SPACE: Final = """select distinct note_id from note_vector
where note_id > (?1->>'$.after') and space = (?1->>'$.space') order by note_id limit (?1->>'$.limit')"""
REMOVE_SOME_OF_SPACE: Final = (
    f"delete from note_vector where space = (?1->>'$.space') and note_id in ({LIST_SPACE})"
)
# a row has whole vectors: what base64 fills up with is less than one
COUNT_SPACE: Final = """select count(distinct note_id), coalesce(sum(length(data) / 4 * 3 / (?1->>'$.step')), 0)
from note_vector where space = (?1->>'$.space')"""
