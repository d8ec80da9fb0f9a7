"""Send local changes to the account: each write is saved before it is sent and deleted once it is accepted."""

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from itertools import chain

from notebrain.domain.backoff import set_aside_for
from notebrain.domain.errors import CloudBadRequest, CloudTooLarge
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.domain.notes.note import NoteId
from notebrain.domain.sync.remote import Head, Kind, Name
from notebrain.storage.connection import Connection
from notebrain.storage.sync import account, inventory, outgoing_removals
from notebrain.storage.sync.outgoing import Outgoing, Refusal, Source, fill
from notebrain.storage.sync.outgoing_notes import NoteSource
from notebrain.storage.sync.outgoing_removals import GoneSource
from notebrain.storage.sync.outgoing_settings import SettingSource
from notebrain.sync.context import KeepGoing, SyncContext
from notebrain.sync.pull import Fetcher

BATCH_BYTES = 1_000_000
BATCH_ITEMS = 500
NEVER = datetime(9999, 1, 1, tzinfo=UTC)
# After this many tries, another computer that keeps writing the same note goes first; the next round continues.
_MOST_TRIES = 4

_NOTES, _GONE, _SETTINGS = NoteSource(), GoneSource(), SettingSource()
_SOURCES: Sequence[Source] = (_GONE, _SETTINGS, _NOTES)


class Sender:
    """Sends waiting items in batches.

    Args:
        only_removals: Send only removals.
        hold: Decides which notes have to wait for their files, before each choice of what to send.

    Attributes:
        is_abreast: Whether the account's last answer showed that everything it has is known here.
    """

    def __init__(
        self,
        context: SyncContext,
        fetcher: Fetcher,
        *,
        only_removals: bool = False,
        hold: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._hold = hold
        self._only_removals = only_removals
        self._context = context
        self._fetcher = fetcher
        self._tries: Counter[Name] = Counter()
        self._is_repeated = False
        self.is_abreast = False

    async def send(self, keep_going: KeepGoing) -> None:
        """Send everything that is ready, merging with other computers' writes first.

        Raises:
            CloudError: The account did not accept it; it stays queued, and what was sent without an answer is saved as
                it was sent.
        """
        while keep_going() and (batch := await self._next()):
            late = await self._push(batch)
            self._tries.update(outgoing.name for outgoing in late)
            if late:
                await self._fetcher.fetch([outgoing.name for outgoing in late])
            if any(self._tries[outgoing.name] >= _MOST_TRIES for outgoing in late):
                return

    async def _next(self) -> list[Outgoing]:
        """Return what to send now, saved so that exactly the same can be sent again."""
        under_way = self._context.read(
            lambda db: [
                outgoing
                for source in _SOURCES
                for outgoing in source.under_way(db, limit=BATCH_ITEMS)
            ]
        )
        if self._only_removals:
            under_way = [outgoing for outgoing in under_way if outgoing.content is None]
        self._is_repeated = bool(under_way)
        if under_way:
            return fill(under_way[:BATCH_ITEMS], size=BATCH_BYTES)
        if self._hold is not None:
            await self._hold()
        ready = self._context.read(self._ready)
        return await self._context.write(lambda db: _begun(db, ready)) if ready else []

    def _ready(self, db: Connection) -> list[Outgoing]:
        now = self._context.clock.now()
        found = chain.from_iterable(
            source.ready(db, now=now, limit=BATCH_ITEMS, size=BATCH_BYTES) for source in _SOURCES
        )
        wanted = [
            outgoing for outgoing in found if outgoing.content is None or not self._only_removals
        ]
        # items that were rejected before may be rejected again, so they are sent separately
        first = [outgoing for outgoing in wanted if not outgoing.attempts] or wanted
        return fill(first[:BATCH_ITEMS], size=BATCH_BYTES)

    async def _push(self, batch: Sequence[Outgoing]) -> list[Outgoing]:
        """Send some items; return those where another computer's write came first.

        Items that the user made local only or removed meanwhile are not sent.
        """
        batch = self._context.read(lambda db: [o for o in batch if _source(o).is_wanted(db, o)])
        if not batch:
            return []
        try:
            heads = await self._context.ask(
                self._context.remote.push(
                    [outgoing.item(self._context.device) for outgoing in batch]
                )
            )
        except CloudBadRequest as error:
            if len(batch) == 1:
                await self._set_aside(batch[0], error)
                return []
            half = len(batch) // 2  # find the rejected item; the others continue
            return [*await self._push(batch[:half]), *await self._push(batch[half:])]
        late: list[Outgoing] = []

        def report(db: Connection) -> Changes | None:
            late.extend(self._report(db, batch, heads))
            return _seen([outgoing for outgoing in batch if outgoing.attempts])

        await self._context.write(report)
        return late

    async def _set_aside(self, outgoing: Outgoing, error: CloudBadRequest) -> None:
        wait = set_aside_for(error, outgoing.attempts)
        retry_at = NEVER if isinstance(error, CloudTooLarge) else self._context.clock.now() + wait

        def failed(db: Connection) -> Changes | None:
            _source(outgoing).failed(db, outgoing, reason=str(error), retry_at=retry_at)
            return _seen([outgoing])

        await self._context.write(failed)
        self._context.tally.failed.append(Refusal(outgoing.name, str(error)))

    def _report(
        self, db: Connection, batch: Sequence[Outgoing], heads: Sequence[Head]
    ) -> list[Outgoing]:
        inventory.record(db, heads)
        revs = {head.name: head.rev for head in heads}
        late: list[Outgoing] = []
        for outgoing in batch:
            if revs.get(outgoing.name) == outgoing.rev:
                _source(outgoing).accepted(db, outgoing)
                self._context.sent(outgoing.name)
            else:
                _source(outgoing).passed_over(db, outgoing)
                late.append(outgoing)
        # a repeated batch keeps its original number, and others may have written since
        self.is_abreast = _moved_on(db, batch, heads) and not self._is_repeated
        return late


def _seen(some: Sequence[Outgoing]) -> Changes | None:
    """Return what lists must refresh: the notes that failed now or before."""
    notes = [NoteId(outgoing.name.id) for outgoing in some if outgoing.name.kind is Kind.NOTE]
    return touched(Act.INDEX, notes, filing=False) if notes else None


def forgotten_vectors(db: Connection) -> list[str]:
    """Return some notes that were removed from the account, except perhaps their vectors."""
    return outgoing_removals.with_vectors(db, limit=BATCH_ITEMS)


def _begun(db: Connection, ready: Sequence[Outgoing]) -> list[Outgoing]:
    return [
        outgoing
        for source in _SOURCES
        for outgoing in source.begin(db, [r for r in ready if _source(r) is source])
    ]


def _moved_on(db: Connection, batch: Sequence[Outgoing], heads: Sequence[Head]) -> bool:
    """Mark our own writes as known without fetching them if nobody else wrote in between; return whether that is so.

    The account numbers the writes of a request consecutively, leaving out those it rejects.
    """
    numbers = [
        head.seq - place
        for place, (outgoing, head) in enumerate(zip(batch, heads, strict=True), start=1)
        if head.rev == outgoing.rev
    ]
    known = account.get(db)
    if known is None or set(numbers) != {known.cursor}:
        return False
    account.move_on(db, known.cursor + len(batch))
    return True


def _source(outgoing: Outgoing) -> Source:
    if outgoing.name.kind is not Kind.NOTE:
        return _SETTINGS
    return _GONE if outgoing.content is None else _NOTES
