"""What is removed, or kept to one computer: an edit beats it, and the user is asked before many go."""

import asyncio
from pathlib import Path

import pytest

from notebrain.domain.errors import CloudOffline
from notebrain.domain.sync.remote import WITHDRAWN, Kind, Name
from notebrain.storage.sync import account
from tests.fakes.clock import FakeClock
from tests.fakes.computers import Computer, assert_same, settle
from tests.fakes.remote import FakeAccount


def test_a_note_in_the_trash_is_in_the_trash_everywhere(pair: tuple[Computer, Computer]) -> None:
    one, two = pair
    note = one.take("lime")
    settle(one, two)

    one.forget(note)
    settle(one, two)
    assert two.trash() == {note}

    one.purge(note)
    settle(one, two)
    assert two.records() == {}


def test_an_edit_beats_a_removal(pair: tuple[Computer, Computer]) -> None:
    one, two = pair
    trashed, purged = one.take("lime"), one.take("chalk")
    settle(one, two)

    one.forget(trashed, purged)
    one.purge(purged)
    two.edit(trashed, "lime in autumn")
    two.edit(purged, "chalk in spring")
    settle(one, two)

    assert one.texts() == {trashed: "lime in autumn", purged: "chalk in spring"}
    assert_same(one, two)


def test_a_note_removed_for_good_at_once_goes_to_the_trash_elsewhere(
    pair: tuple[Computer, Computer],
) -> None:
    one, two = pair
    note = one.take("lime")
    settle(one, two)

    one.forget(note)
    one.purge(note)
    settle(one, two)
    assert two.trash() == {note}

    two.capture.restore([note]).result()
    settle(one, two)
    assert one.texts() == {note: "lime"}
    assert_same(one, two)


def test_a_note_that_becomes_local_only_leaves_the_account(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    note = one.take("the number of the account")
    settle(one, two)

    one.file(note, local_only=True)
    one.edit(note, "another number")
    settle(one, two)

    assert [(item.gone, item.content) for item in shared.items.values()] == [(True, WITHDRAWN)]
    assert one.texts() == {note: "another number"}
    assert two.trash() == {note}
    assert "vectors.remove" in shared.calls

    one.file(note, local_only=False)
    settle(one, two)
    assert two.texts() == {note: "another number"}
    assert_same(one, two)


def test_a_note_stays_local_only_whatever_others_write(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    note = one.take("a number")
    settle(one, two)

    one.file(note, local_only=True)
    two.edit(note, "a number, edited there")
    settle(two, one, two)

    assert one.texts() == {note: "a number"}
    assert [item.content for item in shared.items.values()] == [WITHDRAWN]


def test_what_was_written_elsewhere_of_a_note_that_stays_here_is_in_its_history(
    pair: tuple[Computer, Computer],
) -> None:
    one, two = pair
    note = one.take("a number")
    settle(one, two)

    one.file(note, local_only=True)
    two.edit(note, "a number, edited there")
    two.sync()
    two.forget(note)
    settle(one, two, one)

    assert one.history(note) == ["a number, edited there"]


def test_a_first_connection_removes_nothing(tmp_path: Path, shared: FakeAccount) -> None:
    clock = FakeClock()
    one, two = (Computer(tmp_path / name, name, shared, clock) for name in ("one", "two"))
    one.connect()
    two.connect()
    trashed, purged = one.take("lime"), one.take("chalk")
    settle(one, two)
    one.forget(trashed, purged)
    one.purge(purged)
    settle(one)

    two.connect()  # as if for the first time
    settle(two, one)

    assert two.texts() == one.texts() == {trashed: "lime", purged: "chalk"}
    assert_same(one, two)
    one.close()
    two.close()


def test_many_removals_are_asked_about_also_while_the_account_is_out_of_reach(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    ids = [one.take(f"note {number}") for number in range(30)]
    settle(one, two)
    one.forget(*ids[:21])
    settle(one)

    asked = two.sync()
    assert asked.asks == 21
    assert len(two.texts()) == 30
    assert two.sync().asks == 21
    shared.fail(CloudOffline("gone"), on="pull")
    assert two.sync().asks == 21

    assert asyncio.run(two.engine.answer_deletions(delete=False)) == 21
    settle(two, one)
    assert len(one.texts()) == len(two.texts()) == 30
    assert_same(one, two)

    one.forget(*ids[:21])
    settle(one)
    assert two.sync().asks == 21
    assert asyncio.run(two.engine.answer_deletions(delete=True)) == 21
    settle(two, one)
    assert len(two.texts()) == 9
    assert_same(one, two)


def test_notes_removed_for_good_at_once_elsewhere_stay_until_the_user_says_so(
    pair: tuple[Computer, Computer],
) -> None:
    one, two = pair
    ids = [one.take(f"note {number}") for number in range(30)]
    settle(one, two)

    one.forget(*ids)
    one.purge(*ids)
    one.sync()
    done = two.sync()

    assert done.asks == 30
    assert set(two.texts()) == set(ids)


@pytest.mark.parametrize(
    ("changes", "goes"),
    [
        ([], True),
        (["forget"], True),
        (["edit"], False),
        (["edit", "forget"], False),
        (["forget", "restore"], False),
        (["forget", "edit", "restore"], False),
        (["file"], False),
        (["file", "forget"], False),
        (["tag", "forget"], False),
    ],
)
def test_a_removal_elsewhere_counts_unless_more_was_done_here_than_to_throw_away(
    pair: tuple[Computer, Computer], changes: list[str], goes: bool
) -> None:
    one, two = pair
    note, other = one.take("lime"), one.take("chalk")
    settle(one, two)
    acts = {
        "forget": lambda: two.forget(note),
        "restore": lambda: two.capture.restore([note]).result(),
        "edit": lambda: two.edit(note, "lime in autumn"),
        "file": lambda: two.file(note, pinned=True),
        "tag": lambda: two.file(note, add_tags=("garden",)),
    }
    one.forget(note)
    one.purge(note)
    for change in changes:
        acts[change]()

    settle(one, two)

    assert other in two.texts()
    if goes:
        assert one.texts() == two.texts() == {other: "chalk"}
        assert one.trash() == set()
    else:
        assert note in {*one.texts(), *one.trash()}
        assert_same(one, two)


def test_the_account_forgets_what_stays_here_and_hears_of_nothing_else(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    stays, changes = one.take("lime"), one.take("chalk")
    settle(one, two)
    one.file(stays, local_only=True)
    one.edit(changes, "chalk in spring")
    new = one.take("pear")
    one.clock.forward(seconds=3)

    asyncio.run(one.engine.withdraw())

    assert one.waiting() == 2
    assert shared.items[Name(Kind.NOTE, stays)].content == WITHDRAWN
    assert "spring" not in (shared.items[Name(Kind.NOTE, changes)].content or "")
    assert Name(Kind.NOTE, new) not in shared.items
    one.store.write(account.disconnect).result()
    shared.calls.clear()
    asyncio.run(one.engine.withdraw())
    assert shared.calls == []
