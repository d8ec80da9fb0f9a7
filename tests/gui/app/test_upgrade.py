"""While an old vault is brought up to date, a window says so; errors are left to who opens the vault."""

from pathlib import Path
from threading import Event, Timer

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from notebrain.app.core.vault_file import FILE_NAME, is_older
from notebrain.app.services import open_services
from notebrain.domain.errors import VaultError
from notebrain.gui.app.upgrade import UpgradeWindow, bring_up_to_date
from notebrain.gui.theme.theme import Theme
from notebrain.storage.schema.migrations import MIGRATIONS
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock

pytestmark = pytest.mark.gui


@pytest.fixture
def old_vault(tmp_path: Path, clock: FakeClock) -> Path:
    Store.open(tmp_path, clock=clock, steps=MIGRATIONS[:31]).close()
    return tmp_path


def said() -> list[UpgradeWindow]:
    tops = QApplication.topLevelWidgets()
    return [one for one in tops if isinstance(one, UpgradeWindow) and one.isVisible()]


def test_an_old_vault_is_brought_up_to_date(theme: Theme, old_vault: Path) -> None:
    assert is_older(old_vault / FILE_NAME)

    bring_up_to_date(theme, old_vault)

    assert not is_older(old_vault / FILE_NAME)
    open_services(old_vault).close()


def test_a_window_says_so_as_long_as_it_takes(theme: Theme, old_vault: Path, qtbot: QtBot) -> None:
    finish, seen, still_there = Event(), list[int](), list[bool]()

    def look() -> None:
        seen.append(len(said()))
        if seen[-1]:
            QTest.keyClick(said()[0], Qt.Key.Key_Escape)
            said()[0].close()
            still_there.append(bool(said()))
            finish.set()

    looks = QTimer(interval=1)
    looks.timeout.connect(look)
    looks.start()
    bring_up_to_date(theme, old_vault, work=lambda _folder: wait(finish), said_after_s=0)
    looks.stop()

    assert max(seen) == 1
    assert all(still_there)
    assert not said()


@pytest.mark.parametrize(("after_s", "times"), [(60, 0), (0, 1)])
def test_what_is_quick_is_not_said(
    theme: Theme, old_vault: Path, monkeypatch: pytest.MonkeyPatch, after_s: int, times: int
) -> None:
    shown, finish = list[UpgradeWindow](), Event()

    def note(window: UpgradeWindow, _event: QShowEvent) -> None:
        shown.append(window)

    monkeypatch.setattr(UpgradeWindow, "showEvent", note)
    Timer(0.05, finish.set).start()

    bring_up_to_date(theme, old_vault, work=lambda _folder: wait(finish), said_after_s=after_s)

    assert len(shown) == times


def test_an_error_is_left_to_who_opens_the_vault(theme: Theme, old_vault: Path) -> None:
    def fail(_folder: Path) -> None:
        raise VaultError("no room on the disk")

    bring_up_to_date(theme, old_vault, work=fail)

    assert not said()


def test_files_that_are_no_old_vault_are_told_apart(tmp_path: Path, clock: FakeClock) -> None:
    (tmp_path / "new").mkdir()
    Store.open(tmp_path / "new", clock=clock).close()
    (tmp_path / "text").write_bytes(b"SQLite format 3")
    (tmp_path / "other").write_bytes(b"x" * 100)

    assert not is_older(tmp_path / "new" / FILE_NAME)
    assert not is_older(tmp_path / "text")
    assert not is_older(tmp_path / "other")
    assert not is_older(tmp_path / "none")
    assert not is_older(tmp_path)


def wait(event: Event) -> None:
    assert event.wait(30)
