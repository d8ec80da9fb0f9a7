"""All computers of a vault together keep under a share of the account's limit, whatever their own clocks say."""

import asyncio
import heapq
import sqlite3
from collections.abc import Coroutine, Sequence
from itertools import count
from typing import Any, cast

import pytest

from notebrain.cloud.computers import Computers
from notebrain.cloud.d1 import D1, Rows, Statement
from notebrain.cloud.rate_limit import RateLimiter
from notebrain.domain.sync.computers import DAY_S, LIMIT, SLOW_S, WINDOW_S, Myself

ALLOWED = 1_200
TOGETHER = 0.6 * ALLOWED
AT = 1_795_000_123  # the account's clock: not the beginning of five minutes


class Together:
    """Time that passes for several tasks at once, when all of them sleep."""

    def __init__(self) -> None:
        self.now = 0.0
        self._asleep: list[tuple[float, int, asyncio.Future[None]]] = []
        self._number = count()

    async def sleep(self, seconds: float) -> None:
        wait_for_event: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._asleep, (self.now + seconds, next(self._number), wait_for_event))
        await wait_for_event

    async def _pass(self, tasks: Sequence[asyncio.Task[None]]) -> None:
        while not all(task.done() for task in tasks):
            for _turn in range(8):
                await asyncio.sleep(0)
            if self._asleep:
                self.now, _number, wait_for_event = heapq.heappop(self._asleep)
                if not wait_for_event.cancelled():
                    wait_for_event.set_result(None)
        await asyncio.gather(*tasks)

    def run(self, *work: Coroutine[Any, Any, None]) -> None:
        async def running() -> None:
            await self._pass([asyncio.ensure_future(one) for one in work])

        asyncio.run(running())


class OwnTime:
    """The same time as one computer counts it, from another beginning."""

    def __init__(self, passing: Together, begins: float) -> None:
        self._passing = passing
        self._begins = begins

    def monotonic(self) -> float:
        return self._begins + self._passing.now

    async def sleep(self, seconds: float) -> None:
        await self._passing.sleep(seconds)


class Account:
    """The database of a vault, whose clock is the account's; it notes when it was asked, for whatever."""

    def __init__(self, passing: Together) -> None:
        self.passing = passing
        self.asked: list[float] = []
        self.db = sqlite3.connect(":memory:")
        self.db.execute("create table meta (name text primary key, value not null) without rowid")
        self.db.create_function("unixepoch", 0, lambda: AT + int(passing.now))

    def most_in_five_minutes(self) -> int:
        return max(
            sum(one <= other < one + WINDOW_S for other in self.asked[number:])
            for number, one in enumerate(self.asked)
        )


class Line:
    """One process on one computer."""

    def __init__(self, account: Account, device: str, **told: Any) -> None:
        self.account = account
        begins = 5_000.0 * len(account.asked) + 17.0
        self.pace = RateLimiter(passing=OwnTime(account.passing, begins))
        self.computers = Computers()
        self.computers.myself = Myself(device, **told)

    async def ask(self) -> None:
        """Ask for something that is no database."""
        await self.pace.turn()
        self.account.asked.append(self.account.passing.now)
        await self.account.passing.sleep(0.05)

    async def sync(self, *, writes: bool = True) -> list[Rows]:
        """Ask the database."""
        nothing = [Statement("select 1 as one")]
        return await self.computers.run(cast("D1", self), "id", nothing, writes=writes)

    async def run(
        self, _database: str, statements: Sequence[Statement], **_more: object
    ) -> list[Rows]:
        import json

        await self.ask()
        found: list[Rows] = []
        for one in statements:
            values = () if one.value is None else (json.dumps(one.value),)
            done = self.account.db.execute(one.sql, values)
            names = tuple(column[0] for column in done.description or ())
            found.append(Rows(names, [list(row) for row in done.fetchall()], 0, 0, 0))
        return found


@pytest.fixture
def account() -> Account:
    return Account(Together())


async def work_hard(line: Line, *, after_s: float, until_s: float) -> None:
    """Index as many notes as can be: two requests elsewhere for one of the database."""
    await line.account.passing.sleep(after_s)
    while line.account.passing.now < until_s:
        await line.sync()
        await line.ask()
        await line.ask()


@pytest.mark.slow
@pytest.mark.parametrize("computers", [1, 2, 3, 5])
def test_computers_that_work_at_once_stay_together_under_the_share(
    account: Account, computers: int
) -> None:
    lines = [Line(account, f"computer-{number}") for number in range(computers)]

    account.passing.run(
        *(
            work_hard(line, after_s=100.0 * number, until_s=1_500)
            for number, line in enumerate(lines)
        )
    )

    assert account.most_in_five_minutes() <= TOGETHER
    assert len(account.asked) > 1_500 / WINDOW_S * LIMIT * 0.7  # and they do get on


@pytest.mark.slow
def test_a_computer_that_only_asks_for_news_slows_nobody_down(account: Account) -> None:
    async def poll(line: Line) -> None:
        while account.passing.now < 1_200:
            await line.sync(writes=False)
            await account.passing.sleep(60)

    line = Line(account, "busy")
    account.passing.run(work_hard(line, after_s=0, until_s=1_200), poll(Line(account, "quiet")))

    assert account.most_in_five_minutes() <= TOGETHER
    assert len(account.asked) > 1_200 / WINDOW_S * LIMIT * 0.8


@pytest.mark.slow
def test_many_short_runs_on_one_computer_stay_under_the_share_too(account: Account) -> None:
    async def a_script() -> None:
        for _run in range(500):
            line = Line(account, "one")
            await line.sync()
            for _more in range(3):
                await line.ask()
            await line.sync()

    account.passing.run(a_script())

    assert account.most_in_five_minutes() <= TOGETHER


@pytest.mark.slow
def test_after_the_account_was_shut_for_one_all_go_half_as_fast_for_a_while(
    account: Account,
) -> None:
    lines = [Line(account, f"computer-{number}") for number in range(3)]

    async def meet() -> None:
        await lines[0].sync()
        lines[0].pace.shut(None, WINDOW_S)
        await account.passing.sleep(WINDOW_S)
        for line in lines:
            await line.sync()

    account.passing.run(meet())
    begun = account.passing.now
    slow = begun + SLOW_S - 60
    account.passing.run(*(work_hard(line, after_s=0, until_s=slow) for line in lines))
    assert account.most_in_five_minutes() <= LIMIT * 0.65
    assert len(account.asked) > SLOW_S / WINDOW_S * LIMIT / 2 * 0.7

    account.passing.run(*(work_hard(line, after_s=60, until_s=slow + 900) for line in lines))
    assert LIMIT * 0.7 < account.most_in_five_minutes() <= TOGETHER


def test_the_use_of_a_run_that_was_killed_is_told_once_and_counts(
    account: Account,
) -> None:
    one, two = Line(account, "a"), Line(account, "b")
    one.computers.unreported = 400

    async def meet() -> None:
        for line in (one, one, two):
            await line.sync(writes=False)

    account.passing.run(meet())

    (told,) = account.db.execute("select value from meta where name like 'use:%:a'").fetchone()
    assert told == 401
    assert one.computers.unreported == 0
    before = len(account.asked)
    account.passing.run(work_hard(two, after_s=0, until_s=WINDOW_S - AT % WINDOW_S - 10))
    assert len(account.asked) - before <= LIMIT - 400


def test_names_and_what_the_day_cost_are_heard_by_the_others(account: Account) -> None:
    day = AT // DAY_S
    one = Line(account, "a", name="Desk", day=day, neurons=800.0)
    two = Line(account, "b", name="Laptop", day=day, neurons=150.5)
    wrong = Line(account, "c", name="Clock ten years ahead", day=day + 3_650, neurons=5_000.0)

    async def meet() -> None:
        for line in (one, two, wrong, one, two):
            await line.sync()

    account.passing.run(meet())

    assert one.computers.others is not None
    assert two.computers.others is not None
    names = {"a": "Desk", "b": "Laptop", "c": "Clock ten years ahead"}
    assert (one.computers.others.names, one.computers.others.neurons) == (names, 150.5)
    assert (two.computers.others.names, two.computers.others.neurons) == (names, 800.0)


def test_use_counts_until_the_accounts_midnight_whatever_the_own_clock_says(
    account: Account,
) -> None:
    line = Line(account, "a", name="Desk", day=AT // DAY_S, neurons=800.0)

    async def go_on() -> None:
        await line.sync()
        assert line.computers.others is not None
        assert line.computers.others.neurons == 0.0
        line.computers.myself = Myself("a", "Desk", line.computers.others.day, 20.0)
        await line.sync()

    account.passing.run(go_on())

    assert line.computers.others is not None
    assert line.computers.others.neurons == 780.0


@pytest.mark.slow
def test_the_rows_stay_few(account: Account) -> None:
    line = Line(account, "a", name="Desk", day=AT // DAY_S, neurons=1.0)

    account.passing.run(work_hard(line, after_s=0, until_s=1_800))

    rows = account.db.execute("select name from meta").fetchall()
    assert len(rows) <= 4


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("use:x:y", 5),
        ("use:", 5),
        (f"use:{AT // WINDOW_S}:b", "many"),
        (f"use:{AT // WINDOW_S}:b", -(10**9)),
        (f"use:{'9' * 400}:b", 1),
        (f"day:{AT // DAY_S}:b", "all"),
        (f"day:{AT // DAY_S}:b", -5.0),
        ("computer:", "nobody"),
        ("computer:b", b"\xff"),
        ("computer:b", "x" * 100_000 + "\n"),
    ],
)
def test_rows_that_somebody_spoiled_do_no_harm(account: Account, name: str, value: object) -> None:
    account.db.execute("insert into meta values (?, ?)", (name, value))
    line = Line(account, "a", name="Desk")

    account.passing.run(work_hard(line, after_s=0, until_s=30))

    others = line.computers.others
    assert others is not None
    assert others.neurons == 0.0
    assert all(len(one) <= 60 for one in others.names.values())
