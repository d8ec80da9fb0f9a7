"""Notes go to the trash and come back."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from notebrain.app.commands.command import CommandId
from notebrain.gui.notes.locations import ALL_NOTES, PINNED, TRASH
from tests.fakes.window import titles

CTRL = Qt.KeyboardModifier.ControlModifier


def test_delete_moves_to_the_trash_and_ctrl_z_brings_back(open_desk, take, qtbot) -> None:
    take("Stays")
    take("Goes")
    desk = open_desk()
    view = desk.notes.view

    qtbot.keyClick(view, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: titles(desk) == ["Stays"])
    assert desk.window.toast.text.text() == "Moved “Goes” to the trash"
    assert desk.editor.note.title == "Stays"
    assert [row.title for row in desk.notes.selected()] == ["Stays"]
    qtbot.keyClick(view, Qt.Key.Key_Z, CTRL)

    qtbot.waitUntil(lambda: titles(desk) == ["Goes", "Stays"])


def test_a_note_brought_back_from_the_trash_is_the_chosen_one_again(open_desk, take, qtbot) -> None:
    take("One")
    note = take("Two")
    take("Three")
    desk = open_desk()
    qtbot.waitUntil(lambda: desk.notes.model.rowCount() == 3)
    desk.notes.step(1)
    qtbot.keyClick(desk.notes.view, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: desk.notes.model.rowCount() == 2)
    assert desk.notes.current() != note

    qtbot.keyClick(desk.notes.view, Qt.Key.Key_Z, CTRL)

    qtbot.waitUntil(lambda: desk.notes.current() == note)
    assert desk.browser.note.id == note
    assert [row.id for row in desk.notes.selected()] == [note]


@pytest.mark.parametrize("place", [ALL_NOTES, PINNED])
def test_ctrl_z_brings_the_last_note_of_a_place_back_wherever_the_keyboard_went(
    open_desk, take, qtbot, place
) -> None:
    take("Goes", pinned=True)
    desk = open_desk()
    desk.browser.show_place(place)
    qtbot.keyClick(desk.notes.view, Qt.Key.Key_Delete)
    qtbot.waitUntil(desk.notes.empty.isVisible)
    desk.notes.empty.act.setFocus()

    qtbot.keyClick(desk.notes.empty.act, Qt.Key.Key_Z, CTRL)

    qtbot.waitUntil(lambda: titles(desk) == ["Goes"])


def test_the_last_note_deleted_from_its_text_lets_the_keyboard_go_and_comes_back(
    open_desk, take, services, qtbot
) -> None:
    note = take("Goes")
    desk = open_desk()
    desk.editor.setFocus()
    desk.editor.trash_requested.emit()
    qtbot.waitUntil(desk.notes.empty.act.hasFocus)

    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_X)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Z, CTRL)

    qtbot.waitUntil(lambda: titles(desk) == ["Goes"])
    assert services.library.note(note).body == "Goes"


def test_ctrl_z_in_the_text_takes_back_words_not_what_was_done_to_notes(
    open_desk, take, services, qtbot
) -> None:
    note = take("Dal")
    desk = open_desk()
    qtbot.keyClick(desk.notes.view, Qt.Key.Key_D, CTRL)
    qtbot.waitUntil(lambda: services.library.note(note).pinned)
    desk.editor.setFocus()
    qtbot.keyClicks(desk.editor.view, "x")

    qtbot.keyClick(desk.editor.view, Qt.Key.Key_Z, CTRL)
    qtbot.keyClick(desk.editor.view, Qt.Key.Key_Z, CTRL)

    assert desk.editor.view.note.stored == "Dal"
    qtbot.wait(50)
    assert services.library.note(note).pinned


def test_the_toast_takes_back_what_it_tells(open_desk, take, qtbot) -> None:
    take("Dal")
    desk = open_desk()
    qtbot.keyClick(desk.notes.view, Qt.Key.Key_D, CTRL)
    qtbot.waitUntil(desk.window.toast.isVisible)
    assert desk.status.saved.text() == "Pinned “Dal”"
    assert not desk.status.act.isVisible()  # one way back is enough

    qtbot.mouseClick(desk.window.toast.undo, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: desk.window.toast.text.text() == "Undone: Pinned “Dal”")


def test_a_note_of_the_trash_can_be_restored(open_desk, take, services, qtbot) -> None:
    note = take("Dal")
    services.capture.forget([note]).result()
    desk = open_desk()
    desk.browser.show_place(TRASH)

    desk.actions[CommandId.RESTORE].trigger()

    qtbot.waitUntil(lambda: services.library.note(note).deleted_at is None)
    qtbot.waitUntil(desk.notes.empty.isVisible)


def test_in_the_trash_only_acts_that_make_sense_are_offered(open_desk, take) -> None:
    take("Dal")
    desk = open_desk()

    desk.browser.show_place(TRASH)

    assert not desk.actions[CommandId.TRASH].isEnabled()
    assert desk.actions[CommandId.RESTORE].isEnabled()
    desk.browser.show_place(ALL_NOTES)
    assert not desk.actions[CommandId.RESTORE].isEnabled()


def test_deleting_for_good_asks_first(open_desk, take, services, qtbot) -> None:
    note = take("Dal")
    services.capture.forget([note]).result()
    desk = open_desk()
    desk.browser.show_place(TRASH)
    row = desk.notes.current_row()

    desk.note_menu.ask_purge([row])
    qtbot.waitUntil(lambda: desk.window.findChild(QMessageBox) is not None)
    desk.window.findChild(QMessageBox).buttons()[0].click()

    qtbot.waitUntil(lambda: services.library.counts().trashed == 0)
