"""Panes, status line and commands mean the note of the editor in use, beside or not."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from notebrain.app.commands.command import CommandId
from notebrain.gui.history.controller import HistoryController
from notebrain.gui.inspector.panel import InspectorPanel
from notebrain.gui.links.pane import LinksPane
from notebrain.gui.preview.pane import PreviewPane
from notebrain.gui.widgets.buttons import IconButton
from notebrain.notes.service import Edit
from tests.fakes.editors_beside import note_id, open_beside, stored, type_at_end

Key, Mod = Qt.Key, Qt.KeyboardModifier


def test_the_commands_for_a_note_act_on_the_one_beside_while_it_is_used(app, qtbot):
    panel = open_beside(app, "Bread")
    panel.view.setFocus()
    qtbot.waitUntil(panel.view.hasFocus)

    app.actions[CommandId.PIN].trigger()

    library = app.services.library
    qtbot.waitUntil(lambda: library.note(note_id(app, "Bread")).pinned)
    assert not library.note(note_id(app, "Cabin")).pinned


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

    qtbot.waitUntil(lambda: panel.note is not None and panel.note.tags == ("food",))
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
