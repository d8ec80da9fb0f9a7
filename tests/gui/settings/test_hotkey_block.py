"""Choosing hotkeys in the settings."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from notebrain.app.events import HotkeyName
from notebrain.app.services import Services
from notebrain.app.settings.setting import Group
from notebrain.app.system.hotkeys import Hotkeys
from notebrain.domain.desktop.hotkeys import Declined, Taken, combination
from notebrain.gui.app.window_builder import Desk
from notebrain.gui.settings.controller import SettingsDesk
from notebrain.gui.settings.hotkey_section import HotkeyBlock, HotkeyRow
from tests.fakes.hotkeys import FakeDesktop

CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
SHIFT, PAD = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.KeypadModifier
CAPTURE, SEARCH = HotkeyName.CAPTURE, HotkeyName.SEARCH


@pytest.fixture
def desktop() -> FakeDesktop:
    return FakeDesktop()


@pytest.fixture
def desk(desktop: FakeDesktop, services: Services, open_desk: Callable[[], Desk]) -> Desk:
    services.hotkeys = Hotkeys(services.settings, connect=desktop.connect, look=desktop.look)
    return open_desk()


@pytest.fixture
def block(desk: Desk, qtbot: QtBot) -> HotkeyBlock:
    settings = desk.findChild(SettingsDesk)
    assert isinstance(settings, SettingsDesk)
    settings.open(Group.CAPTURE)
    assert settings.page is not None
    blocks = settings.page.section(Group.CAPTURE).blocks
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
    qtbot.waitUntil(lambda: words in row.said.text() and not row.recording)


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
    says(qtbot, row, "Another program, or the desktop, has Ctrl+Alt+N")
    desktop.outcomes.clear()

    click(qtbot, row.try_again)

    says(qtbot, row, "Press Ctrl+Alt+N now")
    assert not row.try_again.isVisible()


@pytest.mark.parametrize(
    ("key", "held", "why"),
    [
        (Qt.Key.Key_N, SHIFT, "hold Ctrl, Alt or the Super key"),
        (Qt.Key.Key_C, CTRL, "hold Alt or Shift, too"),
        (Qt.Key.Key_5, CTRL | ALT | PAD, "number pad"),
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

    assert why in row.said.text()
    assert row.recording
    press(qtbot, row, Qt.Key.Key_N)
    says(qtbot, row, "Press Ctrl+Alt+N now")


def test_two_hotkeys_cannot_have_the_same_keys(block: HotkeyBlock, qtbot: QtBot) -> None:
    press(qtbot, block.rows[CAPTURE], Qt.Key.Key_N)
    says(qtbot, block.rows[CAPTURE], "Press")

    press(qtbot, block.rows[SEARCH], Qt.Key.Key_N)

    assert "“Write a note” has this combination" in block.rows[SEARCH].said.text()


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
    desk: Desk,
    desktop: FakeDesktop,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "sway")
    desktop.reason = "The portal of this desktop gives programs no keys."

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
    block: HotkeyBlock, desk: Desk, qtbot: QtBot
) -> None:
    desk.services.hotkeys.choose(CAPTURE, combination("Meta+J")).result()

    click(qtbot, block.more)

    texts = {entry.binding.desktop: entry.binding.text for entry in block.bindings.entries}
    assert "bind = SUPER, j, exec" in texts["Hyprland"]
    assert texts["Other programs"] == "notebrain://capture?text="
    click(qtbot, block.more)
    assert not block.bindings.isVisible()
