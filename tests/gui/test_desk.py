"""The whole window, by what the user does and sees."""

from concurrent.futures import Future
from threading import Event

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QInputDialog, QMenu, QMessageBox, QWidget

from notebrain.app.command import CommandId, Scope
from notebrain.app.commands import commands
from notebrain.app.settings import SORT, THEME, WINDOW, ZOOM
from notebrain.domain.changes import Changes
from notebrain.domain.errors import VaultError
from notebrain.domain.note import Category, ListFilter, SortKey
from notebrain.gui.pages import HOME
from notebrain.gui.places import ALL_NOTES, PINNED, TRASH, Kind, Place
from notebrain.gui.theme.theme import ThemeMode

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def titles(desk) -> list[str]:
    model = desk.notes.model
    return [model.index(row).data() for row in range(model.rowCount())]


def submenu(action: QAction) -> QMenu | None:
    menu = action.menu()
    return menu if isinstance(menu, QMenu) else None


def choose(menu: QMenu, *path: str) -> None:
    """Choose an entry of a menu by its texts."""
    *before, last = path
    for name in before:
        menu = submenu(entry(menu, name)) or menu
    entry(menu, last).trigger()


def entry(menu: QMenu, text: str) -> QAction:
    return next(a for a in menu.actions() if a.text().replace("&", "") == text)


def test_it_opens_with_the_newest_note(open_desk, take, qtbot) -> None:
    take("Older")
    newer = take("Newer\n\nand its text")

    desk = open_desk()

    assert titles(desk) == ["Newer", "Older"]
    assert desk.editor.note.id == newer
    assert desk.window.windowTitle() == "Newer - NoteBrain"
    qtbot.waitUntil(lambda: desk.status.saved.text() == "Ready, 2 notes")


def test_an_empty_vault_shows_a_welcome_and_the_first_note_ends_it(open_desk, qtbot) -> None:
    desk = open_desk()
    qtbot.waitUntil(desk.welcome.isVisible)

    qtbot.keyClick(desk.welcome.new_button, Qt.Key.Key_Space)

    qtbot.waitUntil(desk.editor.view.hasFocus)
    qtbot.keyClicks(desk.editor.view, "First words")
    qtbot.waitUntil(lambda: titles(desk) == ["First words"])
    qtbot.waitUntil(lambda: desk.status.saved.text().startswith("Saved on this computer"))
    assert desk.window.windowTitle() == "First words - NoteBrain"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_return_presses_the_button_that_has_the_keyboard(open_desk, qtbot, key) -> None:
    desk = open_desk()
    qtbot.waitUntil(desk.welcome.new_button.hasFocus)

    qtbot.keyClick(desk.welcome.new_button, key)

    qtbot.waitUntil(desk.editor.view.hasFocus)


def test_return_presses_import_and_the_way_out_of_an_empty_place(open_desk, take, qtbot) -> None:
    desk = open_desk()
    qtbot.waitUntil(desk.welcome.isVisible)
    desk.welcome.import_asked.disconnect()

    with qtbot.waitSignal(desk.welcome.import_asked, timeout=1_000):
        qtbot.keyClick(desk.welcome.import_button, Qt.Key.Key_Return)
    with qtbot.waitSignal(desk.notes.empty.new_note_asked, timeout=1_000):
        qtbot.keyClick(desk.notes.empty.act, Qt.Key.Key_Return)


def test_ctrl_n_makes_a_note_where_one_is(open_desk, take, services, qtbot) -> None:
    take("Other")
    desk = open_desk()
    desk.browser.show_place(Place(Kind.TAG, tag="garden"))

    desk.actions[CommandId.NEW_NOTE].trigger()

    qtbot.waitUntil(desk.editor.view.hasFocus)
    qtbot.keyClicks(desk.editor.view, "Tomatoes")
    qtbot.waitUntil(lambda: titles(desk) == ["Tomatoes"])
    assert services.library.note(desk.editor.note.id).tags == ("garden",)


@pytest.mark.parametrize(
    ("place", "seen"),
    [
        (PINNED, {"pinned": True}),
        (Place(Kind.CATEGORY, category=Category.FACT), {"category": Category.FACT}),
        (TRASH, {"deleted_at": None}),
    ],
)
def test_a_new_note_belongs_where_it_was_made(
    open_desk, take, services, qtbot, place, seen
) -> None:
    take("Other")
    desk = open_desk()
    desk.browser.show_place(place)
    before = desk.editor.note

    desk.browser.new_note()

    qtbot.waitUntil(lambda: desk.editor.note is not None and desk.editor.note != before)
    note = services.library.note(desk.editor.note.id)
    assert {name: getattr(note, name) for name in seen} == seen


def test_a_new_note_left_without_a_word_is_gone(open_desk, take, services, qtbot) -> None:
    other = take("Other")
    desk = open_desk()
    desk.browser.new_note()
    qtbot.waitUntil(lambda: titles(desk) == ["", "Other"])

    desk.notes.select(other)

    qtbot.waitUntil(lambda: titles(desk) == ["Other"])
    qtbot.waitUntil(lambda: services.library.counts().trashed == 0)


def test_a_new_note_with_a_word_in_it_stays(open_desk, take, services, qtbot) -> None:
    other = take("Other")
    desk = open_desk()
    desk.browser.new_note()
    qtbot.waitUntil(desk.editor.view.hasFocus)

    qtbot.keyClicks(desk.editor.view, "x")
    desk.notes.select(other)

    qtbot.waitUntil(lambda: sorted(titles(desk)) == ["Other", "x"])
    qtbot.wait(50)
    assert services.library.counts().notes == 2


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
    desk.editor.trash_asked.emit()
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


def test_ctrl_d_pins_the_chosen_note_from_anywhere(open_desk, take, services, qtbot) -> None:
    note = take("Dal")
    desk = open_desk()
    desk.editor.setFocus()

    qtbot.keyClick(desk.editor.view, Qt.Key.Key_D, CTRL)

    qtbot.waitUntil(lambda: services.library.note(note).pinned)
    qtbot.waitUntil(lambda: desk.browser.note.pinned)


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


def test_the_menu_of_a_note_files_it(open_desk, take, services, qtbot) -> None:
    note = take("Dal", tags=("recipes",))
    take("Other", tags=("garden",), workspace="Work")
    desk = open_desk()
    desk.notes.select(note)

    def menu() -> QMenu:
        desk.show_note_menu(desk.notes.selected(), desk.window.rect().center())
        menus: list[QMenu] = [m for m in desk.window.findChildren(QMenu) if m.isVisible()]
        return menus[-1]

    for path in (
        ("Tags", "garden"),
        ("Category", "Fact"),
        ("Importance", "5, most"),
        ("Move to workspace", "Work"),
    ):
        shown = menu()
        choose(shown, *path)
        shown.close()

    def filed() -> bool:
        found = services.library.note(note)
        seen = found.tags, found.category, found.importance, found.workspace
        return bool(seen == (("garden", "recipes"), Category.FACT, 5, "Work"))

    qtbot.waitUntil(filed)


def test_the_menu_takes_a_tag_off_that_all_chosen_notes_wear(
    open_desk, take, services, qtbot
) -> None:
    note = take("Dal", tags=("recipes",))
    desk = open_desk()

    menu = desk.note_menu.make(desk.notes.selected(), _known(desk))
    choose(menu, "Tags", "recipes")

    qtbot.waitUntil(lambda: services.library.note(note).tags == ())


def _known(desk):
    from notebrain.gui.note_menu import Known

    return Known(desk.services.library.workspaces(), desk.services.library.tags())


@pytest.mark.parametrize(
    ("path", "typed", "seen"),
    [
        (("Tags", "New tag…"), "winter", {"tags": ("winter",)}),
        (("Move to workspace", "New workspace…"), "Cabin", {"workspace": "Cabin"}),
    ],
)
def test_new_names_are_typed(open_desk, take, services, qtbot, path, typed, seen) -> None:
    note = take("Dal")
    desk = open_desk()

    choose(desk.note_menu.make(desk.notes.selected(), _known(desk)), *path)
    qtbot.waitUntil(lambda: desk.window.findChild(QInputDialog) is not None)
    dialog = desk.window.findChild(QInputDialog)
    dialog.setTextValue(typed)
    dialog.accept()

    def filed() -> bool:
        found = services.library.note(note)
        return bool({name: getattr(found, name) for name in seen} == seen)

    qtbot.waitUntil(filed)


def test_a_workspace_shows_its_own_notes(open_desk, take, services, qtbot) -> None:
    take("Home")
    take("Job", workspace="Work")
    desk = open_desk()
    qtbot.waitUntil(lambda: desk.sidebar.switcher.text() == "All workspaces")

    choose(desk.sidebar.switcher.menu(), "Work\t1")

    assert titles(desk) == ["Job"]
    assert desk.sidebar.switcher.text() == "Work"


def test_the_workspace_is_remembered(open_desk, take) -> None:
    take("Home")
    take("Job", workspace="Work")
    open_desk().browser.show_workspace("Work")

    again = open_desk()

    assert titles(again) == ["Job"]


def test_a_new_workspace_is_made_with_its_first_note(open_desk, take, services, qtbot) -> None:
    take("Home")
    desk = open_desk()
    qtbot.waitUntil(lambda: bool(desk.sidebar.switcher.menu().actions()))

    choose(desk.sidebar.switcher.menu(), "New workspace…")
    qtbot.waitUntil(lambda: desk.window.findChild(QInputDialog) is not None)
    dialog = desk.window.findChild(QInputDialog)
    dialog.setTextValue("Cabin")
    dialog.accept()
    qtbot.waitUntil(lambda: desk.browser.workspace == "Cabin")
    desk.browser.new_note()

    qtbot.waitUntil(lambda: "Cabin" in services.library.workspaces())


def test_the_order_is_remembered(open_desk, take, services) -> None:
    take("B")
    take("C")
    take("A")
    open_desk().browser.sort_by(SortKey.TITLE)

    again = open_desk()

    assert titles(again) == ["A", "B", "C"]
    assert services.settings.get(SORT) == "title"


def test_f6_walks_through_the_regions(open_desk, take, qtbot) -> None:
    take("Dal")
    desk = open_desk()
    desk.notes.view.setFocus()

    seen = []
    for command in (CommandId.NEXT_REGION, CommandId.NEXT_REGION, CommandId.PREVIOUS_REGION):
        desk.actions[command].trigger()
        seen.append(QApplication.focusWidget())

    assert seen == [desk.editor.view, desk.sidebar.top, desk.editor.view]


def test_a_new_note_that_cannot_be_made_says_why_and_what_to_do(
    open_desk, take, services, qtbot, monkeypatch
) -> None:
    def no_room(_draft) -> Future[Changes]:
        refused: Future[Changes] = Future()
        refused.set_exception(VaultError("The disk is full. Free some space."))
        return refused

    take("Dal")
    desk = open_desk()
    monkeypatch.setattr(services.capture, "capture", no_room)

    qtbot.keyClick(desk.window, Qt.Key.Key_N, CTRL)

    said = "No note was made. The disk is full. Free some space."
    qtbot.waitUntil(lambda: desk.status.saved.text() == said)
    qtbot.keyClicks(desk.editor.view, "more")
    assert desk.editor.view.toPlainText().startswith("more")


def test_f6_comes_by_what_there_is_to_do_in_the_status_line(open_desk, take, qtbot) -> None:
    take("Dal")
    desk = open_desk()
    desk.status.tell_problem("The disk is full.", "Try again", lambda: None)
    desk.editor.setFocus()

    qtbot.keyClick(desk.window, Qt.Key.Key_F6)
    assert desk.status.act.hasFocus()
    qtbot.keyClick(desk.window, Qt.Key.Key_F6)

    assert desk.sidebar.top.hasFocus()


def test_f6_comes_by_the_pane_beside_the_text_and_by_pages(open_desk, take, qtbot) -> None:
    take("Dal")
    desk = open_desk()
    desk.side.open("inspector", focus=False)
    desk.editor.setFocus()

    qtbot.keyClick(desk.window, Qt.Key.Key_F6)
    assert desk.side.isAncestorOf(desk.window.focusWidget())
    desk.show_search(typing=False)
    desk.sidebar.focus_entries()
    qtbot.keyClick(desk.window, Qt.Key.Key_F6)

    assert desk.search.isAncestorOf(desk.window.focusWidget())


def test_the_sidebar_can_be_hidden(open_desk, take, qtbot) -> None:
    take("Dal")
    desk = open_desk()

    desk.actions[CommandId.SIDEBAR].trigger()

    assert not desk.sidebar.isVisible()
    desk.actions[CommandId.SIDEBAR].trigger()
    assert desk.sidebar.isVisible()


def test_zoom_and_theme_are_remembered(open_desk, take, services, theme, qtbot) -> None:
    take("Dal")
    desk = open_desk()

    desk.actions[CommandId.ZOOM_IN].trigger()
    desk.actions[CommandId.THEME_DARK].trigger()

    qtbot.waitUntil(lambda: services.settings.get(ZOOM) == pytest.approx(1.1))
    qtbot.waitUntil(lambda: services.settings.get(THEME) == "dark")
    assert theme.mode is ThemeMode.DARK
    desk.actions[CommandId.ZOOM_OUT].trigger()
    desk.actions[CommandId.ZOOM_RESET].trigger()
    assert theme.zoom == 1.0


def test_full_screen_goes_on_and_off(open_desk, take) -> None:
    take("Dal")
    desk = open_desk()

    desk.actions[CommandId.FULL_SCREEN].setChecked(True)
    assert desk.window.isFullScreen()
    desk.actions[CommandId.FULL_SCREEN].setChecked(False)

    assert not desk.window.isFullScreen()


def test_next_and_previous_note_step_through_the_list(open_desk, take) -> None:
    take("C")
    take("B")
    take("A")
    desk = open_desk()

    desk.actions[CommandId.NEXT_NOTE].trigger()
    desk.actions[CommandId.NEXT_NOTE].trigger()
    desk.actions[CommandId.NEXT_NOTE].trigger()
    at_the_end = desk.editor.note.title
    desk.actions[CommandId.PREVIOUS_NOTE].trigger()

    assert at_the_end == "C"
    assert desk.editor.note.title == "B"


def test_what_the_command_line_changes_is_seen(open_desk, take, services, qtbot) -> None:
    from notebrain.app.brain import Brain
    from notebrain.app.events import ChangedElsewhere

    take("Here")
    desk = open_desk()
    with Brain.open(services.folder) as other:
        other.capture("From elsewhere")

    desk.bridge.publish(ChangedElsewhere())

    qtbot.waitUntil(lambda: "From elsewhere" in titles(desk))


def test_coming_back_to_the_window_shows_what_others_wrote(
    open_desk, take, services, qtbot
) -> None:
    from notebrain.app.brain import Brain

    take("Here")
    desk = open_desk()
    with Brain.open(services.folder) as other:
        other.capture("From elsewhere")

    desk.window.activated.emit()

    qtbot.waitUntil(lambda: "From elsewhere" in titles(desk))


def test_a_second_start_brings_the_window_forward(open_desk, take, qtbot) -> None:
    from notebrain.app.events import RaiseWindow

    take("Dal")
    desk = open_desk()
    desk.window.showMinimized()

    desk.bridge.publish(RaiseWindow())

    qtbot.waitUntil(lambda: not desk.window.isMinimized())


def test_a_fault_of_the_background_is_told_with_a_way_on(open_desk, take, qtbot) -> None:
    from notebrain.app.events import BackgroundFailed

    take("Dal")
    desk = open_desk()

    desk.bridge.publish(BackgroundFailed("Indexing stopped. Notes are safe."))

    qtbot.waitUntil(lambda: desk.status.saved.text() == "Indexing stopped. Notes are safe.")
    desk.status.act.click()


def test_pausing_is_remembered(open_desk, take, services, qtbot) -> None:
    from notebrain.app.settings import INDEX_PAUSED

    take("Dal")
    desk = open_desk()

    desk.status.pause_asked.emit()
    qtbot.waitUntil(lambda: services.settings.get(INDEX_PAUSED) is True)
    desk.status.resume_asked.emit()

    qtbot.waitUntil(lambda: services.settings.get(INDEX_PAUSED) is False)


def test_notes_become_searchable_by_meaning_and_the_line_says_so(open_desk, take, qtbot) -> None:
    take("Dal")

    desk = open_desk()

    qtbot.waitUntil(
        lambda: desk.status.meaning.text() == "1 note searchable by meaning", timeout=10_000
    )


def test_the_window_closes_only_when_everything_typed_is_safe(
    open_desk, take, services, qtbot
) -> None:
    note = take("Dal")
    desk = open_desk()
    desk.editor.setFocus()
    qtbot.keyClick(desk.editor.view, Qt.Key.Key_End, CTRL)
    qtbot.keyClicks(desk.editor.view, ", the good version")

    desk.window.close()

    qtbot.waitUntil(lambda: not desk.window.isVisible())
    assert services.library.note(note).body == "Dal, the good version"


def test_the_window_comes_back_as_it_was(open_desk, take, services, qtbot) -> None:
    take("Dal")
    desk = open_desk()
    desk.window.setGeometry(10, 20, 760, 520)
    desk.actions[CommandId.SIDEBAR].trigger()
    desk.window.close()
    qtbot.waitUntil(lambda: services.settings.get(WINDOW) != "")

    again = open_desk()

    assert again.window.width() == 760
    assert not again.sidebar.isVisible()
    assert not again.actions[CommandId.SIDEBAR].isChecked()


def test_the_note_that_was_shown_is_shown_again(open_desk, take, services, qtbot) -> None:
    older = take("Older")
    take("Newer")
    desk = open_desk()
    desk.notes.select(older)
    desk.window.close()
    qtbot.waitUntil(lambda: services.settings.get(WINDOW) != "")

    again = open_desk()

    assert again.editor.note.id == older
    assert again.notes.current() == older


def test_the_first_note_is_shown_when_the_last_shown_one_is_gone(
    open_desk, take, services, qtbot
) -> None:
    older = take("Older")
    newer = take("Newer")
    desk = open_desk()
    desk.notes.select(older)
    desk.window.close()
    qtbot.waitUntil(lambda: services.settings.get(WINDOW) != "")
    services.capture.forget([older]).result()

    again = open_desk()

    assert again.editor.note.id == newer


def test_the_status_line_counts_along(open_desk, take, services, qtbot) -> None:
    take("One")
    desk = open_desk()
    qtbot.waitUntil(lambda: desk.status.saved.text() == "Ready, 1 note")

    take("Two")
    desk.browser.on_changed_elsewhere()

    qtbot.waitUntil(lambda: desk.status.saved.text() == "Ready, 2 notes")


def test_staying_with_a_note_counts_as_opening_it(open_desk, take, services, qtbot) -> None:
    note = take("Dal")
    open_desk()

    qtbot.waitUntil(lambda: services.library.note(note).access_count == 1, timeout=4_000)


def test_a_link_to_a_note_leads_there(open_desk, take, qtbot) -> None:
    gas = take("Gas: supplier and delivery")
    take("Greenhouse")
    desk = open_desk()

    desk.editor.link_opened.emit("gas: supplier and delivery")

    qtbot.waitUntil(lambda: desk.editor.note.id == gas)


def test_a_link_to_nothing_says_so(open_desk, take, qtbot) -> None:
    take("Greenhouse")
    desk = open_desk()

    desk.editor.link_opened.emit("No such note")

    qtbot.waitUntil(lambda: desk.status.saved.text() == "There is no note “No such note”")


def test_no_two_commands_share_a_shortcut() -> None:
    seen: dict[tuple[str, Scope], CommandId] = {}
    for row in commands():
        for key in row.keys:
            name = QKeySequence(key).toString()
            assert name
            assert (name, row.scope) not in seen
            seen[name, row.scope] = row.id


def test_every_command_of_the_table_is_in_a_menu(open_desk, take) -> None:
    take("Dal")
    desk = open_desk()

    def entries(menu: QMenu) -> set[str]:
        found = {a.text() for a in menu.actions()}
        for action in menu.actions():
            below = submenu(action)
            found |= entries(below) if below is not None else set()
        return found

    shown = set().union(
        *(entries(menu) for a in desk.window.menuBar().actions() if (menu := submenu(a)))
    )
    assert {row.text for row in commands()} <= shown


def test_alt_shows_the_menu_bar_and_hides_it(open_desk, take, qtbot) -> None:
    take("Dal")
    desk = open_desk()
    before = desk.window.menuBar().isVisible()

    qtbot.keyPress(desk.window, Qt.Key.Key_Alt)
    qtbot.keyRelease(desk.window, Qt.Key.Key_Alt)

    assert desk.window.menuBar().isVisible() != before


def test_a_shortcut_with_alt_leaves_the_menu_bar_as_it_is(open_desk, take, qtbot) -> None:
    take("Dal")
    desk = open_desk()
    before = desk.window.menuBar().isVisible()

    qtbot.keyPress(desk.window, Qt.Key.Key_Alt)
    # all that is seen of a key that a shortcut takes
    left = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    QApplication.sendEvent(desk.notes.view, left)
    qtbot.keyRelease(desk.window, Qt.Key.Key_Alt)

    assert desk.window.menuBar().isVisible() == before


def test_what_was_found_is_told_in_the_search_only(open_desk, take, qtbot) -> None:
    take("Toast the cumin")
    desk = open_desk()
    desk.show_search()

    desk.leave_page()
    desk.search.told.emit("50 notes")

    qtbot.waitUntil(lambda: desk.status.words.text() == "3 words")


def unnamed(root: QWidget) -> list[str]:
    found = []
    for widget in root.findChildren(QWidget):
        if widget.focusPolicy() == Qt.FocusPolicy.NoFocus or not widget.isVisible():
            continue
        interface = QAccessible.queryAccessibleInterface(widget)
        if not interface.text(QAccessible.Text.Name):
            found.append(f"{type(widget).__name__}:{widget.objectName()}")
    return found


@pytest.mark.parametrize("page", ["notes", "search", "trash", "empty"])
def test_everything_that_takes_the_keyboard_has_a_name(open_desk, take, qtbot, page) -> None:
    if page != "empty":
        take("Dal", tags=("recipes",))
    desk = open_desk()
    qtbot.waitUntil(lambda: desk.welcome.isVisible() == (page == "empty"))
    if page == "search":
        desk.show_search()
    if page == "trash":
        desk.browser.show_place(TRASH)

    assert unnamed(desk.window) == []


def test_searching_and_going_back_keeps_the_place(open_desk, take, qtbot) -> None:
    take("Dal", pinned=True)
    desk = open_desk()
    desk.browser.show_place(PINNED)

    desk.actions[CommandId.SEARCH].trigger()
    assert desk.search.isVisible()
    desk.leave_page()

    assert desk.notes.isVisible()
    assert desk.sidebar.top.entry().place == PINNED


def test_a_hit_opens_its_note_at_the_passage(open_desk, take, services, qtbot) -> None:
    note = take("Dal\n\nToast the cumin first.")
    take("Other", pinned=True)
    desk = open_desk()
    desk.browser.show_place(PINNED)
    desk.show_search()

    desk.search.opened.emit(note, 5, 27)

    qtbot.waitUntil(lambda: desk.notes.current() == note)
    assert desk.editor.view.passage.selectedText() == "Toast the cumin first."
    assert services.library.keys(ListFilter(pinned=True)) != list(desk.notes.model.keys)


def test_a_hit_that_is_gone_stays_in_the_search(open_desk, take) -> None:
    take("Dal")
    desk = open_desk()
    desk.show_search()

    desk.search.opened.emit("0" * 8, 0, 1)

    assert desk.search.isVisible()


def test_an_empty_note_does_not_outlive_the_window(open_desk, take, services, qtbot) -> None:
    take("Other")
    desk = open_desk()
    desk.browser.new_note()
    qtbot.waitUntil(lambda: services.library.counts().notes == 2)
    qtbot.waitUntil(lambda: desk.editor.note.body == "")

    desk.window.close()
    desk.close()

    qtbot.waitUntil(lambda: services.library.counts().notes == 1)


def test_a_note_begun_on_home_is_not_left_for_the_first_of_the_list(qtbot, open_desk, take) -> None:
    take("# Welcome\n\nA note like any other.")
    desk = open_desk()
    desk.browser.rest_at([desk.notes.selected()[0].id])
    desk.pages.show(HOME)
    list_may_load = Event()
    desk.reader.read("something long", list_may_load.wait, lambda _done: None)

    desk.actions[CommandId.NEW_NOTE].trigger()
    qtbot.waitUntil(lambda: desk.window.shows_notes)
    # Home goes, and with it the keyboard: Qt gives it to the list, which then chooses
    desk.notes.view.setFocus(Qt.FocusReason.TabFocusReason)

    shown = desk.browser.note
    list_may_load.set()
    assert shown is not None
    assert shown.body == ""
