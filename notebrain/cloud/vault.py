"""The shared notes of one vault, in a database of the account."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from notebrain.cloud import leaving_files, wire
from notebrain.cloud.computers import Computers
from notebrain.cloud.d1 import D1, Rows, Statement, in_pieces, unreadable
from notebrain.cloud.error_codes import Service
from notebrain.cloud.vault_layout import LAYOUT, Renewing
from notebrain.domain.errors import CloudBadRequest, CloudTooLarge
from notebrain.domain.i18n import _
from notebrain.domain.sync.leaving_files import Leaving, Report
from notebrain.domain.sync.remote import Census, Count, Head, Item, Kind, Mark, Name, Page, Renewal
from notebrain.domain.sync.rules import account_rolled_back, lost_something

# A row may have 2,000,000 bytes (field guide §4), including the other columns.
LARGEST_ITEM_BYTES: Final = 1_900_000
_NAMES_AT_ONCE: Final = 500
# JSON escapes could make a content larger than a parameter may be, so large ones are passed separately.
_LARGE_BYTES: Final = 300_000
_STANDING_COLUMNS: Final = 7


class D1Vault:
    """A `RemoteVault` in a database created by `vault_schema.make`."""

    def __init__(self, d1: D1, database_id: str, computers: Computers | None = None) -> None:
        self._d1 = d1
        self.database_id = database_id
        self.computers = computers or Computers()
        self.mark: Mark | None = None
        self.census: Census | None = None
        self._renewing = Renewing(d1, database_id)
        self._is_old = False

    async def push(self, items: Sequence[Item]) -> list[Head]:
        """Write the items whose base is still the newest, in one transaction; return their heads afterwards, in order.

        Raises:
            CloudTooLarge: One item exceeds the account's size limit; nothing was sent.
            CloudRefused: Something in them is refused, by the account or on the way there.
            CloudTakenBack: The account was rolled back, or does not have the version an item is based on.
        """
        if not items:
            return []
        mark = self.mark
        names = [[item.name.kind.value, item.name.id] for item in items]
        statements = [
            *(Statement(STANDING, _number_of(mark)), *_puts(items), Statement(COUNT, len(items))),
            *(Statement(MARK, items[0].rev), Statement(FORGET_MARKS), Statement(HEADS, names)),
            Statement(STANDING, _number_of(mark)),
        ]
        nothing = [
            *(Statement(STANDING, _number_of(mark)), Statement(PUT_SMALL, [])),
            Statement(COUNT, 0),
        ]
        before, *_written, found, after = await self._asked(
            statements, writes=True, harmless=nothing
        )
        _checked(before, mark)
        self._renew(after)
        heads = {head.name: head for head in _heads(found)}
        if any(item.base is not None and item.name not in heads for item in items):
            raise lost_something()
        return [heads.get(item.name, Head(item.name, None, 0)) for item in items]

    async def pull(self, after: int, *, device: str) -> Page:
        """Return what was written after a number, oldest first, at most a few megabytes.

        Raises:
            CloudTakenBack: The account counts fewer writes than that, or lacks the mark that was seen.
        """
        mark = self.mark
        asked = Statement(PULL, {"after": after, "device": device})
        standing = Statement(STANDING, _number_of(mark))
        rows, counted = await self._asked([asked, standing])
        seq = _checked(counted, mark)
        if seq < after:
            raise account_rolled_back()
        self._renew(counted)
        items, more = _items(rows)
        # refused items took numbers too: without this they would be checked every time
        upto = _last_seq(rows) if more else seq
        return Page(items=items, upto=upto, more=more)

    async def _asked(
        self,
        statements: Sequence[Statement],
        *,
        writes: bool = False,
        harmless: Sequence[Statement] = (),
    ) -> list[Rows]:
        return await self.computers.run(
            self._d1, self.database_id, statements, writes=writes, harmless=harmless
        )

    async def invalidate_marks(self) -> None:
        """Make everyone who knows a mark see the account as rolled back."""
        await self._d1.run(self.database_id, [Statement(ESTRANGE)])

    async def renew(self) -> Renewal | None:
        """Take the next step in moving the account to the current layout; return None if there is nothing to do."""
        renewing = self._renewing
        return await renewing.step() if self._is_old and not renewing.is_over else None

    def _renew(self, rows: Rows) -> None:
        standing = _standing(rows)
        self.census = standing.census
        self._is_old = standing.layout < LAYOUT
        seen = standing.newest
        if seen is not None and (self.mark is None or self.mark.seq <= seen.seq):
            self.mark = seen  # answers may arrive in a different order

    async def fetch(self, names: Sequence[Name]) -> list[Item]:
        """Return the current versions of these items, in any order; missing ones are left out."""
        asked = sorted({(name.kind.value, name.id) for name in names})
        found: list[Item] = []
        for start in range(0, len(asked), _NAMES_AT_ONCE):
            some, after, more = asked[start : start + _NAMES_AT_ONCE], ("", ""), True
            while more:
                value = {"names": some, "after": after}
                (rows,) = await self._asked([Statement(FETCH, value)])
                items, more = _items(rows)
                found += items
                after = _last_name(rows) if rows.rows else after
        return found

    async def heads(self, kind: Kind, after: str, *, limit: int) -> list[Head]:
        """Return the heads of a kind that are not removed, with ids greater than `after`, ordered by id."""
        value = {"kind": kind.value, "after": after, "limit": limit}
        (rows,) = await self._asked([Statement(LIST_HEADS, value)])
        return list(_heads(rows))

    async def heads_since(self, after: int, *, limit: int) -> list[Head]:
        """Return the heads of everything after a number, including markers of removals, in the account's order."""
        value = {"after": after, "limit": limit}
        (rows,) = await self._d1.run(self.database_id, [Statement(ROLL, value)])
        return list(_heads(rows))

    async def leaving_files(self, report: Report) -> Leaving:
        """Tell the other computers which files may leave, and return what all of them have said."""
        *_written, rows = await self._asked(leaving_files.statements(report), writes=True)
        return leaving_files.read(rows)


def _puts(items: Sequence[Item]) -> Iterator[Statement]:
    small: list[object] = []
    for number, item in enumerate(items):
        size = _size(item)
        if size > LARGEST_ITEM_BYTES:
            raise CloudTooLarge(
                _("This is too large for your Cloudflare account. It stays safe on this computer."),
                service=Service.D1,
            )
        if size > _LARGE_BYTES and item.content is not None:
            yield Statement(PUT_LARGE, [_row(item, number)], (item.content,))
        else:
            small.append(_row(item, number) | {"content": item.content})
    for piece in in_pieces(small):
        yield Statement(PUT_SMALL, piece)


def _row(item: Item, number: int) -> dict[str, object]:
    return {
        "n": number,
        "kind": item.name.kind.value,
        "id": item.name.id,
        "rev": item.rev,
        "base": item.base,
        "device": item.device,
        "gone": int(item.gone),
    }


def _size(item: Item) -> int:
    """Return the size of a content in bytes, after checking that it can be sent unchanged."""
    if not item.is_whole:
        raise _bad("a content, or gone")
    try:
        return 0 if item.content is None else len(item.content.encode())
    except UnicodeEncodeError as error:
        raise _bad("half a character") from error


def _bad(detail: str) -> CloudBadRequest:
    message = _("A note cannot be sent to your Cloudflare account. It stays safe on this computer.")
    return CloudBadRequest(message, service=Service.D1, detail=detail)


def _records(rows: Rows) -> Iterable[Mapping[str, object]]:
    return (dict(zip(rows.columns, row, strict=True)) for row in rows.rows)


def _items(rows: Rows) -> tuple[list[Item], bool]:
    """Return the items in an answer and whether there are more; kinds from a newer version are left out."""
    found = [_item(record) for record in _records(rows)]
    total = max((wire.whole(record.get("total")) or 0 for record in _records(rows)), default=0)
    return [item for item in found if item is not None], total > len(rows.rows)


def _item(row: Mapping[str, object]) -> Item | None:
    name = _name(row)
    rev, device, seq = (
        wire.text(row.get("rev")),
        wire.text(row.get("device")),
        wire.whole(row.get("seq")),
    )
    content, gone = row.get("content"), wire.whole(row.get("gone")) == 1
    left_out = wire.whole(row.get("left_out")) == 1
    if rev is None or device is None or seq is None:
        raise unreadable(Service.D1)
    if name is None:
        return None
    if not (isinstance(content, str) or (content is None and (gone or left_out))):
        content = ""  # nobody can read it: it is set aside, and what follows continues
    base = wire.text(row.get("base"))
    return Item(name, rev, base, device, content, gone=gone, left_out=left_out, seq=seq)


def _heads(rows: Rows) -> Iterator[Head]:
    for row in _records(rows):
        name, rev, seq = _name(row), wire.text(row.get("rev")), wire.whole(row.get("seq"))
        if rev is None or seq is None:
            raise unreadable(Service.D1)
        if name is not None:
            yield Head(name, rev, seq)


def _name(row: Mapping[str, object]) -> Name | None:
    kind, named = wire.text(row.get("kind")), wire.text(row.get("id"))
    if kind is None or named is None:
        raise unreadable(Service.D1)
    return Name(Kind(kind), named) if kind in set(Kind) else None


def _last_name(rows: Rows) -> tuple[str, str]:
    *_before, last = _records(rows)
    return wire.text(last.get("kind")) or "", wire.text(last.get("id")) or ""


def _last_seq(rows: Rows) -> int:
    *_before, last = _records(rows)
    return wire.whole(last.get("seq")) or 0


@dataclass(frozen=True, slots=True)
class _Standing:
    """The state of the account when it answered.

    Attributes:
        seq: The number of the last write.
        there: The name of the requested mark, or None if it does not exist.
        oldest: The name of the oldest mark still stored.
        newest: The last mark.
    """

    seq: int
    there: str | None
    oldest: str | None
    newest: Mark | None
    layout: int
    census: Census | None


def _standing(rows: Rows) -> _Standing:
    if not rows.rows or len(rows.rows[0]) != _STANDING_COLUMNS:
        raise unreadable(Service.D1)
    written, *marks, laid_out, tallies = rows.rows[0]
    seq, layout = wire.whole(written), wire.whole(laid_out) or 1
    if seq is None:
        raise unreadable(Service.D1)
    there, oldest, newest, name = (wire.text(one) for one in marks)
    mark = None if newest is None or name is None else Mark(_after_colon(newest), name)
    census = Census(seq, _counts(wire.text(tallies))) if layout >= LAYOUT else None
    return _Standing(seq, there, oldest, mark, layout, census)


def _after_colon(mark: str) -> int:
    return int(mark.partition(":")[2])


def _counts(tallies: str | None) -> Mapping[Kind, Count]:
    """Read the account's counts; kinds from a newer version are left out."""
    found = wire.obj(wire.json_in((tallies or "").encode()))
    counted: dict[Kind, Count] = {}
    for kind in Kind:
        numbers = [wire.whole(number) for number in wire.items(found.get(kind.value))]
        match numbers:
            case [int(count), int(total)]:
                counted[kind] = Count(count, total)
            case _:
                continue
    return counted


def _number_of(mark: Mark | None) -> int:
    return 0 if mark is None else mark.seq


def _checked(rows: Rows, mark: Mark | None) -> int:
    """Return the number of the account's last write, after checking that it still has a mark."""
    now = _standing(rows)
    if mark is not None:
        # a mark older than all stored ones is not missed
        missed = now.oldest is None or now.oldest <= f"mark:{mark.seq:015d}"
        if now.seq < mark.seq or (now.there != mark.name and (now.there is not None or missed)):
            raise account_rolled_back()
    return now.seq


PAGE_BYTES: Final = 4_000_000
PAGE_ROWS: Final = 500
MARKS_KEPT: Final = 10_000
"""A computer that was away for more writes than that can no longer tell whether the account was rolled back."""

# The whole is one transaction: either nobody has written since `base`, or the row stays unchanged. A row based on a
# write that the account has lost is not accepted, except for a removal: others may have had a newer one. When sent
# again, the row already carries `rev`, which is not `base`.
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
# A request leaves a mark at the number it reached; the last marks are kept, in the order of their names.
_MARKS: Final = "name >= 'mark:' and name < 'mark;'"
MARK: Final = """insert into meta (name, value)
select format('mark:%015d', value), ?1->>'$' from meta where name = 'seq'
on conflict (name) do update set value = excluded.value"""
# One upper bound: with two, the engine may use the wrong one and scan all marks (rows read are counted).
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

# Of this many rows in order, those that together fit this many bytes, but at least one; `total` covers the rest.
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

# The primary key starts with the note, so removed notes are not scanned again.
LIST_SPACE: Final = """select distinct note_id from note_vector
where note_id > (?1->>'$.after') and space = (?1->>'$.space') order by note_id limit (?1->>'$.limit')"""
REMOVE_SOME_OF_SPACE: Final = (
    f"delete from note_vector where space = (?1->>'$.space') and note_id in ({LIST_SPACE})"
)
# a row has complete vectors: the padding of base64 is less than one
COUNT_SPACE: Final = """select count(distinct note_id), coalesce(sum(length(data) / 4 * 3 / (?1->>'$.step')), 0)
from note_vector where space = (?1->>'$.space')"""
