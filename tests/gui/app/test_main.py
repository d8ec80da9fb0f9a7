"""Starting the program opens its window, once."""

import contextlib
import gc
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from notebrain.app.core.instance import Message
from notebrain.app.core.paths import DATA_VARIABLE
from notebrain.app.jobs.doctor import Doctor
from notebrain.app.services import Services, open_services, window_lease
from notebrain.domain.errors import DamagedVault
from notebrain.domain.notes.draft import Draft
from notebrain.gui.app import main as program
from notebrain.gui.app.features import AppWindow, build_window
from notebrain.gui.window.main_window import MainWindow
from notebrain.gui.window.status_bar import StatusBar
from notebrain.storage.store import FILE_NAME
from screenshots import __main__ as shots
from screenshots.catalog import SHOTS


@pytest.fixture(autouse=True)
def quits_as_ever() -> Iterator[None]:
    yield
    QGuiApplication.setQuitOnLastWindowClosed(True)


@pytest.fixture
def run(qapp, monkeypatch, tmp_path):
    """Run the program on a vault and close its window after a moment."""
    monkeypatch.setattr(program, "make_application", lambda: qapp)
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))

    def run() -> tuple[int, list[str]]:
        titles: list[str] = []

        def close() -> None:
            windows = [w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow)]
            shown = [w for w in windows if w.isVisible()]
            if not shown:
                QTimer.singleShot(50, close)
                return
            titles.append(shown[0].windowTitle())
            shown[0].close()

        QTimer.singleShot(300, close)
        return program.main(["--data-dir", str(tmp_path)]), titles

    return run


def test_the_window_opens_on_the_vault_and_ends_well(run, tmp_path) -> None:
    services = open_services(tmp_path)
    services.notes.capture(Draft("Dal")).result()
    services.close()

    code, titles = run()

    assert (code, titles) == (0, ["Dal - NoteBrain"])
    assert (
        gc.get_freeze_count() > 0
    )  # what Python frees after the end of its threads calls handlers, and crashes


class Stays(QWidget):
    """A small window that does not close by itself, as that for a note does while it keeps its draft."""

    def __init__(self) -> None:
        super().__init__(None, Qt.WindowType.Tool)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt calls it so
        event.ignore()


def test_asked_to_end_it_ends_while_a_note_is_written_in_the_small_window(
    qapp, monkeypatch, tmp_path
) -> None:
    other = Stays()
    monkeypatch.setattr(program, "make_application", lambda: qapp)
    windows: list[AppWindow] = []

    def build(*arguments: Any, **more: Any) -> AppWindow:
        windows.append(build_window(*arguments, **more))
        return windows[-1]

    def write() -> None:
        other.show()
        controller = windows[0].quick_capture
        controller.ask()
        controller.window.text.insertPlainText("Half a thou")
        windows[0].window.end()

    monkeypatch.setattr("notebrain.gui.app.features.build_window", build)
    QTimer.singleShot(300, write)

    assert program.main(["--data-dir", str(tmp_path)]) == 0
    other.deleteLater()
    with contextlib.closing(open_services(tmp_path)) as services:
        assert services.capture_drafts.get().text == "Half a thou"


ASKED_TO_QUIT = """
import sys
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget
from notebrain.gui.app.application import Application
class Stubborn(QWidget):
    def closeEvent(self, event):
        event.ignore()
app, window, asked = Application([]), Stubborn(), []
window.show()
app.end = lambda: not asked.append("asked")
quit = QEvent(QEvent.Type.Quit)
QCoreApplication.sendEvent(app, quit)
print(asked, quit.isAccepted(), window.isVisible())
"""


def test_a_window_that_stays_does_not_refuse_a_desktop_that_asks_to_quit() -> None:
    line = [sys.executable, "-c", ASKED_TO_QUIT]

    done = subprocess.run(line, capture_output=True, text=True, check=True)

    assert done.stdout == "['asked'] True True\n"


def test_a_second_start_on_one_vault_opens_no_second_window(tmp_path, monkeypatch, capsys) -> None:
    lease = window_lease(tmp_path)
    lease.acquire()
    monkeypatch.setattr(program, "_LISTENS_WITHIN_S", 0.0)

    code = program.main(["--data-dir", str(tmp_path)])

    assert code == 1
    assert "already open" in capsys.readouterr().err
    lease.release()


def test_a_second_start_opens_the_window_where_the_first_was_just_ending(
    run, tmp_path, monkeypatch
) -> None:
    services = open_services(tmp_path)
    services.notes.capture(Draft("Dal")).result()
    services.close()
    lease = window_lease(tmp_path)
    lease.acquire()

    def end(_address, _word, **_more) -> bool:
        lease.release()
        return False

    monkeypatch.setattr(program, "send_message", end)

    assert run() == (0, ["Dal - NoteBrain"])


def test_a_second_start_raises_the_first_window(tmp_path, monkeypatch) -> None:
    lease = window_lease(tmp_path)
    lease.acquire()
    monkeypatch.setattr(program, "send_message", lambda _address, _word, **_more: True)

    assert program.main(["--data-dir", str(tmp_path)]) == 0
    lease.release()


@pytest.fixture
def messages(qapp, monkeypatch) -> list[str]:
    """What the messages of the program say; each is closed at once."""
    said: list[str] = []

    def look(box: QMessageBox) -> None:
        said.append(f"{box.text()} {box.informativeText()} [{box.buttons()[0].text()}]")

    monkeypatch.setattr(program, "make_application", lambda: qapp)
    monkeypatch.setattr(program, "_is_seen", lambda _app: True)
    monkeypatch.setattr("notebrain.gui.app.vault_recovery.dialogs.show_alone", look)
    return said


def test_a_folder_that_cannot_be_made_is_told(tmp_path, capsys, messages) -> None:
    (tmp_path / "file").write_text("")

    code = program.main(["--data-dir", str(tmp_path / "file" / "vault")])

    told = capsys.readouterr().err
    assert code == 1
    assert "cannot be created: Not a directory." in told
    assert "Errno" not in told
    assert len(messages) == 1
    assert messages[0].startswith(told.strip())
    assert "--data-dir FOLDER [Quit]" in messages[0]


def test_a_folder_that_cannot_be_written_is_told(tmp_path, capsys, messages) -> None:
    (tmp_path / "window.lock").mkdir()  # stands for a read-only folder, which root could write

    code = program.main(["--data-dir", str(tmp_path)])

    assert code == 1
    assert "cannot be written" in capsys.readouterr().err
    assert ["cannot be written" in one for one in messages] == [True]


def test_where_nobody_sees_a_message_only_the_terminal_is_told(
    tmp_path, capsys, messages, monkeypatch, qapp
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(program, "make_application", lambda: qapp)
    monkeypatch.setattr(QApplication, "platformName", lambda *_: "offscreen")
    (tmp_path / "window.lock").mkdir()

    code = program.main(["--data-dir", str(tmp_path)])

    assert code == 1
    assert "cannot be written" in capsys.readouterr().err
    assert messages == []


def damaged_in_the_middle(folder: Path) -> None:
    """Leave the head of a vault of many notes alone, and spoil what comes after."""
    services = open_services(folder)
    for number in range(300):
        services.notes.capture(Draft(f"note {number} " + "words on paper " * 60))
    services.notes.capture(Draft("Dal")).result()
    Doctor(folder).back_up()
    services.close()
    with (folder / FILE_NAME).open("r+b") as file:
        file.seek(10 * 4096)
        file.write(random.Random(1).randbytes(60 * 4096))


def test_a_vault_damaged_in_the_middle_is_told_and_its_backup_opened(
    run, tmp_path, monkeypatch
) -> None:
    damaged_in_the_middle(tmp_path)
    said: list[str] = []

    def open_backup(box: QMessageBox) -> None:
        said.append(box.text())
        next(one for one in box.buttons() if one.text() == "Open the backup").click()

    monkeypatch.setattr("notebrain.gui.app.vault_recovery.dialogs.show_alone", open_backup)

    code, titles = run()

    assert ["is damaged" in one for one in said] == [True]
    assert (code, titles) == (0, ["Dal - NoteBrain"])


def test_a_vault_damaged_in_the_middle_ends_with_one_when_its_backup_is_not_wanted(
    tmp_path, messages
) -> None:
    damaged_in_the_middle(tmp_path)

    code = program.main(["--data-dir", str(tmp_path)])

    assert code == 1
    assert len(messages) == 1
    assert (tmp_path / "window.lock").exists()


def test_a_backup_that_is_wanted_later_closes_the_window_first(qapp, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(program, "make_application", lambda: qapp)
    said: list[str] = []
    monkeypatch.setattr(
        "notebrain.gui.app.vault_recovery.dialogs.show_alone", lambda box: said.append(box.text())
    )
    open_services(tmp_path).close()
    damage = DamagedVault("The notes file is damaged.", backup="good.db")

    def meet_damage() -> None:
        window = next(
            one
            for one in QApplication.topLevelWidgets()
            if isinstance(one, MainWindow) and one.isVisible()
        )
        sys.excepthook(DamagedVault, damage, None)  # as Qt does with what a slot raised
        status = window.findChild(StatusBar)
        assert isinstance(status, StatusBar)
        told.append((status.saved.text(), status.act.text()))
        status.act.click()

    told: list[tuple[str, str]] = []
    QTimer.singleShot(500, meet_damage)

    code = program.main(["--data-dir", str(tmp_path)])

    assert told == [("The notes file is damaged.", "Open the backup")]
    assert (code, said) == (1, ["The notes file is damaged."])


def test_a_vault_that_does_not_open_ends_with_one(qapp, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(program, "make_application", lambda: qapp)
    monkeypatch.setattr("notebrain.gui.app.vault_recovery.dialogs.show_alone", lambda box: None)
    (tmp_path / "notebrain.db").write_text("my shopping list\n" * 100)

    assert program.main(["--data-dir", str(tmp_path)]) == 1


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_pictures_of_a_screen_are_made_in_both_sizes_and_modes_without_a_display(
    qapp, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(shots, "QApplication", lambda _arguments: qapp)
    some = [
        next(shot for shot in SHOTS if shot.empty_vault and shot.large)
    ]  # quicker than a full one
    monkeypatch.setattr(shots, "SHOTS", some)

    code = shots.main([str(tmp_path / "out")])

    assert code == 0
    pictures = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert pictures == sorted(
        f"{shot.name}{size}-{mode}.png"
        for shot in some
        for size in ("", "-150")
        for mode in ("light", "dark")
    )


def test_the_picture_maker_says_how_it_is_used(capsys) -> None:
    assert shots.main([]) == 2
    assert "usage" in capsys.readouterr().err


def test_asked_for_help_the_picture_maker_makes_no_folder_of_that_name(
    capsys, tmp_path, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert shots.main(["--help"]) == 0
    assert "--only" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_the_program_makes_its_own_application(tmp_path: Path) -> None:
    code = "from notebrain.gui.app.main import make_application as m; print(m().applicationName())"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "NoteBrain"


def test_going_back_to_a_backup_opens_the_window_again_with_the_notes_of_then(
    qapp, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(program, "make_application", lambda: qapp)
    services = open_services(tmp_path)
    services.notes.capture(Draft("Early")).result()
    backup = services.backups.make("by-hand")
    services.notes.capture(Draft("Late")).result()
    services.close()
    counted: list[int] = []
    real = program._show

    def show(app: QApplication, services: Services, only: Message | None) -> int:
        counted.append(services.library.counts().notes)
        if len(counted) > 1:
            return 0

        def wish() -> None:
            main_window = next(iter(shown))
            main_window.leave_for(backup)

        def start_and_keep(main_window: AppWindow) -> None:
            start(main_window)
            shown.append(main_window)

        shown: list[AppWindow] = []
        monkeypatch.setattr(AppWindow, "start", start_and_keep)
        QTimer.singleShot(500, wish)
        return real(app, services, only)

    start = AppWindow.start
    monkeypatch.setattr(program, "_show", show)

    code = program.main(["--data-dir", str(tmp_path)])

    assert (code, counted) == (0, [2, 1])
