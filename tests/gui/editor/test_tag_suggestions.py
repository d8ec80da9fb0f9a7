"""Tags typed in the text are offered beside the tags and added with one key."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from notebrain.app.commands.command import CommandId
from notebrain.gui.app.window_builder import Desk

pytestmark = pytest.mark.gui
Key, Mod = Qt.Key, Qt.KeyboardModifier


@pytest.fixture
def desk(open_desk, take, qtbot) -> Desk:
    take("Heater", tags=("garden",))
    desk: Desk = open_desk()
    desk.notes.select_first()
    desk.editor.setFocus()
    qtbot.waitUntil(desk.editor.view.hasFocus)
    desk.editor.write_at_end()
    return desk


def type_tags(desk: Desk, qtbot, text: str, chip: str) -> None:
    QTest.keyClicks(desk.editor.view, text)
    qtbot.waitUntil(lambda: desk.editor.header.typed.text() == chip)


def tags(desk: Desk) -> tuple[str, ...]:
    note = desk.browser.note
    assert note is not None
    return desk.services.library.note(note.id).tags


def test_a_tag_typed_in_the_text_is_added_by_a_click_and_taken_back_by_undo(desk, qtbot) -> None:
    chip = desk.editor.header.typed
    assert not chip.isVisible()
    type_tags(desk, qtbot, " #winter", "Add #winter")
    assert chip.isVisible()

    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: tags(desk) == ("garden", "winter"))
    qtbot.waitUntil(lambda: not chip.isVisible())
    assert desk.editor.view.hasFocus()
    desk.acts.undo()
    qtbot.waitUntil(lambda: tags(desk) == ("garden",))
    qtbot.waitUntil(chip.isVisible)


def test_one_key_adds_all_tags_while_one_writes_on(desk, qtbot) -> None:
    type_tags(desk, qtbot, " #winter #frost #garden", "Add 2 tags")

    QTest.keyClick(desk.editor.view, Key.Key_G, Mod.ControlModifier | Mod.ShiftModifier)

    qtbot.waitUntil(lambda: tags(desk) == ("frost", "garden", "winter"))
    assert desk.editor.view.toPlainText() == "Heater #winter #frost #garden"
    qtbot.waitUntil(lambda: not desk.actions[CommandId.ADD_TYPED_TAGS].isEnabled())


def test_the_chip_is_reached_and_pressed_with_the_keyboard(desk, qtbot) -> None:
    type_tags(desk, qtbot, " #winter", "Add #winter")
    chip = desk.editor.header.typed
    assert chip.accessibleName() == "Add the tags typed in the text: #winter"

    desk.editor.header.chips[-1].setFocus()
    QTest.keyClick(desk.window.focusWidget(), Key.Key_Tab)
    assert chip.hasFocus()
    QTest.keyClick(chip, Key.Key_Return)

    qtbot.waitUntil(lambda: tags(desk) == ("garden", "winter"))


def test_a_note_in_the_trash_and_one_without_typed_tags_are_offered_nothing(
    desk, take, services, qtbot
) -> None:
    type_tags(desk, qtbot, " #winter", "Add #winter")
    note = desk.browser.note

    other = take("nothing here, only #ff0000 and `#code`")
    desk.open_note(other)
    qtbot.waitUntil(lambda: not desk.editor.header.typed.isVisible())
    services.capture.forget([note.id]).result()
    desk.open_note(note.id)

    qtbot.waitUntil(desk.editor.header.restore.isVisible)
    assert not desk.editor.header.typed.isVisible()
    assert not desk.actions[CommandId.ADD_TYPED_TAGS].isEnabled()
