"""The whole window, by what the user does and sees."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

from notebrain.app.commands.command import CommandId
from notebrain.gui.notes.locations import TRASH
from tests.fakes.window import titles


def test_it_opens_with_the_newest_note(open_desk, take, qtbot) -> None:
    take("Older")
    newer = take("Newer\n\nand its text")

    desk = open_desk()

    assert titles(desk) == ["Newer", "Older"]
    assert desk.editor.note.id == newer
    assert desk.window.windowTitle() == "Newer - NoteBrain"
    qtbot.waitUntil(lambda: desk.status.saved.text() == "Ready, 2 notes")


def test_an_empty_vault_shows_a_welcome_and_the_first_note_ends_it(open_desk, qtbot) -> None:
    desk = open_desk()
    qtbot.waitUntil(desk.welcome.isVisible)

    qtbot.keyClick(desk.welcome.new_button, Qt.Key.Key_Space)

    qtbot.waitUntil(desk.editor.view.hasFocus)
    qtbot.keyClicks(desk.editor.view, "First words")
    qtbot.waitUntil(lambda: titles(desk) == ["First words"])
    qtbot.waitUntil(lambda: desk.status.saved.text().startswith("Saved on this computer"))
    assert desk.window.windowTitle() == "First words - NoteBrain"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_return_presses_the_button_that_has_the_keyboard(open_desk, qtbot, key) -> None:
    desk = open_desk()
    qtbot.waitUntil(desk.welcome.new_button.hasFocus)

    qtbot.keyClick(desk.welcome.new_button, key)

    qtbot.waitUntil(desk.editor.view.hasFocus)


def test_return_presses_import_and_the_way_out_of_an_empty_place(open_desk, take, qtbot) -> None:
    desk = open_desk()
    qtbot.waitUntil(desk.welcome.isVisible)
    desk.welcome.import_requested.disconnect()

    with qtbot.waitSignal(desk.welcome.import_requested, timeout=1_000):
        qtbot.keyClick(desk.welcome.import_button, Qt.Key.Key_Return)
    with qtbot.waitSignal(desk.notes.empty.new_note_requested, timeout=1_000):
        qtbot.keyClick(desk.notes.empty.act, Qt.Key.Key_Return)


def test_next_and_previous_note_step_through_the_list(open_desk, take) -> None:
    take("C")
    take("B")
    take("A")
    desk = open_desk()

    desk.actions[CommandId.NEXT_NOTE].trigger()
    desk.actions[CommandId.NEXT_NOTE].trigger()
    desk.actions[CommandId.NEXT_NOTE].trigger()
    at_the_end = desk.editor.note.title
    desk.actions[CommandId.PREVIOUS_NOTE].trigger()

    assert at_the_end == "C"
    assert desk.editor.note.title == "B"


def test_the_status_line_counts_along(open_desk, take, services, qtbot) -> None:
    take("One")
    desk = open_desk()
    qtbot.waitUntil(lambda: desk.status.saved.text() == "Ready, 1 note")

    take("Two")
    desk.browser.on_changed_elsewhere()

    qtbot.waitUntil(lambda: desk.status.saved.text() == "Ready, 2 notes")


def test_staying_with_a_note_counts_as_opening_it(open_desk, take, services, qtbot) -> None:
    note = take("Dal")
    open_desk()

    qtbot.waitUntil(lambda: services.library.note(note).access_count == 1, timeout=4_000)


def test_a_link_to_a_note_leads_there(open_desk, take, qtbot) -> None:
    gas = take("Gas: supplier and delivery")
    take("Greenhouse")
    desk = open_desk()

    desk.editor.link_opened.emit("gas: supplier and delivery")

    qtbot.waitUntil(lambda: desk.editor.note.id == gas)


def test_a_link_to_nothing_says_so(open_desk, take, qtbot) -> None:
    take("Greenhouse")
    desk = open_desk()

    desk.editor.link_opened.emit("No such note")

    qtbot.waitUntil(lambda: desk.status.saved.text() == "There is no note “No such note”")


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
def test_everything_that_takes_the_keyboard_has_a_name(open_desk, take, qtbot, page) -> None:
    if page != "empty":
        take("Dal", tags=("recipes",))
    desk = open_desk()
    qtbot.waitUntil(lambda: desk.welcome.isVisible() == (page == "empty"))
    if page == "search":
        desk.show_search()
    if page == "trash":
        desk.browser.show_place(TRASH)

    assert unnamed(desk.window) == []
