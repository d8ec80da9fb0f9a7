"""What the search keeps, in the whole window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog

from notebrain.app.settings.remembered import SAVED_OPEN
from notebrain.app.settings.search import KEEP_RECENT
from notebrain.domain.search.saved_searches import SavedSearch
from notebrain.gui.window.pages import SEARCH

pytestmark = pytest.mark.gui


def search(app, qtbot, query):
    app.pages.show(SEARCH)
    with qtbot.waitSignal(app.search.panel.message, check_params_cb=bool):
        QTest.keyClicks(app.search.panel.field.edit, query)
    qtbot.waitUntil(lambda: not app.search.panel.status.busy)


def test_a_search_that_opened_a_note_is_offered_again_and_escape_comes_back_to_it(
    open_window, take, qtbot
):
    take("The gas bottle lasts three weeks")
    take("Plum cake")
    app = open_window()
    search(app, qtbot, "gas bottle ")

    QTest.keyClick(app.search.panel.field.edit, Qt.Key.Key_Return)
    assert app.browser.note.title.startswith("The gas bottle")
    QTest.keyClick(app.editor.view, Qt.Key.Key_Escape)  # takes the mark off the quote
    QTest.keyClick(app.editor.view, Qt.Key.Key_Escape)
    assert app.window.page is app.search.panel
    assert app.search.panel.query == "gas bottle "
    app.search.panel.field.edit.clear()

    assert [chip.text() for chip in app.search.panel.shelf.recent.chips] == ["gas bottle"]
    assert app.search.panel.shelf.isVisible()


def test_alt_left_returns_to_the_search_and_alt_right_to_the_hit(open_window, take, qtbot):
    take("The gas bottle lasts three weeks")
    take("A gas bottle costs 30")
    take("Plum cake")
    app = open_window()
    search(app, qtbot, "gas bottle ")
    field, alt = app.search.panel.field.edit, Qt.KeyboardModifier.AltModifier
    QTest.keyClick(field, Qt.Key.Key_Down)
    chosen = app.search.panel.results.current.note_id
    found = [hit.note_id for hit in app.search.panel.results.hits]
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert app.browser.note.id == chosen
    qtbot.waitUntil(lambda: app.visits.current == chosen)

    QTest.keyClick(app.editor.view, Qt.Key.Key_Left, alt)
    assert app.window.page is app.search.panel
    assert (app.search.panel.query, field.hasFocus()) == ("gas bottle ", True)
    qtbot.waitUntil(lambda: not app.search.panel.status.busy)
    assert [hit.note_id for hit in app.search.panel.results.hits] == found
    assert app.search.panel.results.current.note_id == chosen
    QTest.keyClick(app.window, Qt.Key.Key_Right, alt)
    assert app.window.shows_notes
    assert app.browser.note.id == chosen
    QTest.keyClick(app.window, Qt.Key.Key_Left, alt)
    assert app.window.page is app.search.panel
    QTest.keyClick(app.window, Qt.Key.Key_Left, alt)

    assert app.window.shows_notes
    assert app.browser.note.title == "Plum cake"


def test_once_gone_on_from_a_hit_alt_left_leads_through_the_notes(open_window, take, qtbot):
    take("The gas bottle lasts three weeks")
    other = take("Plum cake")
    app = open_window()
    search(app, qtbot, "gas bottle ")
    QTest.keyClick(app.search.panel.field.edit, Qt.Key.Key_Return)
    hit = app.browser.note.id
    qtbot.waitUntil(lambda: app.visits.current == hit)
    app.browser.open_note(other)
    qtbot.waitUntil(lambda: app.visits.current == other)

    QTest.keyClick(app.window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)

    assert app.window.shows_notes
    assert app.browser.note.id == hit


def test_nothing_is_kept_while_that_is_switched_off(open_window, services, take, qtbot):
    take("The gas bottle lasts three weeks")
    services.settings.put(KEEP_RECENT, False).result()
    app = open_window()
    search(app, qtbot, "gas ")

    QTest.keyClick(app.search.panel.field.edit, Qt.Key.Key_Return)

    assert services.searches.kept.recent == ()


def test_a_saved_search_can_be_called_differently(open_window, services, take, qtbot):
    take("The gas bottle lasts three weeks", tags=("garden",))
    app = open_window()
    search(app, qtbot, "tag:garden ")
    QTest.mouseClick(app.search.panel.field.star, Qt.MouseButton.LeftButton)

    app.search.panel.shelf.rename_requested.emit("tag:garden", "tag:garden")
    qtbot.waitUntil(lambda: app.window.findChild(QInputDialog) is not None)
    dialog = app.window.findChild(QInputDialog)
    dialog.setTextValue("My garden")
    dialog.accept()

    wanted = (SavedSearch("My garden", "tag:garden"),)
    qtbot.waitUntil(lambda: services.searches.kept.saved == wanted)
    assert [chip.text() for chip in app.search.panel.shelf.saved.chips] == ["My garden"]


def test_saved_searches_stand_below_the_search_in_the_sidebar(open_window, services, take, qtbot):
    take("The gas bottle lasts three weeks", tags=("garden",))
    take("Plum cake")
    app = open_window()
    view = app.sidebar.top
    names = [entry.text for entry in view.entries.entries()]
    search(app, qtbot, "tag:garden ")
    QTest.mouseClick(app.search.panel.field.star, Qt.MouseButton.LeftButton)
    app.browser.leave_page()
    added = [entry.text for entry in view.entries.entries() if entry.text not in names]
    assert added == ["tag:garden"]

    saved = view.entries.find(SavedSearch("tag:garden", "tag:garden"))
    at = view.visualRect(saved).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert app.window.page is app.search.panel
    assert app.search.panel.query == "tag:garden"
    qtbot.waitUntil(lambda: len(app.search.panel.results.hits) == 1)
    assert app.search.panel.field.edit.hasFocus()
    assert view.entry().text == "tag:garden"

    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Left)  # to the search itself
    QTest.keyClick(view, Qt.Key.Key_Left)  # and closed
    assert [entry.text for entry in view.entries.entries()] == names
    qtbot.waitUntil(lambda: services.settings.get(SAVED_OPEN) is False)


def test_tags_of_the_vault_are_offered(open_window, take, qtbot):
    take("The gas bottle lasts three weeks", tags=("garden",))
    app = open_window()
    app.pages.show(SEARCH)
    qtbot.waitUntil(lambda: bool(app.search.panel.suggestions._known.tags))

    QTest.keyClicks(app.search.panel.field.edit, "tag:g")

    assert app.search.panel.suggestions.offered == ["#garden"]
    QTest.keyClick(app.search.panel.field.edit, Qt.Key.Key_Tab)
    with qtbot.waitSignal(app.search.panel.message, check_params_cb=bool):
        pass
    assert app.search.panel.query == "tag:garden "
    assert [row.title for row in app.search.panel.results.model.rows] == [
        "The gas bottle lasts three weeks"
    ]
