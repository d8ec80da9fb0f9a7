"""Split rejected batches to find the rejected items, and write to the vault from a coroutine."""

from asyncio import wrap_future
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from notebrain.domain.errors import CloudBadRequest
from notebrain.storage.connection import Connection
from notebrain.storage.store import Store

T = TypeVar("T")


async def bisect_bad_items(
    things: Sequence[T], act: Callable[[Sequence[T]], Awaitable[object]]
) -> list[tuple[T, CloudBadRequest]]:
    """Act on all things at once; if the account rejects them, on halves, until the rejected ones are found.

    Returns:
        The rejected things, each with the account's answer.
    """
    if not things:
        return []
    try:
        await act(things)
    except CloudBadRequest as error:
        if len(things) == 1:
            return [(things[0], error)]
        middle = len(things) // 2
        first = await bisect_bad_items(things[:middle], act)
        return first + await bisect_bad_items(things[middle:], act)
    return []


async def written(store: Store, act: Callable[[Connection], T]) -> T:
    """Return the result of a write once it is durable, without blocking the event loop."""
    return await wrap_future(store.write(act))
