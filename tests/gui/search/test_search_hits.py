"""Hits are opened, pinned, unfolded and copied from."""

from dataclasses import replace
from threading import get_ident

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from notebrain.domain.search.types import FoundConversation, SearchResult
from notebrain.gui.search.view import hit_menu
from tests.fakes.recall import NOW, make_hit
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


def test_quotes_seen_first_are_chosen_before_the_hits_arrive_and_those_below_when_seen(
    panel, recall, qtbot, ask
):
    chosen: list[tuple[str, int]] = []

    def recording(hit):
        def quote():
            chosen.append((hit.title, get_ident()))
            return hit.quote()

        return replace(hit, quote=quote)

    recall.by_words = tuple(recording(make_hit(f"Note {number:02}")) for number in range(30))
    ask("gas")
    elsewhere = [title for title, thread in chosen if thread != get_ident()]
    seen = {title for title, _thread in chosen}

    panel.results.view.scrollToBottom()
    qtbot.waitUntil(lambda: "Note 29" in [title for title, _thread in chosen])

    assert elsewhere[:10] == [f"Note {number:02}" for number in range(10)]
    assert "Note 29" not in seen


def test_a_screen_reader_hears_the_chosen_hit_while_the_field_has_the_focus(panel, recall, ask):
    recall.by_words = (make_hit("One"), make_hit("Two"))
    ask("gas")
    first = panel.field.edit.accessibleDescription()

    key(panel, Qt.Key.Key_Down)

    assert first.startswith("One. ")
    assert panel.field.edit.accessibleDescription().startswith("Two. ")


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


BOILER = FoundConversation("c1", "When was the boiler serviced?", "On 3 March.", 2, NOW)
KEY = FoundConversation("c2", "Who has the key?", "", 1, NOW, by_meaning=True)


def show_conversations(recall, *found):
    recall.answer = SearchResult("", (), 0, 0, conversations=found)


def test_a_conversation_is_opened_as_one(panel, recall, qtbot, ask):
    show_conversations(recall, BOILER, KEY)
    ask("is:conversation")
    rows = panel.results.model.rows
    assert [(row.title, row.quote) for row in rows] == [
        ("When was the boiler serviced?", "On 3 March."),
        ("Who has the key?", ""),
    ]
    assert panel.status.text == "2 conversations."
    assert panel.way_out.isHidden()
    spoken = panel.results.model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("Who has the key?. conversation. 1 question")
    assert panel.ask.isHidden()

    for pressed in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier):
        with qtbot.waitSignal(panel.conversation_requested) as heard:
            key(panel, Qt.Key.Key_Return, pressed)
        assert heard.args == ["c1"]


def test_a_conversation_is_neither_pinned_nor_opened_beside(panel, recall, ask, qtbot):
    show_conversations(recall, BOILER)
    ask("is:conversation")

    with qtbot.assertNotEmitted(panel.pin_requested):
        key(panel, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    row = panel.results.model.rows[0]
    menu = hit_menu(row, panel, open_=lambda: None, elsewhere=lambda _: None, pin=lambda: None)

    assert [act.text() for act in menu.actions()] == ["Open"]
    menu.deleteLater()


def test_without_a_conversation_no_note_is_offered(panel, recall, ask, qtbot):
    show_conversations(recall)
    ask("zeppelin is:conversation")

    with qtbot.assertNotEmitted(panel.create_requested):
        key(panel, Qt.Key.Key_Return)

    assert panel.status.text == "No conversations match."
    assert "kept as a conversation" in panel.way_out.text


def test_notes_take_the_place_of_conversations_again(panel, recall, ask):
    show_conversations(recall, BOILER)
    ask("is:conversation")
    recall.answer, recall.by_words = SearchResult("", (), 0, 0), (make_hit("One"),)

    ask("gas")

    assert titles(panel) == ["One"]
