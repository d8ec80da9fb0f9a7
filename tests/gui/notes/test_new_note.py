"""What is typed while a new note is being made."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from notebrain.app.commands.command import CommandId
from notebrain.gui.notes.new_note import create_note


def test_words_typed_right_after_ctrl_n_go_into_the_new_note(
    open_desk, take, services, qtbot
) -> None:
    old = take("The note before")
    desk = open_desk()
    desk.editor.setFocus()

    desk.actions[CommandId.NEW_NOTE].trigger()
    QTest.keyClicks(desk.editor.view, "- Milk")
    QTest.keyClick(desk.editor.view, Qt.Key.Key_Return)
    QTest.keyClicks(desk.editor.view, "Eggs")

    qtbot.waitUntil(lambda: desk.editor.view.toPlainText() == "- Milk\n- Eggs")
    assert desk.editor.note.id != old
    assert services.library.note(old).body == "The note before"


def test_words_typed_right_after_a_title_follow_it(open_desk, take, services, qtbot) -> None:
    old = take("The note before")
    desk = open_desk()
    desk.editor.setFocus()

    create_note(desk, "Groceries")
    QTest.keyClicks(desk.editor.view, "Milk")

    qtbot.waitUntil(lambda: desk.editor.view.toPlainText() == "Groceries\n\nMilk")
    assert services.library.note(old).body == "The note before"


def test_keys_reach_the_list_again_once_the_note_is_there(open_desk, take, qtbot) -> None:
    take("The note before")
    desk = open_desk()
    desk.actions[CommandId.NEW_NOTE].trigger()
    QTest.keyClicks(desk.notes.view, "Milk")
    qtbot.waitUntil(lambda: desk.editor.view.toPlainText() == "Milk")
    qtbot.waitUntil(lambda: desk.notes.model.rowCount() == 2)

    desk.notes.view.setFocus()
    qtbot.keyClick(desk.notes.view, Qt.Key.Key_Down)

    qtbot.waitUntil(lambda: desk.editor.note.body == "The note before")
