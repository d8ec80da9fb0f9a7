"""Hands for the account in the settings: goes through the steps that connect it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from notebrain.app.settings.setting import Group
from notebrain.gui.account.connect_form import ACCOUNT, PERMISSIONS, TOKEN
from notebrain.gui.settings.account_section import AccountBlock
from notebrain.gui.settings.controller import SettingsController
from tests.fakes.cloudflare import Standin

CTRL = Qt.KeyboardModifier.ControlModifier


def account_of(settings: SettingsController) -> AccountBlock:
    """Return the account in the settings, which are shown."""
    page = settings.page
    assert page is not None
    (block,) = page.section(Group.ACCOUNT).blocks
    assert isinstance(block, AccountBlock)
    return block


def paste(qtbot: QtBot, field: QLineEdit, text: str) -> None:
    """Fill a field from the clipboard."""
    field.clear()
    QGuiApplication.clipboard().setText(text)
    qtbot.keyClick(field, Qt.Key.Key_V, CTRL)


def enter(qtbot: QtBot, block: AccountBlock, token: str, account_id: str) -> None:
    """Go through the steps until NoteBrain can check the token."""
    form = block.form
    if form.at == ACCOUNT:
        paste(qtbot, form.account_id, account_id)
        qtbot.mouseClick(form.next, Qt.MouseButton.LeftButton)
    if form.at == PERMISSIONS:
        qtbot.mouseClick(form.next, Qt.MouseButton.LeftButton)
    if form.at == TOKEN:
        paste(qtbot, form.token, token)


def check(qtbot: QtBot, block: AccountBlock, token: str, account_id: str) -> None:
    """Let NoteBrain check a token, and wait for the outcome."""
    enter(qtbot, block, token, account_id)
    qtbot.mouseClick(block.form.check, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not block.work.busy, timeout=30_000)


def connect(qtbot: QtBot, block: AccountBlock, account: Standin) -> None:
    """Connect an account whose token passes the check."""
    check(qtbot, block, account.token, account.account)
    qtbot.mouseClick(block.form.go, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(block.view.isVisible, timeout=30_000)
