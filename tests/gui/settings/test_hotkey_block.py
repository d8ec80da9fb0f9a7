"""Choosing hotkeys in the settings."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from notebrain.app.background.worker import Worker
from notebrain.app.events import HotkeyName
from notebrain.app.services import Services
from notebrain.app.settings.setting import Group
from notebrain.app.system.hotkeys import Hotkeys
from notebrain.domain.desktop.hotkeys import Declined, Taken, combination
from notebrain.gui.settings.hotkey_section import HotkeyBlock, HotkeyRow
from tests.fakes.context import FakeContext
from tests.fakes.hotkeys import FakeDesktop
from tests.fakes.settings_page import make_settings, open_settings

CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
SHIFT, PAD = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.KeypadModifier
CAPTURE, SEARCH = HotkeyName.CAPTURE, HotkeyName.SEARCH


@pytest.fixture
def desktop() -> FakeDesktop:
    return FakeDesktop()


@pytest.fixture
def services(desktop: FakeDesktop, services: Services) -> Services:
    services.hotkeys = Hotkeys(services.settings, connect=desktop.connect, look=desktop.look)
    return services


@pytest.fixture
def block(context: FakeContext, background: Worker) -> HotkeyBlock:
    page = open_settings(make_settings(context), Group.CAPTURE)
    blocks = page.section(Group.CAPTURE).blocks
    return next(one for one in blocks if isinstance(one, HotkeyBlock))


def click(qtbot: QtBot, button: QPushButton) -> None:
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def press(
    qtbot: QtBot, row: HotkeyRow, key: Qt.Key, held: Qt.KeyboardModifier = CTRL | ALT
) -> None:
    """Choose a combination by pressing it."""
    if not row.recording:
        click(qtbot, row.choose)
    qtbot.waitUntil(row.recorder.hasFocus)
    qtbot.keyClick(row.recorder, key, held)


def says(qtbot: QtBot, row: HotkeyRow, words: str) -> None:
    qtbot.waitUntil(lambda: words in row.message.text() and not row.recording)


def test_nothing_is_chosen_at_first(block: HotkeyBlock, desktop: FakeDesktop) -> None:
    assert [row.keys.text() for row in block.rows.values()] == ["No keys", "No keys"]
    assert not block.rows[CAPTURE].turn_off.isVisible()
    assert desktop.asked == []


def test_a_recorded_combination_works_once_a_press_has_come(
    block: HotkeyBlock, desktop: FakeDesktop, qtbot: QtBot
) -> None:
    row = block.rows[CAPTURE]

    press(qtbot, row, Qt.Key.Key_N)

    says(qtbot, row, "Press Ctrl+Alt+N now")
    assert row.keys.text() == "Ctrl+Alt+N"
    desktop.press("capture")
    says(qtbot, row, "Ctrl+Alt+N works")


def test_keys_of_another_program_are_told_and_can_be_tried_again(
    block: HotkeyBlock, desktop: FakeDesktop, qtbot: QtBot
) -> None:
    desktop.outcomes["capture"] = Taken()
    row = block.rows[CAPTURE]
    press(qtbot, row, Qt.Key.Key_N)
    says(qtbot, row, "Another program or the desktop uses Ctrl+Alt+N")
    desktop.outcomes.clear()

    click(qtbot, row.try_again)

    says(qtbot, row, "Press Ctrl+Alt+N now")
    assert not row.try_again.isVisible()


@pytest.mark.parametrize(
    ("key", "held", "why"),
    [
        (Qt.Key.Key_N, SHIFT, "hold Ctrl, Alt or the Super key"),
        (Qt.Key.Key_C, CTRL, "hold Alt or Shift as well"),
        (Qt.Key.Key_5, CTRL | ALT | PAD, "Number pad"),
    ],
)
def test_keys_that_others_need_are_refused_and_the_field_stays(
    block: HotkeyBlock,
    desktop: FakeDesktop,
    qtbot: QtBot,
    key: Qt.Key,
    held: Qt.KeyboardModifier,
    why: str,
) -> None:
    row = block.rows[CAPTURE]

    press(qtbot, row, key, held)

    assert why in row.message.text()
    assert row.recording
    press(qtbot, row, Qt.Key.Key_N)
    says(qtbot, row, "Press Ctrl+Alt+N now")


def test_two_hotkeys_cannot_have_the_same_keys(block: HotkeyBlock, qtbot: QtBot) -> None:
    press(qtbot, block.rows[CAPTURE], Qt.Key.Key_N)
    says(qtbot, block.rows[CAPTURE], "Press")

    press(qtbot, block.rows[SEARCH], Qt.Key.Key_N)

    assert "“Write a note” already uses this combination" in block.rows[SEARCH].message.text()


def test_esc_leaves_everything_as_it_was(
    block: HotkeyBlock, desktop: FakeDesktop, qtbot: QtBot
) -> None:
    row = block.rows[CAPTURE]
    click(qtbot, row.choose)
    qtbot.waitUntil(row.recorder.hasFocus)

    qtbot.keyClick(row.recorder, Qt.Key.Key_Escape)

    assert not row.recording
    assert row.choose.hasFocus()
    assert desktop.asked == []


def test_a_hotkey_can_be_turned_off(block: HotkeyBlock, desktop: FakeDesktop, qtbot: QtBot) -> None:
    row = block.rows[CAPTURE]
    press(qtbot, row, Qt.Key.Key_N)
    says(qtbot, row, "Press")

    click(qtbot, row.turn_off)

    qtbot.waitUntil(lambda: row.keys.text() == "No keys")
    qtbot.waitUntil(lambda: desktop.asked[-1] == [])


def test_who_said_no_to_the_desktop_is_told_how_to_be_asked_again(
    block: HotkeyBlock, desktop: FakeDesktop, qtbot: QtBot
) -> None:
    desktop.outcomes["capture"] = Declined()

    press(qtbot, block.rows[CAPTURE], Qt.Key.Key_N)

    says(qtbot, block.rows[CAPTURE], "You said no")


def test_where_there_is_no_way_it_is_said_and_commands_are_offered(
    block: HotkeyBlock,
    context: FakeContext,
    desktop: FakeDesktop,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "sway")
    desktop.reason = "The portal of this desktop cannot assign keys to programs."

    block.refresh()

    qtbot.waitUntil(lambda: block.obstacle.text() == desktop.reason)
    first = block.bindings.entries[0]
    assert first.binding.desktop == "Sway"
    click(qtbot, first.copy)
    copied = QGuiApplication.clipboard().text()
    assert copied == (
        "bindsym Ctrl+Mod1+n exec notebrain capture --window\n"
        "bindsym Ctrl+Mod1+f exec notebrain search --window"
    )


def test_the_commands_name_the_keys_that_were_chosen(
    block: HotkeyBlock, context: FakeContext, qtbot: QtBot
) -> None:
    context.services.hotkeys.choose(CAPTURE, combination("Meta+J")).result()

    click(qtbot, block.more)

    texts = {entry.binding.desktop: entry.binding.text for entry in block.bindings.entries}
    assert "bind = SUPER, j, exec" in texts["Hyprland"]
    assert texts["Other programs"] == "notebrain://capture?text="
    click(qtbot, block.more)
    assert not block.bindings.isVisible()
