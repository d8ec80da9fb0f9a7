"""What the account's database does that the vault in memory cannot: being made, being another's, being broken."""

import asyncio

import pytest

from notebrain.cloud.d1 import D1, Statement
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.vault import D1Vault
from notebrain.cloud.vault_schema import State, find_vault, make
from notebrain.domain.errors import CloudBadRequest, CloudConfig, CloudMissing, CloudTransient
from notebrain.domain.sync.remote import Item, Kind, Name
from tests.engine.either import EITHER_ACCOUNT
from tests.fakes.cloudflare import Standin, faults
from tests.fakes.cloudflare.connecting import with_cloud

NAME = Name(Kind.NOTE, "a")
ITEM = Item(NAME, "r1", None, "one", "{}")


@pytest.fixture(params=EITHER_ACCOUNT)
def account(request) -> Standin:
    chosen: Standin = request.getfixturevalue(request.param)
    return chosen


def test_a_vault_is_seen_to_be_absent_and_looking_makes_nothing(account) -> None:
    found = with_cloud(account, lambda cloud: find_vault(D1(cloud), "notebrain"))

    assert found.state is State.ABSENT
    assert not account.requests.of("d1.create")


def test_a_vault_is_made_once_and_found_again_with_its_own_id(account) -> None:
    async def act(cloud: Cloudflare):
        d1 = D1(cloud)
        first = await make(d1, "notebrain", vault_id="first")
        await D1Vault(d1, first.database.id).push([ITEM])
        again = await make(d1, "notebrain", vault_id="second")
        return first, again, await D1Vault(d1, again.database.id).fetch([NAME])

    first, again, items = with_cloud(account, act)

    assert first == again
    assert first.vault_id == "first"
    assert [one.rev for one in items] == ["r1"]


def test_two_computers_may_make_it_at_once(account) -> None:
    async def act(cloud: Cloudflare):
        made = (make(D1(cloud), "notebrain", vault_id=name) for name in ("one", "two", "three"))
        return await asyncio.gather(*made)

    found = with_cloud(account, act)

    assert len({one.database.id for one in found}) == 1
    assert len({one.vault_id for one in found}) == 1


@pytest.mark.parametrize("on", ["d1.create", "d1.raw"])
def test_when_the_answer_to_the_making_is_lost_the_next_try_goes_on(account, on) -> None:
    account.faults.add(faults.response_lost(), on=on)

    async def act(cloud: Cloudflare):
        try:
            return await make(D1(cloud), "notebrain", vault_id="vault")
        except CloudTransient:
            return await make(D1(cloud), "notebrain", vault_id="vault")

    assert with_cloud(account, act).vault_id == "vault"
    assert with_cloud(account, lambda cloud: find_vault(D1(cloud), "notebrain")).state is State.OURS


FOREIGN = {
    "a table": ["create table orders (id integer primary key)"],
    "tables of our names": [
        "create table item (id integer primary key)",
        "create table meta (name text primary key, value text)",
        "insert into meta values ('schema', 1), ('vault', 'x')",
    ],
    "a meta table of another kind": ["create table meta (key text, val text)"],
    "a view": ["create view orders as select 1 as id"],
}


@pytest.mark.parametrize("statements", FOREIGN.values(), ids=list(FOREIGN))
def test_a_database_of_our_name_that_is_not_ours_is_refused_and_left_as_it_is(
    account, statements
) -> None:
    async def act(cloud: Cloudflare):
        d1 = D1(cloud)
        database = await d1.create("notebrain")
        await d1.run(database.id, [Statement(sql) for sql in statements])
        schema = [Statement("select sql from sqlite_master order by name")]
        before = await d1.run(database.id, schema)
        assert (await find_vault(d1, "notebrain")).state is State.FOREIGN
        with pytest.raises(CloudConfig, match="notebrain"):
            await make(d1, "notebrain", vault_id="vault")
        return before[0].rows, (await d1.run(database.id, schema))[0].rows

    before, after = with_cloud(account, act)

    assert before == after


def test_a_database_of_a_newer_version_is_left_alone(account) -> None:
    async def act(cloud: Cloudflare):
        d1 = D1(cloud)
        found = await make(d1, "notebrain", vault_id="vault")
        newer = Statement("update meta set value = 2 where name = 'schema'")
        await d1.run(found.database.id, [newer])
        assert (await find_vault(d1, "notebrain")).state is State.NEWER
        with pytest.raises(CloudConfig, match="newer"):
            await make(d1, "notebrain", vault_id="vault")

    with_cloud(account, act)


def test_a_database_that_is_gone_is_told(account) -> None:
    async def act(cloud: Cloudflare):
        d1 = D1(cloud)
        found = await make(d1, "notebrain", vault_id="vault")
        await d1.delete(found.database.id)
        with pytest.raises(CloudMissing):
            await D1Vault(d1, found.database.id).pull(0, device="one")

    with_cloud(account, act)


def test_a_push_and_a_pull_are_one_request_each(account) -> None:
    async def act(cloud: Cloudflare):
        vault = await vault_of(cloud)
        before = cloud.requests
        large = Item(Name(Kind.NOTE, "b"), "r2", None, "one", '"' + "x" * 600_000 + '"')
        await vault.push([ITEM, large])
        await vault.pull(0, device="two")
        return cloud.requests - before

    assert with_cloud(account, act) == 2


def test_what_only_a_newer_version_knows_is_passed_over(account) -> None:
    async def act(cloud: Cloudflare):
        vault = await vault_of(cloud)
        await vault.push([ITEM])
        as_newer = Statement("update item set kind = 'drawing' where id = 'a'")
        await D1(cloud).run(vault.database_id, [as_newer])
        return await vault.pull(0, device="two")

    page = with_cloud(account, act)

    assert (list(page.items), page.upto, page.more) == ([], 1, False)


def test_half_a_character_is_a_fault_of_ours_and_not_sent(account) -> None:
    async def act(cloud: Cloudflare):
        vault = await vault_of(cloud)
        before = cloud.requests
        with pytest.raises(CloudBadRequest):
            await vault.push([ITEM, Item(NAME, "r2", "r1", "one", '"\ud83c"')])
        return cloud.requests - before

    assert with_cloud(account, act) == 0


@pytest.mark.parametrize(
    "body",
    [
        b'{"success":true,"result":[],"errors":[]}',
        b'{"success":true,"result":[{"success":true,"results":{"columns":["value"],"rows":[]}},'
        b'{"success":true,"results":{"columns":["value"],"rows":[]}}],"errors":[]}',
        b'{"success":true,"result":[{"success":true,"results":{"columns":["kind"],"rows":[[null]]}},'
        b'{"success":true,"results":{"columns":["value"],"rows":[[5]]}}],"errors":[]}',
    ],
    ids=["nothing", "no rows", "other rows"],
)
def test_a_broken_answer_is_told_and_never_taken_for_an_empty_page(account, body) -> None:
    async def act(cloud: Cloudflare):
        vault = await vault_of(cloud)
        account.faults.add(faults.other_body(body), on="d1.raw", times=None)
        with pytest.raises(CloudTransient):
            await vault.pull(0, device="one")

    with_cloud(account, act)


async def vault_of(cloud: Cloudflare) -> D1Vault:
    found = await make(D1(cloud), "notebrain", vault_id="vault")
    return D1Vault(D1(cloud), found.database.id)


def test_pulling_while_others_write_misses_nothing(account: Standin) -> None:
    async def write(vault: D1Vault, who: int) -> None:
        for number in range(15):
            name = Name(Kind.NOTE, f"{who}-{number}")
            await vault.push([Item(name, f"r{who}-{number}", None, str(who), "{}")])

    async def read(vault: D1Vault, until: int) -> list[str]:
        seen: list[str] = []
        after = 0
        while len(seen) < until:
            page = await vault.pull(after, device="reader")
            seen += [one.rev for one in page.items]
            after = page.upto
        return seen

    async def act(cloud: Cloudflare):
        vault = await vault_of(cloud)
        writers = (write(vault, who) for who in range(3))
        seen, *_done = await asyncio.gather(read(vault, 45), *writers)
        return seen

    seen = with_cloud(account, act)

    assert sorted(seen) == sorted(f"r{who}-{n}" for who in range(3) for n in range(15))
