"""The inspector, by what one sees and does in it."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from notebrain.app.commands.command import CommandId
from notebrain.domain.notes.note import Category, NoteState
from notebrain.gui.inspector.panel import InspectorPanel
from notebrain.notes.service import Edit


@pytest.fixture
def desk(open_desk, take):
    take("Meter readings", tags=("household",), importance=2)
    take("Heater settings\n\nVent #winter, see #garden.", tags=("garden",), category=Category.FACT)
    return open_desk()


def inspector(desk, qtbot):
    if desk.side.current != "inspector":
        desk.actions[CommandId.INSPECTOR].trigger()
    panel = desk.side.findChild(InspectorPanel)
    qtbot.waitUntil(lambda: panel.facts.length.text() != "" or panel.heading.isVisible())
    return panel


def choose_all(desk, qtbot) -> None:
    desk.notes.view.setFocus()
    qtbot.keyClick(desk.notes.view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)


def shown(desk):
    """Return the note, but for what happens to it meanwhile: it is indexed, and counts as opened after a while."""
    note = desk.services.library.note(desk.browser.note.id)
    return replace(note, state=NoteState.INDEXED, access_count=0)


def as_filed(services, note_id):
    note = services.library.note(note_id)
    return replace(note, state=NoteState.INDEXED, access_count=0, last_accessed_at=None)


def test_it_opens_by_its_shortcut_and_waits_for_a_tag(desk, qtbot) -> None:
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier

    qtbot.keyClick(desk.notes.view, Qt.Key.Key_I, keys)

    panel = desk.side.findChild(InspectorPanel)
    assert desk.window.focusWidget() is panel.form.tags.field
    assert [chip.tag for chip in panel.form.tags.chips] == ["garden"]


def test_it_shows_what_is_known_of_the_note(desk, qtbot) -> None:
    panel = inspector(desk, qtbot)

    qtbot.waitUntil(lambda: "words" in panel.facts.length.text())
    assert panel.title.field.text() == "Heater settings"
    assert panel.title.origin.text() == "From the first line"
    assert panel.form.category.text() == "Fact"
    assert panel.form.workspace.text() == "Personal"
    assert panel.form.importance.value() == 3
    assert panel.facts.opened.text() == "Not yet"
    assert panel.facts.source.text() == "Typed here"
    assert panel.facts.length.text() == "6 words, 43 characters"


def test_a_tag_is_typed_and_taken_away_by_keyboard_alone(desk, qtbot) -> None:
    panel = inspector(desk, qtbot)

    qtbot.keyClicks(panel.form.tags.field, "frost")
    qtbot.keyClick(panel.form.tags.field, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: [c.tag for c in panel.form.tags.chips] == ["frost", "garden"])
    assert desk.window.focusWidget() is panel.form.tags.field
    qtbot.keyClick(panel.form.tags.field, Qt.Key.Key_Backspace)
    qtbot.keyClick(panel.form.tags.chips[-1], Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: [c.tag for c in panel.form.tags.chips] == ["frost"])
    assert shown(desk).tags == ("frost",)
    assert [
        chip.text() for chip in desk.editor.header.findChildren(type(panel.form.tags.chips[0]))
    ] == []


def test_a_comma_ends_a_tag(desk, qtbot) -> None:
    panel = inspector(desk, qtbot)

    qtbot.keyClicks(panel.form.tags.field, "frost,")

    qtbot.waitUntil(lambda: "frost" in shown(desk).tags)


def test_a_click_on_the_cross_takes_the_tag_away(desk, qtbot) -> None:
    panel = inspector(desk, qtbot)
    chip = panel.form.tags.chips[0]

    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=chip._cross().center())

    qtbot.waitUntil(lambda: shown(desk).tags == ())


def test_a_tag_written_in_the_text_is_offered_and_filed_without_touching_the_text(
    desk, qtbot
) -> None:
    panel = inspector(desk, qtbot)
    before = shown(desk)
    qtbot.waitUntil(lambda: [chip.text() for chip in panel.form.typed.chips] == ["winter"])

    panel.form.typed.chips[0].click()

    qtbot.waitUntil(lambda: shown(desk).tags == ("garden", "winter"))
    qtbot.waitUntil(lambda: not panel.form.typed.isVisible())
    assert (shown(desk).body, shown(desk).version) == (before.body, before.version)


def test_everything_filed_here_is_taken_back_step_by_step(desk, qtbot) -> None:
    panel = inspector(desk, qtbot)
    before = shown(desk)
    panel.form.importance.setFocus()
    qtbot.keyClick(panel.form.importance, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: shown(desk).importance == 4)
    panel.form.pinned.click()
    panel.form.local_only.click()
    panel.form.category.menu().actions()[0].trigger()
    qtbot.waitUntil(lambda: shown(desk).category is Category.GENERAL)

    qtbot.waitUntil(lambda: len(desk.acts._history) == 4)
    for _step in range(4):
        desk.actions[CommandId.UNDO_FILING].trigger()

    qtbot.waitUntil(lambda: shown(desk) == before)
    qtbot.waitUntil(lambda: panel.form.importance.value() == 3)
    desk.actions[CommandId.REDO_FILING].trigger()
    qtbot.waitUntil(lambda: shown(desk).importance == 4)


def test_the_bar_above_the_text_shows_the_same(desk, qtbot) -> None:
    panel = inspector(desk, qtbot)

    qtbot.keyClick(panel.form.importance, Qt.Key.Key_End)

    qtbot.waitUntil(lambda: desk.editor.header.importance.value() == 5)
    desk.editor.header.pin.click()
    qtbot.waitUntil(panel.form.pinned.isChecked)


def test_a_title_of_its_own_is_given_and_taken_back(desk, qtbot) -> None:
    panel = inspector(desk, qtbot)
    panel.title.field.selectAll()

    qtbot.keyClicks(panel.title.field, "Greenhouse")
    qtbot.keyClick(panel.title.field, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: panel.title.origin.text() == "Set by you")
    assert shown(desk).title == "Greenhouse"
    panel.title.follow.click()
    qtbot.waitUntil(lambda: len(desk.acts._history) == 2)
    assert shown(desk).title == "Heater settings"
    desk.actions[CommandId.UNDO_FILING].trigger()
    qtbot.waitUntil(lambda: shown(desk).title == "Greenhouse")
    qtbot.waitUntil(lambda: panel.title.field.text() == "Greenhouse")


def test_undoing_a_title_keeps_what_was_typed_meanwhile(desk, services, qtbot) -> None:
    panel = inspector(desk, qtbot)
    panel.title.field.selectAll()
    qtbot.keyClicks(panel.title.field, "Greenhouse")
    qtbot.keyClick(panel.title.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: desk.acts.can_undo)
    services.capture.edit(shown(desk).id, Edit("New first line", session="s")).result()

    desk.acts.undo()

    qtbot.waitUntil(lambda: shown(desk).title == "New first line")
    assert shown(desk).body == "New first line"


def test_escape_gives_a_half_typed_title_up(desk, qtbot) -> None:
    panel = inspector(desk, qtbot)
    qtbot.keyClicks(panel.title.field, "xyz")

    qtbot.keyClick(panel.title.field, Qt.Key.Key_Escape)

    assert panel.title.field.text() == "Heater settings"


def test_the_id_is_copied(desk, qtbot) -> None:
    panel = inspector(desk, qtbot)

    panel.facts.copy.click()

    assert QGuiApplication.clipboard().text() == desk.browser.note.id


def test_several_notes_show_what_they_share_and_what_differs(desk, qtbot) -> None:
    panel = inspector(desk, qtbot)

    choose_all(desk, qtbot)

    qtbot.waitUntil(panel.heading.isVisible)
    assert panel.heading.text() == "2 notes selected"
    assert panel.form.category.text() == "Different"
    assert panel.form.workspace.text() == "Personal"
    assert [chip.toolTip() != "" for chip in panel.form.tags.chips] == [True, True]
    assert not panel.title.isVisible()


def test_what_is_changed_for_several_is_changed_for_all_and_taken_back_for_all(
    desk, services, qtbot
) -> None:
    panel = inspector(desk, qtbot)
    notes = [row.id for row in desk.notes.model._rows.values() if row]
    before = [as_filed(services, note) for note in notes]
    choose_all(desk, qtbot)
    qtbot.waitUntil(panel.heading.isVisible)

    qtbot.mouseClick(
        panel.form.importance, Qt.MouseButton.LeftButton, pos=_dot(panel.form.importance, 3)
    )
    panel.form.tags.added.emit("both")

    qtbot.waitUntil(lambda: all("both" in services.library.note(n).tags for n in notes))
    assert [services.library.note(note).importance for note in notes] == [3, 3]
    qtbot.waitUntil(lambda: len(desk.acts._history) == 2)
    desk.acts.undo()
    desk.acts.undo()
    qtbot.waitUntil(lambda: [as_filed(services, n) for n in notes] == before)


def test_a_note_in_the_trash_is_shown_but_not_filed(desk, qtbot) -> None:
    from notebrain.gui.notes.locations import TRASH

    panel = inspector(desk, qtbot)
    desk.acts.forget([desk.browser.note])
    qtbot.waitUntil(lambda: desk.notes.model.rowCount() == 1)

    desk.browser.show_place(TRASH)

    qtbot.waitUntil(lambda: not panel.form.category.isEnabled())
    assert not panel.form.tags.isEnabled()
    assert panel.facts.isEnabled()


def test_no_note_is_said_in_words(open_desk, services, take, qtbot) -> None:
    note = take("Only one")
    desk = open_desk()
    panel = inspector(desk, qtbot)
    services.capture.forget([note]).result()

    qtbot.waitUntil(panel.nothing.isVisible)


def test_it_is_readable_in_dark_and_large(desk, theme, qtbot) -> None:
    panel = inspector(desk, qtbot)

    theme.set_zoom(2.0)

    assert panel.grab().height() > 0
    assert panel.widget().minimumSizeHint().width() <= panel.viewport().width()


def test_every_part_that_takes_the_keyboard_has_a_name(desk, qtbot) -> None:
    from PySide6.QtWidgets import QAbstractButton, QLineEdit, QSlider

    panel = inspector(desk, qtbot)

    for kind in (QAbstractButton, QLineEdit, QSlider):
        for part in panel.findChildren(kind):
            assert part.accessibleName() or part.text(), part


def _dot(dots, number: int):
    from PySide6.QtCore import QPoint

    step = dots._theme.px(5) + dots._theme.px(3)
    return QPoint(dots._theme.px(8) + (number - 1) * step + 2, dots.height() // 2)
