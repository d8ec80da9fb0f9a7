"""The account counts what it has: rows that vanish are missed, and a repair brings them back."""

import asyncio
from typing import TYPE_CHECKING

import pytest

from notebrain.domain.sync.remote import Kind, Name
from notebrain.domain.sync.rules import lost_something
from notebrain.storage.sync import inventory
from tests.fakes.computers import Computer
from tests.fakes.remote import FakeAccount

if TYPE_CHECKING:
    from notebrain.domain.sync.reports import Loss


def settle(*computers: Computer) -> None:
    for _turn in range(3):
        for computer in computers:
            computer.sync()


def lost(computer: Computer) -> "Loss | None":
    with computer.store.read() as db:
        return inventory.loss(db)


def repair(computer: Computer) -> None:
    compared = asyncio.run(computer.engine.compare())
    asyncio.run(computer.engine.repair(compared.differences))
    settle(computer)


def vanish(shared: FakeAccount, *notes: str) -> None:
    for note in notes:
        del shared.items[Name(Kind.NOTE, note)]


def test_notes_that_vanish_are_missed_by_the_next_sync_though_nobody_edits_them(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    ids = [one.take(f"note {number}") for number in range(9)]
    settle(one, two)
    assert lost(one) is lost(two) is None
    vanish(shared, *ids[:8])

    two.sync()

    found = lost(two)
    assert found is not None
    assert (found.notes, found.of, found.others) == (8, 9, 0)


def test_a_round_that_only_sends_misses_them_too(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, _two = pair
    ids = [one.take(f"note {number}") for number in range(3)]
    settle(one)
    vanish(shared, ids[0])

    one.take("new")
    one.sync(send_first=True)

    assert lost(one) is not None


def test_counting_asks_for_nothing_while_nothing_is_missing(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    ids = [one.take(f"note {number}") for number in range(4)]
    settle(one, two)
    one.forget(ids[0])
    one.purge(ids[0])
    one.file(ids[1], local_only=True)
    two.edit(ids[2], "edited")
    one.edit(ids[2], "edited, too")
    settle(one, two)

    assert "heads_since" not in shared.calls
    assert lost(one) is lost(two) is None


def test_nothing_is_removed_meanwhile_and_the_rest_goes_on(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    ids = [one.take(f"note {number}") for number in range(6)]
    settle(one, two)
    vanish(shared, ids[0])
    one.sync()
    one.forget(ids[1])
    one.purge(ids[1])
    two.forget(ids[2])
    settle(two)
    new = two.take("new")
    settle(two, one)

    assert one.texts()[new] == "new"
    assert ids[2] in one.texts()
    assert ids[1] in two.texts()
    assert not shared.items[Name(Kind.NOTE, ids[1])].gone

    repair(one)
    settle(two)
    repair(two)
    settle(one, two)
    assert lost(one) is lost(two) is None
    assert one.texts() == two.texts()
    assert set(one.texts()) >= {ids[0], *ids[3:], new}


def test_an_edit_of_a_note_that_vanished_waits_for_the_repair_and_others_do_not(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    gone, there = one.take("lime"), one.take("pear")
    settle(one, two)
    vanish(shared, gone)
    one.sync()

    one.edit(gone, "lime in autumn")
    one.edit(there, "pear in autumn")
    settle(one, two)

    assert two.texts() == {gone: "lime", there: "pear in autumn"}
    repair(one)
    settle(two)
    repair(two)
    settle(one, two)
    assert one.texts() == two.texts()
    assert one.texts()[there] == "pear in autumn"
    assert "lime in autumn" in [one.texts()[gone], *one.history(gone)]


def test_a_note_that_was_set_back_is_missed(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    note = one.take("lime")
    settle(one, two)
    before = shared.items[Name(Kind.NOTE, note)]
    one.edit(note, "lime in autumn")
    settle(one, two)
    shared.items[Name(Kind.NOTE, note)] = before

    settle(two)
    assert lost(two) is not None
    repair(two)

    kept = [two.texts()[note], *two.history(note)]
    assert "lime in autumn" in kept
    assert lost(two) is None


def test_the_mark_of_a_removal_that_vanished_is_sent_again(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    note = one.take("lime")
    settle(one, two)
    one.forget(note)
    one.purge(note)
    settle(one)
    vanish(shared, note)

    settle(one)
    found = lost(one)
    assert found is not None
    assert (found.notes, found.others) == (0, 1)
    repair(one)

    assert shared.items[Name(Kind.NOTE, note)].gone
    assert lost(one) is None


@pytest.mark.parametrize("send_first", [True, False])
def test_who_was_away_when_rows_vanished_finds_it_out(
    pair: tuple[Computer, Computer], shared: FakeAccount, send_first: bool
) -> None:
    one, two = pair
    ids = [one.take(f"note {number}") for number in range(5)]
    settle(one, two)
    two.edit(ids[4], "edited")
    vanish(shared, *ids[:2])
    one.take("new")
    settle(one)

    two.sync(send_first=send_first)

    found = lost(two)
    assert found is not None
    assert found.notes == 2


def test_a_vault_of_an_older_program_is_counted_without_an_alarm(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    ids = [one.take(f"note {number}") for number in range(3)]
    settle(one, two)
    for computer in pair:  # as the migration leaves it
        computer.store.write(lambda db: db.execute("update sync_there set seq = 0")).result()

    settle(one, two)
    assert lost(one) is lost(two) is None

    computer = two
    computer.store.write(lambda db: db.execute("update sync_there set seq = 0")).result()
    vanish(shared, ids[0])
    settle(two)
    assert lost(two) is not None


def test_every_round_until_the_repair_says_that_the_account_lost_something(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, _two = pair
    one.take("lime")
    shared.fail(lost_something(), on="push")

    first, second = one.sync(), one.sync()

    assert "has lost notes" in str(first.problem)
    assert str(second.problem) == str(first.problem)
