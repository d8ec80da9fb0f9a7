"""The window closes when all is safe, and comes back as it was."""

import pytest
from PySide6.QtCore import Qt

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.remembered import SORT, WINDOW
from notebrain.app.settings.table import THEME, ZOOM
from notebrain.domain.notes.note import SortKey
from notebrain.gui.note_list.order import ListOrder
from notebrain.gui.theme.theme import ThemeMode
from notebrain.gui.window.window_state import WindowState, from_text
from tests.fakes.window import titles

CTRL = Qt.KeyboardModifier.ControlModifier


def test_the_window_closes_only_when_everything_typed_is_safe(
    open_window, take, services, qtbot
) -> None:
    note = take("Dal")
    app = open_window()
    app.editor.setFocus()
    qtbot.keyClick(app.editor.view, Qt.Key.Key_End, CTRL)
    qtbot.keyClicks(app.editor.view, ", the good version")

    app.window.close()

    qtbot.waitUntil(lambda: not app.window.isVisible())
    assert services.library.note(note).body == "Dal, the good version"


def test_the_window_comes_back_as_it_was(open_window, take, services, qtbot) -> None:
    take("Dal")
    app = open_window()
    app.window.setGeometry(10, 20, 760, 520)
    app.actions[CommandId.SIDEBAR].trigger()
    app.window.close()
    services.store.write(lambda _db: None).result()  # after what closing wrote

    again = open_window()

    assert again.window.width() == 760
    assert not again.sidebar.isVisible()
    assert not again.actions[CommandId.SIDEBAR].isChecked()


def test_the_note_that_was_shown_is_shown_again(open_window, take, services, qtbot) -> None:
    older = take("Older")
    take("Newer")
    app = open_window()
    app.notes.select(older)
    app.window.close()
    services.store.write(lambda _db: None).result()  # after what closing wrote

    again = open_window()

    assert again.editor.note.id == older
    assert again.notes.current() == older


def test_the_note_in_use_is_remembered_without_closing(open_window, take, services, qtbot) -> None:
    older = take("Older")
    take("Newer")
    app = open_window()

    app.notes.select(older)
    app.side.open("inspector", focus=False)

    qtbot.waitUntil(lambda: _remembered(services).note == older)
    assert _remembered(services).side_part == "inspector"


def _remembered(services) -> WindowState:
    state = from_text(services.settings.get(WINDOW))
    return state or WindowState(0, 0, 0, 0)


def test_the_first_note_is_shown_when_the_last_shown_one_is_gone(
    open_window, take, services, qtbot
) -> None:
    older = take("Older")
    newer = take("Newer")
    app = open_window()
    app.notes.select(older)
    app.window.close()
    services.store.write(lambda _db: None).result()  # after what closing wrote
    services.notes.forget([older]).result()

    again = open_window()

    assert again.editor.note.id == newer


def test_the_workspace_is_remembered(open_window, take) -> None:
    take("Home")
    take("Job", workspace="Work")
    open_window().browser.show_workspace("Work")

    again = open_window()

    assert titles(again) == ["Job"]


def test_the_order_is_remembered(open_window, take, services) -> None:
    take("B")
    take("C")
    take("A")
    open_window().browser.set_order(ListOrder(SortKey.TITLE))

    again = open_window()

    assert titles(again) == ["A", "B", "C"]
    assert services.settings.get(SORT) == "title"


def test_zoom_and_theme_are_remembered(open_window, take, services, theme, qtbot) -> None:
    take("Dal")
    app = open_window()

    app.actions[CommandId.ZOOM_IN].trigger()
    app.actions[CommandId.THEME_DARK].trigger()

    qtbot.waitUntil(lambda: services.settings.get(ZOOM) == pytest.approx(1.1))
    qtbot.waitUntil(lambda: services.settings.get(THEME) == "dark")
    assert theme.mode is ThemeMode.DARK
    app.actions[CommandId.ZOOM_OUT].trigger()
    app.actions[CommandId.ZOOM_RESET].trigger()
    assert theme.zoom == 1.0
