"""Answers by a model stay within half of the daily budget, also when two computers ask at the same time."""

import asyncio
import json
import random
import sqlite3
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import suppress
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest

from notebrain.cloud.computers import Computers
from notebrain.cloud.d1 import D1, Rows, Statement
from notebrain.cloud.neuron_holds import D1NeuronHolds
from notebrain.domain.embedding.usage import day_of
from notebrain.domain.errors import CloudError, CloudLost, CloudQuota
from notebrain.domain.sync.remote import Hold
from notebrain.indexing.answer_budget import SHARE, AnswerBudget, neurons_left
from notebrain.indexing.rate_limits import Meter
from notebrain.storage.embedding import usage
from notebrain.storage.store import Store
from notebrain.storage.sync import account
from notebrain.storage.writer import outcome
from tests.fakes.clock import FakeClock

BUDGET = 1_000
HALF = BUDGET * SHARE


class Database:
    """The database of a vault, whose requests take a while; `lose` loses the next answers."""

    def __init__(self, clock: FakeClock, dice: random.Random) -> None:
        self.clock = clock
        self.dice = dice
        self.lose = 0
        self.slow_s = 0.0
        self.ahead = timedelta()
        self.db = sqlite3.connect(":memory:")
        self.db.execute("create table meta (name text primary key, value not null) without rowid")
        self.db.create_function("unixepoch", 0, self._now)

    def _now(self) -> int:
        return int((self.clock.now() + self.ahead).timestamp())

    async def run(self, _id: str, statements: Sequence[Statement], **_more: object) -> list[Rows]:
        await asyncio.sleep(self.dice.random() * self.slow_s)
        found = []
        for one in statements:
            values = () if one.value is None else (json.dumps(one.value),)
            done = self.db.execute(one.sql, values)
            names = tuple(column[0] for column in done.description or ())
            found.append(Rows(names, [list(row) for row in done.fetchall()], 0, 0, 0))
        await asyncio.sleep(self.dice.random() * self.slow_s)
        if self.lose:
            self.lose -= 1
            raise CloudLost("lost")
        return found

    def rows(self, kind: str) -> dict[str, float]:
        return dict(
            self.db.execute("select name, value from meta where name like ?", (f"{kind}:%",))
        )


class Computer:
    """One of the user's computers."""

    def __init__(self, folder: Path, name: str, clock: FakeClock, there: Database) -> None:
        self.store = Store.open(folder, clock=clock)
        outcome(
            self.store.write(lambda db: account.connect(db, vault="v", device=name, machine=name))
        )
        self.meter = Meter()
        self.holds = D1NeuronHolds(cast("D1", there), "id", Computers())
        self.limit = BUDGET
        names = count()
        self.budget = AnswerBudget(
            self.store,
            clock,
            self.meter,
            self.holds,
            budget=lambda: self.limit,
            draw=lambda: f"q{next(names)}",
        )

    def ask(self, most: float, cost: float) -> Coroutine[Any, Any, None]:
        async def asking() -> None:
            hold = await self.budget.hold(most)
            await self.budget.settle(hold, cost)

        return asking()

    def left(self, clock: FakeClock) -> float:
        with self.store.read() as db:
            return neurons_left(db, self.meter, self.limit, clock.now())

    def spent(self, clock: FakeClock) -> float:
        with self.store.read() as db:
            return usage.spent(db, day_of(clock.now()))


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def there(clock: FakeClock) -> Database:
    return Database(clock, random.Random(1))


@pytest.fixture
def computers(tmp_path: Path, clock: FakeClock, there: Database) -> Iterator[list[Computer]]:
    found = [Computer(tmp_path / name, name, clock, there) for name in ("one", "two")]
    yield found
    for computer in found:
        computer.store.close()


def test_what_a_question_cost_is_counted_here_and_told_there(
    computers: list[Computer], there: Database, clock: FakeClock
) -> None:
    one, two = computers

    asyncio.run(one.ask(300, 120))
    asyncio.run(one.ask(300, 80))

    assert one.spent(clock) == 200
    assert there.rows("day") == {f"day:{day_of(clock.now())}:one": 200}
    assert there.rows("hold") == {}
    with pytest.raises(CloudQuota):  # the other computer never heard of it, and the account has
        asyncio.run(two.ask(301, 1))
    asyncio.run(two.ask(300, 1))


def test_a_question_that_is_being_answered_counts_with_the_most_it_can_cost(
    computers: list[Computer],
) -> None:
    one, two = computers

    async def act() -> None:
        hold = await one.budget.hold(300)
        with pytest.raises(CloudQuota):
            await two.budget.hold(250)
        await one.budget.settle(hold, 100)
        await two.budget.hold(250)

    asyncio.run(act())


def test_the_reason_is_a_sentence_with_the_budget_and_the_time(
    computers: list[Computer], clock: FakeClock
) -> None:
    one, _two = computers

    with pytest.raises(CloudQuota, match=r"half of the daily budget of 1000 neurons.*00:00 UTC"):
        asyncio.run(one.ask(501, 1))
    assert one.left(clock) == HALF


def test_what_notes_and_searches_used_counts_too(
    computers: list[Computer], clock: FakeClock
) -> None:
    one, _two = computers
    one.meter.remember(100.0)
    outcome(one.store.write(lambda db: usage.spend(db, day_of(clock.now()), 200.0)))

    assert one.left(clock) == 200
    with pytest.raises(CloudQuota):
        asyncio.run(one.ask(201, 1))
    asyncio.run(one.ask(200, 50))
    assert one.left(clock) == 150


def test_a_used_up_allowance_is_remembered_until_it_is_renewed(
    computers: list[Computer], clock: FakeClock
) -> None:
    one, _two = computers
    error = CloudQuota("used up")
    error.resets_at = clock.now() + timedelta(hours=3)
    asyncio.run(one.budget.refused(error))

    with pytest.raises(CloudQuota, match="free share"):
        asyncio.run(one.ask(1, 1))
    assert one.left(clock) == 0
    clock.forward(hours=4)
    asyncio.run(one.ask(1, 1))


def test_before_the_first_sync_nothing_is_asked(tmp_path: Path, clock: FakeClock) -> None:
    store = Store.open(tmp_path / "new", clock=clock)
    holds = cast("D1NeuronHolds", None)
    budget = AnswerBudget(store, clock, Meter(), holds, budget=lambda: BUDGET, draw=lambda: "q")

    with pytest.raises(CloudQuota, match="not been synced"):
        asyncio.run(budget.hold(1))
    store.close()


def test_holding_twice_is_holding_once(
    computers: list[Computer], there: Database, clock: FakeClock
) -> None:
    one, _two = computers
    hold = Hold("q", "one", day_of(clock.now()), 300)

    async def act() -> list[bool]:
        return [await one.holds.hold(hold, spent=0, most=HALF) for _ in range(3)]

    assert asyncio.run(act()) == [True, True, True]
    assert list(there.rows("hold").values()) == [300]


def test_settling_twice_is_settling_once(
    computers: list[Computer], there: Database, clock: FakeClock
) -> None:
    one, _two = computers
    hold = Hold("q", "one", day_of(clock.now()), 300)

    async def act() -> None:
        await one.holds.hold(hold, spent=0, most=HALF)
        for _ in range(3):
            await one.holds.settle(hold, spent=120)

    asyncio.run(act())
    assert list(there.rows("day").values()) == [120]
    assert there.rows("hold") == {}


def test_a_hold_that_nobody_settled_ends_with_the_day(
    computers: list[Computer], there: Database, clock: FakeClock
) -> None:
    one, two = computers
    asyncio.run(one.budget.hold(450))
    with pytest.raises(CloudQuota):
        asyncio.run(two.ask(100, 1))

    clock.forward(days=1)
    asyncio.run(two.ask(450, 1))

    assert there.rows("hold") == {}


def test_clocks_that_disagree_about_the_day_use_too_little_rather_than_too_much(
    computers: list[Computer], there: Database, clock: FakeClock
) -> None:
    one, two = computers
    there.ahead = timedelta(days=1)

    asyncio.run(one.ask(300, 120))

    assert list(there.rows("hold").values()) == [300]
    with pytest.raises(CloudQuota):
        asyncio.run(two.ask(201, 1))


@pytest.mark.slow
@pytest.mark.parametrize("days", [50, pytest.param(200, marks=pytest.mark.long)])
def test_two_computers_never_use_more_than_their_half(
    computers: list[Computer], there: Database, clock: FakeClock, days: int
) -> None:
    used: list[float] = []
    there.slow_s = 0.002

    for seed in range(days):
        dice = there.dice = random.Random(seed)
        costs: list[float] = []

        async def user(computer: Computer, dice: random.Random, costs: list[float]) -> None:
            for _question in range(6):
                await asyncio.sleep(dice.random() * 0.003)
                most = dice.uniform(30, 260)
                there.lose = int(dice.random() < 0.1)
                with suppress(CloudError):
                    hold = await computer.budget.hold(most)
                    cost = most * dice.random()
                    costs.append(cost)
                    await asyncio.sleep(dice.random() * 0.004)
                    if dice.random() < 0.95:  # else the program was killed
                        await computer.budget.settle(hold, cost)

        async def day(dice: random.Random, costs: list[float]) -> None:
            windows = [computers[0], computers[0], *computers[1:]]
            await asyncio.gather(*(user(one, dice, costs) for one in windows))

        asyncio.run(day(dice, costs))
        used.append(sum(costs))
        clock.forward(days=1)

    assert max(used) <= HALF
    assert sorted(used)[days // 2] > HALF / 3  # and they do get answers
