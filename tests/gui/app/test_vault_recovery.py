"""A vault that does not open: why, and the way back."""

from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from notebrain.app.events import BackgroundFailed
from notebrain.app.jobs.doctor import Doctor
from notebrain.app.services import window_lease
from notebrain.domain.errors import DamagedVault
from notebrain.domain.notes.note import NoteId
from notebrain.gui.app.main import is_new
from notebrain.gui.app.vault_recovery import open_or_rescue
from notebrain.storage.maintenance.vault_mark import MARK
from notebrain.storage.store import FILE_NAME
from tests.fakes.command_line import InProcess


@pytest.fixture
def vault(services, take) -> Path:
    """A closed vault with one note and a backup."""
    take("Dal")
    folder: Path = services.folder
    Doctor(folder).back_up()
    services.close()
    return folder


def answer(*buttons: str) -> list[str]:
    """Press these buttons of the messages to come; return what the messages said."""
    said: list[str] = []
    coming = list(buttons)

    def look() -> None:
        boxes = [w for w in QApplication.topLevelWidgets() if isinstance(w, QMessageBox)]
        shown = [box for box in boxes if box.isVisible()]
        if not shown:
            QTimer.singleShot(10, look)
            return
        box, wanted = shown[0], coming.pop(0)
        said.append(f"{box.text()} {box.informativeText()}".strip())
        next(b for b in box.buttons() if b.text() == wanted).click()
        if coming:
            QTimer.singleShot(10, look)

    QTimer.singleShot(0, look)
    return said


def test_a_vault_that_opens_needs_no_words(vault, qapp) -> None:
    lease = window_lease(vault)
    lease.acquire()

    services = open_or_rescue(vault, lease)

    assert services is not None
    services.close()
    lease.release()


def test_a_damaged_vault_is_replaced_by_its_backup_when_the_user_agrees(vault, qapp) -> None:
    (vault / FILE_NAME).write_bytes(b"SQLite format 3\x00" + b"\xff" * 8192)
    lease = window_lease(vault)
    lease.acquire()
    said = answer("Open the backup")

    services = open_or_rescue(vault, lease)

    assert services is not None
    assert services.library.counts().notes == 1
    assert "The newest good backup is" in said[0]
    assert lease.held
    services.close()
    lease.release()


def test_the_newer_notes_that_can_be_read_come_along_if_the_user_wants(vault, qapp) -> None:
    notebrain = InProcess(vault)
    new = notebrain.capture("Rasam, written after the backup")
    file = vault / FILE_NAME
    data = bytearray(file.read_bytes())
    data[18] = data[19] = 9  # a format that SQLite does not know: it cannot read a single row
    file.write_bytes(data)
    lease = window_lease(vault)
    lease.acquire()
    answer("Open it with the 1 newer note that can be read")

    services = open_or_rescue(vault, lease)

    assert services is not None
    assert services.library.counts().notes == 2
    assert services.library.note(NoteId(new)).body == "Rasam, written after the backup"
    services.close()
    lease.release()


def test_a_damaged_vault_stays_as_it_is_when_the_user_closes_the_message(vault, qapp) -> None:
    damaged = b"SQLite format 3\x00" + b"\xff" * 8192
    (vault / FILE_NAME).write_bytes(damaged)
    lease = window_lease(vault)
    answer("Close")

    services = open_or_rescue(vault, lease)

    assert services is None
    assert (vault / FILE_NAME).read_bytes() == damaged


@pytest.mark.parametrize("lose", [Path.unlink, lambda file: file.write_bytes(b"")])
def test_a_lost_file_is_no_fresh_start(vault, qapp, lose) -> None:
    lose(vault / FILE_NAME)
    assert not is_new(vault)
    lease = window_lease(vault)
    lease.acquire()
    said = answer("Open the backup")

    services = open_or_rescue(vault, lease)

    assert services is not None
    assert services.library.counts().notes == 1
    assert "although there were notes here" in said[0]
    services.close()
    lease.release()


def test_a_lost_file_without_a_backup_is_told_with_the_way_to_begin_anew(vault, qapp) -> None:
    for copy in (vault / "backups").iterdir():
        copy.unlink()
    (vault / FILE_NAME).unlink()
    said = answer("Close")

    assert open_or_rescue(vault, window_lease(vault)) is None
    assert not (vault / FILE_NAME).exists()
    assert f"To start over without notes, move {vault / MARK} away" in said[0]


def test_damage_the_background_met_is_told_with_the_backup_as_the_way_out(
    open_window, take, qtbot
) -> None:
    take("Dal")
    app = open_window()
    damage = DamagedVault("The file is damaged.", backup="good.db")

    app.events.publish(BackgroundFailed(str(damage), damage))

    qtbot.waitUntil(lambda: app.status.saved.text() == "The file is damaged.")
    assert app.status.act.text() == "Open the backup"


def test_a_file_that_is_no_vault_is_told(tmp_path, qapp) -> None:
    (tmp_path / FILE_NAME).write_text("my shopping list\n" * 100)
    said = answer("Close")

    assert open_or_rescue(tmp_path, window_lease(tmp_path)) is None
    assert said[0]
