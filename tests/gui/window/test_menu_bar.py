"""All commands are in the menu bar, which Alt shows."""

import sys
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu

from notebrain.app.commands.table import commands
from tests.fakes.window import submenu

if TYPE_CHECKING:
    from notebrain.app.commands.command import CommandId, Scope


def test_no_two_commands_share_a_shortcut() -> None:
    seen: dict[tuple[str, Scope], CommandId] = {}
    for row in commands():
        for key in row.keys:
            name = QKeySequence(key).toString()
            assert name
            assert (name, row.scope) not in seen
            seen[name, row.scope] = row.id


def test_every_command_of_the_table_is_in_a_menu(open_window, take) -> None:
    take("Dal")
    app = open_window()

    def entries(menu: QMenu) -> set[str]:
        found = {a.text() for a in menu.actions()}
        for action in menu.actions():
            below = submenu(action)
            found |= entries(below) if below is not None else set()
        return found

    shown = set().union(
        *(entries(menu) for a in app.window.menuBar().actions() if (menu := submenu(a)))
    )
    assert {app.actions[row.id].text() for row in commands()} <= shown


@pytest.mark.skipif(sys.platform == "darwin", reason="the system shows the menu bar")
def test_a_button_in_the_sidebar_opens_the_same_menus(open_window, take, qtbot) -> None:
    take("Dal")
    app = open_window()
    button = app.sidebar.menu_button

    assert button.isVisible()
    assert button.accessibleName() == "Menu"
    assert button.toolTip() == "Menu (Alt)"
    titles = [action.text() for action in button.menu().actions()]
    assert titles == [action.text() for action in app.window.menuBar().actions()]


def test_alt_shows_the_menu_bar_and_hides_it(open_window, take, qtbot) -> None:
    take("Dal")
    app = open_window()
    before = app.window.menuBar().isVisible()

    qtbot.keyPress(app.window, Qt.Key.Key_Alt)
    qtbot.keyRelease(app.window, Qt.Key.Key_Alt)

    assert app.window.menuBar().isVisible() != before


def test_a_shortcut_with_alt_leaves_the_menu_bar_as_it_is(open_window, take, qtbot) -> None:
    take("Dal")
    app = open_window()
    before = app.window.menuBar().isVisible()

    qtbot.keyPress(app.window, Qt.Key.Key_Alt)
    # all that is seen of a key that a shortcut takes
    left = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    QApplication.sendEvent(app.notes.view, left)
    qtbot.keyRelease(app.window, Qt.Key.Key_Alt)

    assert app.window.menuBar().isVisible() == before
