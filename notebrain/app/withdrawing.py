"""What the account is still to forget before it is left: notes that were removed, or are to stay on this computer."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from notebrain.domain.errors import CloudError, UserError
from notebrain.storage.embedding import remote_vectors
from notebrain.storage.store import Store
from notebrain.storage.sync import outgoing_removals

if TYPE_CHECKING:
    from notebrain.domain.sync.remote import Remote
    from notebrain.indexing.vector_delete import PointRemoving
    from notebrain.sync.engine import SyncEngine

# Somebody waits for it: an account that does not answer for so long is left without.
_PATIENCE_S = 15.0


@dataclass(frozen=True, slots=True)
class Remaining:
    """What is still in the account though it should not be.

    Attributes:
        texts: Of how many notes, and cards about them, something may be there.
        vectors: Of how many more notes only vectors are.
    """

    texts: int = 0
    vectors: int = 0

    def __bool__(self) -> bool:
        return bool(self.texts or self.vectors)


def remaining(store: Store) -> Remaining:
    """Return what is still in the account though it should not be; a quick read of the vault."""
    with store.read() as db:
        texts = outgoing_removals.unfinished(db)
        return Remaining(texts, max(0, len(remote_vectors.homeless(db)) - texts))


class Withdrawing:
    """Takes out of the account what is to be taken out, on the background's loop.

    Args:
        remote: Gives the account; its errors are `Account.remote`'s.
        engine: Gives the engine of the account; its errors are `Syncing.engine`'s.
        removing: Takes vectors back out of the account.
    """

    def __init__(
        self,
        store: Store,
        remote: "Callable[[], Awaitable[Remote | None]]",
        engine: "Callable[[], Awaitable[SyncEngine]]",
        removing: "Callable[[], PointRemoving]",
    ) -> None:
        self._store = store
        self._remote = remote
        self._engine = engine
        self._removing = removing

    def remaining(self) -> Remaining:
        """Return what is still in the account though it should not be; a quick read of the vault."""
        return remaining(self._store)

    async def finish(self, told: Callable[[Remaining], object] = lambda _left: None) -> Remaining:
        """Let the account forget what it is to forget, as far as it answers; return what remains there.

        Args:
            told: Called with what remains, before each part of it.
        """
        left, before = self.remaining(), None
        try:
            while left and left != before:
                told(left)
                async with asyncio.timeout(_PATIENCE_S):
                    await self._some()
                before, left = left, self.remaining()
        except (CloudError, UserError, TimeoutError):
            left = self.remaining()
        return left

    async def _some(self) -> None:
        """Let one request's worth of notes be forgotten."""
        turns = iter((True,))
        engine = await self._engine()
        await engine.withdraw(lambda: next(turns, False))
        remote = await self._remote()
        if remote is not None:
            await self._removing().take_back(remote)
