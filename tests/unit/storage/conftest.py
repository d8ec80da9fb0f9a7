"""What the tests of storage do otherwise."""

import pytest


@pytest.fixture(autouse=True)
def ready_vaults() -> None:
    """Here every vault takes the steps of its schema itself."""
