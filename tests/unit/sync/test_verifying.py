"""Comparing everything in the account with everything here."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from notebrain.domain.remote import Kind, Name
from notebrain.storage.syncing.drift import Drift
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
