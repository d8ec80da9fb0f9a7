"""Store, account, counting, errors."""

import logging
import traceback
from asyncio import wrap_future
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TypeVar

from notebrain.domain.errors import CloudError, Unavailable, VaultError
from notebrain.domain.notes.changes import Act, touched
from notebrain.domain.notes.note import NoteId
from notebrain.domain.ports import Clock
from notebrain.domain.sync.remote import Head, Item, RemoteVault
from notebrain.storage.connection import Connection
from notebrain.storage.store import Store
from notebrain.storage.sync import account, incoming as held, inventory, log as runs
from notebrain.storage.sync.incoming import Why
from notebrain.sync.apply import Conflict, How, Taker, Took, read
from notebrain.sync.round_result import Tally

log = logging.getLogger("notebrain.sync")
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
        program: The version of this program.
    """

    store: Store
    clock: Clock
    remote: RemoteVault
    busy: Busy
    on_conflict: OnConflict
    device: str
    program: str = ""
    tally: Tally = field(default_factory=Tally)

    async def ask(self, request: Awaitable[T]) -> T:
        """Wait for an answer of the account, count the request, and note when it was answered."""
        self.tally.requests += 1
        answer = await request
        self.tally.reached = self.clock.now()
        return answer

    def read(self, look: Callable[[Connection], T]) -> T:
        """Look into the vault; what takes longer than a few milliseconds does not belong here."""
        with self.store.read() as db:
            return look(db)

    async def write(self, act: Callable[[Connection], T]) -> T:
        """Carry out a write, and wait until it is durable."""
        return await wrap_future(self.store.write(act))

    async def take(
        self,
        items: Sequence[Item],
        *,
        how: How = How.HOLD,
        in_order: bool = False,
        again: bool = False,
    ) -> list[Took]:
        """Carry out what came from the account, in one transaction.

        What meets a fault of ours is set aside with its reason, and the others go on; what is on this computer of the
        thing stays as it is, and is not sent, until it can be carried out.

        Args:
            how: What becomes of what would take a note away.
            in_order: Whether all that came before in the account's order is known.
            again: Whether it was kept here meanwhile.

        Raises:
            VaultError: The vault cannot be written; nothing is set aside for that.
        """
        try:
            return await self._carried_out(items, how=how, in_order=in_order, again=again)
        except Exception as fault:
            if is_no_fault_of_the_thing(fault):
                raise
        return [await self._alone(item, how=how, in_order=in_order, again=again) for item in items]

    async def _alone(self, item: Item, *, how: How, in_order: bool, again: bool) -> Took:
        try:
            (took,) = await self._carried_out([item], how=how, in_order=in_order, again=again)
        except Exception as fault:
            if is_no_fault_of_the_thing(fault):
                raise
            met = name_of(fault)
            # not with its message, which could quote a note
            log.warning("set aside: %s %s: %s", item.name.kind, item.name.id, met)
        else:
            return took

        def aside(db: Connection) -> None:
            held.put(db, item, Why.FAULTY, tried_by=self.program, fault=met)
            if not again:
                inventory.hear(db, [Head(item.name, item.rev, item.seq)])
            if in_order:
                account.move_on(db, item.seq)

        await self.write(aside)
        return Took.HELD

    async def _carried_out(
        self, items: Sequence[Item], *, how: How, in_order: bool, again: bool
    ) -> list[Took]:
        incoming = [read(item) for item in items]  # before anybody waits for it
        took: list[Took] = []

        def act(db: Connection) -> object:
            taker = Taker(db, self.clock.now(), self.busy, self.program, how)
            if again:
                for item in items:
                    held.drop(db, item.name)
            with account.quietly(db):
                took.extend(taker.take(one) for one in incoming)
            for conflict in taker.conflicts:
                self.on_conflict(db, conflict)
            if not again:  # what was kept here meanwhile may not be there any more
                inventory.hear(db, [Head(one.name, one.rev, one.seq) for one in items])
            if in_order and items:
                account.move_on(db, items[-1].seq)
            ids = [NoteId(one) for one in taker.touched]
            return touched(Act.SYNC, ids, text=taker.texts_changed) if ids else None

        await self.write(act)
        self.tally.conflicts += took.count(Took.CONFLICT)
        self.tally.merged += took.count(Took.MERGED) + took.count(Took.CONFLICT)
        self.tally.withdrawn += took.count(Took.WITHDRAWN)
        fetched = [
            item.name
            for item, one in zip(items, took, strict=True)
            if one not in (Took.NOTHING, Took.HELD)
        ]
        self.tally.fetched += len(fetched)
        room = runs.MOST_THINGS - len(self.tally.things)
        self.tally.things += [name for name in fetched if name not in self.tally.things][:room]
        return took


def is_no_fault_of_the_thing(error: Exception) -> bool:
    """Tell whether anything would have met it: the disk, the memory, or the file of the vault is the matter."""
    return isinstance(error, VaultError | Unavailable | CloudError | OSError | MemoryError)


def name_of(error: Exception) -> str:
    """Return the kind of a fault and its place in the program, without its message: that could quote a note."""
    places = traceback.extract_tb(error.__traceback__)
    if not places:
        return type(error).__name__
    return f"{type(error).__name__} ({PurePath(places[-1].filename).name}:{places[-1].lineno})"
