"""Split rejected batches to find the rejected items, and write to the vault from a coroutine."""

from asyncio import wrap_future
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from notebrain.domain.errors import CloudBadRequest
from notebrain.storage.connection import Connection
from notebrain.storage.store import Store

T = TypeVar("T")


async def bisect_bad_items(
    items: Sequence[T], act: Callable[[Sequence[T]], Awaitable[object]]
) -> list[tuple[T, CloudBadRequest]]:
    """Act on all items at once; if the account rejects them, on halves, until the rejected ones are found.

    Returns:
        The rejected items, each with the account's answer.
    """
    if not items:
        return []
    try:
        await act(items)
    except CloudBadRequest as error:
        if len(items) == 1:
            return [(items[0], error)]
        middle = len(items) // 2
        first = await bisect_bad_items(items[:middle], act)
        return first + await bisect_bad_items(items[middle:], act)
    return []


async def written(store: Store, act: Callable[[Connection], T]) -> T:
    """Return the result of a write once it is durable, without blocking the event loop."""
    return await wrap_future(store.write(act))
