"""When the desktop is asked to tell the user something."""

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.app.events import BackupFailed, SyncProgress, SyncState
from notebrain.domain.desktop.ports import Chosen, NoNotifications
from notebrain.gui.app.window_builder import Desk
from notebrain.gui.tray.controller import staying_of
from notebrain.gui.tray.notifications import DesktopNotifications
from tests.fakes.notified import Shown

pytestmark = pytest.mark.gui
NEEDS_TOKEN = SyncProgress(SyncState.NEEDS_YOU, reason="The token was refused.")


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Shown:
    return Shown()


@pytest.fixture
def desk(open_desk: Callable[[], Desk], shown: Shown, monkeypatch: pytest.MonkeyPatch) -> Desk:
    desk = open_desk()
    monkeypatch.setattr(desk.services.cloud, "worker", shown)
    monkeypatch.setattr(desk.services.desktop, "notify", shown.notify)
    desk.window.hide()
    assert desk.findChild(DesktopNotifications) is not None
    return desk


def test_what_needs_the_user_is_told_once_for_as_long_as_it_lasts(desk: Desk, shown: Shown) -> None:
    for event in (NEEDS_TOKEN, NEEDS_TOKEN, SyncProgress(SyncState.IDLE), NEEDS_TOKEN):
        desk.bridge.happened.emit(event)

    assert len(shown.texts) == 2
    assert shown.texts[0].endswith("The token was refused.")


def test_a_backup_that_failed_is_told(desk: Desk, shown: Shown) -> None:
    desk.bridge.happened.emit(BackupFailed("The disk is full."))

    assert shown.texts == ["No backup was made: The disk is full."]


@pytest.mark.parametrize(
    "state", sorted(set(SyncState) - {SyncState.NEEDS_YOU, SyncState.ASKS_DELETION})
)
def test_what_goes_its_way_is_not_told(desk: Desk, shown: Shown, state: SyncState) -> None:
    desk.bridge.happened.emit(SyncProgress(state, waiting=3))

    assert shown.texts == []


def test_nothing_is_told_to_who_sees_the_window(desk: Desk, shown: Shown) -> None:
    desk.window.show()

    desk.bridge.happened.emit(NEEDS_TOKEN)

    assert shown.texts == []


def test_a_click_leads_to_what_it_is_about_with_what_lets_the_window_come_forward(
    desk: Desk, shown: Shown, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens: list[str] = []

    def forward(window: QWidget, token: str) -> None:
        tokens.append(token)
        window.show()

    monkeypatch.setattr("notebrain.gui.window.main_window.bring_forward", forward)
    desk.bridge.happened.emit(BackupFailed("The disk is full."))

    with qtbot.waitSignal(desk.actions[CommandId.BACKUPS].triggered):
        shown.answers[0].set_result(Chosen("default", "token"))

    assert desk.window.isVisible()
    assert tokens == ["token"]


def test_where_the_desktop_shows_none_the_tray_does(
    desk: Desk, shown: Shown, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    class Icon:
        def tell(self, title: str, text: str) -> None:
            told.append(text)

        def tell_sync(self, **_how: bool) -> None:
            pass

        def end(self) -> None:
            pass

    monkeypatch.setattr(staying_of(desk), "icon", Icon())
    desk.bridge.happened.emit(NEEDS_TOKEN)

    shown.answers[0].set_exception(NoNotifications("none"))

    qtbot.waitUntil(lambda: bool(told))
    assert told == ["The token was refused."]
