"""Notes in windows of their own, and empty ones that are left there."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.remembered import BESIDE
from notebrain.domain.notes.note import ListFilter
from notebrain.gui.command_palette.model import CommandRow
from notebrain.gui.command_palette.overlay import Overlay
from notebrain.gui.inspector.panel import InspectorPanel
from tests.fakes.editors_beside import note_id, open_beside, open_in_window, stored, type_at_end

Key, Mod = Qt.Key, Qt.KeyboardModifier


def test_a_note_in_its_own_window_has_its_title_and_its_text(app, qtbot):
    window = open_in_window(app, "Bread")

    assert window.isVisible()
    assert window.windowTitle() == "Bread - NoteBrain"
    type_at_end(window.editor.panel, ", salt")
    qtbot.waitUntil(lambda: stored(app, "Bread") == "Bread\n\nflour, salt")


def test_the_title_of_the_window_follows_the_first_line(app, qtbot):
    window = open_in_window(app, "Bread")
    view = window.editor.panel.view
    view.moveCursor(QTextCursor.MoveOperation.Start)

    QTest.keyClicks(view, "Rye ")

    qtbot.waitUntil(lambda: window.windowTitle() == "Rye Bread - NoteBrain")


def test_a_note_is_opened_in_one_window_only(app, qtbot):
    first = open_in_window(app, "Bread")

    assert open_in_window(app, "Bread") is first
    assert len(app.beside.windows) == 1


def test_a_note_deleted_for_good_closes_its_window(app, qtbot):
    bread = note_id(app, "Bread")
    open_in_window(app, "Bread")
    app.services.notes.forget([bread]).result()

    app.services.shredder.remove([bread]).result()

    qtbot.waitUntil(lambda: not app.beside.windows)


def test_a_new_note_left_empty_stays_while_its_window_is_open(app, qtbot):
    app.browser.new_note()
    qtbot.waitUntil(lambda: app.editor.note is not None and not app.editor.note.body)
    fresh = app.editor.note.id
    app.actions[CommandId.OPEN_WINDOW].trigger()

    app.browser.open_note(note_id(app, "Cabin"))
    type_at_end(app.beside.windows[0].editor.panel, "new")

    qtbot.waitUntil(lambda: app.services.library.note(fresh).body == "new")


def make_empty(app, qtbot, command):
    """Create a note, show it besides the main editor as well, and leave it there."""
    app.window.activateWindow()
    qtbot.waitUntil(app.window.isActiveWindow)
    app.browser.new_note()
    qtbot.waitUntil(lambda: app.editor.note is not None and not app.editor.note.body)
    fresh = app.editor.note.id
    app.actions[command].trigger()
    app.browser.open_note(note_id(app, "Cabin"))
    assert app.editor.note.title == "Cabin"
    return fresh


def is_there(app, note):
    return any(row.id == note for row in app.services.library.list(ListFilter()))


@pytest.mark.parametrize("typed", ["", "Rye"])
@pytest.mark.parametrize("command", [CommandId.OPEN_BESIDE, CommandId.OPEN_WINDOW])
def test_a_new_note_shown_besides_goes_if_it_is_left_empty_there(app, qtbot, command, typed):
    fresh = make_empty(app, qtbot, command)
    panels = [app.beside.beside, *(window.editor for window in app.beside.windows)]
    (panel,) = [editor.panel for editor in panels if editor is not None]
    assert panel.note.id == fresh
    if typed:
        type_at_end(panel, typed)

    if command is CommandId.OPEN_BESIDE:
        app.beside.close_beside()
    else:
        app.beside.windows[0].close()

    if typed:
        qtbot.waitUntil(lambda: app.services.library.note(fresh).body == "Rye")
    else:
        qtbot.waitUntil(lambda: not is_there(app, fresh))
    assert app.services.library.counts().trashed == 0


def test_another_note_shown_beside_removes_the_empty_one_that_was_there(app, qtbot):
    fresh = make_empty(app, qtbot, CommandId.OPEN_BESIDE)

    open_beside(app, "Bread")

    qtbot.waitUntil(lambda: not is_there(app, fresh))


def test_each_of_several_empty_notes_goes_when_it_is_left(app, qtbot):
    first = make_empty(app, qtbot, CommandId.OPEN_WINDOW)
    second = make_empty(app, qtbot, CommandId.OPEN_BESIDE)
    assert first != second

    app.beside.windows[0].close()
    qtbot.waitUntil(lambda: not is_there(app, first))
    assert is_there(app, second)
    app.beside.close_beside()

    qtbot.waitUntil(lambda: not is_there(app, second))


@pytest.mark.parametrize("command", [CommandId.OPEN_BESIDE, CommandId.OPEN_WINDOW])
def test_an_empty_note_shown_besides_does_not_outlive_the_main_window(app, qtbot, command):
    fresh = make_empty(app, qtbot, command)

    app.window.close()
    app.close()

    qtbot.waitUntil(lambda: not is_there(app, fresh))


def test_closing_the_main_window_saves_what_was_typed_in_another(app, qtbot):
    window = open_in_window(app, "Bread")
    type_at_end(window.editor.panel, "!")
    bread = note_id(app, "Bread")

    app.window.end()
    qtbot.waitUntil(lambda: app.services.library.note(bread).body.endswith("flour!"))


def test_the_next_start_brings_back_the_windows_and_the_note_beside(app, open_window, qtbot):
    open_beside(app, "Bread")
    open_in_window(app, "Bread").resize(500, 400)
    app.window.end()
    app.close()
    assert not app.beside.windows

    again = open_window()
    qtbot.waitUntil(lambda: len(again.beside.windows) == 1)

    assert again.beside.beside.note.title == "Bread"
    assert again.beside.windows[0].size().toTuple() == (500, 400)


@pytest.mark.parametrize("text", ["", "?", "[]", '["x",[["y",1]]]', '["gone",[["gone",1,2,3,4]]]'])
def test_a_start_with_nothing_to_bring_back_opens_nothing(text, services, take, open_window, qtbot):
    take("Cabin")
    services.settings.put(BESIDE, text)

    app = open_window()

    assert app.beside.beside is None
    assert not app.beside.windows


def test_the_editors_share_the_key_for_bold_after_a_window_was_closed(app, qtbot):
    window = open_in_window(app, "Bread")
    window.close()
    qtbot.waitUntil(lambda: not app.beside.windows)
    app.window.activateWindow()
    app.editor.view.setFocus()
    app.editor.view.selectAll()

    QTest.keyClick(app.editor.view, Key.Key_B, Mod.ControlModifier)

    assert app.editor.view.toPlainText().startswith("**Cabin")


def test_a_note_window_offers_how_text_is_shown(app, qtbot):
    window = open_in_window(app, "Bread")

    assert app.actions[CommandId.NEXT_TEXT_MODE] in window.actions()


def test_a_note_window_has_the_key_that_pins(app, qtbot):
    window = open_in_window(app, "Bread")

    assert app.actions[CommandId.PIN] in window.actions()


def window_of_bread(app, qtbot):
    window = open_in_window(app, "Bread")
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.waitUntil(window.editor.panel.view.hasFocus)
    return window


def test_the_palette_of_a_note_window_opens_there_and_acts_on_its_note(app, qtbot):
    window = window_of_bread(app, qtbot)

    qtbot.keyClick(window, Key.Key_P, Mod.ControlModifier | Mod.ShiftModifier)
    (overlay,) = window.findChildren(Overlay)
    qtbot.waitUntil(overlay.panel.edit.hasFocus)
    qtbot.keyClicks(overlay.panel.edit, "pin")
    qtbot.waitUntil(
        lambda: (
            isinstance(overlay.panel.current, CommandRow)
            and overlay.panel.current.command is CommandId.PIN
        )
    )
    qtbot.keyClick(overlay.panel.edit, Key.Key_Return)

    qtbot.waitUntil(lambda: app.services.library.note(note_id(app, "Bread")).pinned)
    assert not app.services.library.note(note_id(app, "Cabin")).pinned
    assert window.isActiveWindow()
    assert window.editor.panel.view.hasFocus()


def test_a_note_window_may_be_closed_under_its_palette(app, qtbot):
    window = window_of_bread(app, qtbot)
    qtbot.keyClick(window, Key.Key_P, Mod.ControlModifier | Mod.ShiftModifier)
    assert window.findChildren(Overlay)

    window.close()
    app.window.activateWindow()
    qtbot.waitUntil(app.window.isActiveWindow)
    qtbot.keyClick(app.window, Key.Key_P, Mod.ControlModifier | Mod.ShiftModifier)

    assert app.window.findChild(Overlay).isVisible()


@pytest.mark.parametrize("page", ["", "home"])
def test_a_tag_for_the_note_of_a_window_is_typed_in_the_pane_of_the_main_one(app, qtbot, page):
    if page:
        app.pages.show(page)
    window = window_of_bread(app, qtbot)

    qtbot.keyClick(window, Key.Key_T, Mod.ControlModifier | Mod.ShiftModifier)
    qtbot.waitUntil(app.window.isActiveWindow)
    form = app.side.findChild(InspectorPanel).form
    qtbot.waitUntil(form.tags.field.hasFocus)
    qtbot.keyClicks(form.tags.field, "food,")

    qtbot.waitUntil(lambda: window.editor.note.tags == ("food",))
    assert app.services.library.note(note_id(app, "Cabin")).tags == ()


def test_a_page_of_the_main_window_has_nothing_to_do_with_the_note_of_a_window(app, qtbot):
    window_of_bread(app, qtbot)
    assert app.actions[CommandId.PIN].isEnabled()

    app.window.activateWindow()
    app.pages.show("home")
    qtbot.waitUntil(app.window.isActiveWindow)

    assert not app.actions[CommandId.PIN].isEnabled()
    assert not app.actions[CommandId.INSPECTOR].isEnabled()
