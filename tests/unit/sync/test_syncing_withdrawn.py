"""A note that one computer keeps to itself: nobody else loses anything by it, and the account has nothing of it."""

import pytest

from notebrain.domain.notes.note import NoteId
from notebrain.domain.sync.remote import WITHDRAWN
from notebrain.domain.sync.reports import KEPT_ELSEWHERE, ReceiptKind, Where
from notebrain.storage.sync import log, sharing
from tests.fakes.computers import Computer
from tests.fakes.remote import FakeAccount


@pytest.fixture
def note(pair: tuple[Computer, Computer]) -> NoteId:
    """A note that both have, and that one keeps to itself from now on, unless the test syncs later."""
    one, two = pair
    made = one.take("lime trees")
    settle(one, two)
    return made


def settle(*computers: Computer) -> None:
    for _turn in range(4):
        for computer in computers:
            computer.sync()


def keep_to_itself(one: Computer, note: NoteId) -> None:
    one.file(note, local_only=True)
    one.sync()


def told(computer: Computer) -> list[ReceiptKind]:
    with computer.store.read() as db:
        return [one.what for one in log.last_receipts(db, *KEPT_ELSEWHERE, limit=9)]


def where(computer: Computer, note: NoteId) -> Where:
    with computer.store.read() as db:
        return sharing.of(db, note).where


def nothing_is_shared(shared: FakeAccount) -> bool:
    return [(item.gone, item.content) for item in shared.items.values()] == [(True, WITHDRAWN)]


def test_a_copy_that_nobody_touched_goes_to_the_trash_and_that_is_told(
    pair: tuple[Computer, Computer], shared: FakeAccount, note: NoteId
) -> None:
    one, two = pair
    keep_to_itself(one, note)

    done = two.sync()

    assert done.withdrawn == 1
    assert two.trash() == {note}
    assert told(two) == [ReceiptKind.TO_TRASH]
    assert one.texts() == {note: "lime trees"}
    assert told(one) == []
    assert nothing_is_shared(shared)


@pytest.mark.parametrize("edited", [False, True])
def test_a_copy_that_is_taken_from_the_trash_again_stays_and_stays_here(
    pair: tuple[Computer, Computer], shared: FakeAccount, note: NoteId, edited: bool
) -> None:
    one, two = pair
    keep_to_itself(one, note)
    settle(two, one)

    two.capture.restore([note]).result()
    if edited:
        two.edit(note, "lime trees in autumn")
    settle(two, one)

    assert two.texts() == {note: "lime trees in autumn" if edited else "lime trees"}
    assert two.note(note).local_only
    assert where(two, note) is Where.KEPT_ELSEWHERE
    assert one.texts() == {note: "lime trees"}
    assert nothing_is_shared(shared)


def test_an_edit_that_was_not_sent_yet_stays_and_that_is_told(
    pair: tuple[Computer, Computer], shared: FakeAccount, note: NoteId
) -> None:
    one, two = pair
    two.edit(note, "lime trees, and a pear")
    keep_to_itself(one, note)

    settle(two, one)

    assert two.texts() == {note: "lime trees, and a pear"}
    assert two.note(note).local_only
    assert told(two) == [ReceiptKind.STAYS]
    assert one.texts() == {note: "lime trees"}
    assert nothing_is_shared(shared)


def test_an_edit_that_was_under_way_stays_and_its_text_leaves_the_account(
    pair: tuple[Computer, Computer], shared: FakeAccount, note: NoteId
) -> None:
    one, two = pair
    two.edit(note, "lime trees, and a pear")
    shared.lose("push")
    two.sync()
    one.file(note, local_only=True)

    settle(one, two)

    assert nothing_is_shared(shared)
    assert one.texts() == {note: "lime trees"}
    assert "lime trees, and a pear" in one.history(note)
    both = two.trash() | two.texts().keys()
    assert both == {note}
    assert two.note(note).body == "lime trees, and a pear"
    assert len(told(two)) == 1


def test_a_copy_shared_again_leaves_the_account_and_stays_in_its_place(
    pair: tuple[Computer, Computer], shared: FakeAccount, note: NoteId
) -> None:
    one, two = pair
    keep_to_itself(one, note)
    settle(two, one)
    two.capture.restore([note]).result()
    two.file(note, local_only=False)
    two.edit(note, "lime trees for all")

    settle(two, one)

    assert nothing_is_shared(shared)
    assert two.texts() == {note: "lime trees for all"}
    assert told(two) == [ReceiptKind.STAYS, ReceiptKind.TO_TRASH]
    assert one.texts() == {note: "lime trees"}
    assert "lime trees for all" in one.history(note)


def test_who_keeps_it_may_share_it_again_and_it_is_back_everywhere(
    pair: tuple[Computer, Computer], note: NoteId
) -> None:
    one, two = pair
    keep_to_itself(one, note)
    settle(two, one)
    one.edit(note, "lime trees, thought over")

    one.file(note, local_only=False)
    settle(one, two)

    assert one.texts() == two.texts() == {note: "lime trees, thought over"}
    assert not two.note(note).local_only
    two.edit(note, "lime trees, and on")
    settle(two, one)
    assert one.texts() == {note: "lime trees, and on"}


def test_texts_taken_over_from_a_note_stay_when_it_is_shared_again(
    pair: tuple[Computer, Computer], shared: FakeAccount, note: NoteId
) -> None:
    one, two = pair
    keep_to_itself(one, note)
    settle(two, one)
    two.capture.restore([note]).result()
    two.edit(note, "mine alone")

    one.file(note, local_only=False)
    one.edit(note, "ours again")
    settle(one, two)

    assert one.texts() == {note: "ours again"}
    assert two.texts() == {note: "mine alone"}
    assert not any("mine" in (item.content or "") for item in shared.items.values())

    two.file(note, local_only=False)
    settle(two, one)
    assert one.texts() == two.texts() == {note: "mine alone"}
    assert [conflict.theirs.body for conflict in two.conflicts] == ["ours again"]


def test_a_copy_taken_out_of_the_trash_stays_as_it_is_when_the_note_is_shared_again(
    pair: tuple[Computer, Computer], note: NoteId
) -> None:
    one, two = pair
    keep_to_itself(one, note)
    settle(two, one)
    two.capture.restore([note]).result()

    one.file(note, local_only=False)
    one.edit(note, "ours again")
    settle(one, two)

    assert one.texts() == {note: "ours again"}
    assert two.texts() == {note: "lime trees"}
    assert two.note(note).local_only
    assert told(two) == [ReceiptKind.TO_TRASH]
    with two.store.read() as db:
        assert sharing.of(db, note).where is Where.KEPT_ELSEWHERE


def test_many_notes_kept_elsewhere_are_asked_about_and_refused_they_stay_here(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    import asyncio

    one, two = pair
    ids = [one.take(f"note {number}") for number in range(30)]
    settle(one, two)
    for each in ids:
        one.file(each, local_only=True)
    one.sync()

    assert two.sync().asks == 30
    assert two.texts().keys() == set(ids)
    asyncio.run(two.engine.answer_deletions(delete=False))
    settle(two, one)

    assert two.texts().keys() == set(ids) == one.texts().keys()
    assert all(two.note(each).local_only for each in ids)
    assert all(item.content == WITHDRAWN for item in shared.items.values())


def test_a_vault_that_joins_later_keeps_its_copy(
    pair: tuple[Computer, Computer], shared: FakeAccount, note: NoteId
) -> None:
    one, two = pair
    keep_to_itself(one, note)
    two.connect()

    settle(two, one)

    assert two.texts() == {note: "lime trees"}
    assert two.note(note).local_only
    assert told(two) == [ReceiptKind.STAYS]
    assert nothing_is_shared(shared)


def test_a_note_in_the_trash_stays_there(
    pair: tuple[Computer, Computer], shared: FakeAccount, note: NoteId
) -> None:
    one, two = pair
    two.forget(note)
    settle(two, one)
    keep_to_itself(one, note)

    settle(two, one)

    assert two.trash() == {note}
    assert one.trash() == {note}
    assert nothing_is_shared(shared)


def test_nothing_is_touched_under_the_cursor(pair: tuple[Computer, Computer], note: NoteId) -> None:
    one, two = pair
    keep_to_itself(one, note)
    two.typing_in.add(note)
    two.sync()
    assert two.texts() == {note: "lime trees"}

    two.edit(note, "lime trees, typed on")
    two.typing_in.clear()
    settle(two, one)

    assert two.texts() == {note: "lime trees, typed on"}
    assert told(two) == [ReceiptKind.STAYS]
