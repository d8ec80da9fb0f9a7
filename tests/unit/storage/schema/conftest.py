"""What the tests of the schema do otherwise."""

import pytest


@pytest.fixture(autouse=True)
def ready_vaults() -> None:
    """Here every vault takes the steps of its schema itself."""
