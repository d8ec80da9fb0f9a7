"""A window whose vault is connected to an account: finding its page, and waiting for what it does."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from notebrain.gui.app.features import AppWindow
from notebrain.gui.sync.controller import SyncController
from notebrain.gui.sync.page import SyncPage
from tests.fakes.clock import FakeClock

LONG_MS = 30_000


def page_of(app: AppWindow) -> SyncPage:
    found = app.window.findChild(SyncController)
    assert isinstance(found, SyncController)
    return found.page


def settle(app: AppWindow, clock: FakeClock, qtbot: QtBot) -> None:
    """Let what was written rest, and wait until the account has it."""
    clock.forward(minutes=1)
    syncing_is_there(app, qtbot).sync_now()
    qtbot.waitUntil(lambda: app.status.account.text().startswith("In sync"), timeout=LONG_MS)


def syncing_is_there(app: AppWindow, qtbot: QtBot):
    qtbot.waitUntil(lambda: app.services.cloud.syncing is not None, timeout=LONG_MS)
    syncing = app.services.cloud.syncing
    assert syncing is not None
    return syncing


def press(button: QPushButton, qtbot: QtBot) -> None:
    """Press a button by the keyboard, as who has no mouse does."""
    qtbot.waitUntil(button.hasFocus)
    qtbot.keyClick(button, Qt.Key.Key_Return)
