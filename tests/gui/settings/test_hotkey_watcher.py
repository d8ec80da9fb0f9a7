"""What the window says and does about keys that another program has."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from notebrain.app.background.worker import Worker
from notebrain.app.events import HotkeyName
from notebrain.app.services import Services
from notebrain.app.system.hotkeys import Hotkeys, HotkeyState
from notebrain.domain.desktop.hotkeys import Taken, combination
from notebrain.gui.settings.hotkey_watcher import HotkeyWatcher
from tests.fakes.context import FakeContext
from tests.fakes.hotkeys import FakeDesktop

CAPTURE = HotkeyName.CAPTURE
LOST = "Another program or the desktop uses Ctrl+Alt+N"
THERE = "Press Ctrl+Alt+N now"


@pytest.fixture
def desktop() -> FakeDesktop:
    """A desktop on which another program was quicker."""
    desktop = FakeDesktop()
    desktop.outcomes["capture"] = Taken()
    return desktop


@pytest.fixture
def services(desktop: FakeDesktop, services: Services) -> Services:
    """The services of a user who has chosen the keys before."""
    hotkeys = Hotkeys(services.settings, connect=desktop.connect, look=desktop.look)
    hotkeys.choose(CAPTURE, combination("Ctrl+Alt+N")).result()
    services.hotkeys = hotkeys
    return services


@pytest.fixture
def watched(context: FakeContext, background: Worker, qtbot: QtBot) -> FakeContext:
    """A context whose hotkeys are watched."""
    HotkeyWatcher(context)
    qtbot.waitUntil(lambda: LOST in context.messages.text)
    return context


def test_lost_keys_are_told_and_can_be_asked_for_again(
    watched: FakeContext, desktop: FakeDesktop, qtbot: QtBot
) -> None:
    desktop.outcomes.clear()
    assert watched.messages.act == "Try again"

    watched.messages.press()

    qtbot.waitUntil(lambda: THERE in watched.messages.text)
    assert not watched.messages.act


def test_keys_that_became_free_are_taken_when_the_user_comes_to_the_window(
    watched: FakeContext, desktop: FakeDesktop, qtbot: QtBot
) -> None:
    desktop.outcomes.clear()

    QCoreApplication.sendEvent(watched.window, QEvent(QEvent.Type.WindowActivate))

    qtbot.waitUntil(lambda: THERE in watched.messages.text)
    assert watched.services.hotkeys.facts(CAPTURE).state is HotkeyState.UNTRIED


def test_what_was_told_is_not_told_again(
    watched: FakeContext, desktop: FakeDesktop, qtbot: QtBot
) -> None:
    watched.messages.show_info("Something else")
    asked = len(desktop.asked)

    QCoreApplication.sendEvent(watched.window, QEvent(QEvent.Type.WindowActivate))

    qtbot.waitUntil(lambda: len(desktop.asked) > asked)
    QCoreApplication.processEvents()
    assert watched.messages.text == "Something else"
