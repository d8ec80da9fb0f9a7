"""A desk whose vault is connected to an account: finding its page, and waiting for what it does."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from notebrain.gui.app.window_builder import Desk
from notebrain.gui.sync.controller import SyncDesk
from notebrain.gui.sync.page import SyncPage
from tests.fakes.clock import FakeClock

LONG_MS = 15_000


def page_of(desk: Desk) -> SyncPage:
    found = desk.findChild(SyncDesk)
    assert isinstance(found, SyncDesk)
    return found.page


def settle(desk: Desk, clock: FakeClock, qtbot: QtBot) -> None:
    """Let what was written rest, and wait until the account has it."""
    clock.forward(minutes=1)
    syncing_is_there(desk, qtbot).sync_now()
    qtbot.waitUntil(lambda: desk.status.account.text().startswith("In sync"), timeout=LONG_MS)


def syncing_is_there(desk: Desk, qtbot: QtBot):
    qtbot.waitUntil(lambda: desk.services.cloud.syncing is not None, timeout=LONG_MS)
    syncing = desk.services.cloud.syncing
    assert syncing is not None
    return syncing


def press(button: QPushButton, qtbot: QtBot) -> None:
    """Press a button by the keyboard, as who has no mouse does."""
    qtbot.waitUntil(button.hasFocus)
    qtbot.keyClick(button, Qt.Key.Key_Return)
