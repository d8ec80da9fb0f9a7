"""Several notes at once: chosen in the list, filed, moved, brought back."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFileDialog

from notebrain.app.commands.command import CommandId
from notebrain.domain.notes.note import Category, NoteState
from notebrain.gui.inspector.bulk_panel import BatchPanel
from notebrain.gui.note_list.drag_pixmap import picture
from notebrain.gui.notes.drag import note_ids
from notebrain.gui.notes.locations import TRASH, Location, LocationKind

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def ids(take):
    return [take("A", tags=("x",)), take("B", pinned=True), take("C"), take("D")]


@pytest.fixture
def desk(ids, open_desk, qtbot):
    desk = open_desk()
    qtbot.waitUntil(lambda: desk.notes.model.rowCount() == 4)
    desk.notes.view.setFocus()
    return desk


def batch(desk, qtbot) -> BatchPanel:
    qtbot.waitUntil(lambda: isinstance(desk.centre.currentWidget(), BatchPanel))
    panel: object = desk.centre.currentWidget()
    assert isinstance(panel, BatchPanel)
    return panel


def choose_all(desk, qtbot) -> BatchPanel:
    qtbot.keyClick(desk.notes.view, Qt.Key.Key_A, CTRL)
    return batch(desk, qtbot)


def click(desk, qtbot, row: int, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    view = desk.notes.view
    at = view.visualRect(desk.notes.model.index(row)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, modifier, at)


def all_notes(desk, ids):
    """Return how the notes are filed: meanwhile they are indexed, and the one that is shown counts as opened."""
    found = [desk.services.library.note(one) for one in ids]
    return [
        replace(note, state=NoteState.INDEXED, access_count=0, last_accessed_at=None)
        for note in found
    ]


def test_their_number_and_acts_stand_where_the_text_stood(desk, qtbot) -> None:
    qtbot.keyClick(desk.notes.view, Qt.Key.Key_Down, SHIFT)

    panel = batch(desk, qtbot)
    assert panel.heading.text() == "2 notes selected"
    assert panel.trash.isVisible()
    assert not panel.restore.isVisible()
    assert not desk.editor.isVisible()


def test_they_are_chosen_with_the_pointer_too(desk, qtbot) -> None:
    click(desk, qtbot, 0)
    click(desk, qtbot, 2, SHIFT)
    click(desk, qtbot, 1, CTRL)

    assert batch(desk, qtbot).heading.text() == "2 notes selected"
    assert [row.title for row in desk.notes.selected()] == ["D", "B"]


def test_escape_shows_the_one_note_again(desk, qtbot) -> None:
    choose_all(desk, qtbot)

    qtbot.keyClick(desk.notes.view, Qt.Key.Key_Escape)

    qtbot.waitUntil(desk.editor.isVisible)
    assert len(desk.notes.selected()) == 1


def test_all_are_tagged_by_keyboard_and_one_undo_takes_the_tag_off_again(desk, ids, qtbot) -> None:
    before = all_notes(desk, ids)
    panel = choose_all(desk, qtbot)

    desk.actions[CommandId.TAG].trigger()
    assert desk.window.focusWidget() is panel.form.tags.field
    qtbot.keyClicks(panel.form.tags.field, "x")
    qtbot.keyClick(panel.form.tags.field, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: all(note.tags == ("x",) for note in all_notes(desk, ids)))
    qtbot.waitUntil(lambda: desk.acts.can_undo)
    assert desk.window.toast.text.text() == "Tagged 4 notes"
    desk.window.toast.undo.click()
    qtbot.waitUntil(lambda: all_notes(desk, ids) == before)


def test_category_workspace_importance_and_pin_are_set_for_all(desk, ids, qtbot) -> None:
    before = all_notes(desk, ids)
    panel = choose_all(desk, qtbot)

    panel.form.category.menu().actions()[1].trigger()
    panel.form.pinned.click()
    panel.form.workspace.chosen.emit("Work")

    qtbot.waitUntil(lambda: len(desk.acts._history) == 3)
    assert {note.category for note in all_notes(desk, ids)} == {Category.FACT}
    assert {(note.pinned, note.workspace) for note in all_notes(desk, ids)} == {(True, "Work")}
    for _step in range(3):
        desk.acts.undo()
    qtbot.waitUntil(lambda: all_notes(desk, ids) == before)


def test_they_go_to_the_trash_and_ctrl_z_in_the_list_brings_them_back(desk, ids, qtbot) -> None:
    panel = choose_all(desk, qtbot)

    panel.trash.click()
    qtbot.waitUntil(lambda: desk.notes.model.rowCount() == 0)
    qtbot.waitUntil(lambda: desk.acts.can_undo)
    qtbot.keyClick(desk.window, Qt.Key.Key_Z, CTRL)

    qtbot.waitUntil(lambda: desk.notes.model.rowCount() == 4)
    qtbot.keyClick(desk.window, Qt.Key.Key_Z, CTRL | SHIFT)
    qtbot.waitUntil(lambda: desk.notes.model.rowCount() == 0)


def test_in_the_trash_they_can_be_restored_or_deleted_after_a_question(desk, ids, qtbot) -> None:
    desk.services.capture.forget(ids).result()
    desk.browser.show_place(TRASH)
    qtbot.waitUntil(lambda: desk.notes.model.rowCount() == 4)
    panel = choose_all(desk, qtbot)

    assert not panel.form.isVisible()
    assert panel.purge.isVisible()
    panel.restore.click()

    qtbot.waitUntil(lambda: desk.services.library.counts().notes == 4)


def test_a_note_deleted_for_good_is_left_out_when_its_filing_is_undone(desk, ids, qtbot) -> None:
    choose_all(desk, qtbot)
    desk.actions[CommandId.TRASH].trigger()
    qtbot.waitUntil(lambda: desk.acts.can_undo)
    desk.services.shredder.remove(ids[:1]).result()
    qtbot.waitUntil(lambda: desk.services.library.counts().trashed == 3)
    qtbot.waitUntil(lambda: bool(desk.acts._gone))

    desk.acts.undo()

    qtbot.waitUntil(lambda: desk.services.library.counts().notes == 3)


def test_only_the_chosen_notes_are_exported(desk, qtbot, tmp_path: Path) -> None:
    qtbot.keyClick(desk.notes.view, Qt.Key.Key_Down, SHIFT)
    panel = batch(desk, qtbot)
    panel.export.click()
    qtbot.waitUntil(lambda: bool(desk.window.findChildren(QFileDialog)))
    dialog = desk.window.findChildren(QFileDialog)[0]
    (tmp_path / "out").mkdir()
    dialog.setDirectory(str(tmp_path / "out"))

    with qtbot.waitSignal(desk.exchange.finished):
        dialog.accept()

    assert sorted(path.stem for path in (tmp_path / "out").rglob("*.md")) == ["C", "D"]


def test_a_new_workspace_is_asked_for(desk, ids, qtbot) -> None:
    from PySide6.QtWidgets import QInputDialog

    panel = choose_all(desk, qtbot)
    panel.form.workspace.menu().actions()[-1].trigger()
    qtbot.waitUntil(lambda: bool(desk.window.findChildren(QInputDialog)))
    dialog = desk.window.findChildren(QInputDialog)[0]
    dialog.setTextValue("Cabin")

    dialog.accept()

    qtbot.waitUntil(lambda: {n.workspace for n in all_notes(desk, ids)} == {"Cabin"})


def test_another_place_ends_the_choice_of_several(desk, qtbot) -> None:
    choose_all(desk, qtbot)

    desk.browser.show_place(Location(LocationKind.TAG, tag="x"))

    qtbot.waitUntil(desk.editor.isVisible)


def test_the_form_stands_only_once_when_the_inspector_shows_it(desk, qtbot) -> None:
    panel = choose_all(desk, qtbot)

    desk.actions[CommandId.INSPECTOR].trigger()

    assert not panel.form.isVisible()
    desk.actions[CommandId.INSPECTOR].trigger()
    qtbot.waitUntil(panel.form.isVisible)


def test_f6_leads_from_the_list_to_what_can_be_done(desk, qtbot) -> None:
    panel = choose_all(desk, qtbot)

    qtbot.keyClick(desk.notes.view, Qt.Key.Key_F6)

    assert desk.window.focusWidget() is panel.form.tags.field


def test_more_notes_than_a_few_screens_are_read_away_from_the_window(
    desk, ids, qtbot, monkeypatch
) -> None:
    monkeypatch.setattr("notebrain.gui.inspector.selection._AT_ONCE", 2)

    choose_all(desk, qtbot)
    desk.actions[CommandId.PIN].trigger()

    qtbot.waitUntil(lambda: all(note.pinned for note in all_notes(desk, ids)))


def test_chosen_notes_are_dragged_with_their_ids_and_a_picture(desk, ids, qtbot, theme) -> None:
    choose_all(desk, qtbot)

    drag = desk.notes.drag()

    assert drag is not None
    assert note_ids(drag.mimeData()) == list(reversed(ids))
    assert drag.pixmap().width() > theme.px(40)
    drag.deleteLater()


def test_the_pointer_begins_a_drag(desk, qtbot) -> None:
    begun: list[bool] = []
    desk.notes.view.make_drag = lambda: begun.append(True)
    viewport = desk.notes.view.viewport()
    start = desk.notes.view.visualRect(desk.notes.model.index(0)).center()

    qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 6):
        qtbot.mouseMove(viewport, start + QPoint(10 * step, 0))

    qtbot.waitUntil(lambda: bool(begun))


def test_nothing_chosen_is_not_dragged(desk) -> None:
    desk.notes.view.clearSelection()

    assert desk.notes.drag() is None


def test_the_picture_says_how_many(desk, theme) -> None:
    rows = [desk.notes.model.row(number) for number in range(4)]

    assert picture(theme, rows, 2.0).width() > picture(theme, rows[:1], 2.0).width()
