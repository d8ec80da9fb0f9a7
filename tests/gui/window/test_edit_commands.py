"""The Edit menu acts on whatever had the keyboard focus last, and says what is possible there."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu

from notebrain.app.commands.command import CommandId, Menu
from tests.fakes.window import titles


@pytest.fixture
def app(open_window, take, qtbot):
    take("# Bread\n\nflour")
    take("# Cabin\n\nwood")
    app = open_window()
    app.window.activateWindow()
    qtbot.waitUntil(lambda: app.browser.note is not None and app.browser.note.title == "Cabin")
    yield app
    QGuiApplication.clipboard().clear()


def menu_of(app) -> QMenu:
    return next(
        menu
        for action in app.window.menuBar().actions()
        if isinstance(menu := action.menu(), QMenu)
        and app.actions[CommandId.FIND] in menu.actions()
    )


def entry(app, command: CommandId) -> QAction:
    """An entry of the menu as it is when it opens."""
    menu_of(app).aboutToShow.emit()
    action: QAction = app.actions[command]
    return action


def possible(app) -> set[CommandId]:
    menu_of(app).aboutToShow.emit()
    commands = {
        CommandId.UNDO,
        CommandId.REDO,
        CommandId.CUT,
        CommandId.COPY,
        CommandId.PASTE,
        CommandId.SELECT_ALL,
    }
    found = {command for command in commands if app.actions[command].isEnabled()}
    menu_of(app).aboutToHide.emit()
    return found


def write(app, qtbot, text: str) -> None:
    app.editor.view.setFocus()
    qtbot.keyClicks(app.editor.view, text)


def test_what_is_typed_is_undone_and_done_again(app, qtbot) -> None:
    write(app, qtbot, "x")

    entry(app, CommandId.UNDO).trigger()
    undone = app.editor.view.toPlainText()
    entry(app, CommandId.REDO).trigger()

    assert undone == "# Cabin\n\nwood"
    assert app.editor.view.toPlainText() == "x# Cabin\n\nwood"


def test_text_is_selected_cut_and_pasted(app, qtbot) -> None:
    view = app.editor.view
    view.setFocus()
    before = possible(app)

    entry(app, CommandId.SELECT_ALL).trigger()
    chosen = possible(app)
    entry(app, CommandId.CUT).trigger()
    empty = view.toPlainText()
    entry(app, CommandId.PASTE).trigger()

    assert CommandId.CUT not in before
    assert {CommandId.CUT, CommandId.COPY} <= chosen
    assert empty == ""
    assert view.toPlainText() == "# Cabin\n\nwood"


def test_a_note_that_is_only_read_is_copied_but_not_changed(app, qtbot) -> None:
    QGuiApplication.clipboard().setText("from elsewhere")
    app.actions[CommandId.TEXT_READING].trigger()
    app.editor.view.setFocus()
    app.editor.view.selectAll()

    assert possible(app) == {CommandId.COPY, CommandId.SELECT_ALL}


def test_a_field_is_meant_while_it_has_the_focus(app, qtbot) -> None:
    app.actions[CommandId.FIND].trigger()
    field = app.window.focusWidget()
    qtbot.keyClicks(field, "woo")

    entry(app, CommandId.UNDO).trigger()

    assert field.text() == ""
    assert app.editor.view.toPlainText() == "# Cabin\n\nwood"


def test_a_menu_or_a_button_leaves_them_with_the_text(app, qtbot) -> None:
    write(app, qtbot, "x")
    app.window.menuBar().setFocus(Qt.FocusReason.MenuBarFocusReason)

    entry(app, CommandId.UNDO).trigger()

    assert app.editor.view.toPlainText() == "# Cabin\n\nwood"


def test_all_notes_of_the_list_are_selected(app, qtbot) -> None:
    app.notes.view.setFocus()

    entry(app, CommandId.SELECT_ALL).trigger()

    assert len(app.notes.view.selectionModel().selectedRows()) == 2


def test_after_an_act_on_notes_undo_names_it_and_takes_it_back(app, qtbot) -> None:
    write(app, qtbot, "x")
    app.notes.view.setFocus()
    app.actions[CommandId.TRASH].trigger()
    qtbot.waitUntil(lambda: titles(app) == ["Bread"])

    name = entry(app, CommandId.UNDO).text()
    app.actions[CommandId.UNDO].trigger()

    qtbot.waitUntil(lambda: len(titles(app)) == 2)
    assert "to the trash" in name
    assert name.startswith("Undo: ")
    again = entry(app, CommandId.REDO).text()
    assert again.startswith("Redo: ")
    assert "to the trash" in again


def test_each_shows_its_usual_key_and_takes_none_away(app) -> None:
    menu_of(app).aboutToShow.emit()

    assert app.actions[CommandId.COPY].text() == "Copy\tCtrl+C"
    assert app.actions[CommandId.COPY].shortcuts() == []
    rows = [row for row in app.actions.rows if row.menu is Menu.EDIT]
    assert [row.id for row in rows[:2]] == [CommandId.UNDO, CommandId.REDO]


def test_outside_the_menu_they_are_offered_to_the_palette(app, qtbot) -> None:
    write(app, qtbot, "x")
    possible(app)

    assert app.actions[CommandId.REDO].isEnabled()
    app.actions[CommandId.REDO].trigger()
    assert app.editor.view.toPlainText() == "x# Cabin\n\nwood"
