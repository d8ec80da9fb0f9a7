"""What the tests of indexing share."""

import pytest


@pytest.fixture(autouse=True)
def every_text_can_be_translated(translatable_texts: None) -> None:
    """Here a text that the catalogs lack is a fault."""
