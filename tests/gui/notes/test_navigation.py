import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from notebrain.app.commands.command import CommandId
from notebrain.gui.command_palette.overlay import Overlay
from notebrain.gui.core.locations import ALL_NOTES, PINNED, TRASH, Location, LocationKind, Place
from notebrain.gui.window.pages import SEARCH
from notebrain.notes.service import Filing
from tests.fakes.window import titles

HOME_TAG = Location(LocationKind.TAG, tag="home")
ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def traveled(open_window, take, qtbot):
    """Open the window and click one note after the other, the first one last."""

    def traveled(*titles: str):
        for title in titles:
            take(title + "\n\n" + "A line.\n" * 200)
        app = open_window()
        for row in range(len(titles)):
            click(app, qtbot, row)
        return app

    return traveled


def click(app, qtbot, row: int) -> None:
    view = app.notes.view
    at = view.visualRect(view.model().index(row, 0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    arrived(app, qtbot)


def arrived(app, qtbot) -> None:
    qtbot.waitUntil(lambda: app.visits.current == app.browser.note.id)


def title(app):
    return app.editor.note.title


def test_alt_and_arrows_go_back_and_forward(traveled, qtbot) -> None:
    app = traveled("One", "Two", "Three")
    assert title(app) == "One"

    qtbot.keyClick(app.window, Qt.Key.Key_Left, ALT)
    qtbot.keyClick(app.window, Qt.Key.Key_Left, ALT)
    assert title(app) == "Three"
    qtbot.keyClick(app.window, Qt.Key.Key_Right, ALT)

    assert title(app) == "Two"
    assert app.notes.current() == app.editor.note.id


@pytest.mark.parametrize(
    ("button", "expected"),
    [(Qt.MouseButton.BackButton, "Two"), (Qt.MouseButton.LeftButton, "One")],
)
def test_the_side_buttons_of_the_mouse_go_back_and_forward(
    traveled, qtbot, button, expected
) -> None:
    app = traveled("One", "Two")
    handle, at = app.window.windowHandle(), QPoint(700, 300)

    QTest.mouseClick(handle, button, Qt.KeyboardModifier.NoModifier, at)
    assert title(app) == expected
    QTest.mouseClick(handle, Qt.MouseButton.ForwardButton, Qt.KeyboardModifier.NoModifier, at)

    assert title(app) == "One"


def test_the_way_back_leads_to_where_one_was_in_the_text(traveled, qtbot) -> None:
    app = traveled("One", "Two")
    view = app.editor.view
    view.setFocus()
    for _line in range(60):
        qtbot.keyClick(view, Qt.Key.Key_Down)
    caret, scroll = view.textCursor().position(), view.verticalScrollBar().value()
    click(app, qtbot, 0)
    assert title(app) == "Two"

    qtbot.keyClick(app.window, Qt.Key.Key_Left, ALT)

    assert title(app) == "One"
    assert (view.textCursor().position(), view.verticalScrollBar().value()) == (caret, scroll)
    assert scroll > 0


def test_a_note_in_the_trash_is_skipped(traveled, services, qtbot) -> None:
    app = traveled("One", "Two", "Three")
    two = next(row.id for row in app.services.library.rows([2]))
    services.notes.forget([two]).result()

    qtbot.keyClick(app.window, Qt.Key.Key_Left, ALT)

    assert title(app) == "Three"


def test_notes_run_over_with_the_arrow_keys_are_no_visits(traveled, qtbot) -> None:
    app = traveled("One", "Two", "Three", "Four")
    click(app, qtbot, 0)
    for _row in range(3):
        qtbot.keyClick(app.notes.view, Qt.Key.Key_Down)
        arrived(app, qtbot)
    assert title(app) == "One"

    qtbot.keyClick(app.window, Qt.Key.Key_Left, ALT)

    assert title(app) == "Four"
    assert app.notes.view.hasFocus()


def test_back_leads_from_a_page_to_the_note_that_was_left(traveled, qtbot) -> None:
    app = traveled("One", "Two")
    app.pages.show(SEARCH)

    qtbot.keyClick(app.window, Qt.Key.Key_Left, ALT)

    assert app.window.shows_notes
    assert title(app) == "One"
    assert app.editor.view.hasFocus()


def test_back_leads_to_a_note_that_is_not_in_the_list(traveled, open_window, qtbot) -> None:
    app = traveled("One", "Two")
    pinned = app.services.library.rows([1])[0]
    app.acts.pin([pinned])
    qtbot.waitUntil(lambda: app.editor.note.pinned)
    app.browser.show_location(PINNED)
    qtbot.waitUntil(lambda: app.notes.model.rowCount() == 1)

    qtbot.keyClick(app.window, Qt.Key.Key_Left, ALT)

    qtbot.waitUntil(lambda: app.notes.current() == app.editor.note.id)
    assert title(app) == "Two"
    qtbot.keyClick(app.window, Qt.Key.Key_Right, ALT)
    assert title(app) == "One"


def switch_to(app, qtbot, name: str) -> None:
    """Open a note with the quick switcher."""
    qtbot.keyClick(app.window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    overlay = app.window.findChild(Overlay)
    qtbot.waitUntil(overlay.panel.edit.hasFocus)
    qtbot.keyClicks(overlay.panel.edit, name)
    qtbot.waitUntil(lambda: getattr(overlay.panel.current, "text", "") == name)
    qtbot.keyClick(overlay.panel.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: title(app) == name)
    arrived(app, qtbot)


def test_a_note_of_the_shown_list_is_opened_in_it(open_window, take, qtbot) -> None:
    take("Rent", tags=("home",))
    take("Heating", tags=("home",))
    take("Budget")
    app = open_window()
    app.browser.show_location(HOME_TAG)
    shown = app.browser.place

    switch_to(app, qtbot, "Rent")

    assert app.browser.place == shown
    assert titles(app) == ["Heating", "Rent"]


@pytest.mark.parametrize("here", [HOME_TAG, TRASH], ids=["tag", "trash"])
@pytest.mark.parametrize("workspace", ["", "Work"])
def test_a_note_of_no_shown_list_keeps_the_workspace_and_leads_back_to_the_list(
    open_window, take, services, qtbot, here, workspace
) -> None:
    services.notes.forget([take("Gone", workspace="Work")]).result()
    take("Rent", workspace="Work", tags=("home",))
    take("Budget", workspace="Work")
    take("Holiday", workspace="Private")
    app = open_window()
    app.browser.show_workspace(workspace)
    app.browser.show_location(here)
    before, listed = app.browser.place, title(app)
    arrived(app, qtbot)

    switch_to(app, qtbot, "Budget")
    assert app.browser.place == Place(workspace or None, ALL_NOTES)
    qtbot.keyClick(app.window, Qt.Key.Key_Left, ALT)

    assert title(app) == listed
    assert app.browser.place == before
    assert app.notes.current() == app.editor.note.id
    qtbot.keyClick(app.window, Qt.Key.Key_Right, ALT)
    assert title(app) == "Budget"
    assert app.browser.place == Place(workspace or None, ALL_NOTES)


def test_a_note_of_another_workspace_is_shown_in_its_own_with_its_counts(
    open_window, take, qtbot
) -> None:
    take("Holiday", workspace="Private")
    take("Budget", workspace="Work")
    take("Rent", workspace="Work", tags=("home",))
    app = open_window()
    app.browser.show_workspace("Work")
    app.browser.show_location(HOME_TAG)
    before = app.browser.place
    qtbot.waitUntil(lambda: app.browser.counts.notes == 2)

    switch_to(app, qtbot, "Holiday")

    assert app.browser.place == Place("Private", ALL_NOTES)
    assert titles(app) == ["Holiday"]
    qtbot.waitUntil(lambda: app.browser.counts.notes == 1)
    qtbot.keyClick(app.window, Qt.Key.Key_Left, ALT)
    assert app.browser.place == before
    qtbot.waitUntil(lambda: app.browser.counts.notes == 2)


def test_the_way_back_to_a_list_that_is_empty_by_now_shows_the_note_elsewhere(
    open_window, take, services, qtbot
) -> None:
    rent = take("Rent", tags=("home",))
    take("Budget")
    app = open_window()
    app.browser.show_location(HOME_TAG)
    switch_to(app, qtbot, "Budget")
    services.notes.file([rent], Filing(remove_tags=("home",))).result()

    qtbot.keyClick(app.window, Qt.Key.Key_Left, ALT)

    assert title(app) == "Rent"
    assert app.browser.place == Place(None, ALL_NOTES)


def test_back_is_offered_only_where_there_is_a_way_back(open_window, take, qtbot) -> None:
    take("One")
    take("Two")
    app = open_window()
    back, forward = app.actions[CommandId.BACK], app.actions[CommandId.FORWARD]
    arrived(app, qtbot)
    assert not back.isEnabled()
    assert app.actions.lacking(CommandId.BACK) == "There is no note to go back to"

    click(app, qtbot, 1)

    assert back.isEnabled()
    assert not forward.isEnabled()


def test_the_switcher_begins_with_the_note_one_came_from(traveled, qtbot) -> None:
    app = traveled("One", "Two", "Three")
    qtbot.keyClick(app.window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)

    qtbot.keyClick(app.window.focusWidget(), Qt.Key.Key_Return)

    assert title(app) == "Two"
