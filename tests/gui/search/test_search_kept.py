"""What the search keeps, in the whole window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog

from notebrain.app.settings.table import KEEP_RECENT, SAVED_OPEN
from notebrain.domain.search.saved_searches import SavedSearch

pytestmark = pytest.mark.gui


def search(desk, qtbot, query):
    desk.show_search()
    with qtbot.waitSignal(desk.search.told, check_params_cb=bool):
        QTest.keyClicks(desk.search.field.edit, query)
    qtbot.waitUntil(lambda: not desk.search.said.busy)


def test_a_search_that_opened_a_note_is_offered_again_and_escape_comes_back_to_it(
    open_desk, take, qtbot
):
    take("The gas bottle lasts three weeks")
    take("Plum cake")
    desk = open_desk()
    search(desk, qtbot, "gas bottle ")

    QTest.keyClick(desk.search.field.edit, Qt.Key.Key_Return)
    assert desk.browser.note.title.startswith("The gas bottle")
    QTest.keyClick(desk.editor.view, Qt.Key.Key_Escape)  # takes the mark off the quote
    QTest.keyClick(desk.editor.view, Qt.Key.Key_Escape)
    assert desk.window.page is desk.search
    assert desk.search.query == "gas bottle "
    desk.search.field.edit.clear()

    assert [chip.text() for chip in desk.search.shelf.recent.chips] == ["gas bottle"]
    assert desk.search.shelf.isVisible()


def test_alt_left_comes_back_to_the_search_as_it_was_and_alt_right_goes_to_the_hit_again(
    open_desk, take, qtbot
):
    take("The gas bottle lasts three weeks")
    take("A gas bottle costs 30")
    take("Plum cake")
    desk = open_desk()
    search(desk, qtbot, "gas bottle ")
    field, alt = desk.search.field.edit, Qt.KeyboardModifier.AltModifier
    QTest.keyClick(field, Qt.Key.Key_Down)
    chosen = desk.search.results.current.note_id
    found = [hit.note_id for hit in desk.search.results.hits]
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert desk.browser.note.id == chosen
    qtbot.waitUntil(lambda: desk.visits.current == chosen)

    QTest.keyClick(desk.editor.view, Qt.Key.Key_Left, alt)
    assert desk.window.page is desk.search
    assert (desk.search.query, field.hasFocus()) == ("gas bottle ", True)
    qtbot.waitUntil(lambda: not desk.search.said.busy)
    assert [hit.note_id for hit in desk.search.results.hits] == found
    assert desk.search.results.current.note_id == chosen
    QTest.keyClick(desk.window, Qt.Key.Key_Right, alt)
    assert desk.window.shows_notes
    assert desk.browser.note.id == chosen
    QTest.keyClick(desk.window, Qt.Key.Key_Left, alt)
    assert desk.window.page is desk.search
    QTest.keyClick(desk.window, Qt.Key.Key_Left, alt)

    assert desk.window.shows_notes
    assert desk.browser.note.title == "Plum cake"


def test_once_gone_on_from_a_hit_alt_left_leads_through_the_notes(open_desk, take, qtbot):
    take("The gas bottle lasts three weeks")
    other = take("Plum cake")
    desk = open_desk()
    search(desk, qtbot, "gas bottle ")
    QTest.keyClick(desk.search.field.edit, Qt.Key.Key_Return)
    hit = desk.browser.note.id
    qtbot.waitUntil(lambda: desk.visits.current == hit)
    desk.open_note(other)
    qtbot.waitUntil(lambda: desk.visits.current == other)

    QTest.keyClick(desk.window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)

    assert desk.window.shows_notes
    assert desk.browser.note.id == hit


def test_nothing_is_kept_while_that_is_switched_off(open_desk, services, take, qtbot):
    take("The gas bottle lasts three weeks")
    services.settings.put(KEEP_RECENT, False).result()
    desk = open_desk()
    search(desk, qtbot, "gas ")

    QTest.keyClick(desk.search.field.edit, Qt.Key.Key_Return)

    assert services.searches.kept.recent == ()


def test_a_saved_search_can_be_called_differently(open_desk, services, take, qtbot):
    take("The gas bottle lasts three weeks", tags=("garden",))
    desk = open_desk()
    search(desk, qtbot, "tag:garden ")
    QTest.mouseClick(desk.search.field.star, Qt.MouseButton.LeftButton)

    desk.search.shelf.rename_requested.emit("tag:garden", "tag:garden")
    qtbot.waitUntil(lambda: desk.window.findChild(QInputDialog) is not None)
    dialog = desk.window.findChild(QInputDialog)
    dialog.setTextValue("My garden")
    dialog.accept()

    wanted = (SavedSearch("My garden", "tag:garden"),)
    qtbot.waitUntil(lambda: services.searches.kept.saved == wanted)
    assert [chip.text() for chip in desk.search.shelf.saved.chips] == ["My garden"]


def test_saved_searches_stand_below_the_search_in_the_sidebar(open_desk, services, take, qtbot):
    take("The gas bottle lasts three weeks", tags=("garden",))
    take("Plum cake")
    desk = open_desk()
    view = desk.sidebar.top
    names = [entry.text for entry in view.entries.entries()]
    search(desk, qtbot, "tag:garden ")
    QTest.mouseClick(desk.search.field.star, Qt.MouseButton.LeftButton)
    desk.leave_page()
    added = [entry.text for entry in view.entries.entries() if entry.text not in names]
    assert added == ["tag:garden"]

    saved = view.entries.find(SavedSearch("tag:garden", "tag:garden"))
    at = view.visualRect(saved).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert desk.window.page is desk.search
    assert desk.search.query == "tag:garden"
    qtbot.waitUntil(lambda: len(desk.search.results.hits) == 1)
    assert desk.search.field.edit.hasFocus()
    assert view.entry().text == "tag:garden"

    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Left)  # to the search itself
    QTest.keyClick(view, Qt.Key.Key_Left)  # and closed
    assert [entry.text for entry in view.entries.entries()] == names
    qtbot.waitUntil(lambda: services.settings.get(SAVED_OPEN) is False)


def test_tags_of_the_vault_are_offered(open_desk, take, qtbot):
    take("The gas bottle lasts three weeks", tags=("garden",))
    desk = open_desk()
    desk.show_search()
    qtbot.waitUntil(lambda: bool(desk.search.suggestions._known.tags))

    QTest.keyClicks(desk.search.field.edit, "tag:g")

    assert desk.search.suggestions.offered == ["#garden"]
    QTest.keyClick(desk.search.field.edit, Qt.Key.Key_Tab)
    with qtbot.waitSignal(desk.search.told, check_params_cb=bool):
        pass
    assert desk.search.query == "tag:garden "
    assert [row.title for row in desk.search.results.model.rows] == [
        "The gas bottle lasts three weeks"
    ]
