"""Finding settings by their words."""

import pytest

from notebrain.app.settings.search import ALPHA
from notebrain.app.settings.setting import Setting, Value, finds, texts_of
from notebrain.app.settings.table import ROWS, THEME


@pytest.mark.parametrize(
    ("query", "found"),
    [("theme", True), ("DARK", True), ("appear", True), ("dark system", True), ("alpha", False)],
)
def test_a_setting_is_found_by_title_help_group_and_choices(query: str, found: bool) -> None:
    assert finds(query, texts_of(THEME)) is found


def test_words_may_come_from_different_texts() -> None:
    assert finds("search words", texts_of(ALPHA))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_nothing_to_look_for_finds_everything(row: Setting[Value]) -> None:
    assert finds("  ", texts_of(row))
