"""Where tags are only offered, those typed in the text are beside the note's tags and added with one key."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.table import FILE_TYPED_TAGS
from notebrain.gui.app.features import AppWindow

pytestmark = pytest.mark.gui
Key, Mod = Qt.Key, Qt.KeyboardModifier


@pytest.fixture
def app(open_window, take, services, qtbot) -> AppWindow:
    services.settings.put(FILE_TYPED_TAGS, False).result()
    take("Heater", tags=("garden",))
    app: AppWindow = open_window()
    app.notes.select_first()
    app.editor.setFocus()
    qtbot.waitUntil(app.editor.view.hasFocus)
    app.editor.write_at_end()
    return app


def type_tags(app: AppWindow, qtbot, text: str, chip: str) -> None:
    QTest.keyClicks(app.editor.view, text)
    qtbot.waitUntil(lambda: app.editor.header.typed.text() == chip)


def tags(app: AppWindow) -> tuple[str, ...]:
    note = app.browser.note
    assert note is not None
    return app.services.library.note(note.id).tags


def test_a_tag_typed_in_the_text_is_added_by_a_click_and_taken_back_by_undo(app, qtbot) -> None:
    chip = app.editor.header.typed
    assert not chip.isVisible()
    type_tags(app, qtbot, " #winter", "Add #winter")
    assert chip.isVisible()

    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: tags(app) == ("garden", "winter"))
    qtbot.waitUntil(lambda: not chip.isVisible())
    assert app.editor.view.hasFocus()
    app.acts.undo()
    qtbot.waitUntil(lambda: tags(app) == ("garden",))
    qtbot.waitUntil(chip.isVisible)


def test_one_key_adds_all_tags_while_one_writes_on(app, qtbot) -> None:
    type_tags(app, qtbot, " #winter #frost #garden", "Add 2 tags")

    QTest.keyClick(app.editor.view, Key.Key_G, Mod.ControlModifier | Mod.ShiftModifier)

    qtbot.waitUntil(lambda: tags(app) == ("frost", "garden", "winter"))
    assert app.editor.view.toPlainText() == "Heater #winter #frost #garden"
    qtbot.waitUntil(lambda: not app.actions[CommandId.ADD_TYPED_TAGS].isEnabled())


def test_the_chip_is_reached_and_pressed_with_the_keyboard(app, qtbot) -> None:
    type_tags(app, qtbot, " #winter", "Add #winter")
    chip = app.editor.header.typed
    assert chip.accessibleName() == "Add the tags typed in the text: #winter"

    app.editor.header.chips[-1].setFocus()
    QTest.keyClick(app.window.focusWidget(), Key.Key_Tab)
    assert chip.hasFocus()
    QTest.keyClick(chip, Key.Key_Return)

    qtbot.waitUntil(lambda: tags(app) == ("garden", "winter"))


def test_a_note_in_the_trash_and_one_without_typed_tags_are_offered_nothing(
    app, take, services, qtbot
) -> None:
    type_tags(app, qtbot, " #winter", "Add #winter")
    note = app.browser.note

    other = take("nothing here, only #ff0000 and `#code`")
    app.browser.open_note(other)
    qtbot.waitUntil(lambda: not app.editor.header.typed.isVisible())
    services.notes.forget([note.id]).result()
    app.browser.open_note(note.id)

    qtbot.waitUntil(app.editor.header.restore.isVisible)
    assert not app.editor.header.typed.isVisible()
    assert not app.actions[CommandId.ADD_TYPED_TAGS].isEnabled()
