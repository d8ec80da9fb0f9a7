"""The layout of a vault in the account's database, and the migration from an older layout to the current one.

Before layout 2, `item` had no row ids: a row of more than 1,002 bytes then takes pages of its own, and notes of 1.2 KB
took three times their text. No write may be lost meanwhile, not even from a program that knows nothing of this: `item`
stays complete and in use while its rows are copied, a few megabytes per request; triggers repeat every write in the
copy; and one transaction replaces the table with the copy. Several computers may do this at once and stop anywhere:
each request copies what the copy lacks, and fails as a whole if another computer was faster.
"""

from dataclasses import dataclass
from typing import Final

from notebrain.cloud import wire
from notebrain.cloud.d1 import D1, Rows, Statement, unreadable
from notebrain.cloud.error_codes import Service
from notebrain.domain.errors import CloudBadRequest, CloudConfig, CloudQuota
from notebrain.domain.sync.remote import Renewal

LAYOUT: Final = 2
COPIED_A_DAY: Final = 10_000
"""Rows per day; each is written three times, out of 100,000 free writes a day (field guide §4)."""
_STEP_ROWS: Final = 500
_STEP_BYTES: Final = 4_000_000

_COLUMNS: Final = "kind, id, rev, base, device, content, gone, seq"
_ITEM: Final = """create table if not exists {name} (
        kind text not null,
        id text not null,
        rev text not null,
        base text,
        device text not null,
        content text,
        gone integer not null,
        seq integer not null,
        primary key (kind, id)
    )"""
_BY_SEQ: Final = "create unique index if not exists item_by_seq on {name} (seq)"

# The number of items of each kind, and the sum of their sequence numbers: if an item disappears or is rolled back,
# everyone who knew it notices. Triggers count, so that no program can forget to, and statements run by hand are counted
# too.
TALLY: Final = (
    """create trigger if not exists item_comes after insert on item begin
        insert into meta (name, value) values ('tally:' || new.kind, json_array(1, new.seq))
        on conflict (name) do update
            set value = json_array(value->>'$[0]' + 1, value->>'$[1]' + new.seq);
    end""",
    """create trigger if not exists item_changes after update on item begin
        update meta set value = json_array(value->>'$[0]', value->>'$[1]' + new.seq - old.seq)
        where name = 'tally:' || old.kind;
    end""",
    """create trigger if not exists item_goes after delete on item begin
        update meta set value = json_array(value->>'$[0]' - 1, value->>'$[1]' - old.seq)
        where name = 'tally:' || old.kind;
    end""",
)
NEW: Final = (_ITEM.format(name="item"), _BY_SEQ.format(name="item"))

_KEEP: Final = f"""begin insert into item_new ({_COLUMNS})
        values (new.kind, new.id, new.rev, new.base, new.device, new.content, new.gone, new.seq)
        on conflict (kind, id) do update set rev = excluded.rev, base = excluded.base, device = excluded.device,
            content = excluded.content, gone = excluded.gone, seq = excluded.seq; end"""
# Null is not allowed there: the whole request fails, and none of it is applied.
_STILL_OLD: Final = f"""insert into meta (name, value) select 'layout', null
where exists (select 1 from meta where name = 'layout' and value >= {LAYOUT})"""
_PREPARE: Final = (
    _ITEM.format(name="item_new"),
    _BY_SEQ.format(name="item_new"),
    f"create trigger if not exists item_kept_new after insert on item {_KEEP}",
    f"create trigger if not exists item_kept_changed after update on item {_KEEP}",
    """create trigger if not exists item_kept_gone after delete on item begin
        delete from item_new where kind = old.kind and id = old.id;
    end""",
    """insert into meta (name, value)
    select 'renewal', json_array(date('now'), 0, 0, (select count(*) from item)) where true
    on conflict (name) do update set value = json_array(date('now'), 0, value->>'$[2]', value->>'$[3]')
    where value->>'$[0]' <> date('now')""",
)
_COPY: Final = f"""with missing as (
    select kind, id, coalesce(length(cast(content as blob)), 0) as bytes from item
    where (kind, id) > (?1->>'$.after[0]', ?1->>'$.after[1]')
        and not exists (select 1 from item_new where item_new.kind = item.kind and item_new.id = item.id)
    order by kind, id limit (select min({_STEP_ROWS}, max(0, {COPIED_A_DAY} - (value->>'$[1]')))
        from meta where name = 'renewal')
), sized as (
    select kind, id, row_number() over (order by kind, id) as place,
        sum(bytes) over (order by kind, id) as size from missing
)
insert into item_new ({_COLUMNS}) select {_COLUMNS} from item
where (kind, id) in (select kind, id from sized where place = 1 or size <= {_STEP_BYTES})
returning kind, id"""
_COUNT_COPIED: Final = """update meta set value = json_array(value->>'$[0]', value->>'$[1]' + changes(),
    value->>'$[2]' + changes(), value->>'$[3]') where name = 'renewal'"""
_HOW_FAR: Final = (
    """select value->>'$[1]', value->>'$[2]', value->>'$[3]' from meta where name = 'renewal'"""
)
_SAME: Final = """insert into meta (name, value) select 'renewal', null
where (select count(*) from item) <> (select count(*) from item_new) or exists (
    select 1 from item left join item_new as new on new.kind = item.kind and new.id = item.id
    where (item.rev, item.gone, item.seq) is not (new.rev, new.gone, new.seq))"""
_EXCHANGE: Final = (
    _STILL_OLD,
    _SAME,
    "drop table item",
    "alter table item_new rename to item",
    *TALLY,
    """insert into meta (name, value) select 'tally:' || kind, json_array(count(*), sum(seq)) from item where true
    group by kind on conflict (name) do update set value = excluded.value""",
    f"""insert into meta (name, value) values ('layout', {LAYOUT})
    on conflict (name) do update set value = excluded.value""",
    "delete from meta where name = 'renewal'",
)
_LEAVE: Final = (
    _STILL_OLD,
    "drop trigger if exists item_kept_new",
    "drop trigger if exists item_kept_changed",
    "drop trigger if exists item_kept_gone",
    "drop table if exists item_new",
    "delete from meta where name = 'renewal'",
)


@dataclass(slots=True)
class Renewing:
    """Moves one vault to the current layout, one request at a time.

    Attributes:
        is_over: Whether there is nothing more to do, for this program or for today.
    """

    d1: D1
    database_id: str
    is_over: bool = False
    _after: tuple[str, str] = ("", "")

    async def step(self) -> Renewal | None:
        """Copy some rows, or replace the table with the copy; return the progress, or None if nothing was done.

        If the account has no room, or the step fails for a reason of its own, everything stays as it was and syncing
        continues.

        Raises:
            CloudError: The account did not answer, or not now; the next step continues.
        """
        try:
            return await self._step()
        except CloudQuota:  # the copy continues tomorrow
            self.is_over = True
        except (CloudBadRequest, CloudConfig):
            self.is_over = True
            await self._leave()
        return None

    async def _step(self) -> Renewal | None:
        statements = [
            *(Statement(sql) for sql in (_STILL_OLD, *_PREPARE)),
            Statement(_COPY, {"after": self._after}),
            *(Statement(sql) for sql in (_COUNT_COPIED, _HOW_FAR)),
        ]
        *_before, copied, _counted, told = await self.d1.run(self.database_id, statements)
        today, moved, total = _numbers(told)
        if copied.rows:
            self._after = max(_key(row) for row in copied.rows)
            return Renewal(moved, total, finished=False)
        if today >= COPIED_A_DAY:
            self.is_over = True
            return Renewal(moved, total, finished=False)
        await self.d1.run(self.database_id, [Statement(sql) for sql in _EXCHANGE])
        self.is_over = True
        return Renewal(total, total, finished=True)

    async def _leave(self) -> None:
        """Delete the copy, which would cost space and writes; an account migrated by another computer has none."""
        try:
            await self.d1.run(self.database_id, [Statement(sql) for sql in _LEAVE])
        except CloudBadRequest:
            return


def _numbers(rows: Rows) -> tuple[int, int, int]:
    if not rows.rows:
        raise unreadable(Service.D1)
    today, moved, total = (wire.whole(number) for number in rows.rows[0])
    if today is None or moved is None or total is None:
        raise unreadable(Service.D1)
    return today, moved, total


def _key(row: list[object]) -> tuple[str, str]:
    return wire.text(row[0]) or "", wire.text(row[1]) or ""
