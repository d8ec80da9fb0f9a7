"""Blocks of the profile on two computers: nothing is lost, no date decides, and what is local only never leaves."""

import asyncio
import json
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from notebrain.domain.profile.blocks import Block, BlockKey, Sharing
from notebrain.domain.sync.remote import Kind
from notebrain.notes.profile import ProfileService
from notebrain.storage.profile import blocks, versions
from notebrain.storage.sync import account
from tests.fakes.clock import FakeClock
from tests.fakes.computers import Computer, settle
from tests.fakes.remote import FakeAccount

if TYPE_CHECKING:
    from collections.abc import Callable

    from notebrain.sync.compare import Comparison

KEY = BlockKey.RULES
Pair = tuple[Computer, Computer]


def write(one: Computer, text: str, key: BlockKey = KEY) -> None:
    one.clock.forward(seconds=1)
    ProfileService(one.store, one.clock).write(key, text).result()


def keep_here(one: Computer, *, local_only: bool = True) -> None:
    ProfileService(one.store, one.clock).keep_here([KEY], local_only=local_only).result()


def block(one: Computer, key: BlockKey = KEY) -> Block:
    with one.store.read() as db:
        return blocks.get(db, key)


def text(one: Computer) -> str:
    return block(one).text


def earlier(one: Computer) -> list[str]:
    with one.store.read() as db:
        return [version.text for version in versions.history(db, KEY)]


def in_account(shared: FakeAccount) -> list[str]:
    """Return every text of the block that is in the account."""
    return [
        json.loads(item.content)["text"]
        for item in shared.items.values()
        if item.name.kind is Kind.BLOCK and item.content is not None
    ]


def waiting(one: Computer) -> int:
    with one.store.read() as db:
        number: int = db.execute(
            "select count(*) from sync_thing where kind = 'block' and key is not null"
        ).fetchone()[0]
        return number


def test_a_block_written_on_one_computer_appears_on_the_other(pair: Pair) -> None:
    one, two = pair

    write(one, "Be brief.")
    settle(one, two)

    assert text(two) == "Be brief."
    assert waiting(one) == waiting(two) == 0


def test_a_block_that_is_switched_off_is_off_on_the_other(pair: Pair) -> None:
    one, two = pair
    write(one, "Be brief.")
    settle(one, two)

    ProfileService(two.store, two.clock).switch([KEY], is_off=True).result()
    settle(two, one)

    assert block(one).is_off
    assert text(one) == "Be brief."


def test_changes_of_different_lines_are_merged(pair: Pair) -> None:
    one, two = pair
    write(one, "first\n\nlast")
    settle(one, two)

    write(one, "first, here\n\nlast")
    write(two, "first\n\nlast, there")
    settle(one, two)

    assert text(one) == text(two) == "first, here\n\nlast, there"


@pytest.mark.parametrize("late", [False, True])
def test_of_two_changes_of_one_line_the_other_is_in_the_history(pair: Pair, late: bool) -> None:
    one, two = pair
    write(one, "at eight")
    settle(one, two)

    if late:  # the clock that is years ahead decides nothing
        two.clock = FakeClock(two.clock.now().replace(year=2099))
    write(one, "at nine")
    write(two, "at ten")
    settle(one, two)

    assert text(one) == text(two) == "at ten"
    assert "at nine" in earlier(one)
    assert "at nine" in earlier(two)
    assert waiting(one) == waiting(two) == 0


def test_no_block_changes_under_the_cursor(pair: Pair) -> None:
    one, two = pair
    write(one, "first\n\nlast")
    settle(one, two)
    two.typing_in.add(KEY)
    write(one, "first, here\n\nlast")
    settle(one, two)
    assert text(two) == "first\n\nlast"

    write(two, "first\n\nlast, there")
    two.typing_in.clear()
    settle(two, one)

    assert text(one) == text(two) == "first, here\n\nlast, there"


def test_a_computer_that_joins_keeps_its_own_text_in_the_history(
    pair: Pair, shared: FakeAccount
) -> None:
    one, two = pair
    two.store.write(account.disconnect).result()
    write(one, "long known")
    settle(one)
    write(two, "typed before joining")

    two.connect()
    settle(two, one)

    assert text(one) == text(two) == "long known"
    assert "typed before joining" in earlier(two)
    assert in_account(shared) == ["long known"]


def test_a_vault_that_is_connected_later_sends_its_blocks(pair: Pair) -> None:
    one, two = pair
    one.store.write(account.disconnect).result()
    write(one, "Be brief.")

    one.connect()
    settle(one, two)

    assert text(two) == "Be brief."


def test_a_local_only_block_never_leaves(pair: Pair, shared: FakeAccount) -> None:
    one, two = pair
    keep_here(one)

    write(one, "a secret")
    settle(one, two)

    assert in_account(shared) == []
    assert text(two) == ""
    assert waiting(one) == 0


def test_a_block_that_becomes_local_only_leaves_the_account_and_stays_on_each_computer(
    pair: Pair, shared: FakeAccount
) -> None:
    one, two = pair
    write(one, "known")
    settle(one, two)

    keep_here(one)
    write(one, "a secret")
    settle(one, two)
    write(two, "written there")
    settle(two, one)

    assert in_account(shared) == []
    assert (text(one), text(two)) == ("a secret", "written there")
    assert block(two).sharing is Sharing.ELSEWHERE
    assert waiting(one) == waiting(two) == 0


def test_a_block_written_elsewhere_before_it_was_withdrawn_is_lost_nowhere(
    pair: Pair, shared: FakeAccount
) -> None:
    one, two = pair
    write(one, "known")
    settle(one, two)

    keep_here(one)
    write(two, "written meanwhile")
    settle(two, one)

    assert in_account(shared) == []
    assert (text(one), text(two)) == ("known", "written meanwhile")


def test_a_block_that_is_shared_again_reaches_an_untouched_copy(pair: Pair) -> None:
    one, two = pair
    write(one, "known")
    settle(one, two)
    keep_here(one)
    settle(one, two)

    write(one, "known and more")
    keep_here(one, local_only=False)
    settle(one, two)

    assert text(two) == "known and more"
    assert block(two).sharing is Sharing.SHARED


def test_a_copy_that_was_written_in_stays_where_it_is_until_its_user_shares_it(
    pair: Pair, shared: FakeAccount
) -> None:
    one, two = pair
    write(one, "known")
    settle(one, two)
    keep_here(one)
    settle(one, two)
    write(two, "a secret of two")

    keep_here(one, local_only=False)
    settle(one, two)
    assert in_account(shared) == ["known"]
    assert (text(two), block(two).local_only) == ("a secret of two", True)

    keep_here(two, local_only=False)
    settle(two, one)
    assert text(one) == text(two) == "a secret of two"


def test_the_secret_of_one_computer_stays_there_when_another_shares_the_block(
    pair: Pair, shared: FakeAccount
) -> None:
    one, two = pair
    write(one, "known")
    settle(one, two)
    keep_here(one)
    write(one, "a secret")
    settle(one, two)

    keep_here(two, local_only=False)
    write(two, "for all")
    settle(two, one)

    assert in_account(shared) == ["for all"]
    assert (text(one), block(one).sharing) == ("a secret", Sharing.HERE)

    keep_here(one, local_only=False)
    settle(one, two)
    texts = {text(one), *earlier(one)}
    assert {"a secret", "for all"} <= texts
    assert text(one) == text(two)


def test_a_block_made_local_only_before_the_answer_came_is_removed_again(
    pair: Pair, shared: FakeAccount
) -> None:
    one, two = pair
    write(one, "known")
    settle(one, two)
    write(one, "sent without an answer")
    shared.lose("push")
    one.sync()

    keep_here(one)
    settle(one, two)

    assert in_account(shared) == []


def test_a_block_of_a_newer_program_waits_for_it(pair: Pair, shared: FakeAccount) -> None:
    one, two = pair
    write(one, "known")
    settle(one)
    name, item = next((n, i) for n, i in shared.items.items() if n.kind is Kind.BLOCK)
    shared.items[name] = replace(item, content='{"key": "rules", "words": "?"}')

    settle(two)

    assert text(two) == ""
    with two.store.read() as db:
        assert db.execute("select why from sync_held").fetchall() == [("unreadable",)]


@pytest.mark.parametrize(
    "said",
    [
        {"text": "\ud800"},
        {"text": "a\x00b"},
        {"text": "x" * 2_000_000},
        {"text": ["rules"]},
        {"is_off": 1},
        {"key": "identity"},
        {"key": "../rules"},
        {"mood": "\ud800"},
        "rules",
        None,
        "[" * 100_000,
    ],
    ids=[
        "surrogate",
        "nul",
        "huge",
        "list",
        "number",
        "other block",
        "no block",
        "field",
        "word",
        "none",
        "deep",
    ],
)
def test_what_an_account_says_wrongly_changes_no_block(
    pair: Pair, shared: FakeAccount, said: object
) -> None:
    one, two = pair
    write(one, "known")
    settle(one)
    name, item = next((n, i) for n, i in shared.items.items() if n.kind is Kind.BLOCK)
    right = json.loads(item.content or "")
    content = json.dumps({**right, **said}) if isinstance(said, dict) else str(said)
    shared.items[name] = replace(item, content=content)

    settle(two)
    write(two, "written here")
    settle(two)

    assert text(two) == "written here"
    assert block(two, BlockKey.IDENTITY).text == ""
    assert not block(two).is_off


def test_fields_of_a_newer_program_are_passed_on(pair: Pair, shared: FakeAccount) -> None:
    one, two = pair
    write(one, "known")
    settle(one)
    name, item = next((n, i) for n, i in shared.items.items() if n.kind is Kind.BLOCK)
    content = json.dumps({**json.loads(item.content or ""), "mood": "good"})
    shared.items[name] = replace(item, content=content)
    settle(two)

    write(two, "known and more")
    settle(two)

    (item,) = (i for i in shared.items.values() if i.name.kind is Kind.BLOCK)
    assert json.loads(item.content or "") == {
        "key": "rules",
        "is_off": False,
        "text": "known and more",
        "mood": "good",
    }


def test_a_comparison_finds_nothing_to_repair(pair: Pair) -> None:
    one, two = pair
    write(one, "known")
    write(two, "mine", BlockKey.CUSTOM)
    settle(one, two)
    keep_here(one)
    settle(one, two)
    keep_here(two, local_only=False)
    settle(two, one)

    for computer in pair:
        found: Comparison = asyncio.run(computer.engine.compare())
        assert list(found.differences) == []


def test_what_the_account_lost_of_a_block_is_sent_again(pair: Pair, shared: FakeAccount) -> None:
    one, _two = pair
    write(one, "known")
    settle(one)
    for name in [name for name in shared.items if name.kind is Kind.BLOCK]:
        del shared.items[name]

    found = asyncio.run(one.engine.compare())
    asyncio.run(one.engine.repair(found.differences))
    settle(one)

    assert in_account(shared) == ["known"]


@pytest.mark.parametrize("seed", range(12))
def test_whatever_two_computers_do_no_text_is_lost_and_no_secret_leaves(
    pair: Pair, shared: FakeAccount, seed: int
) -> None:
    chance = Random(seed)
    written: set[str] = set()
    left: set[str] = set()

    def look(_operation: str) -> None:
        left.update(word for one in in_account(shared) for word in one.split())

    shared.before = look

    def type_(one: Computer) -> None:
        word = f"w{len(written)}{'-secret' if block(one).local_only else ''}"
        written.add(word)
        lines = text(one).split("\n")
        lines.insert(chance.randrange(len(lines) + 1), word)
        write(one, "\n".join(lines))

    def erase(one: Computer) -> None:
        lines = text(one).split("\n")
        del lines[chance.randrange(len(lines))]
        write(one, "\n".join(lines))

    def lose(one: Computer) -> None:
        shared.lose("push")
        one.sync()

    acts: list[Callable[[Computer], object]] = [
        *(type_, type_, type_, erase, lose),
        *(Computer.sync, Computer.sync, keep_here),
    ]
    for _step in range(60):
        chance.choice(acts)(chance.choice(pair))
    shared.mend()
    settle(*pair)
    look("")

    kept = {word for one in pair for said in (text(one), *earlier(one)) for word in said.split()}
    assert written <= kept
    assert not [word for word in left if "secret" in word]
    if not any(block(one).local_only for one in pair):
        assert text(pair[0]) == text(pair[1])


def test_a_program_that_learns_of_blocks_later_fetches_those_there_are(
    pair: Pair, shared: FakeAccount
) -> None:
    one, two = pair
    write(one, "long known")
    settle(one)
    # an older program passes over what it does not know
    two.store.write(lambda db: account.move_on(db, shared.seq)).result()

    settle(two)

    assert text(two) == "long known"
