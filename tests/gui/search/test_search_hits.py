"""Hits are opened, pinned, unfolded and copied from."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from notebrain.gui.search.view import hit_menu
from tests.fakes.recall import make_hit
from tests.fakes.search_panel import key, titles

pytestmark = pytest.mark.gui


def test_enter_opens_at_the_quote_and_escape_leaves(panel, recall, qtbot, ask):
    recall.by_words = (make_hit("One"), make_hit("Two"))
    ask("gas")
    key(panel, Qt.Key.Key_Down)

    with qtbot.waitSignal(panel.opened) as heard:
        key(panel, Qt.Key.Key_Return)
    with qtbot.waitSignal(panel.closed):
        key(panel, Qt.Key.Key_Escape)

    assert heard.args == ["Two", 3, 9]


def test_ctrl_d_pins_the_chosen_note(panel, recall, qtbot, ask):
    recall.by_words = (make_hit("One"),)
    ask("gas")

    with qtbot.waitSignal(panel.pin_requested) as heard:
        key(panel, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)

    assert heard.args == ["One"]


def test_the_list_itself_opens_and_folds_by_key_and_click(panel, recall, qtbot, ask):
    recall.by_words = (make_hit("One", older=(make_hit("Older", days=40),)), make_hit("Two"))
    ask("gas")
    view = panel.results.view
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert titles(panel) == ["One", "Older", "Two"]
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert titles(panel) == ["One", "Two"]

    row, rect = panel.results.model.rows[0], view.visualRect(panel.results.model.index(0))
    at = view.itemDelegate().fold_rect(row, rect, view.layoutDirection()).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert titles(panel) == ["One", "Older", "Two"]

    with qtbot.waitSignal(panel.opened) as heard:
        QTest.keyClick(view, Qt.Key.Key_Return)
    with qtbot.waitSignal(panel.opened):
        QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    # a double click of QTest leaves the button down, for the tests that follow too
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert heard.args[0] == "One"


def test_what_decay_hid_is_told_and_shown_on_request(panel, recall, ask):
    recall.by_words = (make_hit("One", older=(make_hit("Older", days=40),)),)
    ask("gas")
    panel.field.ranking.click()
    assert panel.ranking.hidden.isVisible()

    panel.ranking.hidden.show_button.click()

    assert titles(panel) == ["One", "Older"]


def test_the_menu_of_a_hit_copies_its_link_and_its_quote(panel, recall, ask):
    recall.by_words = (make_hit("Gas: supplier", snippet="…They deliver on Fridays…"),)
    ask("gas")
    menu = hit_menu(
        panel.results.current,
        panel,
        open_=lambda: None,
        elsewhere=lambda _window: None,
        pin=lambda: None,
    )
    actions = {action.text(): action for action in menu.actions()}

    actions["Copy link"].trigger()
    assert QGuiApplication.clipboard().text() == "[[Gas: supplier]]"
    actions["Copy quote"].trigger()

    assert QGuiApplication.clipboard().text() == "They deliver on Fridays"
