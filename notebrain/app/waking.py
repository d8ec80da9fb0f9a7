"""Waking what rests on the background's loop, from any thread."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from notebrain.app.resting import woken

if TYPE_CHECKING:
    import asyncio


class Waker:
    """Lets one coroutine rest until there is something to do."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._event: asyncio.Event | None = None

    @contextmanager
    def listening(self) -> Generator[None]:
        """Hear `wake` in this block, on the loop that runs it."""
        import asyncio  # loaded with the loop, not with the window

        self._loop, self._event = asyncio.get_running_loop(), asyncio.Event()
        try:
            yield
        finally:
            self._loop = None

    def wake(self) -> None:
        """End the rest; any thread may call it, it does not wait."""
        loop, event = self._loop, self._event
        if loop is not None and event is not None and not loop.is_closed():
            loop.call_soon_threadsafe(event.set)

    def look(self) -> None:
        """Take notice: what wakes from here on ends the next rest."""
        assert self._event is not None  # noqa: S101 - `listening` made it
        self._event.clear()

    async def rest(self, wait_s: float | None) -> bool:
        """Rest until woken, `wait_s` at most, None for as long as it takes; tell whether it was woken."""
        assert self._event is not None  # noqa: S101 - `listening` made it
        return await woken(self._event, wait_s)
