"""A vault to write to, and two computers that share an account."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.computers import Computer
from tests.fakes.remote import FakeAccount


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def store(tmp_path: Path, clock: FakeClock) -> Iterator[Store]:
    store = Store.open(tmp_path / "vault", clock=clock)
    yield store
    store.close()


@pytest.fixture
def shared() -> FakeAccount:
    return FakeAccount()


@pytest.fixture
def pair(
    tmp_path: Path, shared: FakeAccount, clock: FakeClock
) -> Iterator[tuple[Computer, Computer]]:
    one, two = (Computer(tmp_path / name, name, shared, clock) for name in ("one", "two"))
    one.connect()
    two.connect()
    yield one, two
    one.close()
    two.close()
