"""Notes go to the trash and come back."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from notebrain.app.commands.command import CommandId
from notebrain.gui.core.locations import ALL_NOTES, PINNED, TRASH
from tests.fakes.window import titles

CTRL = Qt.KeyboardModifier.ControlModifier


def test_delete_moves_to_the_trash_and_ctrl_z_brings_back(open_window, take, qtbot) -> None:
    take("Stays")
    take("Goes")
    app = open_window()
    view = app.notes.view

    qtbot.keyClick(view, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: titles(app) == ["Stays"])
    assert app.window.toast.text.text() == "Moved “Goes” to the trash"
    assert app.editor.note.title == "Stays"
    assert [row.title for row in app.notes.selected()] == ["Stays"]
    qtbot.keyClick(view, Qt.Key.Key_Z, CTRL)

    qtbot.waitUntil(lambda: titles(app) == ["Goes", "Stays"])


@pytest.mark.parametrize(
    ("gone", "shown"), [((0,), "Two"), ((1,), "Three"), ((3,), "Three"), ((1, 2), "Four")]
)
def test_the_note_that_takes_the_place_of_a_deleted_one_is_shown(
    open_window, take, qtbot, gone, shown
) -> None:
    for name in ("Four", "Three", "Two", "One"):
        take(name)
    app = open_window()
    app.notes.step(gone[0])
    for _more in gone[1:]:
        qtbot.keyClick(app.notes.view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)

    qtbot.keyClick(app.notes.view, Qt.Key.Key_Delete)

    qtbot.waitUntil(lambda: app.notes.model.rowCount() == 4 - len(gone))
    assert app.editor.note.title == shown
    assert [row.title for row in app.notes.selected()] == [shown]
    assert app.notes.view.hasFocus()


def test_the_next_note_is_shown_although_so_many_go_that_the_list_is_filled_anew(
    open_window, services, take, qtbot
) -> None:
    notes = [take(f"Note {number}") for number in range(60)]
    app = open_window()
    app.notes.step(20)
    assert app.editor.note.title == "Note 39"

    services.notes.forget([note for note in notes if int(note_number(services, note)) % 2]).result()
    app.browser.on_changed_elsewhere()

    qtbot.waitUntil(lambda: app.notes.model.rowCount() == 30)
    qtbot.waitUntil(lambda: app.editor.note.title == "Note 38")


def note_number(services, note) -> str:
    title: str = services.library.note(note).title
    return title.removeprefix("Note ")


def test_a_note_brought_back_from_the_trash_is_the_chosen_one_again(
    open_window, take, qtbot
) -> None:
    take("One")
    note = take("Two")
    take("Three")
    app = open_window()
    qtbot.waitUntil(lambda: app.notes.model.rowCount() == 3)
    app.notes.step(1)
    qtbot.keyClick(app.notes.view, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: app.notes.model.rowCount() == 2)
    assert app.notes.current() != note

    qtbot.keyClick(app.notes.view, Qt.Key.Key_Z, CTRL)

    qtbot.waitUntil(lambda: app.notes.current() == note)
    assert app.browser.note.id == note
    assert [row.id for row in app.notes.selected()] == [note]


@pytest.mark.parametrize("location", [ALL_NOTES, PINNED])
def test_ctrl_z_brings_the_last_note_of_a_place_back_wherever_the_keyboard_went(
    open_window, take, qtbot, location
) -> None:
    take("Goes", pinned=True)
    app = open_window()
    app.browser.show_location(location)
    qtbot.keyClick(app.notes.view, Qt.Key.Key_Delete)
    qtbot.waitUntil(app.notes.empty.isVisible)
    app.notes.empty.act.setFocus()

    qtbot.keyClick(app.notes.empty.act, Qt.Key.Key_Z, CTRL)

    qtbot.waitUntil(lambda: titles(app) == ["Goes"])


def test_the_last_note_deleted_from_its_text_lets_the_keyboard_go_and_comes_back(
    open_window, take, services, qtbot
) -> None:
    note = take("Goes")
    app = open_window()
    app.editor.setFocus()
    app.editor.trash_requested.emit()
    qtbot.waitUntil(app.notes.empty.act.hasFocus)

    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_X)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Z, CTRL)

    qtbot.waitUntil(lambda: titles(app) == ["Goes"])
    assert services.library.note(note).body == "Goes"


def test_ctrl_z_in_the_text_takes_back_words_not_what_was_done_to_notes(
    open_window, take, services, qtbot
) -> None:
    note = take("Dal")
    app = open_window()
    qtbot.keyClick(app.notes.view, Qt.Key.Key_D, CTRL)
    qtbot.waitUntil(lambda: services.library.note(note).pinned)
    app.editor.setFocus()
    qtbot.keyClicks(app.editor.view, "x")

    qtbot.keyClick(app.editor.view, Qt.Key.Key_Z, CTRL)
    qtbot.keyClick(app.editor.view, Qt.Key.Key_Z, CTRL)

    assert app.editor.view.note.stored == "Dal"
    qtbot.wait(50)
    assert services.library.note(note).pinned


def test_ctrl_z_brings_a_note_back_although_the_next_one_has_the_keyboard(
    open_window, take, services, qtbot
) -> None:
    stays, goes = take("Stays"), take("Goes")
    app = open_window()
    app.browser.open_note(stays)
    app.editor.write_at_end()
    qtbot.keyClicks(app.editor.view, "!")
    app.browser.open_note(goes)
    app.editor.setFocus()
    app.editor.trash_requested.emit()
    qtbot.waitUntil(lambda: app.editor.note.id == stays)
    qtbot.waitUntil(app.window.toast.isVisible)
    assert app.editor.view.hasFocus()

    qtbot.keyClick(app.editor.view, Qt.Key.Key_Z, CTRL)

    qtbot.waitUntil(lambda: services.library.note(goes).deleted_at is None)
    assert services.library.note(stays).body == "Stays!"

    qtbot.waitUntil(lambda: app.window.toast.text.text().startswith("Undone"))
    qtbot.keyClick(app.editor.view, Qt.Key.Key_Z, CTRL | Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: services.library.note(goes).deleted_at is not None)


@pytest.mark.parametrize("by", ["key", "click"])
def test_after_a_key_or_a_click_in_the_text_ctrl_z_takes_back_words(
    open_window, take, services, qtbot, by
) -> None:
    stays, goes = take("Stays"), take("Goes")
    app = open_window()
    view = app.editor.view
    app.browser.open_note(stays)
    app.editor.write_at_end()
    qtbot.keyClicks(view, "!")
    app.browser.open_note(goes)
    app.editor.setFocus()
    app.editor.trash_requested.emit()
    qtbot.waitUntil(lambda: app.editor.note.id == stays)
    qtbot.waitUntil(app.window.toast.isVisible)

    if by == "key":
        qtbot.keyClick(view, Qt.Key.Key_X)
        qtbot.keyClick(view, Qt.Key.Key_Z, CTRL)
    else:
        at = view.cursorRect().center()
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.keyClick(view, Qt.Key.Key_Z, CTRL)

    assert view.note.stored == "Stays"
    assert services.library.note(goes).deleted_at is not None


def test_a_note_just_written_is_named_by_the_title_that_was_typed(open_window, take, qtbot) -> None:
    take("Older")
    app = open_window()
    app.actions[CommandId.NEW_NOTE].trigger()
    qtbot.waitUntil(app.editor.view.hasFocus)
    qtbot.waitUntil(lambda: app.editor.note is not None and not app.editor.note.title)
    qtbot.keyClicks(app.editor.view, "Boat trip")

    app.editor.trash_requested.emit()

    qtbot.waitUntil(app.window.toast.isVisible)
    assert app.window.toast.text.text() == "Moved “Boat trip” to the trash"


def test_the_toast_takes_back_what_it_tells(open_window, take, qtbot) -> None:
    take("Dal")
    app = open_window()
    qtbot.keyClick(app.notes.view, Qt.Key.Key_D, CTRL)
    qtbot.waitUntil(app.window.toast.isVisible)
    assert app.status.saved.text() == "Pinned “Dal”"
    assert not app.status.act.isVisible()  # one way back is enough

    qtbot.mouseClick(app.window.toast.undo, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: app.window.toast.text.text() == "Undone: Pinned “Dal”")


def test_what_was_undone_by_mistake_is_named_and_redone_there(
    open_window, take, services, qtbot
) -> None:
    note = take("Dal")
    app = open_window()
    qtbot.keyClick(app.notes.view, Qt.Key.Key_D, CTRL)
    qtbot.waitUntil(lambda: services.library.note(note).pinned)
    qtbot.waitUntil(app.window.toast.isVisible)
    qtbot.keyClick(app.notes.view, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: app.window.toast.text.text() == "Undone: Pinned “Dal”")
    assert app.window.toast.undo.text() == "Redo"

    qtbot.mouseClick(app.window.toast.undo, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: services.library.note(note).pinned)
    qtbot.waitUntil(lambda: app.window.toast.undo.text() == "Undo")


def test_a_note_of_the_trash_can_be_restored(open_window, take, services, qtbot) -> None:
    note = take("Dal")
    services.notes.forget([note]).result()
    app = open_window()
    app.browser.show_location(TRASH)

    app.actions[CommandId.RESTORE].trigger()

    qtbot.waitUntil(lambda: services.library.note(note).deleted_at is None)
    qtbot.waitUntil(app.notes.empty.isVisible)


def test_in_the_trash_only_acts_that_make_sense_are_offered(open_window, take) -> None:
    take("Dal")
    app = open_window()

    app.browser.show_location(TRASH)

    assert not app.actions[CommandId.TRASH].isEnabled()
    assert app.actions[CommandId.RESTORE].isEnabled()
    app.browser.show_location(ALL_NOTES)
    assert not app.actions[CommandId.RESTORE].isEnabled()


def test_deleting_for_good_asks_first(open_window, take, services, qtbot) -> None:
    note = take("Dal")
    services.notes.forget([note]).result()
    app = open_window()
    app.browser.show_location(TRASH)
    row = app.notes.current_row()

    app.note_menu.ask_purge([row])
    qtbot.waitUntil(lambda: app.window.findChild(QMessageBox) is not None)
    app.window.findChild(QMessageBox).buttons()[0].click()

    qtbot.waitUntil(lambda: services.library.counts().trashed == 0)


def test_deleting_for_good_says_which_files_go_with_the_notes(
    open_window, take, services, qtbot
) -> None:
    used, alone = (
        services.file_acts.add_bytes(name.encode(), name).markdown
        for name in ("used.txt", "alone.txt")
    )
    take(f"Kept {used}")
    services.notes.forget([take(f"Dal {used} {alone}")]).result()
    app = open_window()
    app.browser.show_location(TRASH)

    app.note_menu.ask_purge([app.notes.current_row()])
    qtbot.waitUntil(lambda: app.window.findChild(QMessageBox) is not None)

    box = app.window.findChild(QMessageBox)
    assert box.text() == (
        "Delete 1 note for good? It cannot be brought back. "
        "The file alone.txt (9 B) is used nowhere else; it is deleted 30 days later."
    )
    box.buttons()[1].click()
