"""What the parts of a round share: access to the vault and the account, request counts, and error handling."""

import logging
import traceback
from asyncio import wrap_future
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import TypeVar

from notebrain.domain.errors import CloudError, Unavailable, VaultError
from notebrain.domain.notes.changes import Act, touched
from notebrain.domain.notes.note import NoteId
from notebrain.domain.ports import Clock
from notebrain.domain.sync.remote import Head, Item, Name, RemoteVault
from notebrain.storage.connection import Connection
from notebrain.storage.store import Store
from notebrain.storage.sync import account, incoming as held, inventory, log as runs
from notebrain.storage.sync.incoming import Why
from notebrain.sync.apply import ChangeApplier
from notebrain.sync.round_result import RoundCounts
from notebrain.sync.types import ApplyAction, ApplyResult, Conflict, read

log = logging.getLogger("notebrain.sync")
T = TypeVar("T")
KeepGoing = Callable[[], bool]
Busy = Callable[[str], bool]


OnConflict = Callable[[Connection, Conflict], object]
"""Stores both texts of a note for the user to see, in the transaction that merges them."""


@dataclass(slots=True)
class SyncContext:
    """Access to the vault and the account for one round.

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
    tally: RoundCounts = field(default_factory=RoundCounts)

    def sent(self, name: Name) -> None:
        """Count an item that the account accepted."""
        self.tally.sent += 1
        _list(self.tally.sent_items, name)

    async def ask(self, request: Awaitable[T]) -> T:
        """Wait for an answer of the account, count the request, and record the time of the answer."""
        self.tally.requests += 1
        answer = await request
        self.tally.reached = self.clock.now()
        return answer

    def read(self, act: Callable[[Connection], T]) -> T:
        """Read from the vault; must take no longer than a few milliseconds."""
        with self.store.read() as db:
            return act(db)

    async def write(self, act: Callable[[Connection], T]) -> T:
        """Run a write and wait until it is durable."""
        return await wrap_future(self.store.write(act))

    async def apply(
        self,
        items: Sequence[Item],
        *,
        how: ApplyAction = ApplyAction.HOLD,
        in_order: bool = False,
        again: bool = False,
    ) -> list[ApplyResult]:
        """Apply items from the account in one transaction.

        An item that hits a bug is set aside with its reason, and the others continue; what this computer has of the
        item stays as it is and is not sent until the item can be applied.

        Args:
            how: What to do with items that would remove a note.
            in_order: Whether everything earlier in the account's order is known.
            again: Whether the items were held here meanwhile.

        Raises:
            VaultError: The vault cannot be written; nothing is set aside because of that.
        """
        try:
            return await self._carried_out(items, how=how, in_order=in_order, again=again)
        except Exception as fault:
            if is_unrelated_to_item(fault):
                raise
        return [await self._alone(item, how=how, in_order=in_order, again=again) for item in items]

    async def _alone(
        self, item: Item, *, how: ApplyAction, in_order: bool, again: bool
    ) -> ApplyResult:
        try:
            (outcome,) = await self._carried_out([item], how=how, in_order=in_order, again=again)
        except Exception as fault:
            if is_unrelated_to_item(fault):
                raise
            met = name_of(fault)
            # without its message, which could quote a note
            log.warning("set aside: %s %s: %s", item.name.kind, item.name.id, met)
        else:
            return outcome

        def aside(db: Connection) -> None:
            held.put(db, item, Why.FAULTY, tried_by=self.program, fault=met)
            if not again:
                inventory.record(db, [Head(item.name, item.rev, item.seq)])
            if in_order:
                account.move_on(db, item.seq)

        await self.write(aside)
        return ApplyResult.HELD

    async def _carried_out(
        self, items: Sequence[Item], *, how: ApplyAction, in_order: bool, again: bool
    ) -> list[ApplyResult]:
        incoming = [read(item) for item in items]  # before taking the write lock
        results: list[ApplyResult] = []

        def act(db: Connection) -> object:
            taker = ChangeApplier(db, self.clock.now(), self.busy, self.program, how)
            if again:
                for item in items:
                    held.drop(db, item.name)
            with account.quietly(db):
                results.extend(taker.apply(one) for one in incoming)
            for conflict in taker.conflicts:
                self.on_conflict(db, conflict)
            if not again:  # held items may no longer be in the account
                inventory.record(db, [Head(one.name, one.rev, one.seq) for one in items])
            if in_order and items:
                account.move_on(db, items[-1].seq)
            ids = [NoteId(one) for one in taker.touched]
            if not ids and not taker.profile_changed:
                return None
            changes = touched(Act.SYNC, ids, text=taker.texts_changed, filing=bool(ids))
            return replace(changes, profile=taker.profile_changed)

        await self.write(act)
        self.tally.conflicts += results.count(ApplyResult.CONFLICT)
        self.tally.merged += results.count(ApplyResult.MERGED) + results.count(ApplyResult.CONFLICT)
        self.tally.withdrawn += results.count(ApplyResult.WITHDRAWN)
        fetched = [
            item
            for item, one in zip(items, results, strict=True)
            if one not in (ApplyResult.NOTHING, ApplyResult.HELD)
        ]
        self.tally.fetched += len(fetched)
        for item in fetched:
            if _list(self.tally.fetched_items, item.name):
                self.tally.devices[item.name.id] = item.device
        return results


def _list(names: list[Name], name: Name) -> bool:
    """Add an item to those that the log names, if there is room; return whether it was added."""
    new = len(names) < runs.MOST_ITEMS and name not in names
    if new:
        names.append(name)
    return new


def is_unrelated_to_item(error: Exception) -> bool:
    """Return whether any item would have failed, because the cause is the disk, the memory or the vault's file."""
    return isinstance(error, VaultError | Unavailable | CloudError | OSError | MemoryError)


def name_of(error: Exception) -> str:
    """Return the kind of an error and its location in the code, without its message, which could quote a note."""
    places = traceback.extract_tb(error.__traceback__)
    if not places:
        return type(error).__name__
    return f"{type(error).__name__} ({PurePath(places[-1].filename).name}:{places[-1].lineno})"
