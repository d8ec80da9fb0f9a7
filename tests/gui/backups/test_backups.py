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
from notebrain.gui.backups.controller import BackupsController
from notebrain.gui.backups.panel import LINE_ROLE, BackupsPanel
from notebrain.gui.import_export.progress_strip import ProgressStrip
from notebrain.gui.settings.storage_section import BackupsBlock
from notebrain.gui.window.notices import HealthNotices
from tests.fakes.context import Alone


@pytest.fixture
def vault(take, services) -> None:
    """Two notes, with one backup of them."""
    take("# Dal\n\nLentils", tags=("food",))
    take("# Oats\n\nMilk")
    services.backups.make("by-hand")


@pytest.fixture
def whole(vault, open_window, qtbot):
    """The window, with the backups shown."""
    app = open_window()
    app.actions[CommandId.BACKUPS].trigger()
    qtbot.waitUntil(lambda: panel_of(app).notes.count() == 2)
    return app


@pytest.fixture
def app(vault, context, qtbot):
    """The backups alone, and what is told of them."""
    strip = ProgressStrip(context.theme)
    BackupsController(context, lambda _backup: None)
    HealthNotices(context, strip)
    app = Alone(context=context, strip=strip)
    context.actions[CommandId.BACKUPS].trigger()
    qtbot.waitUntil(lambda: panel_of(app).notes.count() == 2)
    return app


def panel_of(app) -> BackupsPanel:
    panel = app.window.findChild(BackupsPanel)
    assert isinstance(panel, BackupsPanel)
    return panel


def titles(lines) -> list[str]:
    return [lines.item(at).data(LINE_ROLE).title for at in range(lines.count())]


def test_backups_are_listed_with_date_size_and_how_many_notes(app) -> None:
    line = panel_of(app).list.item(0).data(LINE_ROLE)

    assert line.title.startswith("19 November 2026, ")
    assert line.detail == "Manual, 2 notes"
    assert line.end


def test_a_backup_is_made_now(app, services, clock, qtbot) -> None:
    clock.forward(minutes=5)

    panel_of(app).make.click()

    qtbot.waitUntil(lambda: panel_of(app).list.count() == 2)
    assert app.messages.text.startswith("Backed up: notebrain-")
    assert panel_of(app).make.isEnabled()


def test_a_backup_that_fails_says_why_and_can_be_tried_again(app, services, clock, qtbot) -> None:
    services.settings.put(BACKUP_FOLDER, "/proc/nowhere").result()

    panel_of(app).make.click()

    qtbot.waitUntil(lambda: "No backup could be written" in app.messages.text)
    assert app.messages.act == "Try again"


def test_a_note_of_a_backup_is_found_and_copied_back(app, services, qtbot) -> None:
    panel = panel_of(app)

    qtbot.keyClicks(panel.field, "lent")
    qtbot.waitUntil(lambda: titles(panel.notes) == ["Dal"])
    panel.copy.click()

    qtbot.waitUntil(lambda: services.library.counts().notes == 3)
    qtbot.waitUntil(lambda: app.messages.act == "Open it")
    app.messages.press()
    assert app.navigator.note.body == "# Dal\n\nLentils"
    assert app.navigator.note.tags == ("food",)


def test_everything_goes_back_only_once_the_user_agreed(whole, services, qtbot) -> None:
    backup = services.backups.rows()[0].path

    panel_of(whole).restore.click()
    qtbot.waitUntil(lambda: whole.window.findChild(QMessageBox) is not None)
    box = whole.window.findChild(QMessageBox)
    asked = box.text()
    box.buttons()[0].click()

    qtbot.waitUntil(lambda: whole.wanted_backup == backup)
    assert "are backed up first" in asked
    assert not whole.window.isVisible()


def test_the_user_is_told_which_files_will_be_missing_before_everything_goes_back(
    services, take, open_window, qtbot
) -> None:
    added = [services.file_acts.add_bytes(b"%d" % n, f"{n}.txt") for n in range(6)]
    take(" ".join(one.markdown for one in added))
    services.backups.make("by-hand")
    for one in added[:5]:
        for path in services.folder.rglob(one.attachment.sha):
            path.unlink()
    app = open_window()
    app.actions[CommandId.BACKUPS].trigger()
    qtbot.waitUntil(lambda: panel_of(app).notes.count() == 1)

    panel_of(app).restore.click()

    qtbot.waitUntil(lambda: app.window.findChild(QMessageBox) is not None)
    box = app.window.findChild(QMessageBox)
    asked = box.text()
    box.buttons()[1].click()
    assert asked.endswith(
        "5 files are neither in this backup nor on this computer and will be missing: "
        "0.txt, 1.txt, 2.txt, 3.txt …"
    )


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


def test_escape_leaves_the_backups(app, qtbot) -> None:
    qtbot.keyClick(panel_of(app).list, Qt.Key.Key_Escape)

    assert app.window.shows_notes


def test_a_damaged_word_index_is_mended_by_itself_once_then_from_the_status_bar(
    app, services, qtbot
) -> None:
    app.events.publish(WordsDamaged())
    qtbot.waitUntil(lambda: app.messages.text == "The word index was repaired")

    app.events.publish(WordsDamaged())
    qtbot.waitUntil(lambda: app.messages.act == "Repair the word index")

    app.messages.press()

    qtbot.waitUntil(lambda: app.messages.text == "The word index was repaired")
    assert app.strip.text.text() == "The word index works again."


def test_a_backup_that_could_not_be_made_leads_to_the_backups(app, qtbot) -> None:
    app.navigator.leave_page()
    app.events.publish(BackupFailed("There is no room."))
    qtbot.waitUntil(lambda: app.messages.text == "There is no room.")

    app.messages.press()

    qtbot.waitUntil(panel_of(app).isVisible)


def test_notes_that_left_the_trash_are_told(app, qtbot) -> None:
    app.events.publish(TrashRemoved(2))

    qtbot.waitUntil(lambda: app.messages.text.startswith("2 notes were deleted for good"))


def test_after_a_jump_of_the_date_the_user_says_that_it_is_right(app, services, clock, qtbot):
    vault_clock = VaultClock(services.store, clock)
    vault_clock.check()
    clock.forward(days=40)
    block = BackupsBlock(app.context)
    qtbot.addWidget(block)
    block.refresh()
    qtbot.waitUntil(lambda: "is 40 days after the last one" in block.clock.text())
    app.events.publish(DateDoubted("The date jumped."))
    qtbot.waitUntil(lambda: app.messages.act == "The date is correct")

    app.messages.press()

    qtbot.waitUntil(lambda: app.messages.text == "The date is trusted again")
    assert vault_clock.reading().doubt is None
    block.refresh()
    qtbot.waitUntil(lambda: not block.clock.text())


def test_a_backup_of_a_date_to_come_is_shown_as_undated_and_last(app, services, clock, qtbot):
    clock.forward(days=900)
    services.backups.make("by-hand")
    clock.forward(days=-900)

    app.actions[CommandId.BACKUPS].trigger()

    qtbot.waitUntil(lambda: panel_of(app).list.count() == 2)
    lines = [panel_of(app).list.item(row).data(LINE_ROLE).title for row in range(2)]
    assert [line.startswith("Undated (says ") for line in lines] == [False, True]


def test_the_settings_lead_to_the_backups(app, qtbot) -> None:
    block = BackupsBlock(app.context)
    qtbot.addWidget(block)

    block.refresh()
    qtbot.waitUntil(lambda: block.newest.text().startswith("The newest backup is from 19 November"))
    app.navigator.leave_page()
    block.open_button.click()

    qtbot.waitUntil(panel_of(app).isVisible)
