"""Rare moments of syncing: what is under way while the user changes his mind."""

import asyncio
from collections.abc import Sequence

import pytest

from notebrain.domain.errors import CloudBadRequest, CloudOffline
from notebrain.domain.notes.changes import Act, Changes
from notebrain.domain.notes.note import NoteId
from notebrain.domain.sync.remote import WITHDRAWN, Head, Item
from notebrain.domain.sync.reports import ReceiptKind
from notebrain.storage.connection import Connection
from notebrain.storage.review import cards
from notebrain.storage.sync import incoming, log
from notebrain.storage.sync.incoming import Why
from tests.fakes.computers import Computer, settle
from tests.fakes.remote import FakeAccount


def watched(one: Computer) -> list[Item]:
    """Return what leaves this computer from now on, in order, whether or not it arrives."""
    left: list[Item] = []
    vault = one.engine._places.vault
    push = vault.push

    async def watching(items: Sequence[Item]) -> list[Head]:
        left.extend(items)
        return await push(items)

    vault.push = watching  # type: ignore[method-assign]
    return left


def brought_back(one: Computer, two: Computer) -> NoteId:
    """Return a note that `one` removed and `two`, which had it in the trash as a rest, brings back just now."""
    note = one.take("the number of the account")
    settle(one, two)
    one.forget(note)
    one.purge(note)
    settle(one, two)
    assert two.trash() == {note}
    two.capture.restore([note]).result()
    return note


@pytest.mark.parametrize("arrived", [True, False])
def test_a_note_brought_back_is_withdrawn_though_the_answer_of_its_sending_was_lost(
    pair: tuple[Computer, Computer], shared: FakeAccount, arrived: bool
) -> None:
    one, two = pair
    note = brought_back(one, two)
    if arrived:
        shared.lose("push")
    else:
        shared.fail(CloudOffline("no network"), on="push")
    two.sync()

    two.file(note, local_only=True)
    settle(two, one)

    assert [item.content for item in shared.items.values()] == [WITHDRAWN]
    assert two.texts() == {note: "the number of the account"}


def test_a_note_brought_back_and_removed_again_is_gone_everywhere(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    note = brought_back(one, two)
    shared.lose("push")
    two.sync()

    two.forget(note)
    two.purge(note)
    settle(two, one)

    assert [item.content for item in shared.items.values()] == [None]
    assert one.texts() == two.texts() == {}


def test_a_note_is_taken_out_with_a_receipt_though_another_computer_removed_it_first(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    note = one.take("the number of the account")
    settle(one, two)
    two.forget(note)
    two.purge(note)
    two.sync()

    one.file(note, local_only=True)
    shared.calls.clear()
    settle(one)

    assert "vectors.remove" in shared.calls
    with one.store.read() as db:
        assert [
            receipt.note_id for receipt in log.last_receipts(db, ReceiptKind.TAKEN_OUT, limit=9)
        ] == [note]


def test_what_is_sent_apart_is_looked_at_again_before_it_leaves(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, _two = pair
    ids = [one.take(f"number {which}") for which in ("one", "two")]
    shared.fail(CloudBadRequest("one of them"), on="push")

    def withdraw(operation: str) -> None:
        if operation == "push":  # the first try is under way, and the user marks both
            shared.before = None
            for note in ids:
                one.file(note, local_only=True)

    shared.before = withdraw
    left = watched(one)
    settle(one)

    assert all(one.gone for one in left[2:])


def test_a_card_whose_answer_was_lost_is_not_sent_again_once_its_note_stays_here(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    note = one.take("a number")
    settle(one, two)
    one.store.write(
        lambda db: cards.put_conflict(
            db,
            note_id=note,
            theirs="a number, merged",
            theirs_title="",
            base=None,
            at=one.clock.now(),
            device="two",
        )
    ).result()
    shared.lose("push")
    one.sync()

    one.file(note, local_only=True)
    for name in [name for name in shared.items if name.kind == "card"]:
        del shared.items[name]  # as if it had never arrived
    left = watched(one)
    settle(one, two)

    assert not any("merged" in (item.content or "") for item in left)
    assert not any(item.content for name, item in shared.items.items() if name.kind == "card")


@pytest.mark.parametrize("delete", [True, False])
def test_an_answer_about_many_removals_is_carried_out_in_small_steps_and_told(
    pair: tuple[Computer, Computer], delete: bool
) -> None:
    one, two = pair
    ids = [one.take(f"note {number}") for number in range(90)]
    settle(one, two)
    one.forget(*ids)
    settle(one)
    assert two.sync().asks == 90
    heard: list[Changes] = []
    two.store.subscribe(heard.append)
    acts = 0
    write = two.store.write

    def counted(act):
        nonlocal acts
        acts += 1
        return write(act)

    two.store.write = counted  # type: ignore[method-assign]
    assert asyncio.run(two.engine.answer_deletions(delete=delete)) == 90

    assert acts >= 3
    assert {note for one in heard if one.act is Act.SYNC for note in one.notes} == (
        set(ids) if delete else set()
    )
    settle(two, one)
    assert len(two.texts()) == len(one.texts()) == (0 if delete else 90)


def test_an_answer_holds_when_the_program_is_killed_while_it_is_carried_out(
    pair: tuple[Computer, Computer],
) -> None:
    one, two = pair
    ids = [one.take(f"note {number}") for number in range(50)]
    settle(one, two)
    one.forget(*ids)
    settle(one)
    assert two.sync().asks == 50
    write, left = two.store.write, 2

    def killed(act):
        nonlocal left
        left -= 1
        if left < 0:
            raise KeyboardInterrupt
        return write(act)

    two.store.write = killed  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(two.engine.answer_deletions(delete=False))
    two.store.write = write  # type: ignore[method-assign]

    settle(two, one)

    assert len(two.texts()) == len(one.texts()) == 50


def test_what_an_older_program_could_not_read_is_taken_up_by_one_that_can(
    pair: tuple[Computer, Computer],
) -> None:
    one, two = pair
    note = one.take("lime")
    settle(one, two)
    one.edit(note, "lime in autumn")
    settle(one)
    item = next(iter(one.shared.items.values()))

    def as_unread(db: Connection) -> None:
        incoming.put(db, item, Why.UNREADABLE)
        db.execute("update sync_account set cursor = ?", (item.seq,))

    two.store.write(as_unread).result()

    settle(two)

    assert two.texts() == {note: "lime in autumn"}


def test_a_tag_renamed_while_its_note_is_under_way_is_sent(
    pair: tuple[Computer, Computer], shared: FakeAccount
) -> None:
    one, two = pair
    note = one.take("lime", tags=("garden",))
    shared.lose("push")
    one.sync()
    one.store.write(
        lambda db: db.execute("insert or ignore into tag select rowid, 'soil', 'soil', 0 from note")
    ).result()

    settle(one, two)

    assert two.note(note).tags == ("garden", "soil")
