"""Emptying the trash asks once and takes what is there."""

import pytest
from PySide6.QtWidgets import QMessageBox

from notebrain.app.account.vault_clock import VaultClock
from notebrain.app.commands.command import CommandId
from notebrain.app.maintenance import shredder
from notebrain.app.settings.table import BACKUPS, TRASH_DAYS
from notebrain.domain.notes.note import Category, ListFilter
from notebrain.gui.core.locations import ALL_NOTES, TRASH


@pytest.fixture
def desk_on_trash(open_window, take, services, qtbot):
    """The window on a trash of three notes, one of them of another workspace."""
    gone = [take("Dal"), take("Oats"), take("Minutes", workspace="Work")]
    take("Soup")
    services.notes.forget(gone).result()
    app = open_window()
    app.browser.show_location(TRASH)
    qtbot.waitUntil(app.actions[CommandId.EMPTY_TRASH].isEnabled)
    return app


def answer(app, qtbot, button: int) -> str:
    """Press a button of the question: 0 agrees, 1 gives up; return what was asked."""
    qtbot.waitUntil(lambda: app.window.findChild(QMessageBox) is not None)
    box = app.window.findChild(QMessageBox)
    asked = str(box.text())
    box.buttons()[button].click()
    qtbot.waitUntil(lambda: app.window.findChild(QMessageBox) is None)
    return asked


def test_the_trash_is_emptied_in_parts_once_the_user_agrees(
    desk_on_trash, services, qtbot, monkeypatch
) -> None:
    app = desk_on_trash
    monkeypatch.setattr(shredder, "REMOVED_AT_ONCE", 2)

    app.notes.empty_trash.click()
    asked = answer(app, qtbot, 0)

    assert asked.startswith("Delete all 3 notes in the trash for good?")
    qtbot.waitUntil(lambda: services.library.counts().trashed == 0)
    qtbot.waitUntil(lambda: app.status.saved.text() == "The trash is empty now")
    qtbot.waitUntil(lambda: not app.notes.empty_trash.isVisible())
    assert services.library.counts().notes == 1


def test_emptying_the_trash_says_which_files_go(desk_on_trash, services, take, qtbot) -> None:
    names = {b"1": "tap.txt", b"22": "sink.txt"}
    links = [services.file_acts.add_bytes(data, name).markdown for data, name in names.items()]
    services.notes.forget([take(" ".join(links))]).result()

    desk_on_trash.notes.empty_trash.click()

    asked = answer(desk_on_trash, qtbot, 1)
    assert asked.endswith(
        "2 files (3 B) are used nowhere else and are deleted 30 days later: sink.txt, tap.txt"
    )


@pytest.fixture
def no_room_for_backups(services):
    """A file stands where the backups would; made before the window, whose background makes their folder.

    No backup is due by itself: that its failure is said as well, a moment later, would cover what is asked about here.
    """
    services.settings.put(BACKUPS, False).result()
    services.store.backups.write_text("a file is in the way")


def test_without_a_backup_the_trash_stays_and_the_user_is_told(
    no_room_for_backups, desk_on_trash, services, qtbot
) -> None:
    app = desk_on_trash

    app.notes.empty_trash.click()
    answer(app, qtbot, 0)

    qtbot.waitUntil(lambda: "Nothing was deleted for good" in app.status.saved.text())
    assert services.library.counts().trashed == 3


def test_the_trash_stays_when_the_user_gives_up(desk_on_trash, services, qtbot) -> None:
    app = desk_on_trash

    app.actions[CommandId.EMPTY_TRASH].trigger()
    answer(app, qtbot, 1)

    assert services.library.counts().trashed == 3


def test_in_a_workspace_only_its_trash_is_emptied(desk_on_trash, services, qtbot) -> None:
    app = desk_on_trash
    app.browser.show_workspace("Work")
    app.browser.show_location(TRASH)

    app.actions[CommandId.EMPTY_TRASH].trigger()
    asked = answer(app, qtbot, 0)

    assert "the 1 note" in asked
    assert "“Work”" in asked
    qtbot.waitUntil(lambda: services.library.counts().trashed == 2)


def test_emptying_is_offered_in_a_trash_with_notes_only(desk_on_trash, qtbot) -> None:
    app = desk_on_trash
    empty = app.actions[CommandId.EMPTY_TRASH]
    shown = app.notes.empty_trash.isVisible()

    app.browser.show_location(ALL_NOTES)

    assert shown
    assert not empty.isEnabled()
    assert not app.notes.empty_trash.isVisible()


def test_the_menu_of_a_note_in_the_trash_offers_it(desk_on_trash) -> None:
    app = desk_on_trash

    menu = app.note_menu.make(app.notes.selected(), None)

    assert app.actions[CommandId.EMPTY_TRASH] in menu.actions()


def test_each_note_says_how_long_it_stays_in_the_trash(
    desk_on_trash, services, clock, qtbot
) -> None:
    app = desk_on_trash
    delegate = app.notes.view.itemDelegate()
    seen = VaultClock(services.store, clock)
    seen.check()

    clock.forward(days=18)
    seen.check()
    row = services.library.list(ListFilter(trashed=True))[0]
    told = delegate.end_text(row)
    services.settings.put(TRASH_DAYS, 0).result()
    app.browser.show_location(TRASH)

    assert told == "12 days left"
    assert delegate.end_text(row) != told


def test_a_restored_note_is_back_where_it_was(open_window, take, services, qtbot) -> None:
    note_id = take("Dal", workspace="Work", tags=("food",), pinned=True, category=Category.FACT)
    services.notes.forget([note_id]).result()
    app = open_window()
    app.browser.show_location(TRASH)
    qtbot.waitUntil(lambda: app.browser.note is not None)

    app.actions[CommandId.RESTORE].trigger()

    qtbot.waitUntil(lambda: services.library.note(note_id).deleted_at is None)
    note = services.library.note(note_id)
    assert (note.workspace, note.tags, note.pinned, note.category) == (
        "Work",
        ("food",),
        True,
        Category.FACT,
    )
