"""The switch between the text shown live, as Markdown, and for reading."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.table import TEXT_MODE
from notebrain.gui.core.locations import TRASH
from notebrain.gui.editor.live_view import TextMode
from notebrain.gui.widgets.buttons import IconButton

pytestmark = pytest.mark.gui
TEXT = "# Title\n\nsome **bold** words\n- [ ] a box"


def mode(app):
    return app.editor.view.live.mode


def button(app):
    return next(
        one
        for one in app.editor.header.findChildren(IconButton)
        if one.accessibleName().startswith("Text: ")
    )


def shown_marks(app):
    """Whether the marks of the third line take room."""
    app.editor.view.grab()
    line = app.editor.view.document().findBlockByNumber(2).layout().lineAt(0)
    return line.cursorToX(7)[0] - line.cursorToX(5)[0] > 4


@pytest.fixture
def app(open_window, take):
    take(TEXT)
    opened = open_window()
    opened.notes.view.setFocus()
    return opened


def test_notes_are_shown_live_until_the_user_chooses_otherwise(app) -> None:
    assert mode(app) is TextMode.LIVE
    assert not shown_marks(app)
    assert app.actions[CommandId.TEXT_LIVE].isChecked()


def test_each_way_has_a_command_and_is_remembered(app, services, qtbot) -> None:
    app.actions[CommandId.TEXT_RAW].trigger()

    assert mode(app) is TextMode.RAW
    assert shown_marks(app)
    assert [app.actions[one].isChecked() for one in (CommandId.TEXT_LIVE, CommandId.TEXT_RAW)] == [
        False,
        True,
    ]
    qtbot.waitUntil(lambda: services.settings.get(TEXT_MODE) == "raw")


def test_the_window_opens_with_the_way_that_was_chosen_last(open_window, take, services) -> None:
    take(TEXT)
    services.settings.put(TEXT_MODE, "reading").result()

    app = open_window()

    assert mode(app) is TextMode.READING
    assert app.editor.view.isReadOnly()
    assert app.actions[CommandId.TEXT_READING].isChecked()
    assert button(app).accessibleName() == "Text: Reading"


def test_one_key_goes_around(app) -> None:
    seen = []
    for _press in range(3):
        app.actions[CommandId.NEXT_TEXT_MODE].trigger()
        seen.append(mode(app))

    assert seen == [TextMode.RAW, TextMode.READING, TextMode.LIVE]


def test_the_button_names_the_way_and_offers_all_of_them(app, qtbot) -> None:
    QTest.mouseClick(button(app), Qt.MouseButton.LeftButton)

    menus = [one for one in button(app).findChildren(QMenu) if one.isVisible()]
    assert [action.text() for action in menus[0].actions()] == ["Live", "Markdown", "Reading"]
    menus[0].actions()[2].trigger()
    menus[0].close()
    assert mode(app) is TextMode.READING
    assert button(app).accessibleName() == "Text: Reading"


def test_a_new_note_can_be_written_in_whatever_the_others_are_shown_as(app, qtbot) -> None:
    app.actions[CommandId.TEXT_READING].trigger()

    app.actions[CommandId.NEW_NOTE].trigger()
    qtbot.waitUntil(lambda: app.editor.view.hasFocus() and app.editor.view.toPlainText() == "")
    QTest.keyClicks(app.editor.view, "milk")

    assert app.editor.view.toPlainText() == "milk"
    assert mode(app) is TextMode.LIVE


def test_a_note_in_the_trash_stays_read_only_in_every_way(open_window, take, services) -> None:
    services.notes.forget([take(TEXT)]).result()
    app = open_window()
    app.browser.show_location(TRASH)

    seen = []
    for _press in range(3):
        app.actions[CommandId.NEXT_TEXT_MODE].trigger()
        seen.append(app.editor.view.isReadOnly())

    assert seen == [True] * 3
    assert not app.editor.view.toggle_box(app.editor.view.document().lastBlock())
