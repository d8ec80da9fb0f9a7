"""The inspector, by what one sees and does in it."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.table import FILE_TYPED_TAGS
from notebrain.domain.notes.note import Category, ListFilter, NoteState
from notebrain.gui.editor.controller import EditorController
from notebrain.gui.inspector.controller import InspectorController
from notebrain.gui.inspector.details import Facts
from notebrain.gui.inspector.panel import InspectorPanel
from notebrain.gui.inspector.selection import SelectionController
from notebrain.gui.note_list.model import ListSource, NoteListModel
from notebrain.gui.note_list.panel import NoteListPanel
from notebrain.gui.notes.context_menu import NoteMenu
from notebrain.gui.window.pages import EditorStack
from notebrain.notes.service import Edit
from tests.fakes.context import Alone


@pytest.fixture
def notes(take, services) -> None:
    services.settings.put(FILE_TYPED_TAGS, False).result()
    take("Meter readings", tags=("household",), importance=2)
    take("Heater settings\n\nVent #winter, see #garden.", tags=("garden",), category=Category.FACT)


@pytest.fixture
def whole(notes, open_window):
    """A whole window."""
    return open_window()


@pytest.fixture
def app(notes, context, editor, active, acts, services, theme):
    """The inspector beside the editor, both on the newest note."""
    stack, note_menu = EditorStack(editor), NoteMenu(context, acts)
    context.window.put(stack, context.side)
    note_list = NoteListPanel(
        theme, NoteListModel(ListSource(services.library)), services.clock.now
    )
    EditorController(context, editor, acts, note_menu)
    choosing = SelectionController(context, note_list, active, stack, acts, note_menu)
    InspectorController(context, active, acts, choosing)
    context.navigator.open_note(services.library.list(ListFilter())[0].id)
    context.navigator.counts = services.library.counts()
    context.navigator.counted.emit(context.navigator.counts)
    yield Alone(context=context, editor=editor, acts=acts)
    note_list.deleteLater()


def inspector(app, qtbot):
    if app.side.current != "inspector":
        app.actions[CommandId.INSPECTOR].trigger()
    panel = app.side.findChild(InspectorPanel)
    qtbot.waitUntil(lambda: panel.facts.length.text() != "" or panel.heading.isVisible())
    return panel


def choose_all(app, qtbot) -> None:
    app.notes.view.setFocus()
    qtbot.keyClick(app.notes.view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)


def shown(app):
    """Return the note, but for what happens to it meanwhile: it is indexed, and counts as opened after a while."""
    note = app.services.library.note(app.navigator.note.id)
    return replace(note, state=NoteState.INDEXED, access_count=0)


def as_filed(services, note_id):
    note = services.library.note(note_id)
    return replace(note, state=NoteState.INDEXED, access_count=0, last_accessed_at=None)


def test_it_opens_by_its_shortcut_and_waits_for_a_tag(app, qtbot) -> None:
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier

    qtbot.keyClick(app.editor.view, Qt.Key.Key_I, keys)

    panel = app.side.findChild(InspectorPanel)
    assert app.window.focusWidget() is panel.form.tags.field
    assert [chip.tag for chip in panel.form.tags.chips] == ["garden"]


def test_it_shows_what_is_known_of_the_note(app, qtbot) -> None:
    panel = inspector(app, qtbot)

    qtbot.waitUntil(lambda: "words" in panel.facts.length.text())
    assert panel.title.field.text() == "Heater settings"
    assert panel.title.origin.text() == "From the first line"
    assert panel.form.category.text() == "Fact"
    assert panel.form.workspace.text() == "Personal"
    assert panel.form.importance.value() == 3
    assert panel.facts.opened.text() == "Not yet"
    assert panel.facts.source.text() == "Typed here"
    assert panel.facts.length.text() == "6 words, 43 characters"


def test_dates_are_whole_in_a_narrow_pane(app, theme, qtbot) -> None:
    facts = Facts(theme)
    qtbot.addWidget(facts)
    facts.show_note(app.editor.note)
    facts.resize(theme.px(190), theme.px(400))
    facts.show()

    created = facts.created

    assert created.width() < created.fontMetrics().horizontalAdvance(created.text())
    assert (
        created.height() >= created.heightForWidth(created.width()) > created.fontMetrics().height()
    )


def test_a_tag_is_typed_and_taken_away_by_keyboard_alone(app, qtbot) -> None:
    panel = inspector(app, qtbot)

    qtbot.keyClicks(panel.form.tags.field, "frost")
    qtbot.keyClick(panel.form.tags.field, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: [c.tag for c in panel.form.tags.chips] == ["frost", "garden"])
    assert app.window.focusWidget() is panel.form.tags.field
    qtbot.keyClick(panel.form.tags.field, Qt.Key.Key_Backspace)
    qtbot.keyClick(panel.form.tags.chips[-1], Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: [c.tag for c in panel.form.tags.chips] == ["frost"])
    assert shown(app).tags == ("frost",)
    assert [
        chip.text() for chip in app.editor.header.findChildren(type(panel.form.tags.chips[0]))
    ] == []


def test_a_comma_ends_a_tag(app, qtbot) -> None:
    panel = inspector(app, qtbot)

    qtbot.keyClicks(panel.form.tags.field, "frost,")

    qtbot.waitUntil(lambda: "frost" in shown(app).tags)


def test_a_click_on_the_cross_takes_the_tag_away(app, qtbot) -> None:
    panel = inspector(app, qtbot)
    chip = panel.form.tags.chips[0]

    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=chip._cross().center())

    qtbot.waitUntil(lambda: shown(app).tags == ())


def test_a_tag_written_in_the_text_is_offered_and_filed_without_touching_the_text(
    app, qtbot
) -> None:
    panel = inspector(app, qtbot)
    before = shown(app)
    qtbot.waitUntil(lambda: [chip.text() for chip in panel.form.typed.chips] == ["winter"])

    panel.form.typed.chips[0].click()

    qtbot.waitUntil(lambda: shown(app).tags == ("garden", "winter"))
    qtbot.waitUntil(lambda: not panel.form.typed.isVisible())
    assert (shown(app).body, shown(app).version) == (before.body, before.version)


def test_everything_filed_here_is_taken_back_step_by_step(app, qtbot) -> None:
    panel = inspector(app, qtbot)
    before = shown(app)
    panel.form.importance.setFocus()
    qtbot.keyClick(panel.form.importance, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: shown(app).importance == 4)
    panel.form.pinned.click()
    panel.form.local_only.click()
    panel.form.category.menu().actions()[0].trigger()
    qtbot.waitUntil(lambda: shown(app).category is Category.GENERAL)

    qtbot.waitUntil(lambda: len(app.acts._history) == 4)
    for _step in range(4):
        app.actions[CommandId.UNDO_FILING].trigger()

    qtbot.waitUntil(lambda: shown(app) == before)
    qtbot.waitUntil(lambda: panel.form.importance.value() == 3)
    app.actions[CommandId.REDO_FILING].trigger()
    qtbot.waitUntil(lambda: shown(app).importance == 4)


def test_the_bar_above_the_text_shows_the_same(app, qtbot) -> None:
    panel = inspector(app, qtbot)

    qtbot.keyClick(panel.form.importance, Qt.Key.Key_End)

    qtbot.waitUntil(lambda: app.editor.header.importance.value() == 5)
    app.editor.header.pin.click()
    qtbot.waitUntil(panel.form.pinned.isChecked)


def test_a_title_of_its_own_is_given_and_taken_back(app, qtbot) -> None:
    panel = inspector(app, qtbot)
    panel.title.field.selectAll()

    qtbot.keyClicks(panel.title.field, "Greenhouse")
    qtbot.keyClick(panel.title.field, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: panel.title.origin.text() == "Set by you")
    assert shown(app).title == "Greenhouse"
    panel.title.follow.click()
    qtbot.waitUntil(lambda: len(app.acts._history) == 2)
    assert shown(app).title == "Heater settings"
    app.actions[CommandId.UNDO_FILING].trigger()
    qtbot.waitUntil(lambda: shown(app).title == "Greenhouse")
    qtbot.waitUntil(lambda: panel.title.field.text() == "Greenhouse")


def test_undoing_a_title_keeps_what_was_typed_meanwhile(app, services, qtbot) -> None:
    panel = inspector(app, qtbot)
    panel.title.field.selectAll()
    qtbot.keyClicks(panel.title.field, "Greenhouse")
    qtbot.keyClick(panel.title.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: app.acts.can_undo)
    services.notes.edit(shown(app).id, Edit("New first line", session="s")).result()

    app.acts.undo()

    qtbot.waitUntil(lambda: shown(app).title == "New first line")
    assert shown(app).body == "New first line"


def test_escape_gives_a_half_typed_title_up(app, qtbot) -> None:
    panel = inspector(app, qtbot)
    qtbot.keyClicks(panel.title.field, "xyz")

    qtbot.keyClick(panel.title.field, Qt.Key.Key_Escape)

    assert panel.title.field.text() == "Heater settings"


def test_the_id_is_copied(app, qtbot) -> None:
    panel = inspector(app, qtbot)

    panel.facts.copy.click()

    assert QGuiApplication.clipboard().text() == app.navigator.note.id


def test_several_notes_show_what_they_share_and_what_differs(whole, qtbot) -> None:
    panel = inspector(whole, qtbot)

    choose_all(whole, qtbot)

    qtbot.waitUntil(panel.heading.isVisible)
    assert panel.heading.text() == "2 notes selected"
    assert panel.form.category.text() == "Mixed"
    assert panel.form.workspace.text() == "Personal"
    assert [chip.toolTip() != "" for chip in panel.form.tags.chips] == [True, True]
    assert not panel.title.isVisible()


def test_what_is_changed_for_several_is_changed_for_all_and_taken_back_for_all(
    whole, services, qtbot
) -> None:
    panel = inspector(whole, qtbot)
    notes = [row.id for row in services.library.list(ListFilter())]
    before = [as_filed(services, note) for note in notes]
    choose_all(whole, qtbot)
    qtbot.waitUntil(panel.heading.isVisible)

    qtbot.mouseClick(
        panel.form.importance, Qt.MouseButton.LeftButton, pos=_dot(panel.form.importance, 3)
    )
    panel.form.tags.added.emit("both")

    qtbot.waitUntil(lambda: all("both" in services.library.note(n).tags for n in notes))
    assert [services.library.note(note).importance for note in notes] == [3, 3]
    qtbot.waitUntil(lambda: len(whole.acts._history) == 2)
    whole.acts.undo()
    whole.acts.undo()
    qtbot.waitUntil(lambda: [as_filed(services, n) for n in notes] == before)


def test_a_note_in_the_trash_is_shown_but_not_filed(whole, qtbot) -> None:
    from notebrain.gui.core.locations import TRASH

    panel = inspector(whole, qtbot)
    whole.acts.forget([whole.browser.note])
    qtbot.waitUntil(lambda: whole.notes.model.rowCount() == 1)

    whole.browser.show_location(TRASH)

    qtbot.waitUntil(lambda: not panel.form.category.isEnabled())
    assert not panel.form.tags.isEnabled()
    assert panel.facts.isEnabled()


def test_no_note_is_said_in_words(open_window, services, take, qtbot) -> None:
    note = take("Only one")
    app = open_window()
    panel = inspector(app, qtbot)
    services.notes.forget([note]).result()

    qtbot.waitUntil(panel.nothing.isVisible)


def test_it_is_readable_in_dark_and_large(app, theme, qtbot) -> None:
    panel = inspector(app, qtbot)

    theme.set_zoom(2.0)

    assert panel.grab().height() > 0
    assert panel.widget().minimumSizeHint().width() <= panel.viewport().width()


def test_every_part_that_takes_the_keyboard_has_a_name(app, qtbot) -> None:
    from PySide6.QtWidgets import QAbstractButton, QLineEdit, QSlider

    panel = inspector(app, qtbot)

    for kind in (QAbstractButton, QLineEdit, QSlider):
        for part in panel.findChildren(kind):
            assert part.accessibleName() or part.text(), part


def _dot(dots, number: int):
    from PySide6.QtCore import QPoint

    step = dots._theme.px(5) + dots._theme.px(3)
    return QPoint(dots._theme.px(8) + (number - 1) * step + 2, dots.height() // 2)


def test_news_leave_the_choice_among_suggested_tags_alone(app, qtbot) -> None:
    counts, form = app.navigator.counts, inspector(app, qtbot).form
    field = form.tags.field
    field.setFocus()
    qtbot.keyClicks(field, "ga")
    popup = field.completer().popup()
    qtbot.waitUntil(popup.isVisible)
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    chosen = popup.currentIndex().data()

    form.know(counts.workspace_names, counts.tag_names)

    assert (chosen, popup.currentIndex().data()) == ("garden", "garden")
