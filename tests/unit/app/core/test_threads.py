"""Resting until woken: a cancellation counts in every moment, also in that of waking."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import ParamSpec

import pytest

from notebrain.app.core.instance import MessageKind
from notebrain.app.core.threads import BackgroundTask, cancel_and_wait, wait_for_event
from notebrain.domain.errors import NoteBrainError, Unavailable
from notebrain.domain.notes.changes import Act, Changes

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
async def test_who_is_woken_and_canceled_at_once_ends(steps: int) -> None:
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
    ended, _left = await asyncio.wait({task}, timeout=30.0)
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


class Turns(BackgroundTask):
    """Takes the planned turns, and then rests until woken."""

    ignored = (Act.OPEN,)

    def __init__(self, *planned: float | Exception) -> None:
        super().__init__()
        self.planned = list(planned)
        self.taken = 0
        self.failures: list[NoteBrainError | None] = []
        self.closed = False

    async def turn(self) -> float | None:
        self.taken += 1
        if not self.planned:
            return None
        planned = self.planned.pop(0)
        if isinstance(planned, Exception):
            raise planned
        return planned

    def failed(self, error: NoteBrainError | None) -> float:
        self.failures.append(error)
        return 0.0

    async def close(self) -> None:
        self.closed = True


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition():  # noqa: ASYNC110 - a turn tells nobody that it is over
            await asyncio.sleep(0)


def run_until(task: Turns, *steps: tuple[Callable[[], object], int]) -> None:
    """Run a task; each step acts and then waits for a number of turns."""

    async def main() -> None:
        running = asyncio.create_task(task.run())
        for act, turns in steps:
            await asyncio.sleep(0)
            act()
            await until(lambda turns=turns: task.taken >= turns)  # type: ignore[misc]
        running.cancel()
        await asyncio.wait({running})

    asyncio.run(main())


def test_turns_follow_each_other_and_the_end_closes_what_they_used() -> None:
    task = Turns(0.0, 0.0)

    run_until(task, (lambda: None, 3))

    assert (task.taken, task.closed) == (3, True)


def test_a_failed_turn_is_reported_and_followed_by_the_next(
    caplog: pytest.LogCaptureFixture,
) -> None:
    refused = Unavailable("Nobody answers.")
    task = Turns(refused, ZeroDivisionError(), 0.0)

    run_until(task, (lambda: None, 4))

    assert task.failures == [refused, None]
    assert "fault in the background: Turns" in caplog.text


@pytest.mark.parametrize("act", list(Act))
def test_a_commit_wakes_a_task_that_rests_unless_it_is_none_of_its_business(act: Act) -> None:
    task = Turns()

    run_until(
        task,
        (lambda: None, 1),
        (lambda: task.notes_changed(Changes(act)), 1 if act is Act.OPEN else 2),
    )

    assert task.taken == (1 if act is Act.OPEN else 2)


def test_any_message_from_another_process_wakes_a_task_that_rests() -> None:
    task = Turns()

    run_until(task, (lambda: None, 1), (lambda: task.on_message(MessageKind.SYNC), 2))

    assert task.taken == 2


@pytest.mark.parametrize("act", list(Act))
def test_without_an_account_only_settings_wake_a_task(act: Act) -> None:
    task = Turns()
    task.has_account = False
    turns = 2 if act is Act.SETTINGS else 1

    run_until(task, (lambda: None, 1), (lambda: task.notes_changed(Changes(act)), turns))

    assert task.taken == turns


@pytest.mark.parametrize("has_account", [True, False])
def test_notes_indexed_here_wake_a_task_with_an_account(has_account: bool) -> None:
    task = Turns()
    task.has_account = has_account
    turns = 2 if has_account else 1

    run_until(task, (lambda: None, 1), (task.notes_indexed, turns))

    assert task.taken == turns
