"""A window that is connected to an account of the stand-in, and the page of syncing by itself."""

import asyncio
from collections.abc import Callable, Iterator

import keyring
import pytest
from pytestqt.qtbot import QtBot

from notebrain.app.services import Services
from notebrain.domain.notes.note import NoteId
from notebrain.gui.app.features import AppWindow
from notebrain.gui.sync.page import SyncPage
from notebrain.gui.theme.theme import Theme
from tests.fakes.clock import FakeClock
from tests.fakes.cloudflare import Standin, start_cloudflare
from tests.fakes.passwords import Passwords


@pytest.fixture
def account(monkeypatch: pytest.MonkeyPatch, clock: FakeClock) -> Iterator[Standin]:
    for name in ("NOTEBRAIN_CF_TOKEN", "NOTEBRAIN_CF_ACCOUNT"):
        monkeypatch.delenv(name, raising=False)
    before = keyring.get_keyring()
    keyring.set_keyring(Passwords())
    with start_cloudflare() as standin:
        standin.clock.start_at(clock.now())
        monkeypatch.setenv("NOTEBRAIN_CLOUDFLARE_API", standin.base_url)
        yield standin
    keyring.set_keyring(before)


@pytest.fixture
def connected(
    account: Standin,
    services: Services,
    open_window: Callable[[], AppWindow],
    take: Callable[..., NoteId],
) -> AppWindow:
    async def connect() -> None:
        prospect = await services.cloud.account.preview(account.token, account.account)
        await services.cloud.account.connect(prospect)
        await services.cloud.account.close()

    asyncio.run(connect())
    take("# Gas bottle\n\nIt lasts eleven weeks.")
    return open_window()


@pytest.fixture
def page(theme: Theme, qtbot: QtBot) -> SyncPage:
    page = SyncPage(theme)
    qtbot.addWidget(page)
    page.resize(900, 900)
    page.show()
    return page
