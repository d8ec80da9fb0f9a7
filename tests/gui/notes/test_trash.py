"""Emptying the trash asks once and takes what is there."""

import pytest
from PySide6.QtWidgets import QMessageBox

from notebrain.app.account.vault_clock import VaultClock
from notebrain.app.commands.command import CommandId
from notebrain.app.maintenance import shredder
from notebrain.app.settings.table import TRASH_DAYS
from notebrain.domain.notes.note import Category, ListFilter
from notebrain.gui.notes.locations import ALL_NOTES, TRASH


@pytest.fixture
def desk_on_trash(open_desk, take, services, qtbot):
    """The window on a trash of three notes, one of them of another workspace."""
    gone = [take("Dal"), take("Oats"), take("Minutes", workspace="Work")]
    take("Soup")
    services.capture.forget(gone).result()
    desk = open_desk()
    desk.browser.show_place(TRASH)
    qtbot.waitUntil(desk.actions[CommandId.EMPTY_TRASH].isEnabled)
    return desk


def answer(desk, qtbot, button: int) -> str:
    """Press a button of the question: 0 agrees, 1 gives up; return what was asked."""
    qtbot.waitUntil(lambda: desk.window.findChild(QMessageBox) is not None)
    box = desk.window.findChild(QMessageBox)
    asked = str(box.text())
    box.buttons()[button].click()
    qtbot.waitUntil(lambda: desk.window.findChild(QMessageBox) is None)
    return asked


def test_the_trash_is_emptied_in_parts_once_the_user_agrees(
    desk_on_trash, services, qtbot, monkeypatch
) -> None:
    desk = desk_on_trash
    monkeypatch.setattr(shredder, "REMOVED_AT_ONCE", 2)

    desk.notes.empty_trash.click()
    asked = answer(desk, qtbot, 0)

    assert asked.startswith("Delete all 3 notes in the trash for good?")
    qtbot.waitUntil(lambda: services.library.counts().trashed == 0)
    qtbot.waitUntil(lambda: desk.status.saved.text() == "The trash is empty now")
    qtbot.waitUntil(lambda: not desk.notes.empty_trash.isVisible())
    assert services.library.counts().notes == 1


@pytest.fixture
def no_room_for_backups(services):
    """A file stands where the backups would; made before the window, whose background makes their folder."""
    services.store.backups.write_text("a file is in the way")


def test_without_a_backup_the_trash_stays_and_the_user_is_told(
    no_room_for_backups, desk_on_trash, services, qtbot
) -> None:
    desk = desk_on_trash

    desk.notes.empty_trash.click()
    answer(desk, qtbot, 0)

    qtbot.waitUntil(lambda: "Nothing was removed for good" in desk.status.saved.text())
    assert services.library.counts().trashed == 3


def test_the_trash_stays_when_the_user_gives_up(desk_on_trash, services, qtbot) -> None:
    desk = desk_on_trash

    desk.actions[CommandId.EMPTY_TRASH].trigger()
    answer(desk, qtbot, 1)

    assert services.library.counts().trashed == 3


def test_in_a_workspace_only_its_trash_is_emptied(desk_on_trash, services, qtbot) -> None:
    desk = desk_on_trash
    desk.browser.show_workspace("Work")
    desk.browser.show_place(TRASH)

    desk.actions[CommandId.EMPTY_TRASH].trigger()
    asked = answer(desk, qtbot, 0)

    assert "the 1 note" in asked
    assert "“Work”" in asked
    qtbot.waitUntil(lambda: services.library.counts().trashed == 2)


def test_emptying_is_offered_in_a_trash_with_notes_only(desk_on_trash, qtbot) -> None:
    desk = desk_on_trash
    empty = desk.actions[CommandId.EMPTY_TRASH]
    shown = desk.notes.empty_trash.isVisible()

    desk.browser.show_place(ALL_NOTES)

    assert shown
    assert not empty.isEnabled()
    assert not desk.notes.empty_trash.isVisible()


def test_the_menu_of_a_note_in_the_trash_offers_it(desk_on_trash) -> None:
    desk = desk_on_trash

    menu = desk.note_menu.make(desk.notes.selected(), None)

    assert desk.actions[CommandId.EMPTY_TRASH] in menu.actions()


def test_each_note_says_how_long_it_stays_in_the_trash(
    desk_on_trash, services, clock, qtbot
) -> None:
    desk = desk_on_trash
    delegate = desk.notes.view.itemDelegate()
    seen = VaultClock(services.store, clock)
    seen.look()

    clock.forward(days=18)
    seen.look()
    row = services.library.list(ListFilter(trashed=True))[0]
    told = delegate.told_at_end(row)
    services.settings.put(TRASH_DAYS, 0).result()
    desk.browser.show_place(TRASH)

    assert told == "12 days left"
    assert delegate.told_at_end(row) != told


def test_a_restored_note_is_back_where_it_was(open_desk, take, services, qtbot) -> None:
    note_id = take("Dal", workspace="Work", tags=("food",), pinned=True, category=Category.FACT)
    services.capture.forget([note_id]).result()
    desk = open_desk()
    desk.browser.show_place(TRASH)
    qtbot.waitUntil(lambda: desk.browser.note is not None)

    desk.actions[CommandId.RESTORE].trigger()

    qtbot.waitUntil(lambda: services.library.note(note_id).deleted_at is None)
    note = services.library.note(note_id)
    assert (note.workspace, note.tags, note.pinned, note.category) == (
        "Work",
        ("food",),
        True,
        Category.FACT,
    )
