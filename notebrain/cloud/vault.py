"""The shared notes of one vault, in a database of the account."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from notebrain.cloud import wire
from notebrain.cloud.codes import Service
from notebrain.cloud.d1 import D1, Rows, Statement, in_pieces, unreadable
from notebrain.cloud.vault_sql import (
    COUNT,
    FETCH,
    HEADS,
    LIST_HEADS,
    PULL,
    PUT_LARGE,
    PUT_SMALL,
    SEQ,
)
from notebrain.domain.errors import CloudBadRequest, CloudTooLarge
from notebrain.domain.messages import _
from notebrain.domain.remote import Head, Item, Kind, Name, Page

# A row may have 2,000,000 bytes (field guide §4), the other columns counted in.
LARGEST_ITEM_BYTES: Final = 1_900_000
_NAMES_AT_ONCE: Final = 500
# Within JSON, a content could grow beyond what a parameter may have: large ones come apart.
_LARGE_BYTES: Final = 300_000


class D1Vault:
    """A `RemoteVault` in a database that `vault_schema.make` made."""

    def __init__(self, d1: D1, database_id: str) -> None:
        self._d1 = d1
        self.database_id = database_id

    async def push(self, items: Sequence[Item]) -> list[Head]:
        """Write the items whose base is still the newest, in one transaction; return the heads after it, in order.

        Raises:
            CloudTooLarge: One item is larger than the account takes; nothing was sent.
        """
        if not items:
            return []
        names = [[item.name.kind.value, item.name.id] for item in items]
        statements = [*_puts(items), Statement(COUNT, len(items)), Statement(HEADS, names)]
        *_written, found = await self._d1.run(self.database_id, statements)
        heads = {head.name: head for head in _heads(found)}
        return [heads.get(item.name, Head(item.name, None, 0)) for item in items]

    async def pull(self, after: int, *, device: str) -> Page:
        """Return what was written after a number, oldest first, a few megabytes at most.

        Where the account counts fewer writes than that, because its owner took it back to an earlier state, the page is
        empty and begins anew at 0.
        """
        asked = Statement(PULL, {"after": after, "device": device})
        rows, counted = await self._d1.run(self.database_id, [asked, Statement(SEQ)])
        seq = _number(counted)
        if seq < after:
            return Page(items=[], upto=0, more=seq > 0)
        items, more = _items(rows)
        # what was refused took numbers too: without this, they would be looked at every time
        upto = _last_seq(rows) if more else seq
        return Page(items=items, upto=upto, more=more)

    async def fetch(self, names: Sequence[Name]) -> list[Item]:
        """Return these things as they are now, in no order; what is not there is left out."""
        asked = sorted({(name.kind.value, name.id) for name in names})
        found: list[Item] = []
        for start in range(0, len(asked), _NAMES_AT_ONCE):
            some, after, more = asked[start : start + _NAMES_AT_ONCE], ("", ""), True
            while more:
                value = {"names": some, "after": after}
                (rows,) = await self._d1.run(self.database_id, [Statement(FETCH, value)])
                items, more = _items(rows)
                found += items
                after = _last_name(rows) if rows.rows else after
        return found

    async def heads(self, kind: Kind, after: str, *, limit: int) -> list[Head]:
        """Return the heads of a kind that is not gone, ordered by id, those greater than `after`."""
        value = {"kind": kind.value, "after": after, "limit": limit}
        (rows,) = await self._d1.run(self.database_id, [Statement(LIST_HEADS, value)])
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


def _number(rows: Rows) -> int:
    value = wire.whole(rows.rows[0][0]) if rows.rows and rows.rows[0] else None
    if value is None:
        raise unreadable(Service.D1)
    return value
