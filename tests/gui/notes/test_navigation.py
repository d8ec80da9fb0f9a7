import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from notebrain.app.commands.command import CommandId
from notebrain.gui.notes.locations import PINNED

ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def travelled(open_desk, take, qtbot):
    """Open the window and click one note after the other, the first one last."""

    def travelled(*titles: str):
        for title in titles:
            take(title + "\n\n" + "A line.\n" * 200)
        desk = open_desk()
        for row in range(len(titles)):
            click(desk, qtbot, row)
        return desk

    return travelled


def click(desk, qtbot, row: int) -> None:
    view = desk.notes.view
    at = view.visualRect(view.model().index(row, 0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    arrived(desk, qtbot)


def arrived(desk, qtbot) -> None:
    qtbot.waitUntil(lambda: desk.visits.current == desk.browser.note.id)


def title(desk):
    return desk.editor.note.title


def test_alt_and_arrows_go_back_and_forward(travelled, qtbot) -> None:
    desk = travelled("One", "Two", "Three")
    assert title(desk) == "One"

    qtbot.keyClick(desk.window, Qt.Key.Key_Left, ALT)
    qtbot.keyClick(desk.window, Qt.Key.Key_Left, ALT)
    assert title(desk) == "Three"
    qtbot.keyClick(desk.window, Qt.Key.Key_Right, ALT)

    assert title(desk) == "Two"
    assert desk.notes.current() == desk.editor.note.id


@pytest.mark.parametrize(
    ("button", "expected"),
    [(Qt.MouseButton.BackButton, "Two"), (Qt.MouseButton.LeftButton, "One")],
)
def test_the_side_buttons_of_the_mouse_go_back_and_forward(
    travelled, qtbot, button, expected
) -> None:
    desk = travelled("One", "Two")
    handle, at = desk.window.windowHandle(), QPoint(700, 300)

    QTest.mouseClick(handle, button, Qt.KeyboardModifier.NoModifier, at)
    assert title(desk) == expected
    QTest.mouseClick(handle, Qt.MouseButton.ForwardButton, Qt.KeyboardModifier.NoModifier, at)

    assert title(desk) == "One"


def test_the_way_back_leads_to_where_one_was_in_the_text(travelled, qtbot) -> None:
    desk = travelled("One", "Two")
    view = desk.editor.view
    view.setFocus()
    for _line in range(60):
        qtbot.keyClick(view, Qt.Key.Key_Down)
    caret, scroll = view.textCursor().position(), view.verticalScrollBar().value()
    click(desk, qtbot, 0)
    assert title(desk) == "Two"

    qtbot.keyClick(desk.window, Qt.Key.Key_Left, ALT)

    assert title(desk) == "One"
    assert (view.textCursor().position(), view.verticalScrollBar().value()) == (caret, scroll)
    assert scroll > 0


def test_a_note_in_the_trash_is_skipped(travelled, services, qtbot) -> None:
    desk = travelled("One", "Two", "Three")
    two = next(row.id for row in desk.services.library.rows([2]))
    services.capture.forget([two]).result()

    qtbot.keyClick(desk.window, Qt.Key.Key_Left, ALT)

    assert title(desk) == "Three"


def test_notes_run_over_with_the_arrow_keys_are_no_visits(travelled, qtbot) -> None:
    desk = travelled("One", "Two", "Three", "Four")
    click(desk, qtbot, 0)
    for _row in range(3):
        qtbot.keyClick(desk.notes.view, Qt.Key.Key_Down)
        arrived(desk, qtbot)
    assert title(desk) == "One"

    qtbot.keyClick(desk.window, Qt.Key.Key_Left, ALT)

    assert title(desk) == "Four"
    assert desk.notes.view.hasFocus()


def test_back_leads_from_a_page_to_the_note_that_was_left(travelled, qtbot) -> None:
    desk = travelled("One", "Two")
    desk.show_search()

    qtbot.keyClick(desk.window, Qt.Key.Key_Left, ALT)

    assert desk.window.shows_notes
    assert title(desk) == "One"
    assert desk.editor.view.hasFocus()


def test_back_leads_to_a_note_that_is_not_in_the_list(travelled, open_desk, qtbot) -> None:
    desk = travelled("One", "Two")
    pinned = desk.services.library.rows([1])[0]
    desk.acts.pin([pinned])
    qtbot.waitUntil(lambda: desk.editor.note.pinned)
    desk.browser.show_place(PINNED)
    qtbot.waitUntil(lambda: desk.notes.model.rowCount() == 1)

    qtbot.keyClick(desk.window, Qt.Key.Key_Left, ALT)

    qtbot.waitUntil(lambda: desk.notes.current() == desk.editor.note.id)
    assert title(desk) == "Two"
    qtbot.keyClick(desk.window, Qt.Key.Key_Right, ALT)
    assert title(desk) == "One"


def test_back_is_offered_only_where_there_is_a_way_back(open_desk, take, qtbot) -> None:
    take("One")
    take("Two")
    desk = open_desk()
    back, forward = desk.actions[CommandId.BACK], desk.actions[CommandId.FORWARD]
    arrived(desk, qtbot)
    assert not back.isEnabled()
    assert desk.actions.lacking(CommandId.BACK) == "No note was visited before"

    click(desk, qtbot, 1)

    assert back.isEnabled()
    assert not forward.isEnabled()


def test_the_switcher_begins_with_the_note_one_came_from(travelled, qtbot) -> None:
    desk = travelled("One", "Two", "Three")
    qtbot.keyClick(desk.window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)

    qtbot.keyClick(desk.window.focusWidget(), Qt.Key.Key_Return)

    assert title(desk) == "Two"
