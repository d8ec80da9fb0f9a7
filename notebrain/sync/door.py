"""What the parts of the engine share: the vault, the account, and the counting of requests."""

from asyncio import wrap_future
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from notebrain.domain.changes import Act, touched
from notebrain.domain.note import NoteId
from notebrain.domain.ports import Clock
from notebrain.domain.remote import RemoteVault
from notebrain.storage.database import Connection
from notebrain.storage.store import Store
from notebrain.storage.syncing import account
from notebrain.sync.outcome import Tally
from notebrain.sync.taking import Conflict, How, Incoming, Taker, Took

T = TypeVar("T")
KeepGoing = Callable[[], bool]
Busy = Callable[[str], bool]


OnConflict = Callable[[Connection, Conflict], object]
"""Keeps both texts of a note for the user to see, in the transaction that merges them."""


@dataclass(slots=True)
class Door:
    """One round's way to the vault and to the account.

    Attributes:
        device: The name under which this computer writes.
    """

    store: Store
    clock: Clock
    remote: RemoteVault
    busy: Busy
    on_conflict: OnConflict
    device: str
    tally: Tally = field(default_factory=Tally)

    async def ask(self, request: Awaitable[T]) -> T:
        """Wait for an answer of the account, and count the request."""
        self.tally.requests += 1
        return await request

    def read(self, look: Callable[[Connection], T]) -> T:
        """Look into the vault; what takes longer than a few milliseconds does not belong here."""
        with self.store.read() as db:
            return look(db)

    async def write(self, act: Callable[[Connection], T]) -> T:
        """Carry out a write, and wait until it is durable."""
        return await wrap_future(self.store.write(act))

    async def take(
        self,
        some: Sequence[Incoming],
        *,
        how: How = How.HOLD,
        upto: int | None = None,
        first: Callable[[Connection], object] = lambda _db: None,
    ) -> list[Took]:
        """Carry out what came from the account in one transaction.

        Args:
            how: What becomes of what would take a note away.
            upto: Up to which number of the account's order everything is known then.
            first: Done before, in the same transaction.
        """
        took: list[Took] = []

        def act(db: Connection) -> object:
            taker = Taker(db, self.clock.now(), self.busy, how)
            first(db)
            with account.quietly(db):
                took.extend(taker.take(one) for one in some)
            for conflict in taker.conflicts:
                self.on_conflict(db, conflict)
            if upto is not None:
                account.move_on(db, upto)
            ids = [NoteId(one) for one in taker.touched]
            return touched(Act.SYNC, ids, text=taker.texts_changed) if ids else None

        await self.write(act)
        self.tally.conflicts += took.count(Took.CONFLICT)
        self.tally.merged += took.count(Took.MERGED) + took.count(Took.CONFLICT)
        self.tally.fetched += sum(1 for one in took if one not in (Took.NOTHING, Took.HELD))
        return took
