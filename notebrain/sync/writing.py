"""Writing to the vault from a coroutine."""

from asyncio import wrap_future
from collections.abc import Callable
from typing import TypeVar

from notebrain.storage.connection import Connection
from notebrain.storage.store import Store

T = TypeVar("T")


async def written(store: Store, act: Callable[[Connection], T]) -> T:
    """Return what a write gives once it is durable; the loop goes on meanwhile."""
    return await wrap_future(store.write(act))
