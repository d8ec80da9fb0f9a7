"""A second note beside the first."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.table import SPELL_CHECK
from notebrain.domain.notes import excerpt
from notebrain.gui.core.context import Elsewhere
from notebrain.gui.links.pane import LinksPane
from notebrain.gui.widgets.buttons import IconButton
from notebrain.notes.service import Edit
from tests.fakes.editors_beside import note_id, open_beside, open_in_window, stored, type_at_end

Key, Mod = Qt.Key, Qt.KeyboardModifier


def test_the_command_keeps_the_shown_note_beside_the_next_one(app, qtbot):
    app.actions[CommandId.OPEN_BESIDE].trigger()
    app.browser.open_note(note_id(app, "Bread"))

    assert app.beside.beside.panel.isVisible()
    assert app.beside.beside.note.title == "Cabin"
    assert app.editor.note.title == "Bread"


def test_what_is_typed_beside_is_stored_and_appears_in_the_main_editor(app, qtbot):
    panel = open_beside(app, "Cabin")

    type_at_end(panel, " thing")

    assert app.editor.view.toPlainText().endswith("first thing")
    qtbot.waitUntil(lambda: stored(app, "Cabin").endswith("first thing"))


def test_a_note_beside_is_saved_though_the_main_editor_never_showed_it(app, qtbot):
    panel = open_beside(app, "Bread")

    type_at_end(panel, ", salt")

    qtbot.waitUntil(lambda: stored(app, "Bread") == "Bread\n\nflour, salt")
    assert app.editor.note.title == "Cabin"


def test_ctrl_z_in_either_editor_undoes_the_last_edit_of_the_note(app, qtbot):
    panel = open_beside(app, "Cabin")
    type_at_end(panel, "!")
    type_at_end(app.editor, "?")

    QTest.keyClick(panel.view, Key.Key_Z, Mod.ControlModifier)
    QTest.keyClick(panel.view, Key.Key_Z, Mod.ControlModifier)

    assert (
        app.editor.view.toPlainText() == panel.view.toPlainText() == "Cabin\n\nsee [[Bread]] first"
    )


def test_formatting_keys_work_in_the_editor_that_has_the_focus(app, qtbot):
    panel = open_beside(app, "Bread")
    panel.view.setFocus()
    panel.view.moveCursor(QTextCursor.MoveOperation.End)
    panel.view.moveCursor(QTextCursor.MoveOperation.StartOfWord, QTextCursor.MoveMode.KeepAnchor)

    QTest.keyClick(panel.view, Key.Key_B, Mod.ControlModifier)

    assert panel.view.toPlainText() == "Bread\n\n**flour**"
    assert app.editor.view.toPlainText() == "Cabin\n\nsee [[Bread]] first"


def test_ctrl_f_opens_the_bar_of_the_editor_that_has_the_focus(app, qtbot):
    panel = open_beside(app, "Bread")
    panel.view.setFocus()

    app.actions[CommandId.FIND].trigger()

    assert panel.find_bar.isVisible()
    assert not app.editor.find_bar.isVisible()


def test_ctrl_shift_click_opens_a_link_beside(app, qtbot):
    view = app.editor.view
    caret = QTextCursor(view.document())
    caret.setPosition(view.document().find("Bread").selectionStart() + 1)
    at = view.cursorRect(caret).center() + QPoint(2, 0)
    held = Mod.ControlModifier | Mod.ShiftModifier

    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, held, at)

    qtbot.waitUntil(lambda: app.beside.beside is not None)
    assert app.beside.beside.note.title == "Bread"
    assert app.editor.note.title == "Cabin"


def test_a_link_in_the_note_beside_leads_the_main_editor(app, qtbot):
    panel = open_beside(app, "Cabin")

    panel.link_opened.emit("Bread")

    qtbot.waitUntil(lambda: app.editor.note.title == "Bread")
    assert app.beside.beside.note.title == "Cabin"


@pytest.mark.styled
def test_closing_it_gives_the_room_back(app, qtbot):
    panel = open_beside(app, "Bread")
    panel.view.setFocus()

    QTest.keyClick(panel.view, Key.Key_W, Mod.ControlModifier)

    qtbot.waitUntil(lambda: not panel.isVisible())
    assert app.beside.beside is None
    assert app.editor.view.hasFocus()
    assert not app.actions[CommandId.CLOSE_BESIDE].isEnabled()


@pytest.mark.styled
def test_in_a_narrow_window_the_second_note_is_below_the_first(app, qtbot):
    panel = open_beside(app, "Bread")
    assert panel.geometry().left() > app.editor.geometry().left()

    app.window.resize(720, 700)

    qtbot.waitUntil(lambda: panel.geometry().top() > app.editor.geometry().bottom())
    assert app.editor.width() == panel.width()


def test_f6_goes_through_both_editors(app, qtbot):
    panel = open_beside(app, "Bread")
    app.editor.view.setFocus()

    app.actions[CommandId.NEXT_REGION].trigger()

    assert panel.view.hasFocus()


def test_a_note_moved_to_the_trash_says_so_where_it_is_open(app, qtbot):
    window = open_in_window(app, "Bread")
    panel = window.editor.panel

    panel.trash_requested.emit()

    qtbot.waitUntil(panel.view.isReadOnly)
    assert "trash" in panel.notice.text.text()
    panel.restore_requested.emit()
    qtbot.waitUntil(lambda: not panel.view.isReadOnly())


def test_what_another_program_writes_appears_beside(app, qtbot):
    panel = open_beside(app, "Bread")

    app.services.notes.append(note_id(app, "Bread"), "salt").result()

    qtbot.waitUntil(lambda: "salt" in panel.view.toPlainText())


def test_the_theme_reaches_every_editor(app, qtbot):
    panel = open_beside(app, "Cabin")
    before = panel.view.palette().text().color()

    app.actions[CommandId.THEME_DARK].trigger()

    qtbot.waitUntil(lambda: panel.view.palette().text().color() != before)


def row_of(app, title):
    model, wanted = app.notes.model, note_id(app, title)
    return next(
        model.index(row)
        for row in range(model.rowCount())
        if model.id_at(model.index(row)) == wanted
    )


def at_row(app, title):
    return app.notes.view.visualRect(row_of(app, title)).center()


def test_shift_enter_in_the_list_opens_the_selected_note_beside(app, qtbot):
    app.notes.view.setFocus()

    QTest.keyClick(app.notes.view, Key.Key_Return, Mod.ShiftModifier)

    assert app.beside.beside.note.title == "Cabin"


def test_the_middle_button_opens_a_note_of_the_list_beside_and_selects_nothing(app, qtbot):
    viewport, at = app.notes.view.viewport(), at_row(app, "Bread")

    qtbot.mouseClick(viewport, Qt.MouseButton.MiddleButton, Mod.NoModifier, at)

    assert app.beside.beside.note.title == "Bread"
    assert app.editor.note.title == "Cabin"


def test_a_ctrl_double_click_in_the_list_opens_a_window(app, qtbot):
    viewport, at = app.notes.view.viewport(), at_row(app, "Bread")

    qtbot.mouseDClick(viewport, Qt.MouseButton.LeftButton, Mod.ControlModifier, at)

    assert [window.editor.note.title for window in app.beside.windows] == ["Bread"]


def test_shift_enter_in_the_search_opens_the_hit_beside_the_note(app, qtbot):
    app.pages.show("search")
    app.search.panel.search("flour")
    qtbot.waitUntil(lambda: [hit.title for hit in app.search.panel.results.hits] == ["Bread"])

    QTest.keyClick(app.search.panel.field.edit, Key.Key_Return, Mod.ShiftModifier)

    assert app.window.shows_notes
    assert app.beside.beside.note.title == "Bread"
    assert app.beside.beside.panel.view.passage is not None
    assert app.editor.note.title == "Cabin"


def test_a_row_of_the_links_opens_beside_with_the_middle_button(app, qtbot):
    app.browser.open_note(note_id(app, "Bread"))
    app.actions[CommandId.LINKS].trigger()
    pane = app.side.findChild(LinksPane)
    qtbot.waitUntil(lambda: bool(pane.rows()))

    qtbot.mouseClick(pane.rows()[0], Qt.MouseButton.MiddleButton)

    assert app.beside.beside.note.title == "Cabin"
    assert app.editor.note.title == "Bread"


def test_shift_enter_in_the_palette_opens_the_note_beside(app, qtbot):
    app.actions[CommandId.SWITCHER].trigger()
    field = app.window.focusWidget()
    QTest.keyClicks(field, "bread")
    panel = field.parentWidget().parentWidget()
    qtbot.waitUntil(lambda: any("Bread" in str(row) for row in panel.model.rows))

    QTest.keyClick(field, Key.Key_Return, Mod.ShiftModifier)

    assert app.beside.beside.note.title == "Bread"
    assert app.editor.note.title == "Cabin"


def test_without_a_note_in_the_main_editor_beside_means_there(app, qtbot):
    bread = note_id(app, "Bread")
    app.browser.rest_at([note_id(app, "Cabin")])
    assert app.browser.note is None

    app.browser.elsewhere_requested.emit(Elsewhere(bread))

    assert app.beside.beside is None
    assert app.editor.note.id == bread


def test_both_editors_are_checked_for_spelling_or_none(app, qtbot):
    panel = open_beside(app, "Bread")

    assert panel.view.spelling.on == app.editor.view.spelling.on
    app.settings.put(SPELL_CHECK, not app.editor.view.spelling.on)

    qtbot.waitUntil(lambda: panel.view.spelling.on == app.editor.view.spelling.on)


@pytest.mark.parametrize("beside_first", [True, False])
def test_all_of_a_very_long_note_appears_in_both_editors(
    open_window, take, qtbot, monkeypatch, beside_first
):
    monkeypatch.setattr(excerpt, "LONGEST_WHOLE", 5_000)
    monkeypatch.setattr(excerpt, "LONGEST_BEGINNING", 1_000)
    take("# Long\r\n" + "One line of many\r\n" * 500)
    app = open_window()
    panel = open_beside(app, "Long")
    qtbot.waitUntil(lambda: app.editor.shows_beginning)
    assert panel.shows_beginning
    asking = panel if beside_first else app.editor

    asking.notice.buttons[0].click()

    qtbot.waitUntil(lambda: not app.editor.shows_beginning and not panel.shows_beginning)
    type_at_end(panel, "!")
    assert app.editor.view.note.stored.endswith("One line of many\r\n!")
    assert not app.editor.notice.isVisible()


def test_a_text_that_changed_elsewhere_while_typing_is_told_in_both_editors(app, qtbot):
    panel = open_beside(app, "Cabin")
    type_at_end(panel, "!")
    cabin = app.services.library.note(note_id(app, "Cabin"))
    newer = replace(cabin, body="Cabin\n\nnew", version=cabin.version + 1)

    app.editor.show_note(newer)

    assert "changed elsewhere" in panel.notice.text.text()
    assert panel.notice.isVisible()
    panel.notice.buttons[0].click()
    assert not app.editor.notice.isVisible()


def test_a_closed_editor_leaves_a_note_free_to_be_dropped_from_memory(app, qtbot):
    window = open_in_window(app, "Bread")
    opened = app.open_notes.get(note_id(app, "Bread"))
    assert not opened.droppable

    window.close()

    qtbot.waitUntil(lambda: opened.droppable)


def test_a_tag_typed_beside_appears_above_the_text_there(app, qtbot):
    panel = open_beside(app, "Bread")

    type_at_end(panel, " #winter ")

    qtbot.waitUntil(lambda: panel.note is not None and panel.note.tags == ("winter",))


def test_a_tag_that_a_crash_left_half_typed_is_filed_when_the_note_is_left(app, qtbot):
    bread = note_id(app, "Bread")
    typed = Edit("Bread #winter", session="s", open_tag="winter")
    app.services.notes.edit(bread, typed).result()
    assert app.services.library.note(bread).tags == ()

    app.browser.open_note(bread)
    app.browser.open_note(note_id(app, "Cabin"))

    qtbot.waitUntil(lambda: app.services.library.note(bread).tags == ("winter",))


def test_formatting_is_not_offered_where_nothing_can_be_typed(app, qtbot):
    app.actions[CommandId.TEXT_READING].trigger()
    app.editor.view.setFocus()
    qtbot.waitUntil(app.editor.view.isReadOnly)

    assert not app.actions[CommandId.BOLD].isEnabled()


def test_an_editor_that_was_closed_follows_its_note_no_more(app, qtbot):
    mirror = open_beside(app, "Cabin").view.note
    assert mirror is not None
    app.beside.close_beside()
    edits = []
    mirror.contentsChange.connect(lambda *_change: edits.append(1))

    type_at_end(app.editor, "!")

    assert app.editor.view.toPlainText().endswith("!")
    assert not edits


def buttons(panel):
    """Return the buttons above the text that are there whatever the room, from the left."""
    found = panel.header.findChildren(IconButton)
    found = [button for button in found if button.isVisible()]
    found.sort(key=lambda button: button.x())
    left_out = ("Pin", "Unpin", "Add a tag", "Move to trash")
    return [b.accessibleName() for b in found if b.accessibleName() not in left_out]


def test_the_bars_above_the_two_notes_are_alike(app, qtbot):
    panel = open_beside(app, "Bread")
    app.window.resize(1900, 900)
    qtbot.waitUntil(lambda: len(buttons(app.editor)) > 1)

    assert panel.header.height() == app.editor.header.height()
    assert "History" in buttons(panel)
    assert buttons(panel) == [*buttons(app.editor), "Close"]
