"""What every keeper of the shared notes does, the account's database and the one in memory alike."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

import pytest

from notebrain.cloud.d1 import D1
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.vault import D1Vault
from notebrain.cloud.vault_schema import make
from notebrain.domain.errors import CloudTakenBack, CloudTooLarge, CloudTransient
from notebrain.domain.sync.leaving_files import Report
from notebrain.domain.sync.remote import Item, Kind, Mark, Name, RemoteVault
from tests.engine.either import EITHER_ACCOUNT
from tests.fakes.cloudflare import Standin, faults
from tests.fakes.cloudflare.connecting import with_cloud
from tests.fakes.cloudflare.wire import Request
from tests.fakes.remote import FakeAccount

Act = Callable[[RemoteVault], Awaitable[None]]


@dataclass
class Place:
    """Where notes are shared.

    Attributes:
        run: Carries out something with a door to them.
        lose: Lets the next answer to a push be lost.
    """

    run: Callable[[Act], None]
    lose: Callable[[], object]


def in_memory() -> Place:
    shared = FakeAccount()

    def run(act: Act) -> None:
        async def acting() -> None:
            await act(shared.vault())

        asyncio.run(acting())

    return Place(run, lambda: shared.lose("push"))


def in_the_account(account: Standin) -> Place:
    def run(act: Act) -> None:
        async def acting(cloud: Cloudflare) -> None:
            found = await make(D1(cloud), "notebrain", vault_id="vault")
            await act(D1Vault(D1(cloud), found.database.id))

        with_cloud(account, acting)

    lost = faults.response_lost()
    # the first request of this kind is that which lays the database out
    return Place(run, lambda: account.faults.add(lost, on=pushes))


def pushes(_operation: str, request: Request) -> bool:
    return b"insert into item" in request.body


@pytest.fixture(params=["memory", *EITHER_ACCOUNT])
def place(request) -> Place:
    if request.param == "memory":
        return in_memory()
    return in_the_account(request.getfixturevalue(request.param))


def item(
    id_: str,
    rev: str,
    base: str | None = None,
    *,
    content: str | None = "{}",
    device: str = "one",
    kind: Kind = Kind.NOTE,
) -> Item:
    return Item(Name(kind, id_), rev, base, device, content, gone=content is None)


async def everything(vault: RemoteVault, device: str = "another") -> list[Item]:
    found: list[Item] = []
    after = 0
    while True:
        page = await vault.pull(after, device=device)
        assert page.upto >= after
        found += page.items
        after = page.upto
        if not page.more:
            return found


def test_what_one_computer_wrote_another_reads_in_the_accounts_order(place) -> None:
    async def act(vault: RemoteVault) -> None:
        heads = await vault.push([item("b", "r1", content='{"n":1}'), item("a", "r2")])
        await vault.push([item("c", "r3")])

        found = await everything(vault)

        assert [(head.name.id, head.rev) for head in heads] == [("b", "r1"), ("a", "r2")]
        assert [(one.name.id, one.rev, one.content) for one in found] == [
            ("b", "r1", '{"n":1}'),
            ("a", "r2", "{}"),
            ("c", "r3", "{}"),
        ]
        assert [one.seq for one in found] == sorted({one.seq for one in found})
        assert [head.seq for head in heads] == [one.seq for one in found[:2]]

    place.run(act)


def test_a_write_from_an_older_state_is_not_taken(place) -> None:
    async def act(vault: RemoteVault) -> None:
        await vault.push([item("a", "r1")])
        await vault.push([item("a", "r2", "r1", device="two")])

        stale, fresh = await vault.push([item("a", "r3", "r1"), item("b", "r4")])

        assert (stale.rev, fresh.rev) == ("r2", "r4")
        assert {one.name.id: one.rev for one in await everything(vault)} == {"a": "r2", "b": "r4"}

    place.run(act)


def test_a_new_thing_does_not_replace_one_of_the_same_name(place) -> None:
    async def act(vault: RemoteVault) -> None:
        await vault.push([item("a", "r1", content='"first"')])

        (head,) = await vault.push([item("a", "r2", content='"second"')])

        assert head.rev == "r1"
        assert [one.content for one in await everything(vault)] == ['"first"']

    place.run(act)


def test_what_was_made_from_a_write_that_the_account_has_lost_is_not_taken(place) -> None:
    async def act(vault: RemoteVault) -> None:
        with pytest.raises(CloudTakenBack) as raised:
            await vault.push([item("a", "r2", "r1"), item("b", "r3")])

        assert raised.value.lost
        assert {one.name.id: one.rev for one in await everything(vault)} == {"b": "r3"}

    place.run(act)


def test_sending_twice_does_no_more_than_sending_once(place) -> None:
    async def act(vault: RemoteVault) -> None:
        await vault.push([item("a", "r1")])
        sent = [item("a", "r2", "r1", content='"x"'), item("b", "r3")]

        once = await vault.push(sent)
        twice = await vault.push(sent)

        assert once == twice
        assert [one.rev for one in await everything(vault)] == ["r2", "r3"]

    place.run(act)


def test_a_write_whose_answer_was_lost_is_known_by_its_name(place) -> None:
    place.lose()

    async def act(vault: RemoteVault) -> None:
        sent = [item("a", "r1")]
        try:
            heads = await vault.push(sent)
        except CloudTransient:
            heads = await vault.push(sent)

        assert [head.rev for head in heads] == ["r1"]
        assert len(await everything(vault)) == 1

    place.run(act)


def test_a_late_copy_of_an_older_write_changes_nothing(place) -> None:
    async def act(vault: RemoteVault) -> None:
        await vault.push([item("a", "r1")])
        late = item("a", "r2", "r1", content='"old"')
        await vault.push([late])
        await vault.push([item("a", "r3", "r2", content='"new"')])

        (head,) = await vault.push([late])

        assert head.rev == "r3"
        assert [one.content for one in await everything(vault)] == ['"new"']

    place.run(act)


def test_of_two_who_write_at_once_one_is_first_and_the_other_is_told(place) -> None:
    async def act(vault: RemoteVault) -> None:
        await vault.push([item("a", "r0")])
        rivals = [item("a", f"r{n}", "r0", device=str(n)) for n in range(1, 9)]

        answers = await asyncio.gather(*(vault.push([rival]) for rival in rivals))

        heads = {head.rev for answer in answers for head in answer}
        (there,) = await everything(vault)
        assert there.rev in {rival.rev for rival in rivals}
        assert heads == {there.rev}

    place.run(act)


def test_what_is_gone_leaves_a_mark_and_can_come_back(place) -> None:
    async def act(vault: RemoteVault) -> None:
        await vault.push([item("a", "r1"), item("b", "r2")])
        await vault.push([item("a", "r3", "r1", content=None)])

        (_b, gone) = await everything(vault)

        assert (gone.name.id, gone.gone, gone.content, gone.left_out) == ("a", True, None, False)
        assert [head.name.id for head in await vault.heads(Kind.NOTE, "", limit=9)] == ["b"]
        (head,) = await vault.push([item("a", "r4", "r3", content='"again"')])
        assert head.rev == "r4"
        assert [(one.name.id, one.gone) for one in await everything(vault)][-1] == ("a", False)

    place.run(act)


def test_whoever_wrote_a_thing_is_not_sent_it_again(place) -> None:
    async def act(vault: RemoteVault) -> None:
        await vault.push([item("a", "r1", content='"mine"')])
        await vault.push([item("b", "r2", content='"theirs"', device="two")])
        await vault.push([item("c", "r3", content=None)])

        mine, theirs, gone = await everything(vault, "one")

        assert (mine.content, mine.left_out, mine.rev) == (None, True, "r1")
        assert (theirs.content, theirs.left_out) == ('"theirs"', False)
        assert (gone.gone, gone.left_out) == (True, False)

    place.run(act)


def test_nothing_new_is_an_empty_page_from_which_one_goes_on(place) -> None:
    async def act(vault: RemoteVault) -> None:
        empty = await vault.pull(0, device="one")
        await vault.push([item("a", "r1")])
        page = await vault.pull(empty.upto, device="two")

        last = await vault.pull(page.upto, device="two")

        assert (list(empty.items), empty.more) == ([], False)
        assert (list(last.items), last.upto, last.more) == ([], page.upto, False)

    place.run(act)


def test_many_things_come_in_pages_each_once(place) -> None:
    async def act(vault: RemoteVault) -> None:
        sent = [item(f"n{number:04}", f"r{number}") for number in range(1203)]
        await vault.push(sent)

        first = await vault.pull(0, device="another")

        assert first.more
        assert len(first.items) == 500
        assert [one.name.id for one in await everything(vault)] == [one.name.id for one in sent]

    place.run(act)


def test_large_things_come_in_smaller_pages(place) -> None:
    async def act(vault: RemoteVault) -> None:
        contents = ['"' + letter * 1_500_000 + '"' for letter in "abc"]
        for number, content in enumerate(contents):
            await vault.push([item(f"n{number}", f"r{number}", content=content)])

        first = await vault.pull(0, device="another")

        assert (len(first.items), first.more) == (2, True)
        assert [one.content for one in await everything(vault)] == contents
        mine = await vault.pull(0, device="one")
        assert (len(mine.items), mine.more) == (3, False)

    place.run(act)


@pytest.mark.parametrize("letter", ["x", '\\"', "\\n", "🌻"])
def test_the_largest_thing_arrives_whole_and_a_larger_one_is_refused(place, letter) -> None:
    async def act(vault: RemoteVault) -> None:
        body = letter * ((1_900_000 - 2) // len(letter.encode()))
        whole = item("a", "r1", content=f'"{body}"')

        await vault.push([whole, item("b", "r2")])
        with pytest.raises(CloudTooLarge):
            await vault.push([item("c", "r3"), item("d", "r4", content=f'"{"x" * 1_900_000}"')])

        found = {one.name.id: one.content for one in await everything(vault)}
        assert found == {"a": whole.content, "b": "{}"}

    place.run(act)


def test_a_megabyte_of_marks_that_json_must_mask_is_taken_in_one_push(place) -> None:
    async def act(vault: RemoteVault) -> None:
        sent = [item(f"n{n:03}", f"r{n}", content='"' + '\\"' * 5000 + '"') for n in range(100)]

        heads = await vault.push(sent)

        assert [head.rev for head in heads] == [one.rev for one in sent]
        assert [one.content for one in await everything(vault)] == [one.content for one in sent]

    place.run(act)


TEXTS = [
    '"\\u0000\\u2028\\ud83c"',
    '"🌻 \u2028\u2029\x85\x7f \u00e9 e\u0301 \ufeff"',
    '"\\r\\n\\t\\\\ \\" \' ; -- %s {account} ?1"',
    '{"a":[1,2.5,null,true,{"b":"\u202e"}]}',
]


@pytest.mark.parametrize("content", TEXTS)
def test_contents_arrive_letter_by_letter(place, content) -> None:
    async def act(vault: RemoteVault) -> None:
        large = content[:-1] + " " * 600_000 + content[-1]
        await vault.push([item("a", "r1", content=content), item("b", "r2", content=large)])

        assert [one.content for one in await everything(vault)] == [content, large]

    place.run(act)


def test_things_are_fetched_by_name_and_what_is_not_there_is_left_out(place) -> None:
    async def act(vault: RemoteVault) -> None:
        await vault.push([item("a", "r1", content='"a"'), item("a", "r2", kind=Kind.CARD)])
        await vault.push([item("b", "r3", content=None), item("c", "r4")])

        names = [Name(Kind.NOTE, "a"), Name(Kind.NOTE, "b"), Name(Kind.CARD, "b")]
        found = {one.name: one for one in await vault.fetch(names)}

        assert found.keys() == {names[0], names[1]}
        assert (found[names[0]].content, found[names[0]].left_out) == ('"a"', False)
        assert (found[names[1]].content, found[names[1]].gone) == (None, True)
        assert await vault.fetch([]) == []

    place.run(act)


def test_any_number_of_things_of_any_size_is_fetched(place) -> None:
    async def act(vault: RemoteVault) -> None:
        many = [item(f"m{number}", f"r{number}") for number in range(700)]
        await vault.push(many)
        large = [item(f"x{n}", f"s{n}", content='"' + "x" * 1_500_000 + '"') for n in range(4)]
        for one in large:
            await vault.push([one])

        found = await vault.fetch([one.name for one in (*many, *large)])

        assert sorted((one.name.id, one.content) for one in found) == sorted(
            (one.name.id, one.content) for one in (*many, *large)
        )

    place.run(act)


def test_heads_of_a_kind_are_listed_by_id(place) -> None:
    async def act(vault: RemoteVault) -> None:
        shuffled = [item(f"n{number:02}", f"r{number}") for number in range(25)]
        random.Random(1).shuffle(shuffled)
        await vault.push([*shuffled, item("card", "c", kind=Kind.CARD)])

        first = await vault.heads(Kind.NOTE, "", limit=20)
        second = await vault.heads(Kind.NOTE, first[-1].name.id, limit=20)

        assert [head.name.id for head in (*first, *second)] == [f"n{n:02}" for n in range(25)]
        assert all(head.rev == f"r{int(head.name.id[1:])}" for head in first)

    place.run(act)


def test_numbers_that_were_given_for_nothing_are_not_looked_at_again(place) -> None:
    async def act(vault: RemoteVault) -> None:
        await vault.push([item("a", "r1")])
        (refused,) = await vault.push([item("a", "r2")])

        page = await vault.pull(0, device="two")

        assert refused.rev == "r1"
        assert not (await vault.pull(page.upto, device="two")).items
        assert page.upto > refused.seq

    place.run(act)


def test_an_account_that_was_taken_back_is_looked_at_from_its_beginning(place) -> None:
    async def act(vault: RemoteVault) -> None:
        await vault.push([item("a", "r1")])

        with pytest.raises(CloudTakenBack):
            await vault.pull(1000, device="two")

    place.run(act)


def test_a_removal_of_what_the_account_has_lost_is_taken(place) -> None:
    async def act(vault: RemoteVault) -> None:
        (head,) = await vault.push([item("a", "r2", "r1", content=None)])

        assert head.rev == "r2"

    place.run(act)


def test_an_account_that_has_another_write_at_the_place_of_the_mark_was_taken_back(place) -> None:
    async def act(vault: RemoteVault) -> None:
        await vault.push([item("a", "r1")])
        await vault.pull(0, device="one")
        assert vault.mark is not None
        vault.mark = Mark(vault.mark.seq, "another")

        with pytest.raises(CloudTakenBack):
            await vault.pull(0, device="one")
        with pytest.raises(CloudTakenBack):
            await vault.push([item("b", "r2")])

    place.run(act)


def test_who_knows_the_newest_mark_is_let_in_until_all_marks_are_invalid(place) -> None:
    async def act(vault: RemoteVault) -> None:
        for number in range(3):
            await vault.push([item(f"n{number}", f"r{number}")])
            mark = vault.mark
            assert mark is not None
            assert mark.name == f"r{number}"
        await vault.pull(0, device="one")
        await vault.invalidate_marks()

        with pytest.raises(CloudTakenBack):
            await vault.pull(0, device="one")
        vault.mark = None
        assert len((await vault.pull(0, device="one")).items) == 3

    place.run(act)


def test_nothing_to_push_asks_nobody(place) -> None:
    async def act(vault: RemoteVault) -> None:
        assert await vault.push([]) == []

    place.run(act)


def test_what_was_pulled_can_be_the_base_of_the_next_write(place) -> None:
    async def act(vault: RemoteVault) -> None:
        await vault.push([item("a", "r1")])
        (seen,) = await everything(vault)

        (head,) = await vault.push([replace(seen, rev="r2", base=seen.rev, device="two", seq=0)])

        assert head.rev == "r2"

    place.run(act)


ROSE, LILY = "a" * 64, "b" * 64


def test_a_file_may_leave_when_every_computer_has_seen_that(place) -> None:
    async def act(vault: RemoteVault) -> None:
        await vault.leaving_files(Report("one"))
        await vault.leaving_files(Report("two"))

        said = await vault.leaving_files(Report("one", announced=[ROSE]))
        assert (said.last, said.announced, said.agreed) == (1, {ROSE: 1}, [])
        said = await vault.leaving_files(Report("one", seen=said.last))
        assert said.agreed == []
        said = await vault.leaving_files(Report("two", seen=said.last))
        assert said.agreed == [ROSE]

    place.run(act)


def test_what_a_computer_has_seen_says_nothing_about_what_is_announced_later(place) -> None:
    async def act(vault: RemoteVault) -> None:
        await vault.leaving_files(Report("one", announced=[ROSE]))
        await vault.leaving_files(Report("one", seen=1))

        said = await vault.leaving_files(Report("one", announced=[LILY]))

        assert said.announced == {ROSE: 1, LILY: 2}
        assert said.agreed == [ROSE]
        # a report that comes late takes nothing back
        said = await vault.leaving_files(Report("one", seen=0))
        assert said.computers["one"].number == 1

    place.run(act)


def test_an_announcement_ends_and_a_new_one_has_to_be_seen_anew(place) -> None:
    async def act(vault: RemoteVault) -> None:
        await vault.leaving_files(Report("one", announced=[ROSE]))
        await vault.leaving_files(Report("one", seen=1))

        said = await vault.leaving_files(Report("two", seen=1, ended=[ROSE]))
        assert (said.announced, said.agreed) == ({}, [])
        said = await vault.leaving_files(Report("one", announced=[ROSE]))

        assert said.announced == {ROSE: 2}
        assert said.agreed == []

    place.run(act)


def test_the_same_announcement_sent_again_changes_nothing(place) -> None:
    async def act(vault: RemoteVault) -> None:
        await vault.leaving_files(Report("one", announced=[ROSE, LILY]))
        said = await vault.leaving_files(Report("one", announced=[ROSE, LILY]))

        assert (said.last, said.announced) == (1, {ROSE: 1, LILY: 1})

    place.run(act)


def test_a_computer_that_has_just_come_is_waited_for(place) -> None:
    async def act(vault: RemoteVault) -> None:
        await vault.leaving_files(Report("one", announced=[ROSE]))
        await vault.leaving_files(Report("two"))

        said = await vault.leaving_files(Report("one", seen=1))

        assert said.agreed == []

    place.run(act)
