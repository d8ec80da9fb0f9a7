"""The shared notes of one vault, in a database of the account."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from notebrain.cloud import wire
from notebrain.cloud.codes import Service
from notebrain.cloud.company import Company
from notebrain.cloud.d1 import D1, Rows, Statement, in_pieces, unreadable
from notebrain.cloud.vault_layout import LAYOUT, Renewing
from notebrain.cloud.vault_sql import (
    COUNT,
    ESTRANGE,
    FETCH,
    FORGET_MARKS,
    HEADS,
    LIST_HEADS,
    MARK,
    PULL,
    PUT_LARGE,
    PUT_SMALL,
    ROLL,
    STANDING,
)
from notebrain.domain.errors import CloudBadRequest, CloudTooLarge
from notebrain.domain.i18n import _
from notebrain.domain.sync.remote import Census, Count, Head, Item, Kind, Mark, Name, Page, Renewal
from notebrain.domain.sync.rules import lost_something, taken_back

# A row may have 2,000,000 bytes (field guide §4), the other columns counted in.
LARGEST_ITEM_BYTES: Final = 1_900_000
_NAMES_AT_ONCE: Final = 500
# Within JSON, a content could grow beyond what a parameter may have: large ones come apart.
_LARGE_BYTES: Final = 300_000
_STANDING_COLUMNS: Final = 7


class D1Vault:
    """A `RemoteVault` in a database that `vault_schema.make` made."""

    def __init__(self, d1: D1, database_id: str, company: Company | None = None) -> None:
        self._d1 = d1
        self.database_id = database_id
        self.company = company or Company()
        self.mark: Mark | None = None
        self.census: Census | None = None
        self._renewing = Renewing(d1, database_id)
        self._is_old = False

    async def push(self, items: Sequence[Item]) -> list[Head]:
        """Write the items whose base is still the newest, in one transaction; return the heads after it, in order.

        Raises:
            CloudTooLarge: One item is larger than the account takes; nothing was sent.
            CloudRefused: Something in them is refused, by the account or on the way there.
            CloudTakenBack: The account was taken back, or has nothing of what an item was made from.
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
        """Return what was written after a number, oldest first, a few megabytes at most.

        Raises:
            CloudTakenBack: The account counts fewer writes than that, or has not the mark that was seen.
        """
        mark = self.mark
        asked = Statement(PULL, {"after": after, "device": device})
        standing = Statement(STANDING, _number_of(mark))
        rows, counted = await self._asked([asked, standing])
        seq = _checked(counted, mark)
        if seq < after:
            raise taken_back()
        self._renew(counted)
        items, more = _items(rows)
        # what was refused took numbers too: without this, they would be looked at every time
        upto = _last_seq(rows) if more else seq
        return Page(items=items, upto=upto, more=more)

    async def _asked(
        self,
        statements: Sequence[Statement],
        *,
        writes: bool = False,
        harmless: Sequence[Statement] = (),
    ) -> list[Rows]:
        return await self.company.run(
            self._d1, self.database_id, statements, writes=writes, harmless=harmless
        )

    async def estrange(self) -> None:
        """Let everybody who knows a mark find the account taken back."""
        await self._d1.run(self.database_id, [Statement(ESTRANGE)])

    async def renew(self) -> Renewal | None:
        """Bring the account one step nearer to today's layout; None where nothing is to be done."""
        renewing = self._renewing
        return await renewing.step() if self._is_old and not renewing.is_over else None

    def _renew(self, rows: Rows) -> None:
        standing = _standing(rows)
        self.census = standing.census
        self._is_old = standing.layout < LAYOUT
        seen = standing.newest
        if seen is not None and (self.mark is None or self.mark.seq <= seen.seq):
            self.mark = seen  # answers may come in another order

    async def fetch(self, names: Sequence[Name]) -> list[Item]:
        """Return these things as they are now, in no order; what is not there is left out."""
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
        """Return the heads of a kind that is not gone, ordered by id, those greater than `after`."""
        value = {"kind": kind.value, "after": after, "limit": limit}
        (rows,) = await self._asked([Statement(LIST_HEADS, value)])
        return list(_heads(rows))

    async def roll(self, after: int, *, limit: int) -> list[Head]:
        """Return the heads of everything after a number, marks of removals among them, in the account's order."""
        value = {"after": after, "limit": limit}
        (rows,) = await self._d1.run(self.database_id, [Statement(ROLL, value)])
        return list(_heads(rows))


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
    """Return the bytes of a content, after looking whether it can be sent letter by letter."""
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
    """Return the things in an answer, and whether there are more; kinds of a newer version are left out."""
    found = [_item(one) for one in _records(rows)]
    total = max((wire.whole(one.get("total")) or 0 for one in _records(rows)), default=0)
    return [one for one in found if one is not None], total > len(rows.rows)


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
        content = ""  # nobody can read it: it is set aside, and what follows goes on
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
    """How the account stood when it answered.

    Attributes:
        seq: The number of the last write.
        there: The name of the mark that was asked for, None where there is none.
        oldest: What the first mark is called that is kept.
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
    """Read what the account counts; kinds of a newer version are left out."""
    found = wire.obj(wire.json_in((tallies or "").encode()))
    counted: dict[Kind, Count] = {}
    for kind in Kind:
        numbers = [wire.whole(one) for one in wire.items(found.get(kind.value))]
        match numbers:
            case [int(things), int(total)]:
                counted[kind] = Count(things, total)
            case _:
                continue
    return counted


def _number_of(mark: Mark | None) -> int:
    return 0 if mark is None else mark.seq


def _checked(rows: Rows, mark: Mark | None) -> int:
    """Return the number of the account's last write, after looking whether it still has a mark."""
    now = _standing(rows)
    if mark is not None:
        # a mark that is older than all that are kept is not missed
        missed = now.oldest is None or now.oldest <= f"mark:{mark.seq:015d}"
        if now.seq < mark.seq or (now.there != mark.name and (now.there is not None or missed)):
            raise taken_back()
    return now.seq
