"""The account as the engine sees it, in memory: one `FakeAccount`, shared by several computers.

account = FakeAccount()
one, two = account.vault(), account.vault()     # each of them a RemoteVault of the same notes
account.fail(CloudOffline("gone"), on="push")   # the next push does nothing
account.lose("push")                            # the next push is done, and its answer lost
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from notebrain.cloud.computers import Computers
from notebrain.domain.errors import CloudBadRequest, CloudError, CloudTooLarge, CloudTransient
from notebrain.domain.ports import Space
from notebrain.domain.sync.leaving_files import Leaving, Report, SeenBy
from notebrain.domain.sync.remote import (
    Census,
    Count,
    Head,
    Item,
    Kind,
    Mark,
    Name,
    Near,
    NoteVectors,
    Page,
    Point,
    Renewal,
)
from notebrain.domain.sync.rules import account_rolled_back, lost_something

LARGEST_ITEM_BYTES: Final = 1_900_000
PAGE_BYTES: Final = 4_000_000
PAGE_ITEMS: Final = 500
LONGEST_POINT_BYTES: Final = 64
MOST_HITS: Final = 100


@dataclass
class _Fault:
    error: CloudError
    on: str
    lost: bool
    left: int | None


@dataclass
class FakeAccount:
    """What all computers of a user share.

    Attributes:
        calls: The name of every operation that was asked for, in order: `push pull fetch heads`, `vectors.put` ...
        before: Called with that name before anything is done, to change the account meanwhile, or to raise.
        page_items: How many items a page has at most; make it small to get many pages.
        leaving: What the computers have said about files that may leave; `leaving.at` is the account's clock.
    """

    items: dict[Name, Item] = field(default_factory=dict[Name, Item])
    seq: int = 0
    marks: dict[int, str] = field(default_factory=dict[int, str])
    vectors: dict[tuple[Space, str], NoteVectors] = field(
        default_factory=dict[tuple[Space, str], NoteVectors]
    )
    points: dict[Space, dict[str, Point]] = field(default_factory=dict[Space, dict[str, Point]])
    calls: list[str] = field(default_factory=list[str])
    before: Callable[[str], None] | None = None
    page_items: int = PAGE_ITEMS
    leaving: Leaving = field(default_factory=Leaving)
    _faults: list[_Fault] = field(default_factory=list[_Fault])

    def vault(self) -> "FakeVault":
        """Return the door to the notes for one computer."""
        return FakeVault(self)

    def vectors_of_notes(self) -> "FakeVectors":
        """Return the door to the vectors for one computer."""
        return FakeVectors(self)

    def index(self, space: Space) -> "FakeIndex":
        """Return the door to the index of a space for one computer."""
        return FakeIndex(self, space)

    def fail(self, error: CloudError, *, on: str, times: int | None = 1) -> None:
        """Let the next `times` operations of this name (None: all) do nothing but raise."""
        self._faults.append(_Fault(error, on, lost=False, left=times))

    def lose(self, on: str, *, times: int | None = 1) -> None:
        """Let the next `times` operations of this name be done, and their answers be lost."""
        self._faults.append(
            _Fault(CloudTransient("the answer was lost"), on, lost=True, left=times)
        )

    def mend(self) -> None:
        """End all faults."""
        self._faults.clear()

    async def ask(self, operation: str) -> "Answering":
        """Begin an operation."""
        await asyncio.sleep(0)  # others may come in between, as on a network
        self.calls.append(operation)
        if self.before is not None:
            self.before(operation)
        struck = [fault for fault in self._faults if fault.on == operation and fault.left != 0]
        if struck and struck[0].left is not None:
            struck[0].left -= 1
        if struck and not struck[0].lost:
            raise struck[0].error
        return Answering(struck[0].error if struck else None)


@dataclass(frozen=True)
class Answering:
    """An operation that is done; its answer may be lost."""

    error: CloudError | None

    async def __aenter__(self) -> None: ...

    async def __aexit__(self, kind: object, error: object, trace: object) -> None:
        await asyncio.sleep(0)
        if self.error is not None and kind is None:
            raise self.error


class FakeVault:
    """A `RemoteVault`."""

    def __init__(self, account: FakeAccount) -> None:
        self._account = account
        self.mark: Mark | None = None
        self.computers = Computers()
        self.census: Census | None = None

    async def push(self, items: Sequence[Item]) -> list[Head]:
        for item in items:
            check(item)
        if not items:
            return []
        async with await self._account.ask("push"):
            seen = self._has_the_mark()
            for number, item in enumerate(items):
                self._write(item, self._account.seq + number + 1)
            self._account.seq += len(items)
            self._account.marks[self._account.seq] = items[0].rev
            if not seen:
                raise account_rolled_back()
            self._renew()
            if any(one.base is not None and one.name not in self._account.items for one in items):
                raise lost_something()
            return [self._head(item.name) for item in items]

    async def invalidate_marks(self) -> None:
        async with await self._account.ask("invalidate_marks"):
            self._account.marks = {seq: name + "+" for seq, name in self._account.marks.items()}

    def _has_the_mark(self) -> bool:
        mark = self.mark
        return mark is None or self._account.marks.get(mark.seq) == mark.name

    async def heads_since(self, after: int, *, limit: int) -> list[Head]:
        async with await self._account.ask("heads_since"):
            newer = [item for item in self._account.items.values() if item.seq > after]
            first = sorted(newer, key=lambda item: item.seq)[:limit]
        return [Head(item.name, item.rev, item.seq) for item in first]

    async def renew(self) -> Renewal | None:
        return None

    def _renew(self) -> None:
        counts: dict[Kind, Count] = {}
        for item in self._account.items.values():
            so_far = counts.get(item.name.kind, Count())
            counts[item.name.kind] = Count(so_far.items + 1, so_far.total + item.seq)
        self.census = Census(self._account.seq, counts)
        marks = self._account.marks
        self.mark = Mark(max(marks), marks[max(marks)]) if marks else self.mark

    async def pull(self, after: int, *, device: str) -> Page:
        async with await self._account.ask("pull"):
            if self._account.seq < after or not self._has_the_mark():
                raise account_rolled_back()
            self._renew()
            newer = sorted(
                (item for item in self._account.items.values() if item.seq > after),
                key=lambda item: item.seq,
            )
            some = list(_page((_for(item, device) for item in newer), self._account.page_items))
            more = len(some) < len(newer)
            return Page(items=some, upto=some[-1].seq if more else self._account.seq, more=more)

    async def fetch(self, names: Sequence[Name]) -> list[Item]:
        async with await self._account.ask("fetch"):
            return [self._account.items[name] for name in set(names) & self._account.items.keys()]

    async def heads(self, kind: Kind, after: str, *, limit: int) -> list[Head]:
        async with await self._account.ask("heads"):
            there = [item for item in self._account.items.values() if item.name.kind is kind]
            live = [item for item in there if not item.gone and item.name.id > after]
            first = sorted(live, key=lambda item: item.name.id)[:limit]
        return [Head(item.name, item.rev, item.seq) for item in first]

    async def leaving_files(self, report: Report) -> Leaving:
        async with await self._account.ask("leaving"):
            before = self._account.leaving
            stay = {sha: n for sha, n in before.announced.items() if sha not in report.ended}
            new = [sha for sha in report.announced if sha not in stay]
            last = before.last + bool(new)
            known = before.computers.get(report.computer)
            seen = max(report.seen, 0 if known is None else known.number)
            self._account.leaving = replace(
                before,
                last=last,
                announced=stay | dict.fromkeys(new, last),
                computers={**before.computers, report.computer: SeenBy(seen, before.at)},
            )
            return self._account.leaving

    def _write(self, item: Item, seq: int) -> None:
        there = self._account.items.get(item.name)
        if there is None and item.base is not None and not item.gone:
            return
        if there is None or (item.base is not None and there.rev == item.base):
            self._account.items[item.name] = replace(item, seq=seq, left_out=False)

    def _head(self, name: Name) -> Head:
        there = self._account.items.get(name)
        return Head(name, None, 0) if there is None else Head(name, there.rev, there.seq)


class FakeVectors:
    """A `RemoteVectors`."""

    def __init__(self, account: FakeAccount) -> None:
        self._account = account

    async def put(self, space: Space, notes: Sequence[NoteVectors]) -> None:
        for note in notes:
            if any(len(one) != 4 * space.dimensions for one in note.vectors.values()):
                raise CloudBadRequest("a vector of another length")
        async with await self._account.ask("vectors.put"):
            for note in notes:
                kept = NoteVectors(note.note_id, dict(note.vectors))
                self._account.vectors.pop((space, note.note_id), None)
                if kept.vectors:
                    self._account.vectors[space, note.note_id] = kept

    async def get(self, space: Space, note_ids: Sequence[str]) -> list[NoteVectors]:
        async with await self._account.ask("vectors.get"):
            found = [self._account.vectors.get((space, one)) for one in sorted(set(note_ids))]
        return [one for one in found if one is not None]

    async def remove(self, note_ids: Sequence[str]) -> None:
        async with await self._account.ask("vectors.remove"):
            for key in list(self._account.vectors):
                if key[1] in set(note_ids):
                    del self._account.vectors[key]


class FakeIndex:
    """A `RemoteIndex`; what is written is found at once."""

    def __init__(self, account: FakeAccount, space: Space) -> None:
        self._account = account
        self._space = space
        self._points = account.points.setdefault(space, {})

    async def upsert(self, points: Sequence[Point]) -> None:
        for point in points:
            lengths = [len(one.encode()) for one in (point.id, point.namespace)]
            if (
                max(lengths) > LONGEST_POINT_BYTES
                or len(point.values) != self._space.dimensions * 4
            ):
                raise CloudBadRequest("a point that does not fit")
        async with await self._account.ask("index.upsert"):
            self._points.update({point.id: point for point in points})

    async def remove(self, ids: Sequence[str]) -> None:
        async with await self._account.ask("index.remove"):
            for one in ids:
                self._points.pop(one, None)

    async def query(self, vector: bytes, *, namespace: str, limit: int) -> list[Near]:
        async with await self._account.ask("index.query"):
            ours = [one for one in self._points.values() if namespace in ("", one.namespace)]
            near = [Near(one.id, _cosine(one.values, vector)) for one in ours]
        return sorted(near, key=lambda one: -one.score)[: min(limit, MOST_HITS)]

    async def ids(self) -> list[str]:
        async with await self._account.ask("index.ids"):
            return sorted(self._points)


def check(item: Item) -> None:
    """Refuse what the account would refuse."""
    if item.content is not None and len(item.content.encode()) > LARGEST_ITEM_BYTES:
        raise CloudTooLarge("too large for the account")
    if not item.is_whole:
        raise CloudBadRequest("either a content, or gone")


def _for(item: Item, device: str) -> Item:
    own = item.device == device
    return replace(item, content=None, left_out=not item.gone) if own else item


def _page(items: Iterable[Item], most: int) -> Iterable[Item]:
    size = 0
    for number, item in enumerate(items):
        size += 0 if item.content is None else len(item.content.encode())
        if number >= most or (number and size > PAGE_BYTES):
            return
        yield item


def _cosine(one: bytes, other: bytes) -> float:
    ours, theirs = memoryview(one).cast("f"), memoryview(other).cast("f")
    lengths = sum(a * a for a in ours) * sum(b * b for b in theirs)
    return sum(a * b for a, b in zip(ours, theirs, strict=True)) / (lengths**0.5 or 1.0)
