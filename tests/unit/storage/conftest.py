"""A vault to write to, and what is true of every sound one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def store(tmp_path: Path, clock: FakeClock) -> Iterator[Store]:
    store = Store.open(tmp_path / "vault", clock=clock)
    yield store
    store.close()


@pytest.fixture(autouse=True)
def ready_vaults() -> None:
    """Here every vault takes the steps of its schema itself."""
