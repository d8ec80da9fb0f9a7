"""Comparing everything in the account with everything here."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from notebrain.domain.sync.remote import Kind, Name
from notebrain.storage import settings
from notebrain.storage.connection import Connection
from notebrain.storage.review import cards
from notebrain.storage.sync import account
from notebrain.storage.sync.comparison import Drift
from tests.fakes.clock import FakeClock
from tests.fakes.computers import Computer
from tests.fakes.remote import FakeAccount


@pytest.fixture
def shared() -> FakeAccount:
    return FakeAccount()


@pytest.fixture
def one(tmp_path: Path, shared: FakeAccount) -> Iterator[Computer]:
    one = Computer(tmp_path / "one", "one", shared, FakeClock())
    one.connect()
    yield one
    one.close()


def differences(one: Computer) -> list[tuple[Drift, str]]:
    compared = asyncio.run(one.engine.compare())
    return [(found.drift, found.name.id) for found in compared.differences]


def repair(one: Computer) -> None:
    compared = asyncio.run(one.engine.compare())
    asyncio.run(one.engine.repair(compared.differences))
    one.sync()


def test_where_nothing_differs_nothing_is_found(one: Computer) -> None:
    one.take("lime", tags=("garden",))
    one.take("a secret", local_only=True)
    gone = one.take("chalk")
    one.sync()
    one.forget(gone)
    one.purge(gone)
    one.sync()
    one.take("not sent yet")

    assert differences(one) == []


def test_the_notes_of_the_account_are_counted_without_what_is_none(one: Computer) -> None:
    with_card(one)
    with_setting(one)
    one.take("chalk")
    gone = one.take("marl")
    one.sync()
    one.forget(gone)
    one.purge(gone)
    one.sync()
    read: list[int] = []

    compared = asyncio.run(one.engine.compare(progress=read.append))

    assert (compared.there, compared.differences) == (2, [])
    assert read == [2]


def test_a_note_the_account_lost_is_sent_again(one: Computer, shared: FakeAccount) -> None:
    note = one.take("lime")
    one.sync()
    del shared.items[Name(Kind.NOTE, note)]
    assert differences(one) == [(Drift.MISSING_THERE, note)]

    repair(one)

    assert Name(Kind.NOTE, note) in shared.items
    assert differences(one) == []


def test_a_note_this_computer_lost_comes_back(one: Computer) -> None:
    note = one.take("lime")
    one.sync()
    one.store.write(lambda db: db.execute("update sync_account set quiet = 1").rowcount).result()
    one.forget(note)
    one.purge(note)
    one.store.write(lambda db: db.execute("delete from sync_note").rowcount).result()
    one.store.write(lambda db: db.execute("update sync_account set quiet = 0").rowcount).result()
    assert differences(one) == [(Drift.MISSING_HERE, note)]

    repair(one)

    assert one.texts() == {note: "lime"}
    assert differences(one) == []


def test_where_both_say_different_things_both_texts_are_kept(
    one: Computer, shared: FakeAccount
) -> None:
    note = one.take("lime")
    one.sync()
    name = Name(Kind.NOTE, note)
    spoilt = (shared.items[name].content or "").replace('"lime"', '"chalk"')
    shared.items[name] = replace(shared.items[name], content=spoilt)
    assert differences(one) == [(Drift.CONTENT, note)]

    repair(one)

    assert one.texts() == {note: "lime"}
    assert "chalk" in one.history(note)
    assert differences(one) == []


def test_a_note_that_stays_here_leaves_the_account(one: Computer, shared: FakeAccount) -> None:
    note = one.take("a secret")
    one.sync()
    one.store.write(lambda db: db.execute("update sync_account set quiet = 1").rowcount).result()
    one.file(note, local_only=True)
    one.store.write(lambda db: db.execute("update sync_account set quiet = 0").rowcount).result()
    assert differences(one) == [(Drift.PRIVATE, note)]

    repair(one)

    assert shared.items[Name(Kind.NOTE, note)].gone
    assert one.texts() == {note: "a secret"}
    assert differences(one) == []


SETTING = Name(Kind.SETTING, "search.alpha:Home")


def with_setting(one: Computer) -> Name:
    one.store.write(lambda db: settings.put(db, "search.alpha", 0.3, scope="Home")).result()
    return SETTING


def with_card(one: Computer) -> Name:
    note = one.take("lime")

    def act(db: Connection) -> str:
        return cards.put_conflict(
            db,
            note_id=note,
            theirs="chalk",
            theirs_title="chalk",
            base=None,
            at=one.clock.now(),
            device="d",
        )

    return Name(Kind.CARD, one.store.write(act).result())


def unheard(one: Computer, statement: str) -> None:
    """Change the vault as nothing but damage does: nobody is told of it."""

    def act(db: Connection) -> None:
        with account.quietly(db):
            db.execute(statement)

    one.store.write(act).result()


@pytest.mark.parametrize("make", [with_setting, with_card])
def test_a_setting_or_card_the_account_lost_is_sent_again(
    one: Computer, shared: FakeAccount, make: Callable[[Computer], Name]
) -> None:
    name = make(one)
    one.sync()
    assert differences(one) == []
    before = shared.items.pop(name)
    assert differences(one) == [(Drift.MISSING_THERE, name.id)]

    repair(one)

    assert shared.items[name].content == before.content
    assert differences(one) == []


@pytest.mark.parametrize(("make", "table"), [(with_setting, "setting"), (with_card, "card")])
def test_a_setting_or_card_this_computer_lost_comes_back(
    one: Computer, shared: FakeAccount, make: Callable[[Computer], Name], table: str
) -> None:
    name = make(one)
    one.sync()
    before = shared.items[name]
    unheard(one, f"delete from {table}")
    assert differences(one) == [(Drift.MISSING_HERE, name.id)]

    repair(one)

    assert shared.items[name] == before
    assert differences(one) == []


def test_of_a_setting_that_differs_what_is_set_here_counts(
    one: Computer, shared: FakeAccount
) -> None:
    name = with_setting(one)
    one.sync()
    unheard(one, "update setting set value = '0.7'")
    assert differences(one) == [(Drift.CONTENT, name.id)]

    shared.calls.clear()
    repair(one)

    assert shared.calls == ["pull", "heads_since", "pull", "push"]
    assert '"value": 0.7' in (shared.items[name].content or "")
    assert differences(one) == []


def test_a_card_that_says_something_else_here_is_not_taken_for_lost(one: Computer) -> None:
    name = with_card(one)
    one.sync()

    unheard(one, "update card set confidence = 0.5")

    assert differences(one) == [(Drift.CONTENT, name.id)]


def test_a_card_about_a_note_that_stays_here_leaves_the_account(
    one: Computer, shared: FakeAccount
) -> None:
    name = with_card(one)
    one.sync()
    unheard(one, "update note set local_only = 1")
    assert (Drift.PRIVATE, name.id) in differences(one)

    repair(one)

    assert shared.items[name].gone
    assert differences(one) == []
