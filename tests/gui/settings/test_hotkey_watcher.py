"""What the window says and does about keys that another program has."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from pytestqt.qtbot import QtBot

from notebrain.app.events import HotkeyName
from notebrain.app.services import Services
from notebrain.app.system.hotkeys import Hotkeys, HotkeyState
from notebrain.domain.desktop.hotkeys import Taken, combination
from notebrain.gui.app.window_builder import Desk
from tests.fakes.hotkeys import FakeDesktop

CAPTURE = HotkeyName.CAPTURE
LOST = "Another program, or the desktop, has Ctrl+Alt+N"
THERE = "Press Ctrl+Alt+N now"


@pytest.fixture
def desktop() -> FakeDesktop:
    """A desktop on which another program was quicker."""
    desktop = FakeDesktop()
    desktop.outcomes["capture"] = Taken()
    return desktop


@pytest.fixture
def desk(
    desktop: FakeDesktop, services: Services, open_desk: Callable[[], Desk], qtbot: QtBot
) -> Desk:
    """A window that was opened by a user who has chosen the keys before."""
    hotkeys = Hotkeys(services.settings, connect=desktop.connect, look=desktop.look)
    hotkeys.choose(CAPTURE, combination("Ctrl+Alt+N")).result()
    services.hotkeys = hotkeys
    desk = open_desk()
    qtbot.waitUntil(lambda: LOST in desk.status.saved.text())
    return desk


def test_lost_keys_are_told_and_can_be_asked_for_again(
    desk: Desk, desktop: FakeDesktop, qtbot: QtBot
) -> None:
    desktop.outcomes.clear()
    assert desk.status.act.text() == "Try again"

    qtbot.mouseClick(desk.status.act, Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: THERE in desk.status.saved.text())
    assert not desk.status.act.isVisible()


def test_keys_that_became_free_are_taken_when_the_user_comes_to_the_window(
    desk: Desk, desktop: FakeDesktop, qtbot: QtBot
) -> None:
    desktop.outcomes.clear()

    QCoreApplication.sendEvent(desk.window, QEvent(QEvent.Type.WindowActivate))

    qtbot.waitUntil(lambda: THERE in desk.status.saved.text())
    assert desk.services.hotkeys.facts(CAPTURE).state is HotkeyState.UNTRIED


def test_what_was_told_is_not_told_again(desk: Desk, desktop: FakeDesktop, qtbot: QtBot) -> None:
    desk.status.tell_plain("Something else")
    asked = len(desktop.asked)

    QCoreApplication.sendEvent(desk.window, QEvent(QEvent.Type.WindowActivate))

    qtbot.waitUntil(lambda: len(desktop.asked) > asked)
    QCoreApplication.processEvents()
    assert desk.status.saved.text() == "Something else"
