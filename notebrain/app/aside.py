"""Blocking calls of a coroutine, each on a thread that nobody has to wait for."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import TypeVar, cast

T = TypeVar("T")


async def aside(call: Callable[[], T]) -> T:
    """Return what a blocking call gives, without blocking the loop.

    The thread is a daemon: a place for passwords may ask the user to unlock it and wait for the answer for ever, and
    the program must be able to end meanwhile (the threads of `asyncio.to_thread` would be waited for).
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if answer.done():
            return  # nobody waits any more
        if error is None:
            answer.set_result(cast("T", result))
        else:
            answer.set_exception(error)

    def run() -> None:
        result: T | None = None
        error: BaseException | None = None
        try:
            result = call()
        except BaseException as raised:  # noqa: BLE001 - handed on, whatever it is
            error = raised
        with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=run, name="notebrain-passwords", daemon=True).start()
    return await answer
