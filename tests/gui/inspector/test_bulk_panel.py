"""Several notes at once: chosen in the list, filed, moved, brought back."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFileDialog

from notebrain.app.commands.command import CommandId
from notebrain.domain.notes.note import Category, NoteState
from notebrain.gui.core.locations import TRASH, Location, LocationKind
from notebrain.gui.inspector.bulk_panel import BatchPanel
from notebrain.gui.note_list.view import picture
from notebrain.gui.notes.drag import note_ids
from tests.fakes.window import choose

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def ids(take):
    return [take("A", tags=("x",)), take("B", pinned=True), take("C"), take("D")]


@pytest.fixture
def app(ids, open_window, qtbot):
    app = open_window()
    qtbot.waitUntil(lambda: app.notes.model.rowCount() == 4)
    app.notes.view.setFocus()
    return app


def batch(app, qtbot) -> BatchPanel:
    qtbot.waitUntil(lambda: isinstance(app.stack.currentWidget(), BatchPanel))
    panel: object = app.stack.currentWidget()
    assert isinstance(panel, BatchPanel)
    return panel


def choose_all(app, qtbot) -> BatchPanel:
    qtbot.keyClick(app.notes.view, Qt.Key.Key_A, CTRL)
    return batch(app, qtbot)


def click(app, qtbot, row: int, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    view = app.notes.view
    at = view.visualRect(app.notes.model.index(row)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, modifier, at)


def all_notes(app, ids):
    """Return how the notes are filed: meanwhile they are indexed, and the one that is shown counts as opened."""
    found = [app.services.library.note(one) for one in ids]
    return [
        replace(note, state=NoteState.INDEXED, access_count=0, last_accessed_at=None)
        for note in found
    ]


def test_their_number_and_acts_stand_where_the_text_stood(app, qtbot) -> None:
    qtbot.keyClick(app.notes.view, Qt.Key.Key_Down, SHIFT)

    panel = batch(app, qtbot)
    assert panel.heading.text() == "2 notes selected"
    assert panel.trash.isVisible()
    assert not panel.restore.isVisible()
    assert not app.editor.isVisible()


def test_they_are_chosen_with_the_pointer_too(app, qtbot) -> None:
    click(app, qtbot, 0)
    click(app, qtbot, 2, SHIFT)
    click(app, qtbot, 1, CTRL)

    assert batch(app, qtbot).heading.text() == "2 notes selected"
    assert [row.title for row in app.notes.selected()] == ["D", "B"]


def test_escape_shows_the_one_note_again(app, qtbot) -> None:
    choose_all(app, qtbot)

    qtbot.keyClick(app.notes.view, Qt.Key.Key_Escape)

    qtbot.waitUntil(app.editor.isVisible)
    assert len(app.notes.selected()) == 1


def test_all_are_tagged_by_keyboard_and_one_undo_takes_the_tag_off_again(app, ids, qtbot) -> None:
    before = all_notes(app, ids)
    panel = choose_all(app, qtbot)

    app.actions[CommandId.TAG].trigger()
    assert app.window.focusWidget() is panel.form.tags.field
    qtbot.keyClicks(panel.form.tags.field, "x")
    qtbot.keyClick(panel.form.tags.field, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: all(note.tags == ("x",) for note in all_notes(app, ids)))
    qtbot.waitUntil(lambda: app.acts.can_undo)
    assert app.window.toast.text.text() == "Tagged 4 notes"
    app.window.toast.undo.click()
    qtbot.waitUntil(lambda: all_notes(app, ids) == before)


def test_ctrl_z_in_the_field_takes_back_the_tag_that_was_added(app, ids, qtbot) -> None:
    before = all_notes(app, ids)
    field = choose_all(app, qtbot).form.tags.field
    field.setFocus()

    qtbot.keyClicks(field, "frost")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: app.acts.can_undo)
    qtbot.keyClick(field, Qt.Key.Key_Z, CTRL)

    qtbot.waitUntil(lambda: all_notes(app, ids) == before)
    assert field.text() == ""


def test_category_workspace_importance_and_pin_are_set_for_all(app, ids, qtbot) -> None:
    before = all_notes(app, ids)
    panel = choose_all(app, qtbot)

    panel.form.category.menu().actions()[1].trigger()
    panel.form.pinned.click()
    panel.form.workspace.chosen.emit("Work")

    qtbot.waitUntil(lambda: len(app.acts._history) == 3)
    assert {note.category for note in all_notes(app, ids)} == {Category.FACT}
    assert {(note.pinned, note.workspace) for note in all_notes(app, ids)} == {(True, "Work")}
    for _step in range(3):
        app.acts.undo()
    qtbot.waitUntil(lambda: all_notes(app, ids) == before)


def test_they_go_to_the_trash_and_ctrl_z_in_the_list_brings_them_back(app, ids, qtbot) -> None:
    panel = choose_all(app, qtbot)

    panel.trash.click()
    qtbot.waitUntil(lambda: app.notes.model.rowCount() == 0)
    qtbot.waitUntil(lambda: app.acts.can_undo)
    qtbot.keyClick(app.window, Qt.Key.Key_Z, CTRL)

    qtbot.waitUntil(lambda: app.notes.model.rowCount() == 4)
    qtbot.keyClick(app.window, Qt.Key.Key_Z, CTRL | SHIFT)
    qtbot.waitUntil(lambda: app.notes.model.rowCount() == 0)


def test_in_the_trash_they_can_be_restored_or_deleted_after_a_question(app, ids, qtbot) -> None:
    app.services.notes.forget(ids).result()
    app.browser.show_location(TRASH)
    qtbot.waitUntil(lambda: app.notes.model.rowCount() == 4)
    panel = choose_all(app, qtbot)

    assert not panel.form.isVisible()
    assert panel.purge.isVisible()
    panel.restore.click()

    qtbot.waitUntil(lambda: app.services.library.counts().notes == 4)


def test_a_note_deleted_for_good_is_left_out_when_its_filing_is_undone(app, ids, qtbot) -> None:
    choose_all(app, qtbot)
    app.actions[CommandId.TRASH].trigger()
    qtbot.waitUntil(lambda: app.acts.can_undo)
    app.services.shredder.remove(ids[:1]).result()
    qtbot.waitUntil(lambda: app.services.library.counts().trashed == 3)
    qtbot.waitUntil(lambda: bool(app.acts._gone))

    app.acts.undo()

    qtbot.waitUntil(lambda: app.services.library.counts().notes == 3)


def test_only_the_chosen_notes_are_exported(app, qtbot, tmp_path: Path) -> None:
    qtbot.keyClick(app.notes.view, Qt.Key.Key_Down, SHIFT)
    panel = batch(app, qtbot)
    choose(panel.export.menu(), "Markdown…")
    qtbot.waitUntil(lambda: bool(app.window.findChildren(QFileDialog)))
    dialog = app.window.findChildren(QFileDialog)[0]
    (tmp_path / "out").mkdir()
    dialog.setDirectory(str(tmp_path / "out"))

    with qtbot.waitSignal(app.exchange.finished):
        dialog.accept()

    assert sorted(path.stem for path in (tmp_path / "out").rglob("*.md")) == ["C", "D"]


def test_a_new_workspace_is_asked_for(app, ids, qtbot) -> None:
    from PySide6.QtWidgets import QInputDialog

    panel = choose_all(app, qtbot)
    panel.form.workspace.menu().actions()[-1].trigger()
    qtbot.waitUntil(lambda: bool(app.window.findChildren(QInputDialog)))
    dialog = app.window.findChildren(QInputDialog)[0]
    dialog.setTextValue("Cabin")

    dialog.accept()

    qtbot.waitUntil(lambda: {n.workspace for n in all_notes(app, ids)} == {"Cabin"})


def test_another_place_ends_the_choice_of_several(app, qtbot) -> None:
    choose_all(app, qtbot)

    app.browser.show_location(Location(LocationKind.TAG, tag="x"))

    qtbot.waitUntil(app.editor.isVisible)


def test_the_form_stands_only_once_when_the_inspector_shows_it(app, qtbot) -> None:
    panel = choose_all(app, qtbot)

    app.actions[CommandId.INSPECTOR].trigger()

    assert not panel.form.isVisible()
    app.actions[CommandId.INSPECTOR].trigger()
    qtbot.waitUntil(panel.form.isVisible)


def test_f6_leads_from_the_list_to_what_can_be_done(app, qtbot) -> None:
    panel = choose_all(app, qtbot)

    qtbot.keyClick(app.notes.view, Qt.Key.Key_F6)

    assert app.window.focusWidget() is panel.form.tags.field


def test_more_notes_than_a_few_screens_are_read_away_from_the_window(
    app, ids, qtbot, monkeypatch
) -> None:
    monkeypatch.setattr("notebrain.gui.inspector.selection._AT_ONCE", 2)

    choose_all(app, qtbot)
    app.actions[CommandId.PIN].trigger()

    qtbot.waitUntil(lambda: all(note.pinned for note in all_notes(app, ids)))


def test_chosen_notes_are_dragged_with_their_ids_and_a_picture(app, ids, qtbot, theme) -> None:
    choose_all(app, qtbot)

    drag = app.notes.drag()

    assert drag is not None
    assert note_ids(drag.mimeData()) == list(reversed(ids))
    assert drag.pixmap().width() > theme.px(40)
    drag.deleteLater()


def test_the_pointer_begins_a_drag(app, qtbot) -> None:
    begun: list[bool] = []
    app.notes.view.make_drag = lambda: begun.append(True)
    viewport = app.notes.view.viewport()
    start = app.notes.view.visualRect(app.notes.model.index(0)).center()

    qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 6):
        qtbot.mouseMove(viewport, start + QPoint(10 * step, 0))

    qtbot.waitUntil(lambda: bool(begun))


def test_nothing_chosen_is_not_dragged(app) -> None:
    app.notes.view.clearSelection()

    assert app.notes.drag() is None


def test_the_picture_says_how_many(app, theme) -> None:
    rows = [app.notes.model.row(number) for number in range(4)]

    assert picture(theme, rows, 2.0).width() > picture(theme, rows[:1], 2.0).width()
