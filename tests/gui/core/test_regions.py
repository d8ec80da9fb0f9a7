"""The parts of the window: a key walks through them, a command hides them."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from notebrain.app.commands.command import CommandId


def test_f6_walks_through_the_regions(open_desk, take, qtbot) -> None:
    take("Dal")
    desk = open_desk()
    desk.notes.view.setFocus()

    seen = []
    for command in (CommandId.NEXT_REGION, CommandId.NEXT_REGION, CommandId.PREVIOUS_REGION):
        desk.actions[command].trigger()
        seen.append(QApplication.focusWidget())

    assert seen == [desk.editor.view, desk.sidebar.top, desk.editor.view]


def test_f6_comes_by_what_there_is_to_do_in_the_status_line(open_desk, take, qtbot) -> None:
    take("Dal")
    desk = open_desk()
    desk.status.tell_problem("The disk is full.", "Try again", lambda: None)
    desk.editor.setFocus()

    qtbot.keyClick(desk.window, Qt.Key.Key_F6)
    assert desk.status.act.hasFocus()
    qtbot.keyClick(desk.window, Qt.Key.Key_F6)

    assert desk.sidebar.top.hasFocus()


def test_f6_comes_by_the_pane_beside_the_text_and_by_pages(open_desk, take, qtbot) -> None:
    take("Dal")
    desk = open_desk()
    desk.side.open("inspector", focus=False)
    desk.editor.setFocus()

    qtbot.keyClick(desk.window, Qt.Key.Key_F6)
    assert desk.side.isAncestorOf(desk.window.focusWidget())
    desk.show_search(typing=False)
    desk.sidebar.focus_entries()
    qtbot.keyClick(desk.window, Qt.Key.Key_F6)

    assert desk.search.isAncestorOf(desk.window.focusWidget())


def test_the_sidebar_can_be_hidden(open_desk, take, qtbot) -> None:
    take("Dal")
    desk = open_desk()

    desk.actions[CommandId.SIDEBAR].trigger()

    assert not desk.sidebar.isVisible()
    desk.actions[CommandId.SIDEBAR].trigger()
    assert desk.sidebar.isVisible()


def test_full_screen_goes_on_and_off(open_desk, take) -> None:
    take("Dal")
    desk = open_desk()

    desk.actions[CommandId.FULL_SCREEN].setChecked(True)
    assert desk.window.isFullScreen()
    desk.actions[CommandId.FULL_SCREEN].setChecked(False)

    assert not desk.window.isFullScreen()
