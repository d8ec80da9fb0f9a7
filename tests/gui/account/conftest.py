"""The account in the settings, alone and in a whole window, with an account of the stand-in."""

from collections.abc import Callable, Iterator

import keyring
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from notebrain.app.background.worker import Worker
from notebrain.app.settings.setting import Group
from notebrain.gui.app.features import AppWindow
from notebrain.gui.editor.active_editor import ActiveEditor
from notebrain.gui.links.link_opener import LinkOpener
from notebrain.gui.links.targets import LinkTargets
from notebrain.gui.settings.account_section import AccountBlock
from notebrain.gui.settings.controller import SettingsController
from tests.fakes.account_page import account_of
from tests.fakes.clock import FakeClock
from tests.fakes.cloudflare import Standin, start_cloudflare
from tests.fakes.context import FakeContext
from tests.fakes.passwords import Passwords
from tests.fakes.settings_page import make_settings, open_settings

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def account(
    monkeypatch: pytest.MonkeyPatch, quick_tries: None, clock: FakeClock
) -> Iterator[Standin]:
    for name in ("NOTEBRAIN_CF_TOKEN", "NOTEBRAIN_CF_ACCOUNT"):
        monkeypatch.delenv(name, raising=False)
    with start_cloudflare() as standin:
        standin.clock.start_at(clock.now())
        monkeypatch.setenv("NOTEBRAIN_CLOUDFLARE_API", standin.base_url)
        yield standin


@pytest.fixture
def passwords() -> Iterator[Passwords]:
    before, place = keyring.get_keyring(), Passwords()
    keyring.set_keyring(place)
    yield place
    keyring.set_keyring(before)


@pytest.fixture
def app(
    account: Standin,
    passwords: Passwords,
    open_window: Callable[[], AppWindow],
    take: Callable[..., object],
) -> AppWindow:
    take("# Gas bottle\n\nIt lasts eleven weeks.")
    return open_window()


@pytest.fixture
def block_in_window(app: AppWindow, qtbot: QtBot) -> AccountBlock:
    """The account in the settings of a whole window."""
    qtbot.keyClick(app.window, Qt.Key.Key_Comma, CTRL)
    found = app.window.findChild(SettingsController)
    assert isinstance(found, SettingsController)
    assert found.page is not None
    found.page.show_group(Group.ACCOUNT)
    block = account_of(found)
    qtbot.waitUntil(app.status.meaning.isVisible)  # the background runs
    return block


@pytest.fixture
def block(
    account: Standin,
    passwords: Passwords,
    context: FakeContext,
    active: ActiveEditor,
    background: Worker,
    take: Callable[..., object],
) -> AccountBlock:
    """The account in the settings alone, with the background that it asks."""
    take("# Gas bottle\n\nIt lasts eleven weeks.")
    settings = make_settings(context, LinkOpener(context, active, LinkTargets(context)).open)
    open_settings(settings, Group.ACCOUNT)
    return account_of(settings)
