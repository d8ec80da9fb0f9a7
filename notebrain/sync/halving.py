"""Finding the one thing among many that the account does not take."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from notebrain.domain.errors import CloudBadRequest

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
