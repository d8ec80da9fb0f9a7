"""The whole window, by what the user does and sees."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

from notebrain.app.commands.command import CommandId
from notebrain.gui.core.locations import TRASH
from notebrain.gui.window.pages import SEARCH
from tests.fakes.window import titles


def test_it_opens_with_the_newest_note(open_window, take, qtbot) -> None:
    take("Older")
    newer = take("Newer\n\nand its text")

    app = open_window()

    assert titles(app) == ["Newer", "Older"]
    assert app.editor.note.id == newer
    assert app.window.windowTitle() == "Newer - NoteBrain"
    qtbot.waitUntil(lambda: app.status.saved.text() == "Ready, 2 notes")


def test_an_empty_vault_shows_a_welcome_and_the_first_note_ends_it(open_window, qtbot) -> None:
    app = open_window()
    qtbot.waitUntil(app.welcome.isVisible)

    qtbot.keyClick(app.welcome.new_button, Qt.Key.Key_Space)

    qtbot.waitUntil(app.editor.view.hasFocus)
    qtbot.keyClicks(app.editor.view, "First words")
    qtbot.waitUntil(lambda: titles(app) == ["First words"])
    qtbot.waitUntil(lambda: app.status.saved.text().startswith("Saved on this computer"))
    assert app.window.windowTitle() == "First words - NoteBrain"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_return_presses_the_button_that_has_the_keyboard(open_window, qtbot, key) -> None:
    app = open_window()
    qtbot.waitUntil(app.welcome.new_button.hasFocus)

    qtbot.keyClick(app.welcome.new_button, key)

    qtbot.waitUntil(app.editor.view.hasFocus)


def test_return_presses_import_and_the_way_out_of_an_empty_place(open_window, take, qtbot) -> None:
    app = open_window()
    qtbot.waitUntil(app.welcome.isVisible)
    app.welcome.import_requested.disconnect()

    with qtbot.waitSignal(app.welcome.import_requested):
        qtbot.keyClick(app.welcome.import_button, Qt.Key.Key_Return)
    with qtbot.waitSignal(app.notes.empty.new_note_requested):
        qtbot.keyClick(app.notes.empty.act, Qt.Key.Key_Return)


def test_next_and_previous_note_step_through_the_list(open_window, take) -> None:
    take("C")
    take("B")
    take("A")
    app = open_window()

    app.actions[CommandId.NEXT_NOTE].trigger()
    app.actions[CommandId.NEXT_NOTE].trigger()
    app.actions[CommandId.NEXT_NOTE].trigger()
    at_the_end = app.editor.note.title
    app.actions[CommandId.PREVIOUS_NOTE].trigger()

    assert at_the_end == "C"
    assert app.editor.note.title == "B"


def test_the_status_bar_counts_along(open_window, take, services, qtbot) -> None:
    take("One")
    app = open_window()
    qtbot.waitUntil(lambda: app.status.saved.text() == "Ready, 1 note")

    take("Two")
    app.browser.on_changed_elsewhere()

    qtbot.waitUntil(lambda: app.status.saved.text() == "Ready, 2 notes")


def test_staying_with_a_note_counts_as_opening_it(open_window, take, services, qtbot) -> None:
    note = take("Dal")
    open_window()

    qtbot.waitUntil(lambda: services.library.note(note).access_count == 1)


def test_a_link_to_a_note_leads_there(open_window, take, qtbot) -> None:
    gas = take("Gas: supplier and delivery")
    take("Greenhouse")
    app = open_window()

    app.editor.link_opened.emit("gas: supplier and delivery")

    qtbot.waitUntil(lambda: app.editor.note.id == gas)


def test_a_link_to_nothing_says_so(open_window, take, qtbot) -> None:
    take("Greenhouse")
    app = open_window()

    app.editor.link_opened.emit("No such note")

    qtbot.waitUntil(lambda: app.status.saved.text() == "There is no note “No such note”")


def unnamed(root: QWidget) -> list[str]:
    found = []
    for widget in root.findChildren(QWidget):
        if widget.focusPolicy() == Qt.FocusPolicy.NoFocus or not widget.isVisible():
            continue
        interface = QAccessible.queryAccessibleInterface(widget)
        if not interface.text(QAccessible.Text.Name):
            found.append(f"{type(widget).__name__}:{widget.objectName()}")
    return found


@pytest.mark.parametrize("page", ["notes", "search", "trash", "empty"])
def test_everything_that_takes_the_keyboard_has_a_name(open_window, take, qtbot, page) -> None:
    if page != "empty":
        take("Dal", tags=("recipes",))
    app = open_window()
    qtbot.waitUntil(lambda: app.welcome.isVisible() == (page == "empty"))
    if page == "search":
        app.pages.show(SEARCH)
    if page == "trash":
        app.browser.show_location(TRASH)

    assert unnamed(app.window) == []
