"""What is typed while a new note is being made."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from notebrain.app.commands.command import CommandId
from notebrain.gui.editor.new_note import create_note


def test_words_typed_right_after_ctrl_n_go_into_the_new_note(
    open_window, take, services, qtbot
) -> None:
    old = take("The note before")
    app = open_window()
    app.editor.setFocus()

    app.actions[CommandId.NEW_NOTE].trigger()
    QTest.keyClicks(app.editor.view, "- Milk")
    QTest.keyClick(app.editor.view, Qt.Key.Key_Return)
    QTest.keyClicks(app.editor.view, "Eggs")

    qtbot.waitUntil(lambda: app.editor.view.toPlainText() == "- Milk\n- Eggs")
    assert app.editor.note.id != old
    assert services.library.note(old).body == "The note before"


def test_words_typed_right_after_a_title_follow_it(open_window, take, services, qtbot) -> None:
    old = take("The note before")
    app = open_window()
    app.editor.setFocus()

    create_note(app.context, app.editor, "Groceries")
    QTest.keyClicks(app.editor.view, "Milk")

    qtbot.waitUntil(lambda: app.editor.view.toPlainText() == "Groceries\n\nMilk")
    assert services.library.note(old).body == "The note before"


def test_keys_reach_the_list_again_once_the_note_is_there(open_window, take, qtbot) -> None:
    take("The note before")
    app = open_window()
    app.actions[CommandId.NEW_NOTE].trigger()
    QTest.keyClicks(app.notes.view, "Milk")
    qtbot.waitUntil(lambda: app.editor.view.toPlainText() == "Milk")
    qtbot.waitUntil(lambda: app.notes.model.rowCount() == 2)

    app.notes.view.setFocus()
    qtbot.keyClick(app.notes.view, Qt.Key.Key_Down)

    qtbot.waitUntil(lambda: app.editor.note.body == "The note before")
