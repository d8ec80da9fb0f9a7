"""An account that does not have any more what it had: nothing is written over newer texts, and nothing is lost."""

import asyncio
import copy

import pytest

from notebrain.domain.errors import CloudTakenBack
from notebrain.domain.notes.note import NoteId
from notebrain.domain.sync.remote import Kind, Name
from notebrain.storage.sync import inventory
from tests.fakes.computers import Computer
from tests.fakes.remote import FakeAccount


def settle(*computers: Computer) -> None:
    for _turn in range(4):
        for computer in computers:
            computer.sync()


class Backup:
    """The account as it was, to be brought back, as its owner can by Time Travel."""

    def __init__(self, shared: FakeAccount) -> None:
        self._kept = copy.deepcopy((shared.items, shared.seq, shared.marks))
        self._shared = shared

    def bring_back(self) -> None:
        shared = self._shared
        shared.items, shared.seq, shared.marks = copy.deepcopy(self._kept)


def repair(*computers: Computer) -> None:
    for computer in computers:
        compared = asyncio.run(computer.engine.compare())
        asyncio.run(computer.engine.repair(compared.differences))
        computer.sync()


def is_stopped(computer: Computer) -> bool:
    return isinstance(computer.sync().problem, CloudTakenBack)


def everything(computer: Computer, note: NoteId) -> str:
    """Return all texts of a note that a computer has: its own, its history, and those of conflicts."""
    conflicts = [one.theirs.body for one in computer.conflicts if one.note_id == note]
    return "\n".join([computer.note(note).body, *computer.history(note), *conflicts])


def test_a_computer_that_saw_more_than_the_account_has_stops_and_says_so(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, _two = pair
    note = one.take("lime")
    settle(one)
    before = Backup(shared)
    one.edit(note, "lime in autumn")
    settle(one)
    before.bring_back()

    done = one.sync()

    assert isinstance(done.problem, CloudTakenBack)
    assert "notebrain verify" in str(done.problem)
    shared.calls.clear()
    one.edit(note, "lime in winter")
    assert is_stopped(one)
    assert shared.calls == []


def test_it_is_noticed_though_others_wrote_as_much_again(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    note = one.take("first\n\nlime\n\nlast")
    settle(one, two)
    before = Backup(shared)
    one.edit(note, "first\n\nlime in autumn\n\nlast")
    settle(one)
    before.bring_back()
    two.edit(note, "first\n\nlime\n\nat last")
    for number in range(5):
        two.take(f"note {number}")
    settle(two)

    assert is_stopped(one)
    assert one.texts()[note] == "first\n\nlime in autumn\n\nlast"


def test_an_account_that_was_taken_back_catches_up_and_removes_nothing(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    old, binned = one.take("lime"), one.take("chalk")
    settle(one, two)
    before = Backup(shared)
    one.edit(old, "lime in autumn")
    new = two.take("new")
    one.forget(binned)
    settle(one, two)
    before.bring_back()
    assert is_stopped(one)
    assert is_stopped(two)

    repair(one, two)
    settle(one, two)

    assert one.texts() == two.texts()
    assert one.texts() == {old: "lime in autumn", new: "new", binned: "chalk"}
    assert not one.conflicts
    assert not two.conflicts


@pytest.mark.parametrize("edited", [False, True])
def test_compared_and_repaired_every_text_is_kept_and_all_have_the_same(
    pair: tuple[Computer, Computer], shared: FakeAccount, edited: bool
) -> None:
    one, two = pair
    note = one.take("lime")
    settle(one, two)
    before = Backup(shared)
    one.edit(note, "lime in autumn")
    new = one.take("pear")
    settle(one)
    before.bring_back()
    two.edit(note, "lime in spring")
    settle(two)
    if edited:
        one.edit(note, "lime in winter")
    assert is_stopped(one)

    repair(one)
    settle(two, one)

    assert one.texts() == two.texts()
    assert one.texts().keys() == {note, new}
    newest = "lime in winter" if edited else "lime in autumn"
    assert one.texts()[note] == newest
    assert "lime in spring" in everything(one, note)
    assert [conflict.theirs.body for conflict in one.conflicts] == ["lime in spring"]


def test_a_note_that_the_account_lost_is_not_written_anew_from_an_old_text(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    note = one.take("lime")
    settle(one, two)
    one.edit(note, "lime in autumn")
    settle(one)
    del shared.items[Name(Kind.NOTE, note)]
    two.edit(note, "lime in spring")

    settle(two)

    with two.store.read() as db:
        assert inventory.loss(db) is not None
    assert Name(Kind.NOTE, note) not in shared.items


@pytest.mark.parametrize("first", [0, 1])
def test_what_the_account_lost_comes_back_with_every_text_whoever_repairs_first(
    pair: tuple[Computer, Computer], shared: FakeAccount, first: int
) -> None:
    one, two = pair
    note = one.take("lime")
    settle(one, two)
    one.edit(note, "lime in autumn")
    settle(one)
    del shared.items[Name(Kind.NOTE, note)]
    two.edit(note, "lime in spring")
    two.sync()
    here, there = (one, two) if first == 0 else (two, one)

    repair(here)
    here.edit(note, here.texts()[note] + ", and on")
    settle(here)
    assert is_stopped(there)
    repair(there)
    settle(one, two)

    assert one.texts() == two.texts()
    kept = everything(one, note) + everything(two, note)
    assert "lime in autumn" in kept
    assert "lime in spring" in kept
    assert len([*one.conflicts, *two.conflicts]) == 1


def test_a_repair_finds_the_loss_where_nobody_wrote_meanwhile(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    note = one.take("lime")
    settle(one, two)
    two.edit(note, "lime in spring")
    settle(two)
    del shared.items[Name(Kind.NOTE, note)]

    repair(one)
    one.edit(note, "lime in autumn")
    settle(one)

    assert is_stopped(two)
    repair(two)
    settle(one, two)
    assert one.texts() == two.texts()
    kept = everything(one, note) + everything(two, note)
    assert "spring" in kept
    assert "autumn" in kept


def test_settings_and_removals_are_no_reason_to_stop_when_nothing_is_lost(
    pair: tuple[Computer, Computer],
) -> None:
    one, two = pair
    ids = [one.take(f"note {number}") for number in range(4)]
    settle(one, two)
    one.forget(ids[0])
    one.purge(ids[0])
    one.file(ids[1], local_only=True)
    two.edit(ids[2], "edited")
    settle(one, two)

    assert not is_stopped(one)
    assert not is_stopped(two)
    compared = asyncio.run(one.engine.compare())
    assert list(compared.differences) == []
    assert not is_stopped(one)


def test_an_account_that_knows_no_marks_yet_is_no_loss(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    note = one.take("lime")
    settle(one)
    shared.marks.clear()

    settle(two)

    assert two.texts() == {note: "lime"}


def test_a_tag_set_elsewhere_is_not_taken_off_by_who_meets_the_note_as_a_stranger(
    pair: tuple[Computer, Computer],
) -> None:
    one, two = pair
    note = one.take("lime")
    settle(one, two)
    one.file(note, add_tags=("garden",))
    settle(one)
    two.edit(note, "lime in autumn")
    two.connect()

    settle(two, one)

    assert one.note(note).tags == two.note(note).tags == ("garden",)
    assert one.texts() == {note: "lime in autumn"}
