"""Splitting a refused batch; writing from a coroutine."""

from asyncio import wrap_future
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from notebrain.domain.errors import CloudBadRequest
from notebrain.storage.connection import Connection
from notebrain.storage.store import Store

T = TypeVar("T")


async def without_the_bad(
    things: Sequence[T], act: Callable[[Sequence[T]], Awaitable[object]]
) -> list[tuple[T, CloudBadRequest]]:
    """Act on all things at once; where the account does not take them, on halves, down to the guilty ones.

    Returns:
        The things that were not taken, each with the account's answer.
    """
    if not things:
        return []
    try:
        await act(things)
    except CloudBadRequest as error:
        if len(things) == 1:
            return [(things[0], error)]
        middle = len(things) // 2
        first = await without_the_bad(things[:middle], act)
        return first + await without_the_bad(things[middle:], act)
    return []


async def written(store: Store, act: Callable[[Connection], T]) -> T:
    """Return what a write gives once it is durable; the loop goes on meanwhile."""
    return await wrap_future(store.write(act))
