"""Fetch what other computers wrote and apply it in the account's order."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from notebrain.domain.ports import Ids
from notebrain.domain.sync.remote import Head, Item, Kind, Name
from notebrain.domain.sync.rules import must_ask
from notebrain.storage.connection import Connection
from notebrain.storage.sync import account, incoming, inventory, outgoing_settings, state, twins
from notebrain.storage.sync.incoming import Why
from notebrain.sync.context import KeepGoing, SyncContext
from notebrain.sync.types import ApplyAction

# A new note of 200 words takes half a millisecond to write; the vault must not be blocked for longer than 50 ms.
_ITEMS_AT_ONCE = 40
_LETTERS_AT_ONCE = 200_000
_NAMES_AT_ONCE = 50
_HEADS_AT_ONCE = 5_000


class Fetcher:
    """Fetches items from the account and applies them."""

    def __init__(self, context: SyncContext, ids: Ids) -> None:
        self._context = context
        self._ids = ids

    async def listen(self, keep_going: KeepGoing) -> bool:
        """Apply everything new in the account; return whether its end was reached.

        Raises:
            CloudError: The account did not answer; what was fetched before stays applied.
        """
        while keep_going():
            known = self._context.read(account.get)
            if known is None:
                return False
            page = await self._context.ask(
                self._context.remote.pull(known.cursor, device=self._context.device)
            )
            if self._context.read(partial(_strange, items=page.items)):
                await self._change_name(known.machine)
                continue
            for some in _portions(page.items):
                await self._context.apply(some, in_order=True)
            if page.upto > known.cursor:
                await self._context.write(partial(account.move_on, cursor=page.upto))
            if not page.more:
                return True
        return False

    async def fetch(self, names: Sequence[Name]) -> None:
        """Fetch and apply the present state of these items."""
        for start in range(0, len(names), _NAMES_AT_ONCE):
            some = names[start : start + _NAMES_AT_ONCE]
            items = await self._context.ask(self._context.remote.fetch(some))
            for portion in _portions(items):
                await self._context.apply([replace(item, left_out=False) for item in portion])

    async def apply_held(self) -> None:
        """Apply held items that are no longer blocked.

        Items that another version of the program could not apply are tried once.
        """
        untried = self._context.read(lambda db: incoming.untried(db, self._context.program))
        for some in _portions([*self._resting(Why.BUSY), *untried]):
            await self._context.apply(some, again=True)
        for some in _portions(self._resting(Why.ALLOWED)):
            await self._context.apply(some, how=ApplyAction.LET_GO, again=True)
        for some in _portions(self._resting(Why.REFUSED)):
            await self._context.apply(some, how=ApplyAction.KEEP, again=True)

    def _resting(self, why: Why) -> list[Item]:
        """Return items held for a reason, except for the notes that the user is typing in."""
        held = self._context.read(partial(incoming.of, why=why))
        return [item for item in held if not self._context.busy(item.name.id)]

    async def count(self) -> None:
        """Check whether the account still has everything, by its own count, and record what has vanished.

        Raises:
            CloudError: The account did not answer.
        """
        census = self._context.remote.census
        if census is not None and self._context.read(partial(inventory.is_off, census=census)):
            await self.survey()

    async def survey(self) -> None:
        """Read the account's complete list, record what has vanished, and fetch what is unknown here.

        Raises:
            CloudError: The account did not answer.
        """
        heads: list[Head] = []
        more = True
        while more:
            after = heads[-1].seq if heads else 0
            some = await self._context.ask(
                self._context.remote.heads_since(after, limit=_HEADS_AT_ONCE)
            )
            heads += some
            more = len(some) == _HEADS_AT_ONCE
        unknown = await self._context.write(partial(inventory.accept, heads=heads))
        await self.fetch(unknown)

    async def decide(self) -> int:
        """Apply other computers' removals of notes unless they are too many; return for how many to ask the user.

        Nothing is removed while the account has lost something.
        """
        if self._context.read(inventory.loss) is not None:
            return 0
        going, live = self._context.read(
            lambda db: (incoming.of(db, Why.DELETES), incoming.live_notes(db))
        )
        doubles = self._context.read(
            lambda db: {item.name for item in going if _is_double(db, item)}
        )
        asked = [item for item in going if item.name not in doubles]
        asks = len(asked) if must_ask(len(asked), live) else 0
        for some in _portions([item for item in going if item.name in doubles or not asks]):
            await self._context.apply(some, how=ApplyAction.LET_GO, again=True)
        return asks

    async def join_anew(self, known: account.Connected) -> None:
        """Start as with a new account, which removes nothing and keeps both texts where they differ."""
        device = self._ids.new(self._context.clock.now())
        await self._context.write(
            lambda db: account.connect(db, vault=known.vault, device=device, machine=known.machine)
        )
        self._context.device = device

    async def _change_name(self, machine: str) -> None:
        """Write under another name from now on, because somebody else, e.g. a copy of this vault, used this one."""
        device = self._ids.new(self._context.clock.now())
        await self._context.write(
            lambda db: account.rename_device(db, device=device, machine=machine)
        )
        self._context.device = device


def _is_double(db: Connection, item: Item) -> bool:
    """Return whether the note to be removed is one of two with the same text imported from the same file."""
    key = state.of(db, item.name.id).key
    return key is not None and twins.has_other(db, key)


def _strange(db: Connection, items: Sequence[Item]) -> bool:
    """Return whether the account omitted contents as ours that are not known here."""
    return any(item.left_out and not _wrote(db, item) for item in items)


def _wrote(db: Connection, item: Item) -> bool:
    if item.name.kind is not Kind.NOTE:
        shared = outgoing_settings.of(db, item.name)
        return item.rev in (shared.rev, shared.sending_rev)
    local = state.of(db, item.name.id)
    revs = [
        rev
        for remote in (local.known, local.forgotten)
        if remote
        for rev in (remote.rev, remote.sending_rev)
    ]
    return item.rev in revs


def _portions(items: Sequence[Item]) -> Iterator[list[Item]]:
    """Yield the items in portions that are applied in a moment."""
    some: list[Item] = []
    letters = 0
    for item in items:
        some.append(item)
        letters += len(item.content or "")
        if len(some) >= _ITEMS_AT_ONCE or letters > _LETTERS_AT_ONCE:
            yield some
            some, letters = [], 0
    if some:
        yield some
