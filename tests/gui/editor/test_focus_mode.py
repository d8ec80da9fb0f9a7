"""Only the text on the screen, and everything back as it was."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from notebrain.app.commands.command import CommandId

pytestmark = pytest.mark.gui
Key, Mod = Qt.Key, Qt.KeyboardModifier


@pytest.fixture
def desk(open_desk, take, qtbot):
    note_id = take("text")
    desk = open_desk()
    desk.write_in(note_id)
    qtbot.waitUntil(desk.editor.view.hasFocus)
    return desk


def parts(desk):
    return (desk.sidebar, desk.notes, desk.status, desk.editor.header)


def test_a_key_leaves_only_the_text_and_esc_brings_everything_back(desk, qtbot):
    view, before = desk.editor.view, desk.window.size()

    QTest.keyClick(view, Key.Key_Return, Mod.ControlModifier | Mod.ShiftModifier)

    qtbot.waitUntil(desk.window.isFullScreen)
    assert not any(part.isVisible() for part in parts(desk))
    assert view.hasFocus()
    QTest.keyClick(view, Key.Key_Escape)
    qtbot.waitUntil(lambda: not desk.window.isFullScreen())
    assert all(part.isVisible() for part in parts(desk))
    assert desk.window.size() == before


def test_a_sidebar_that_was_hidden_stays_hidden(desk):
    desk.actions[CommandId.SIDEBAR].trigger()

    desk.actions[CommandId.WRITING_MODE].trigger()
    desk.actions[CommandId.WRITING_MODE].trigger()

    assert not desk.sidebar.isVisible()
    assert desk.notes.isVisible()


def test_a_window_closed_while_writing_opens_as_it_was_before(desk):
    sidebar = desk.window.state().sidebar_shown
    desk.actions[CommandId.WRITING_MODE].trigger()

    desk.window.close()

    assert desk.window.state().sidebar_shown == sidebar
