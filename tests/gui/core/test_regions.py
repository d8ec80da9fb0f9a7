"""The parts of the window: a key walks through them, a command hides them."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from notebrain.app.commands.command import CommandId
from notebrain.gui.window.pages import SEARCH


def test_f6_walks_through_the_regions(open_window, take, qtbot) -> None:
    take("Dal")
    app = open_window()
    app.notes.view.setFocus()

    seen = []
    for command in (CommandId.NEXT_REGION, CommandId.NEXT_REGION, CommandId.PREVIOUS_REGION):
        app.actions[command].trigger()
        seen.append(QApplication.focusWidget())

    assert seen == [app.editor.view, app.sidebar.top, app.editor.view]


def test_f6_comes_by_what_there_is_to_do_in_the_status_bar(open_window, take, qtbot) -> None:
    take("Dal")
    app = open_window()
    app.status.show_problem("The disk is full.", "Try again", lambda: None)
    app.editor.setFocus()

    qtbot.keyClick(app.window, Qt.Key.Key_F6)
    assert app.status.act.hasFocus()
    qtbot.keyClick(app.window, Qt.Key.Key_F6)

    assert app.sidebar.top.hasFocus()


def test_f6_comes_by_the_pane_beside_the_text_and_by_pages(open_window, take, qtbot) -> None:
    take("Dal")
    app = open_window()
    app.side.open("inspector", focus=False)
    app.editor.setFocus()

    qtbot.keyClick(app.window, Qt.Key.Key_F6)
    assert app.side.isAncestorOf(app.window.focusWidget())
    app.pages.show(SEARCH, False)
    app.sidebar.focus_entries()
    qtbot.keyClick(app.window, Qt.Key.Key_F6)

    assert app.search.panel.isAncestorOf(app.window.focusWidget())


def test_the_sidebar_can_be_hidden(open_window, take, qtbot) -> None:
    take("Dal")
    app = open_window()

    app.actions[CommandId.SIDEBAR].trigger()

    assert not app.sidebar.isVisible()
    app.actions[CommandId.SIDEBAR].trigger()
    assert app.sidebar.isVisible()


def test_full_screen_goes_on_and_off(open_window, take) -> None:
    take("Dal")
    app = open_window()

    app.actions[CommandId.FULL_SCREEN].setChecked(True)
    assert app.window.isFullScreen()
    app.actions[CommandId.FULL_SCREEN].setChecked(False)

    assert not app.window.isFullScreen()
