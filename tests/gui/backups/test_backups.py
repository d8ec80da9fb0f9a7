"""Backups in the window: making one, looking into it, taking things back."""

from contextlib import closing

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from notebrain.app.account.vault_clock import VaultClock
from notebrain.app.commands.command import CommandId
from notebrain.app.events import BackupFailed, DateDoubted, TrashRemoved, WordsDamaged
from notebrain.app.jobs.doctor import Doctor
from notebrain.app.services import open_services
from notebrain.app.settings.table import BACKUP_FOLDER
from notebrain.gui.backups.panel import LINE_ROLE, BackupsPanel
from notebrain.gui.settings.storage_section import BackupsBlock


@pytest.fixture
def desk(take, services, open_desk, qtbot):
    """The window on two notes, with one backup of them."""
    take("# Dal\n\nLentils", tags=("food",))
    take("# Oats\n\nMilk")
    services.backups.make("by-hand")
    desk = open_desk()
    desk.actions[CommandId.BACKUPS].trigger()
    qtbot.waitUntil(lambda: panel_of(desk).notes.count() == 2)
    return desk


def panel_of(desk) -> BackupsPanel:
    panel = desk.window.findChild(BackupsPanel)
    assert isinstance(panel, BackupsPanel)
    return panel


def titles(lines) -> list[str]:
    return [lines.item(at).data(LINE_ROLE).title for at in range(lines.count())]


def test_backups_are_listed_with_date_size_and_how_many_notes(desk) -> None:
    line = panel_of(desk).list.item(0).data(LINE_ROLE)

    assert line.title.startswith("19 November 2026, ")
    assert line.detail == "Made by hand, 2 notes"
    assert line.end


def test_a_backup_is_made_now(desk, services, clock, qtbot) -> None:
    clock.forward(minutes=5)

    panel_of(desk).make.click()

    qtbot.waitUntil(lambda: panel_of(desk).list.count() == 2)
    assert desk.status.saved.text().startswith("Backed up: notebrain-")
    assert panel_of(desk).make.isEnabled()


def test_a_backup_that_fails_says_why_and_can_be_tried_again(desk, services, clock, qtbot) -> None:
    services.settings.put(BACKUP_FOLDER, "/proc/nowhere").result()

    panel_of(desk).make.click()

    qtbot.waitUntil(lambda: "No backup could be written" in desk.status.saved.text())
    assert desk.status.act.text() == "Try again"


def test_a_note_of_a_backup_is_found_and_copied_back(desk, services, qtbot) -> None:
    panel = panel_of(desk)

    qtbot.keyClicks(panel.field, "lent")
    qtbot.waitUntil(lambda: titles(panel.notes) == ["Dal"])
    panel.copy.click()

    qtbot.waitUntil(lambda: services.library.counts().notes == 3)
    qtbot.waitUntil(lambda: desk.status.act.text() == "Open it")
    desk.status.act.click()
    assert desk.browser.note.body == "# Dal\n\nLentils"
    assert desk.browser.note.tags == ("food",)


def test_everything_goes_back_only_once_the_user_agreed(desk, services, qtbot) -> None:
    backup = services.backups.rows()[0].path

    panel_of(desk).restore.click()
    qtbot.waitUntil(lambda: desk.window.findChild(QMessageBox) is not None)
    box = desk.window.findChild(QMessageBox)
    asked = box.text()
    box.buttons()[0].click()

    qtbot.waitUntil(lambda: desk.wanted_backup == backup)
    assert "are backed up first" in asked
    assert not desk.window.isVisible()


def test_going_back_keeps_the_notes_as_they_were_in_a_backup(tmp_path, take, services) -> None:
    take("early")
    early = services.backups.make("by-hand")
    take("late")
    services.close()

    Doctor(tmp_path / "vault").go_back(early)

    with closing(open_services(tmp_path / "vault")) as now:
        assert now.library.counts().notes == 1
        kept = now.backups.rows()[0]
        assert (kept.reason, kept.notes) == ("before-restore", 2)
    assert [path.name for path in (tmp_path / "vault").glob("*damaged*")] == []


def test_escape_leaves_the_backups(desk, qtbot) -> None:
    qtbot.keyClick(panel_of(desk).list, Qt.Key.Key_Escape)

    assert desk.window.shows_notes


def test_a_damaged_word_index_is_mended_by_itself_once_then_from_the_status_line(
    desk, services, qtbot
) -> None:
    desk.bridge.publish(WordsDamaged())
    qtbot.waitUntil(lambda: desk.status.saved.text() == "The word index was repaired")

    desk.bridge.publish(WordsDamaged())
    qtbot.waitUntil(lambda: desk.status.act.text() == "Repair the word index")

    desk.status.act.click()

    qtbot.waitUntil(lambda: desk.status.saved.text() == "The word index was repaired")
    assert desk.strip.text.text() == "The word index is whole again."


def test_a_backup_that_could_not_be_made_leads_to_the_backups(desk, qtbot) -> None:
    desk.leave_page()
    desk.bridge.publish(BackupFailed("There is no room."))
    qtbot.waitUntil(lambda: desk.status.saved.text() == "There is no room.")

    desk.status.act.click()

    qtbot.waitUntil(panel_of(desk).isVisible)


def test_notes_that_left_the_trash_are_told(desk, qtbot) -> None:
    desk.bridge.publish(TrashRemoved(2))

    qtbot.waitUntil(lambda: desk.status.saved.text().startswith("2 notes were deleted for good"))


def test_after_a_jump_of_the_date_the_user_says_that_it_is_right(desk, services, clock, qtbot):
    vault_clock = VaultClock(services.store, clock)
    vault_clock.look()
    clock.forward(days=40)
    block = BackupsBlock(desk)
    qtbot.addWidget(block)
    block.refresh()
    qtbot.waitUntil(lambda: "is 40 days after the last one" in block.clock.text())
    desk.bridge.publish(DateDoubted("The date jumped."))
    qtbot.waitUntil(lambda: desk.status.act.text() == "The date is right")

    desk.status.act.click()

    qtbot.waitUntil(lambda: desk.status.saved.text() == "The date counts again")
    assert vault_clock.reading().doubt is None
    block.refresh()
    qtbot.waitUntil(lambda: not block.clock.text())


def test_a_backup_of_a_date_to_come_is_shown_as_undated_and_last(desk, services, clock, qtbot):
    clock.forward(days=900)
    services.backups.make("by-hand")
    clock.forward(days=-900)

    desk.actions[CommandId.BACKUPS].trigger()

    qtbot.waitUntil(lambda: panel_of(desk).list.count() == 2)
    lines = [panel_of(desk).list.item(row).data(LINE_ROLE).title for row in range(2)]
    assert [line.startswith("Undated (says ") for line in lines] == [False, True]


def test_the_settings_lead_to_the_backups(desk, qtbot) -> None:
    block = BackupsBlock(desk)
    qtbot.addWidget(block)

    block.refresh()
    qtbot.waitUntil(lambda: block.newest.text().startswith("The newest backup is of 19 November"))
    desk.leave_page()
    block.open_button.click()

    qtbot.waitUntil(panel_of(desk).isVisible)
