"""The window closes when all is safe, and comes back as it was."""

import pytest
from PySide6.QtCore import Qt

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.table import SORT, THEME, WINDOW, ZOOM
from notebrain.domain.notes.note import SortKey
from notebrain.gui.theme.theme import ThemeMode
from tests.fakes.window import titles

CTRL = Qt.KeyboardModifier.ControlModifier


def test_the_window_closes_only_when_everything_typed_is_safe(
    open_desk, take, services, qtbot
) -> None:
    note = take("Dal")
    desk = open_desk()
    desk.editor.setFocus()
    qtbot.keyClick(desk.editor.view, Qt.Key.Key_End, CTRL)
    qtbot.keyClicks(desk.editor.view, ", the good version")

    desk.window.close()

    qtbot.waitUntil(lambda: not desk.window.isVisible())
    assert services.library.note(note).body == "Dal, the good version"


def test_the_window_comes_back_as_it_was(open_desk, take, services, qtbot) -> None:
    take("Dal")
    desk = open_desk()
    desk.window.setGeometry(10, 20, 760, 520)
    desk.actions[CommandId.SIDEBAR].trigger()
    desk.window.close()
    qtbot.waitUntil(lambda: services.settings.get(WINDOW) != "")

    again = open_desk()

    assert again.window.width() == 760
    assert not again.sidebar.isVisible()
    assert not again.actions[CommandId.SIDEBAR].isChecked()


def test_the_note_that_was_shown_is_shown_again(open_desk, take, services, qtbot) -> None:
    older = take("Older")
    take("Newer")
    desk = open_desk()
    desk.notes.select(older)
    desk.window.close()
    qtbot.waitUntil(lambda: services.settings.get(WINDOW) != "")

    again = open_desk()

    assert again.editor.note.id == older
    assert again.notes.current() == older


def test_the_first_note_is_shown_when_the_last_shown_one_is_gone(
    open_desk, take, services, qtbot
) -> None:
    older = take("Older")
    newer = take("Newer")
    desk = open_desk()
    desk.notes.select(older)
    desk.window.close()
    qtbot.waitUntil(lambda: services.settings.get(WINDOW) != "")
    services.capture.forget([older]).result()

    again = open_desk()

    assert again.editor.note.id == newer


def test_the_workspace_is_remembered(open_desk, take) -> None:
    take("Home")
    take("Job", workspace="Work")
    open_desk().browser.show_workspace("Work")

    again = open_desk()

    assert titles(again) == ["Job"]


def test_the_order_is_remembered(open_desk, take, services) -> None:
    take("B")
    take("C")
    take("A")
    open_desk().browser.sort_by(SortKey.TITLE)

    again = open_desk()

    assert titles(again) == ["A", "B", "C"]
    assert services.settings.get(SORT) == "title"


def test_zoom_and_theme_are_remembered(open_desk, take, services, theme, qtbot) -> None:
    take("Dal")
    desk = open_desk()

    desk.actions[CommandId.ZOOM_IN].trigger()
    desk.actions[CommandId.THEME_DARK].trigger()

    qtbot.waitUntil(lambda: services.settings.get(ZOOM) == pytest.approx(1.1))
    qtbot.waitUntil(lambda: services.settings.get(THEME) == "dark")
    assert theme.mode is ThemeMode.DARK
    desk.actions[CommandId.ZOOM_OUT].trigger()
    desk.actions[CommandId.ZOOM_RESET].trigger()
    assert theme.zoom == 1.0
