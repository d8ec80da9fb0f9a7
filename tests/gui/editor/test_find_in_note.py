"""Find and replace in the note that is open."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from notebrain.gui.editor.find_in_note import FindCommands, FindInNote
from tests.fakes.context import Alone

pytestmark = pytest.mark.gui
Key, Mod = Qt.Key, Qt.KeyboardModifier


@pytest.fixture
def app_on(context, editor, active, take, services, qtbot):
    """Open the editor with the caret at the start of a note."""

    def app_on(text):
        note_id = take(text)
        app = Alone(context=context, editor=editor)
        FindCommands(context, active)
        app.navigator.write_in(note_id)
        qtbot.waitUntil(app.editor.view.hasFocus)
        app.editor.view.moveCursor(QTextCursor.MoveOperation.Start)
        app.stored = lambda: services.library.note(note_id).body
        return app

    return app_on


def find(app, text, *, key=Key.Key_F):
    QTest.keyClick(app.editor.view, key, Mod.ControlModifier)
    QTest.keyClicks(app.editor.find_bar.query, text)
    return app.editor.find_bar


def says(bar, qtbot, text):
    qtbot.waitUntil(lambda: bar.count.text() == text)


def chosen(app):
    cursor = app.editor.view.textCursor()
    return cursor.selectionStart(), cursor.selectedText()


def test_find_counts_and_steps_through_the_places_and_esc_returns_to_the_text(app_on, qtbot):
    app = app_on("One two\none three\nONE")

    bar = find(app, "one")
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
    assert app.editor.view.hasFocus()
    assert chosen(app) == (8, "one")


def test_case_words_and_expressions_narrow_the_search(app_on, qtbot):
    app = app_on("cat Cat concat")

    bar = find(app, "Cat")
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


def test_nothing_found_is_said(app_on, qtbot):
    bar = find(app_on("a"), "zebra")

    says(bar, qtbot, "Not found")
    assert not bar.replace_all.isEnabled()


def test_replace_all_is_one_step_and_leaves_the_rest_byte_for_byte(app_on, qtbot):
    text = "a\u00a0one\r\none\u2028\r\nnone one\r"
    app = app_on(text)

    bar = find(app, "one", key=Key.Key_H)
    says(bar, qtbot, "1 of 4")
    bar.word.click()
    says(bar, qtbot, "1 of 3")
    QTest.keyClicks(bar.instead, "two words")
    QTest.keyClick(bar.instead, Key.Key_Return, Mod.ControlModifier)
    app.editor.flush()

    new = "a\u00a0two words\r\ntwo words\u2028\r\nnone two words\r"
    qtbot.waitUntil(lambda: app.stored() == new)
    QTest.keyClick(bar, Key.Key_Escape)
    QTest.keyClick(app.editor.view, Key.Key_Z, Mod.ControlModifier)
    app.editor.flush()
    qtbot.waitUntil(lambda: app.stored() == text)


def test_replace_takes_the_chosen_place_and_goes_on(app_on, qtbot):
    app = app_on("2026-11-21 and 2025-01-02")

    bar = find(app, "", key=Key.Key_H)
    bar.expression.click()
    bar.query.setText(r"(\d{4})-(\d\d)-(\d\d)")
    says(bar, qtbot, "1 of 2")
    QTest.keyClicks(bar.instead, r"\3.\2.$1")
    QTest.keyClick(bar.instead, Key.Key_Return)
    says(bar, qtbot, "1 of 1")
    app.editor.flush()

    qtbot.waitUntil(lambda: app.stored() == "21.11.2026 and 2025-01-02")


def test_many_places_are_replaced_at_once(app_on, qtbot):
    app = app_on("an ant, a\r\n" * 500)  # "a" alone is found more often

    bar = find(app, "an", key=Key.Key_H)
    says(bar, qtbot, "1 of 1,000")
    QTest.keyClicks(bar.instead, "the")
    bar.replace_all.click()
    app.editor.flush()

    qtbot.waitUntil(lambda: app.stored() == "the thet, a\r\n" * 500)


def test_in_the_trash_one_can_find_but_not_replace(app_on, qtbot):
    app = app_on("one")
    app.editor.view.setReadOnly(True)

    bar = find(app, "one")
    says(bar, qtbot, "1 of 1")
    assert not bar.replace_all.isEnabled()
    app.window.findChild(FindInNote).replace_all()
    app.window.findChild(FindInNote).replace()

    assert app.editor.view.toPlainText() == "one"


def test_places_follow_the_text_as_it_is_typed(app_on, qtbot):
    app = app_on("one")

    bar = find(app, "one")
    says(bar, qtbot, "1 of 1")
    app.editor.view.moveCursor(QTextCursor.MoveOperation.End)
    QTest.keyClicks(app.editor.view, " one")

    says(bar, qtbot, "2 matches")


def test_a_wrong_expression_says_what_is_wrong(app_on, qtbot):
    app = app_on("one two")
    bar = find(app, "(one")

    bar.expression.click()

    says(bar, qtbot, "Not a valid expression")
    assert bar.count.toolTip() == "A parenthesis is missing, or there is one too many."
