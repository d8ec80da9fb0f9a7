"""The switches for what the desktop does."""

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from notebrain.domain.desktop.ports import DesktopError
from notebrain.gui.settings.desktop_section import DesktopBlock
from notebrain.system.desktop.xdg import XdgAutostart
from tests.fakes.context import FakeContext

pytestmark = pytest.mark.gui


@pytest.fixture
def autostart(tmp_path: Path) -> XdgAutostart:
    return XdgAutostart(tmp_path / "autostart", "notes.desktop", ["/opt/notebrain"])


@pytest.fixture
def block(context: FakeContext, autostart: XdgAutostart, qtbot: QtBot) -> DesktopBlock:
    context.services.desktop.__dict__.update(autostart=autostart, links=None)
    block = DesktopBlock(context)
    qtbot.addWidget(block)
    block.show()
    return block


def press(block: DesktopBlock, qtbot: QtBot) -> None:
    block.autostart.switch.setFocus()
    qtbot.keyClick(block.autostart.switch, Qt.Key.Key_Space)


def answered(block: DesktopBlock, qtbot: QtBot) -> None:
    """Wait until the desktop has answered and the switch shows it."""
    qtbot.waitUntil(lambda: not block.autostart.waits, timeout=30_000)


def test_the_switch_starts_and_stops_it(
    block: DesktopBlock, autostart: XdgAutostart, qtbot: QtBot
) -> None:
    press(block, qtbot)
    qtbot.waitUntil(autostart.is_on, timeout=30_000)
    answered(block, qtbot)

    press(block, qtbot)
    qtbot.waitUntil(lambda: not autostart.is_on(), timeout=30_000)


class AskingDesktop:
    """Asks the user before it answers; `answer` is what he says."""

    def __init__(self) -> None:
        self.answer = True
        self.told = threading.Event()
        self._on = False
        self.times = 0

    def is_on(self) -> bool:
        return self._on

    def turn_on(self) -> None:
        self.times += 1
        self.told.wait()
        if not self.answer:
            raise DesktopError("He said no.")
        self._on = True

    def turn_off(self) -> None:
        self._on = False


@pytest.mark.parametrize("answer", [True, False])
def test_the_window_goes_on_while_the_desktop_asks_and_the_switch_follows_the_answer(
    context: FakeContext, qtbot: QtBot, answer: bool
) -> None:
    desktop = AskingDesktop()
    context.services.desktop.__dict__.update(autostart=desktop, links=None)
    block = DesktopBlock(context)
    qtbot.addWidget(block)
    block.show()
    switch = block.autostart.switch

    press(block, qtbot)
    press(block, qtbot)  # meanwhile: nothing more is asked
    block.refresh()
    assert switch.isChecked()
    assert not desktop.is_on()

    desktop.answer = answer
    desktop.told.set()
    answered(block, qtbot)
    assert switch.isChecked() is desktop.is_on() is answer
    assert ("He said no." in context.messages.text) is not answer
    assert desktop.times == 1


def test_what_was_changed_elsewhere_is_shown(block: DesktopBlock, autostart: XdgAutostart) -> None:
    autostart.turn_on()

    block.refresh()

    assert block.autostart.switch.isChecked()


def test_a_refusal_is_said_and_the_switch_stays_off(
    context: FakeContext, block: DesktopBlock, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "autostart").write_text("")  # a file in the place of the folder

    press(block, qtbot)
    answered(block, qtbot)

    assert not block.autostart.switch.isChecked()
    assert "cannot be written" in context.messages.text


def test_what_this_computer_cannot_do_is_not_offered(block: DesktopBlock) -> None:
    assert block.links is None
