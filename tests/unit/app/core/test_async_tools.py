"""Resting until woken: a cancellation counts in every moment, also in that of waking."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import ParamSpec

import pytest

from notebrain.app.core.async_tools import cancel_and_wait, wait_for_event

P = ParamSpec("P")


def on_a_loop(test: Callable[P, Coroutine[None, None, None]]) -> Callable[P, None]:
    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


@on_a_loop
async def test_what_is_set_wakes() -> None:
    wake = asyncio.Event()
    rest = asyncio.create_task(wait_for_event(wake, None))
    await asyncio.sleep(0)
    wake.set()
    assert await rest


@on_a_loop
async def test_what_is_never_set_lets_go_in_time() -> None:
    assert not await wait_for_event(asyncio.Event(), 0.0)


@pytest.mark.parametrize("steps", range(6))
@on_a_loop
async def test_who_is_woken_and_cancelled_at_once_ends(steps: int) -> None:
    wake = asyncio.Event()
    rounds: list[None] = []

    async def work() -> None:
        while True:
            await wait_for_event(wake, 60.0)
            rounds.append(None)
            wake.clear()
            await asyncio.sleep(0)

    task = asyncio.create_task(work())
    for _step in range(3):
        await asyncio.sleep(0)
    wake.set()
    for _step in range(steps):
        await asyncio.sleep(0)
    task.cancel()
    ended, _left = await asyncio.wait({task}, timeout=5.0)
    assert ended == {task}
    assert task.cancelled()


@on_a_loop
async def test_what_drops_a_cancellation_is_asked_again() -> None:
    dropped: list[None] = []

    async def deaf_once() -> None:
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                if dropped:
                    raise
                dropped.append(None)

    task = asyncio.create_task(deaf_once())
    await asyncio.sleep(0)
    await cancel_and_wait([task], again_s=0.01)
    assert task.cancelled()
    assert len(dropped) == 1


@on_a_loop
async def test_what_ended_with_an_error_has_ended() -> None:
    async def fails() -> None:
        raise ValueError

    await cancel_and_wait([asyncio.create_task(fails())])
