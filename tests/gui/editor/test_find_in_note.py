"""Find and replace in the note that is open."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from notebrain.gui.editor.find.controller import FindInNote

pytestmark = pytest.mark.gui
Key, Mod = Qt.Key, Qt.KeyboardModifier


@pytest.fixture
def desk_on(open_desk, take, services, qtbot):
    """Open the window with the caret at the start of a note."""

    def desk_on(text):
        note_id = take(text)
        desk = open_desk()
        desk.write_in(note_id)
        qtbot.waitUntil(desk.editor.view.hasFocus)
        desk.editor.view.moveCursor(QTextCursor.MoveOperation.Start)
        desk.stored = lambda: services.library.note(note_id).body
        return desk

    return desk_on


def find(desk, text, *, key=Key.Key_F):
    QTest.keyClick(desk.editor.view, key, Mod.ControlModifier)
    QTest.keyClicks(desk.editor.find_bar.query, text)
    return desk.editor.find_bar


def says(bar, qtbot, text):
    qtbot.waitUntil(lambda: bar.count.text() == text)


def chosen(desk):
    cursor = desk.editor.view.textCursor()
    return cursor.selectionStart(), cursor.selectedText()


def test_find_counts_and_steps_through_the_places_and_esc_returns_to_the_text(desk_on, qtbot):
    desk = desk_on("One two\none three\nONE")

    bar = find(desk, "one")
    says(bar, qtbot, "1 of 3")
    QTest.keyClick(bar.query, Key.Key_Return)
    says(bar, qtbot, "2 of 3")
    QTest.keyClick(bar.query, Key.Key_F3)
    says(bar, qtbot, "3 of 3")
    QTest.keyClick(bar.query, Key.Key_Return)
    says(bar, qtbot, "1 of 3")
    QTest.keyClick(bar.query, Key.Key_Return, Mod.ShiftModifier)
    QTest.keyClick(bar.query, Key.Key_Return, Mod.ShiftModifier)
    says(bar, qtbot, "2 of 3")
    QTest.keyClick(bar.query, Key.Key_Escape)

    assert not bar.isVisible()
    assert desk.editor.view.hasFocus()
    assert chosen(desk) == (8, "one")


def test_case_words_and_expressions_narrow_the_search(desk_on, qtbot):
    desk = desk_on("cat Cat concat")

    bar = find(desk, "Cat")
    says(bar, qtbot, "1 of 3")
    bar.case.click()
    says(bar, qtbot, "1 of 1")
    bar.case.click()
    bar.word.click()
    says(bar, qtbot, "1 of 2")
    bar.expression.click()
    bar.query.setText("c(a|")

    says(bar, qtbot, "Not a valid expression")
    assert bar.count.toolTip()


def test_nothing_found_is_said(desk_on, qtbot):
    bar = find(desk_on("a"), "zebra")

    says(bar, qtbot, "Not found")
    assert not bar.replace_all.isEnabled()


def test_replace_all_is_one_step_and_leaves_the_rest_byte_for_byte(desk_on, qtbot):
    text = "a\u00a0one\r\none\u2028\r\nnone one\r"
    desk = desk_on(text)

    bar = find(desk, "one", key=Key.Key_H)
    says(bar, qtbot, "1 of 4")
    bar.word.click()
    says(bar, qtbot, "1 of 3")
    QTest.keyClicks(bar.instead, "two words")
    QTest.keyClick(bar.instead, Key.Key_Return, Mod.ControlModifier)
    desk.editor.flush()

    new = "a\u00a0two words\r\ntwo words\u2028\r\nnone two words\r"
    qtbot.waitUntil(lambda: desk.stored() == new)
    QTest.keyClick(bar, Key.Key_Escape)
    QTest.keyClick(desk.editor.view, Key.Key_Z, Mod.ControlModifier)
    desk.editor.flush()
    qtbot.waitUntil(lambda: desk.stored() == text)


def test_replace_takes_the_chosen_place_and_goes_on(desk_on, qtbot):
    desk = desk_on("2026-11-21 and 2025-01-02")

    bar = find(desk, "", key=Key.Key_H)
    bar.expression.click()
    bar.query.setText(r"(\d{4})-(\d\d)-(\d\d)")
    says(bar, qtbot, "1 of 2")
    QTest.keyClicks(bar.instead, r"\3.\2.$1")
    QTest.keyClick(bar.instead, Key.Key_Return)
    says(bar, qtbot, "1 of 1")
    desk.editor.flush()

    qtbot.waitUntil(lambda: desk.stored() == "21.11.2026 and 2025-01-02")


def test_many_places_are_replaced_at_once(desk_on, qtbot):
    desk = desk_on("an ant\r\n" * 500)

    bar = find(desk, "an", key=Key.Key_H)
    says(bar, qtbot, "1 of 1,000")
    QTest.keyClicks(bar.instead, "the")
    bar.replace_all.click()
    desk.editor.flush()

    qtbot.waitUntil(lambda: desk.stored() == "the thet\r\n" * 500)


def test_in_the_trash_one_can_find_but_not_replace(desk_on, qtbot):
    desk = desk_on("one")
    desk.editor.view.setReadOnly(True)

    bar = find(desk, "one")
    says(bar, qtbot, "1 of 1")
    assert not bar.replace_all.isEnabled()
    desk.findChild(FindInNote).replace_all()
    desk.findChild(FindInNote).replace()

    assert desk.editor.view.toPlainText() == "one"


def test_places_follow_the_text_as_it_is_typed(desk_on, qtbot):
    desk = desk_on("one")

    bar = find(desk, "one")
    says(bar, qtbot, "1 of 1")
    desk.editor.view.moveCursor(QTextCursor.MoveOperation.End)
    QTest.keyClicks(desk.editor.view, " one")

    says(bar, qtbot, "2 places")


def test_a_wrong_expression_says_what_is_wrong(desk_on, qtbot):
    desk = desk_on("one two")
    bar = find(desk, "(one")

    bar.expression.click()

    says(bar, qtbot, "Not a valid expression")
    assert bar.count.toolTip() == "A parenthesis is missing, or one too many."
