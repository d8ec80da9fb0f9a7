"""When the desktop is asked to tell the user something."""

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.app.events import (
    BackupFailed,
    ProgramStopped,
    ProgramWrote,
    SyncProgress,
    SyncState,
)
from notebrain.domain.desktop.ports import Chosen, NoNotifications
from notebrain.gui.app.features import AppWindow
from notebrain.gui.settings.controller import SETTINGS
from notebrain.gui.tray.notifications import DesktopNotifications
from tests.fakes.notified import Shown

pytestmark = pytest.mark.gui
NEEDS_TOKEN = SyncProgress(SyncState.NEEDS_YOU, reason="The token was refused.")


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Shown:
    return Shown()


@pytest.fixture
def app(
    open_window: Callable[[], AppWindow], shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> AppWindow:
    app = open_window()
    monkeypatch.setattr(app.services.cloud, "worker", shown)
    monkeypatch.setattr(app.services.desktop, "notify", shown.notify)
    app.window.hide()
    assert app.window.findChild(DesktopNotifications) is not None
    return app


def test_what_needs_the_user_is_told_once_for_as_long_as_it_lasts(
    app: AppWindow, shown: Shown
) -> None:
    for event in (NEEDS_TOKEN, NEEDS_TOKEN, SyncProgress(SyncState.IDLE), NEEDS_TOKEN):
        app.events.deliver(event)

    assert len(shown.texts) == 2
    assert shown.texts[0].endswith("The token was refused.")


def test_a_backup_that_failed_is_told(app: AppWindow, shown: Shown) -> None:
    app.events.deliver(BackupFailed("The disk is full."))

    assert shown.texts == ["No backup was made: The disk is full."]


@pytest.mark.parametrize("event", [ProgramWrote("mcp:Cursor"), ProgramStopped("mcp:Cursor")])
def test_news_of_another_program_lead_to_its_settings(
    app: AppWindow, shown: Shown, event: ProgramWrote | ProgramStopped, qtbot: QtBot
) -> None:
    app.events.deliver(event)
    assert "Cursor" in shown.texts[0]

    shown.answers[0].set_result(Chosen("open"))

    qtbot.waitUntil(lambda: app.pages.current == SETTINGS)


@pytest.mark.parametrize(
    "state", sorted(set(SyncState) - {SyncState.NEEDS_YOU, SyncState.ASKS_DELETION})
)
def test_what_goes_its_way_is_not_told(app: AppWindow, shown: Shown, state: SyncState) -> None:
    app.events.deliver(SyncProgress(state, waiting=3))

    assert shown.texts == []


def test_nothing_is_told_to_who_sees_the_window(app: AppWindow, shown: Shown) -> None:
    app.window.show()

    app.events.deliver(NEEDS_TOKEN)

    assert shown.texts == []


def test_a_click_leads_to_what_it_is_about_with_what_lets_the_window_come_forward(
    app: AppWindow, shown: Shown, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens: list[str] = []

    def forward(window: QWidget, token: str) -> None:
        tokens.append(token)
        window.show()

    monkeypatch.setattr("notebrain.gui.window.main_window.bring_forward", forward)
    app.events.deliver(BackupFailed("The disk is full."))

    with qtbot.waitSignal(app.actions[CommandId.BACKUPS].triggered):
        shown.answers[0].set_result(Chosen("default", "token"))

    assert app.window.isVisible()
    assert tokens == ["token"]


def test_where_the_desktop_shows_none_the_tray_does(
    app: AppWindow, shown: Shown, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    class Icon:
        def show_message(self, title: str, text: str) -> None:
            told.append(text)

        def show_sync(self, **_how: bool) -> None:
            pass

        def end(self) -> None:
            pass

    monkeypatch.setattr(app.tray, "icon", Icon())
    app.events.deliver(NEEDS_TOKEN)

    shown.answers[0].set_exception(NoNotifications("none"))

    qtbot.waitUntil(lambda: bool(told))
    assert told == ["The token was refused."]
