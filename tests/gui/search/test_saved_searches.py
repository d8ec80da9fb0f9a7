"""Recent and saved searches are at hand."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from notebrain.domain.search.saved_searches import SavedSearch, StoredSearches
from tests.fakes.recall import make_hit
from tests.fakes.search_panel import key, type_query

pytestmark = pytest.mark.gui


def test_a_search_asked_before_is_completed_in_the_field(panel, recall, qtbot):
    panel.saving.show_searches(StoredSearches(("gas bottle lasts",)))
    type_query(panel, "gas b")
    assert panel.field.edit.ghost == "ottle lasts"

    key(panel, Qt.Key.Key_Tab)

    assert panel.query == "gas bottle lasts"
    assert panel.field.edit.hasFocus()


def test_recent_and_saved_searches_stand_over_the_notes_and_ask_again(panel, recall, qtbot, ask):
    panel.saving.show_searches(
        StoredSearches(("gas", "plum"), (SavedSearch("My garden", "tag:a"),))
    )
    assert [chip.text() for chip in panel.shelf.recent.chips] == ["gas", "plum"]
    assert panel.shelf.isVisible()
    recall.by_words = (make_hit("One"),)

    with qtbot.waitSignal(panel.message, check_params_cb=bool):
        QTest.mouseClick(panel.shelf.saved.chips[0], Qt.MouseButton.LeftButton)

    assert panel.query == "tag:a"
    assert not panel.shelf.isVisible()
    assert panel.field.star.isChecked()


def test_the_star_saves_the_search_and_takes_it_back(panel, recall, qtbot, ask):
    recall.by_words = (make_hit("One"),)
    ask("gas")
    with qtbot.waitSignal(panel.saving.changed) as heard:
        QTest.mouseClick(panel.field.star, Qt.MouseButton.LeftButton)
    assert heard.args[0].saved == (SavedSearch("gas", "gas"),)
    assert panel.field.star.accessibleName() == "Search saved; click to remove it"

    with qtbot.waitSignal(panel.saving.changed) as heard:
        QTest.mouseClick(panel.field.star, Qt.MouseButton.LeftButton)

    assert heard.args[0].saved == ()


def test_a_removed_search_comes_back_with_undo(panel, qtbot):
    kept = StoredSearches(("gas", "plum"), (SavedSearch("My garden", "tag:a"),))
    panel.saving.show_searches(kept)

    QTest.keyClick(panel.shelf.saved.chips[0], Qt.Key.Key_Delete)
    assert panel.shelf.saved.chips == []
    assert "My garden" in panel.shelf.gone.text()
    panel.shelf.undo.click()
    assert [chip.text() for chip in panel.shelf.saved.chips] == ["My garden"]
    panel.shelf.clear.click()
    assert panel.shelf.recent.chips == []

    with qtbot.waitSignal(panel.saving.changed) as heard:
        panel.shelf.undo.click()

    assert heard.args == [kept]


def test_a_search_that_led_to_a_note_is_told_to_be_kept(panel, recall, qtbot, ask):
    recall.by_words = (make_hit("One"),)
    ask("gas")

    with qtbot.waitSignal(panel.asked) as heard:
        key(panel, Qt.Key.Key_Return)

    assert heard.args == ["gas"]
