"""Resting until there is something to do, and ending work that rests."""

from collections.abc import Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio

_ASKED_AGAIN_AFTER_S = 10.0
"""Longer than it takes to close connections on a busy computer: that is not to be cut short."""


async def woken(wake: "asyncio.Event", within_s: float | None) -> bool:
    """Wait until `wake` is set, `within_s` at most (None: for ever); tell whether it was.

    Not by `asyncio.wait_for`: before Python 3.12 it drops a cancellation that comes in the moment in which the event
    is set, and a save while the window closes does just that. What rested then rested for ever.
    """
    import asyncio

    try:
        async with asyncio.timeout(None if within_s is None else max(0.0, within_s)):
            await wake.wait()
    except TimeoutError:
        return False
    return True


async def end_tasks(
    tasks: Collection["asyncio.Task[None]"], *, again_s: float = _ASKED_AGAIN_AFTER_S
) -> None:
    """Cancel tasks until they have ended, again and again where a cancellation was dropped on its way."""
    import asyncio

    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _ended, left = await asyncio.wait(left, timeout=again_s)
    await asyncio.gather(*tasks, return_exceptions=True)
