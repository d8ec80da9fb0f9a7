"""What the tests of storage do otherwise."""

import pytest


@pytest.fixture(autouse=True)
def every_text_can_be_translated(translatable_texts: None) -> None:
    """Here a text that the catalogues lack is a fault."""
