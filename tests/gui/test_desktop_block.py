"""The switches for what the desktop does."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from notebrain.desktop.autostart_xdg import XdgAutostart
from notebrain.gui.desk import Desk
from notebrain.gui.settings.desktop_block import DesktopBlock

pytestmark = pytest.mark.gui


@pytest.fixture
def autostart(tmp_path: Path) -> XdgAutostart:
    return XdgAutostart(tmp_path / "autostart", "notes.desktop", ["/opt/notebrain"])


@pytest.fixture
def block(open_desk: Callable[[], Desk], autostart: XdgAutostart, qtbot: QtBot) -> DesktopBlock:
    desk = open_desk()
    desk.services.desktop.__dict__.update(autostart=autostart, links=None)
    block = DesktopBlock(desk)
    qtbot.addWidget(block)
    block.show()
    return block


def press(block: DesktopBlock, qtbot: QtBot) -> None:
    assert block.autostart is not None
    block.autostart.switch.setFocus()
    qtbot.keyClick(block.autostart.switch, Qt.Key.Key_Space)


def test_the_switch_starts_and_stops_it(
    block: DesktopBlock, autostart: XdgAutostart, qtbot: QtBot
) -> None:
    press(block, qtbot)
    assert autostart.is_on()

    press(block, qtbot)
    assert not autostart.is_on()


def test_what_was_changed_elsewhere_is_shown(block: DesktopBlock, autostart: XdgAutostart) -> None:
    assert block.autostart is not None
    autostart.turn_on()

    block.refresh()

    assert block.autostart.switch.isChecked()


def test_a_refusal_is_said_and_the_switch_stays_off(
    block: DesktopBlock, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "autostart").write_text("")  # a file in the place of the folder

    press(block, qtbot)

    assert block.autostart is not None
    assert not block.autostart.switch.isChecked()
    assert "cannot be written" in block._desk.status.saved.text()


def test_what_this_computer_cannot_do_is_not_offered(block: DesktopBlock) -> None:
    assert block.links is None
