"""An account that an older NoteBrain laid out comes to today's layout: it takes less space, and nothing is lost."""

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable

import pytest

from notebrain.cloud import vault_layout
from notebrain.cloud.d1 import D1, Statement
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.vault import D1Vault
from notebrain.cloud.vault_schema import make
from notebrain.domain.errors import CloudTransient
from notebrain.domain.sync.remote import Count, Item, Kind, Name
from tests.engine.either import EITHER_ACCOUNT
from tests.fakes.cloudflare import Standin, faults
from tests.fakes.cloudflare.connecting import with_cloud
from tests.fakes.old_account import OLD_COUNT, OLD_LAYOUT, OLD_PUT

ALL = "select kind, id, rev, base, device, content, gone, seq from item order by kind, id"
MOST_OF_THE_TEXT = 1.5


@pytest.fixture(params=EITHER_ACCOUNT)
def account(request: pytest.FixtureRequest) -> Standin:
    chosen: Standin = request.getfixturevalue(request.param)
    return chosen


async def old_vault(cloud: Cloudflare) -> tuple[D1, str]:
    d1 = D1(cloud)
    database = await d1.create("notebrain")
    await d1.run(database.id, [Statement(sql) for sql in OLD_LAYOUT])
    return d1, database.id


async def old_push(d1: D1, database: str, some: list[dict[str, object]]) -> None:
    """Write as an older NoteBrain does."""
    rows = [one | {"n": n} for n, one in enumerate(some)]
    await d1.run(database, [Statement(OLD_PUT, rows), Statement(OLD_COUNT, len(rows))])


def thing(
    number: int, rev: str = "r", base: str | None = None, *, text: str = "text", gone: bool = False
) -> dict[str, object]:
    named = {"kind": "note", "id": f"n{number:05}", "rev": f"{rev}{number}", "base": base}
    return named | {"device": "old", "content": None if gone else f'"{text}"', "gone": int(gone)}


async def everything(d1: D1, database: str) -> list[list[object]]:
    (rows,) = await d1.run(database, [Statement(ALL)])
    return rows.rows


async def renewed(
    d1: D1, database: str, between: Callable[[int], Awaitable[None]] | None = None
) -> D1Vault:
    """Renew to the end; every step by a program that was just started."""
    for number in range(1_000):
        vault = D1Vault(d1, database)
        await vault.pull(0, device="new")
        done = await vault.renew()
        if done is None or done.finished:
            return vault
        if between is not None:
            await between(number)
    raise AssertionError


async def tally(vault: D1Vault) -> Count:
    await vault.pull(0, device="new")
    assert vault.census is not None
    return vault.census.counts[Kind.NOTE]


def test_every_thing_is_there_afterwards_and_counted(
    account: Standin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vault_layout, "_STEP_ROWS", 7)

    async def act(cloud: Cloudflare) -> None:
        d1, database = await old_vault(cloud)
        await old_push(d1, database, [thing(n, text="x" * 1_200) for n in range(1_200)])
        await old_push(d1, database, [thing(3, "s", "r3", gone=True)])
        before = await everything(d1, database)

        vault = await renewed(d1, database)

        assert await everything(d1, database) == before
        assert await tally(vault) == Count(1_200, sum(int(str(row[-1])) for row in before))
        names = await d1.run(database, [Statement("select name from sqlite_master order by name")])
        assert not [row for row in names[0].rows if "new" in str(row[0]) or "kept" in str(row[0])]
        assert await D1Vault(d1, database).heads(Kind.NOTE, "", limit=2)

    with_cloud(account, act)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nothing_is_lost_that_older_and_newer_programs_write_meanwhile(
    account: Standin, seed: int
) -> None:
    chance = random.Random(seed)

    async def act(cloud: Cloudflare) -> None:
        d1, database = await old_vault(cloud)
        expected: dict[str, str] = {}
        for start in range(0, 2_000, 500):
            some = [thing(n) for n in range(start, start + 500)]
            await old_push(d1, database, some)
            expected |= {str(one["id"]): str(one["rev"]) for one in some}

        async def write(turn: int) -> None:
            for number in (chance.randrange(2_000), 3_000 + turn):
                name = f"n{number:05}"
                base = expected.get(name)
                gone = base is not None and chance.random() < 0.3
                await old_push(
                    d1, database, [thing(number, f"o{turn}-", base, text="new", gone=gone)]
                )
                expected[name] = f"o{turn}-{number}"
            number = chance.randrange(2_000)
            name = f"n{number:05}"
            item = Item(Name(Kind.NOTE, name), f"w{turn}", expected[name], "new", '"newer"')
            await D1Vault(d1, database).push([item])
            expected[name] = f"w{turn}"

        async def one_computer() -> None:
            await renewed(d1, database, write)

        await asyncio.gather(one_computer(), one_computer())
        await write(1_001)

        rows = await everything(d1, database)
        assert {str(row[1]): str(row[2]) for row in rows} == expected
        counted = await tally(D1Vault(d1, database))
        assert counted == Count(len(rows), sum(int(str(row[-1])) for row in rows))

    with_cloud(account, act)


@pytest.mark.parametrize("turn", range(6))
def test_an_answer_that_is_lost_at_any_step_does_no_harm(account: Standin, turn: int) -> None:
    async def act(cloud: Cloudflare) -> None:
        d1, database = await old_vault(cloud)
        for start in range(0, 1_100, 550):
            await old_push(d1, database, [thing(n) for n in range(start, start + 550)])
        before = await everything(d1, database)
        vault = D1Vault(d1, database)
        await vault.pull(0, device="new")
        for number in range(6):
            if number == turn:
                account.faults.add(faults.response_lost(), on="d1.raw", times=None)
            with contextlib.suppress(CloudTransient):
                await vault.renew()
            account.faults.clear()
        assert await everything(d1, database) == before
        vault = await renewed(d1, database)
        assert await everything(d1, database) == before
        assert (await tally(vault)).items == len(before)

    with_cloud(account, act)


def test_a_renewed_or_new_vault_is_left_as_it_is(account: Standin) -> None:
    async def act(cloud: Cloudflare) -> None:
        d1 = D1(cloud)
        made = await make(d1, "notebrain", vault_id="v")
        vault = D1Vault(d1, made.database.id)
        await vault.push([Item(Name(Kind.NOTE, "a"), "r1", None, "one", "{}")])
        schema = [Statement("select name, sql from sqlite_master order by name")]
        before = (await d1.run(made.database.id, schema))[0].rows

        assert await vault.renew() is None
        # a program that did not look tries it all the same
        assert await D1Vault(d1, made.database.id).renew() is None

        assert (await d1.run(made.database.id, schema))[0].rows == before
        assert await tally(vault) == Count(1, 1)

    with_cloud(account, act)


def test_a_days_share_of_free_writes_is_kept(
    account: Standin, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(cloud: Cloudflare) -> None:
        d1, database = await old_vault(cloud)
        for start in range(0, 1_500, 500):
            await old_push(d1, database, [thing(n) for n in range(start, start + 500)])
        used = f"update meta set value = json_array(date('now'), {vault_layout.COPIED_A_DAY - 600}, 0, 1500)"
        vault = D1Vault(d1, database)
        await vault.pull(0, device="new")
        await d1.run(
            database,
            [
                Statement("insert into meta (name, value) values ('renewal', 0)"),
                Statement(used + " where name = 'renewal'"),
            ],
        )
        done = [await vault.renew() for _turn in range(5)]
        assert [one.moved for one in done if one is not None] == [500, 600, 600]

        yesterday = "update meta set value = json_set(value, '$[0]', date('now', '-1 day'))"
        await d1.run(database, [Statement(yesterday + " where name = 'renewal'")])
        assert (await tally(await renewed(d1, database))).items == 1_500

    with_cloud(account, act)


def test_an_account_without_room_for_the_copy_is_left_as_it_was(account: Standin) -> None:
    async def act(cloud: Cloudflare) -> None:
        d1, database = await old_vault(cloud)
        await old_push(d1, database, [thing(n) for n in range(600)])
        before = await everything(d1, database)
        vault = D1Vault(d1, database)
        await vault.pull(0, device="new")
        await vault.renew()
        full = faults.refused(400, 7500, "database or disk is full: SQLITE_FULL")
        account.faults.add(full, on="d1.raw", times=1)

        assert await vault.renew() is None
        assert await vault.renew() is None

        assert await everything(d1, database) == before
        names = await d1.run(database, [Statement("select name from sqlite_master")])
        assert not [row for row in names[0].rows if "new" in str(row[0]) or "kept" in str(row[0])]

    with_cloud(account, act)


@pytest.mark.real_engine
@pytest.mark.parametrize("length", ["1,200 letters", "a mix"])
def test_the_account_takes_at_most_half_as_much_again_as_the_text(
    engine_account: Standin, length: str
) -> None:
    chance = random.Random(5)

    def text() -> str:
        letters = 1_200 if length == "1,200 letters" else chance.choice((200, 700, 1_400, 3_000))
        return "x" * letters

    async def act(cloud: Cloudflare) -> tuple[float, float]:
        d1, database = await old_vault(cloud)
        for start in range(0, 4_000, 500):
            some = [thing(n, text=text()) for n in range(start, start + 500)]
            await old_push(d1, database, some)
        (stored,) = await d1.run(database, [Statement("select sum(length(content)) from item")])
        size = int(str(stored.rows[0][0]))
        before = engine_account.d1.database("notebrain").size() / size
        await renewed(d1, database)
        return before, engine_account.d1.database("notebrain").size() / size

    before, after = with_cloud(engine_account, act)

    assert before > MOST_OF_THE_TEXT, before
    assert after <= MOST_OF_THE_TEXT
