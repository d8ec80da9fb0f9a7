"""A second note beside the first, and notes in windows of their own."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.remembered import BESIDE
from notebrain.app.settings.table import SPELL_CHECK
from notebrain.domain.notes import excerpt
from notebrain.domain.notes.note import ListFilter
from notebrain.gui.command_palette.model import CommandRow
from notebrain.gui.command_palette.overlay import Overlay
from notebrain.gui.core.context import Elsewhere
from notebrain.gui.history.controller import HistoryController
from notebrain.gui.inspector.panel import InspectorPanel
from notebrain.gui.links.pane import LinksPane
from notebrain.gui.preview.pane import PreviewPane
from notebrain.gui.widgets.buttons import IconButton
from notebrain.notes.service import Edit

Key, Mod = Qt.Key, Qt.KeyboardModifier


@pytest.fixture
def app(open_window, take, qtbot):
    take("Bread\n\nflour")
    take("Cabin\n\nsee [[Bread]] first")
    app = open_window()
    qtbot.waitUntil(lambda: app.browser.note is not None and app.browser.note.title == "Cabin")
    return app


def note_id(app, title):
    model = app.notes.model
    rows = (model.index(row) for row in range(model.rowCount()))
    return next(model.id_at(index) for index in rows if index.data() == title)


def open_beside(app, title):
    app.browser.elsewhere_requested.emit(Elsewhere(note_id(app, title)))
    return app.beside.beside.panel


def open_in_window(app, title):
    app.browser.elsewhere_requested.emit(Elsewhere(note_id(app, title), window=True))
    return app.beside.windows[-1]


def type_at_end(panel, text):
    panel.view.setFocus()
    panel.view.moveCursor(QTextCursor.MoveOperation.End)
    QTest.keyClicks(panel.view, text)


def stored(app, title):
    return app.services.library.note(note_id(app, title)).body


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


def test_a_note_moved_to_the_trash_says_so_where_it_is_open(app, qtbot):
    window = open_in_window(app, "Bread")
    panel = window.editor.panel

    panel.trash_requested.emit()

    qtbot.waitUntil(panel.view.isReadOnly)
    assert "trash" in panel.notice.text.text()
    panel.restore_requested.emit()
    qtbot.waitUntil(lambda: not panel.view.isReadOnly())


def test_a_note_deleted_for_good_closes_its_window(app, qtbot):
    bread = note_id(app, "Bread")
    open_in_window(app, "Bread")
    app.services.notes.forget([bread]).result()

    app.services.shredder.remove([bread]).result()

    qtbot.waitUntil(lambda: not app.beside.windows)


def test_what_another_program_writes_appears_beside(app, qtbot):
    panel = open_beside(app, "Bread")

    app.services.notes.append(note_id(app, "Bread"), "salt").result()

    qtbot.waitUntil(lambda: "salt" in panel.view.toPlainText())


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
    bread = window.editor.note.id

    assert app.window.end() or True
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
    opened = app.open_notes.get(window.editor.note.id)
    assert not opened.droppable

    window.close()

    qtbot.waitUntil(lambda: opened.droppable)


def test_a_tag_typed_beside_appears_above_the_text_there(app, qtbot):
    panel = open_beside(app, "Bread")

    type_at_end(panel, " #winter ")

    qtbot.waitUntil(lambda: panel.note.tags == ("winter",))


def test_a_tag_that_a_crash_left_half_typed_is_filed_when_the_note_is_left(app, qtbot):
    bread = note_id(app, "Bread")
    typed = Edit("Bread #winter", session="s", open_tag="winter")
    app.services.notes.edit(bread, typed).result()
    assert app.services.library.note(bread).tags == ()

    app.browser.open_note(bread)
    app.browser.open_note(note_id(app, "Cabin"))

    qtbot.waitUntil(lambda: app.services.library.note(bread).tags == ("winter",))


def test_a_note_window_offers_how_text_is_shown(app, qtbot):
    window = open_in_window(app, "Bread")

    assert app.actions[CommandId.NEXT_TEXT_MODE] in window.actions()


def test_formatting_is_not_offered_where_nothing_can_be_typed(app, qtbot):
    app.actions[CommandId.TEXT_READING].trigger()
    app.editor.view.setFocus()
    qtbot.waitUntil(app.editor.view.isReadOnly)

    assert not app.actions[CommandId.BOLD].isEnabled()


def test_an_editor_that_was_closed_follows_its_note_no_more(app, qtbot):
    mirror = open_beside(app, "Cabin").view.note
    app.beside.close_beside()
    edits = []
    mirror.contentsChange.connect(lambda *_change: edits.append(1))

    type_at_end(app.editor, "!")

    assert app.editor.view.toPlainText().endswith("!")
    assert not edits


def test_the_commands_for_a_note_act_on_the_one_beside_while_it_is_used(app, qtbot):
    panel = open_beside(app, "Bread")
    panel.view.setFocus()
    qtbot.waitUntil(panel.view.hasFocus)

    app.actions[CommandId.PIN].trigger()

    library = app.services.library
    qtbot.waitUntil(lambda: library.note(note_id(app, "Bread")).pinned)
    assert not library.note(note_id(app, "Cabin")).pinned


def test_a_note_window_has_the_key_that_pins(app, qtbot):
    window = open_in_window(app, "Bread")

    assert app.actions[CommandId.PIN] in window.actions()


def inspected(app):
    """Return the title in the pane about the note."""
    return app.side.findChild(InspectorPanel).title.field.text()


def with_history(app, qtbot):
    """Write an earlier version of Bread, and open the history."""
    bread = note_id(app, "Bread")
    app.services.notes.edit(bread, Edit("Bread\n\nrye", session="earlier")).result()
    app.actions[CommandId.HISTORY].trigger()
    history = app.window.findChild(HistoryController)
    qtbot.waitUntil(lambda: bool(history.pane.model.rows))
    return history


def test_the_pane_about_a_note_follows_the_keyboard(app, qtbot):
    panel = open_beside(app, "Bread")
    app.actions[CommandId.INSPECTOR].trigger()
    assert inspected(app) == "Bread"

    app.editor.view.setFocus()
    qtbot.waitUntil(lambda: inspected(app) == "Cabin")
    panel.view.setFocus()

    qtbot.waitUntil(lambda: inspected(app) == "Bread")


def test_filing_in_the_pane_files_the_note_beside_and_shows_it(app, qtbot):
    panel = open_beside(app, "Bread")
    app.actions[CommandId.TAG].trigger()
    form = app.side.findChild(InspectorPanel).form

    qtbot.keyClicks(form.tags.field, "food,")

    qtbot.waitUntil(lambda: panel.note.tags == ("food",))
    qtbot.waitUntil(lambda: [chip.tag for chip in form.tags.chips] == ["food"])
    assert app.services.library.note(note_id(app, "Cabin")).tags == ()


def test_the_title_in_the_pane_follows_the_note_beside(app, qtbot):
    panel = open_beside(app, "Bread")
    app.actions[CommandId.INSPECTOR].trigger()
    panel.view.setFocus()
    panel.view.moveCursor(QTextCursor.MoveOperation.Start)

    QTest.keyClicks(panel.view, "Rye ")

    qtbot.waitUntil(lambda: inspected(app) == "Rye Bread")


def test_the_list_means_the_note_in_the_main_editor(app, qtbot):
    panel = open_beside(app, "Bread")
    app.actions[CommandId.INSPECTOR].trigger()
    panel.view.setFocus()
    qtbot.waitUntil(lambda: inspected(app) == "Bread")

    app.notes.view.setFocus()

    qtbot.waitUntil(lambda: inspected(app) == "Cabin")


def test_the_note_beside_is_meant_although_several_are_selected_in_the_list(app, qtbot):
    panel = open_beside(app, "Bread")
    app.actions[CommandId.INSPECTOR].trigger()
    app.notes.view.setFocus()
    qtbot.keyClick(app.notes.view, Key.Key_A, Mod.ControlModifier)
    about = app.side.findChild(InspectorPanel)
    qtbot.waitUntil(about.heading.isVisible)

    app.active.use(panel)

    qtbot.waitUntil(lambda: not about.heading.isVisible())
    assert inspected(app) == "Bread"


def test_closing_the_note_beside_leaves_the_pane_to_the_main_note(app, qtbot):
    open_beside(app, "Bread")
    app.actions[CommandId.INSPECTOR].trigger()
    assert inspected(app) == "Bread"

    app.beside.close_beside()

    qtbot.waitUntil(lambda: inspected(app) == "Cabin")


def test_the_history_is_that_of_the_note_beside_and_restores_its_text(app, qtbot):
    panel = open_beside(app, "Bread")
    panel.view.setFocus()
    history = with_history(app, qtbot)
    qtbot.waitUntil(lambda: len(history.pane.model.states) > 1)

    history.pane.list.setCurrentIndex(history.pane.model.index(len(history.pane.model.rows) - 1, 0))
    qtbot.waitUntil(lambda: history.read is not None)
    history.restore()

    qtbot.waitUntil(lambda: stored(app, "Bread") == "Bread\n\nflour")
    qtbot.waitUntil(panel.view.hasFocus)
    assert app.editor.note.title == "Cabin"


def test_esc_in_the_pane_leads_back_to_the_note_beside(app, qtbot):
    panel = open_beside(app, "Bread")
    app.actions[CommandId.INSPECTOR].trigger()

    qtbot.keyClick(app.window.focusWidget(), Key.Key_Escape)

    assert panel.view.hasFocus()


def test_the_links_and_the_preview_follow_the_keyboard(app, qtbot):
    panel = open_beside(app, "Bread")
    panel.view.setFocus()
    app.actions[CommandId.PREVIEW].trigger()
    page = app.side.findChild(PreviewPane).page
    qtbot.waitUntil(lambda: "flour" in page.toPlainText())
    type_at_end(panel, ", salt")
    qtbot.waitUntil(lambda: "flour, salt" in page.toPlainText())
    app.actions[CommandId.LINKS].trigger()
    links = app.side.findChild(LinksPane)

    qtbot.waitUntil(lambda: bool(links.rows()))
    app.editor.view.setFocus()
    app.actions[CommandId.PREVIEW].trigger()

    qtbot.waitUntil(lambda: "first" in page.toPlainText())


def test_the_words_in_the_status_line_are_those_of_the_note_in_use(app, qtbot):
    panel = open_beside(app, "Bread")
    panel.view.setFocus()
    words = app.status.words
    qtbot.waitUntil(lambda: words.text() == "2 words")

    app.editor.view.setFocus()

    qtbot.waitUntil(lambda: words.text() == "4 words")


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


def test_a_button_above_the_note_beside_is_about_that_note(app, qtbot):
    panel = open_beside(app, "Bread")
    app.editor.view.setFocus()
    (about,) = [
        button
        for button in panel.header.findChildren(IconButton)
        if button.accessibleName() == "About this note"
    ]

    about.click()

    qtbot.waitUntil(lambda: inspected(app) == "Bread")
