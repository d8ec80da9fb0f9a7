"""Two computers that share an account."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.clock import FakeClock
from tests.fakes.computers import Computer
from tests.fakes.remote import FakeAccount


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


@pytest.fixture(autouse=True)
def every_text_can_be_translated(translatable_texts: None) -> None:
    """Here a text that the catalogues lack is a fault."""
