"""Blocking calls, each on a thread that nobody has to wait for."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


def begin_aside(call: Callable[[], T]) -> "Future[T]":
    """Start a blocking call; it cannot be cancelled.

    The thread is a daemon: a place for passwords, or the desktop, may ask the user and wait for the answer for ever,
    and the program must be able to end meanwhile (the threads of a pool would be waited for).
    """
    answer: Future[T] = Future()
    answer.set_running_or_notify_cancel()

    def run() -> None:
        try:
            result = call()
        except BaseException as raised:  # noqa: BLE001 - handed on, whatever it is
            answer.set_exception(raised)
        else:
            answer.set_result(result)

    threading.Thread(target=run, name="notebrain-aside", daemon=True).start()
    return answer


async def aside(call: Callable[[], T]) -> T:
    """Return what a blocking call gives, without blocking the loop."""
    from asyncio import wrap_future  # the window is painted before it is loaded

    return await wrap_future(begin_aside(call))
