"""Hotkeys on a real (virtual) X11 display with a window manager, while another program has the keyboard."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from notebrain.domain.desktop.hotkeys import Registered, Taken
from notebrain.system.hotkeys.keyboard import CONTROL, Grab
from notebrain.system.hotkeys.x11 import X11Hotkeys
from notebrain.system.hotkeys.xcb import XDisplay
from tests.fakes.display import Display, virtual_display, wait_until
from tests.fakes.hotkey_desktops import press_on
from tests.fakes.hotkeys import Heard, hotkey
from tests.fakes.other_program import other_program

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.desktop, pytest.mark.timeout(120)]

CAPTURE = hotkey("capture", "Ctrl+Alt+N")
# the keys that are called so on a US keyboard
KEY_Y, KEY_Z, KEY_N, KEY_SEMICOLON = "29", "52", "57", "47"
ALT = 8


@pytest.fixture(scope="module")
def display() -> Iterator[Display]:
    if shutil.which("setxkbmap") is None:
        pytest.skip("no setxkbmap on this computer")
    with virtual_display() as display:
        yield display


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def layout() -> str:
    return "us"


@pytest.fixture
def hotkeys(display: Display, heard: Heard, layout: str) -> Iterator[X11Hotkeys]:
    use_layout(display, layout)
    hotkeys = X11Hotkeys(heard, display.name)
    yield hotkeys
    hotkeys.close()


def use_layout(display: Display, *layout: str) -> None:
    subprocess.run(["setxkbmap", "-option", "", *layout], env=display.environment, check=True)


def test_the_program_that_has_the_keyboard_gets_every_key_but_the_hotkey(
    display: Display, hotkeys: X11Hotkeys, heard: Heard, tmp_path: Path
) -> None:
    with other_program(display, tmp_path) as other:
        hotkeys.hold([CAPTURE])

        press_on(display, "Ctrl+Alt+N")
        display.xdotool("key", KEY_Y)

        heard.wait_for("capture")
        wait_until(lambda: other.got_at_last(KEY_Y), what="the other key")
        assert KEY_N not in other.got()


@pytest.mark.parametrize("layout", ["us", "de", "us,ru"])
def test_fifty_presses_in_a_row_are_fifty_with_both_locks_on(
    display: Display, hotkeys: X11Hotkeys, heard: Heard
) -> None:
    hotkeys.hold([CAPTURE])
    display.xdotool("key", "Num_Lock", "Caps_Lock")

    try:
        press_on(display, *["Ctrl+Alt+N"] * 50)
    finally:
        display.xdotool("key", "Num_Lock", "Caps_Lock")

    heard.wait_for(*["capture"] * 50)


def test_the_other_of_two_layouts_has_the_hotkey_on_the_same_key(
    display: Display, hotkeys: X11Hotkeys, heard: Heard
) -> None:
    use_layout(display, "us,ru", "-option", "grp:menu_toggle")
    hotkeys.hold([CAPTURE])

    display.xdotool("key", "Menu")
    display.xdotool("key", f"ctrl+alt+{KEY_N}")
    display.xdotool("key", "Menu")

    heard.wait_for("capture")


@pytest.mark.parametrize("layout", ["ru"])
def test_a_layout_without_the_letter_has_the_hotkey_where_a_us_keyboard_has_it(
    display: Display, hotkeys: X11Hotkeys, heard: Heard
) -> None:
    assert hotkeys.hold([CAPTURE])["capture"] == Registered()

    display.xdotool("key", f"ctrl+alt+{KEY_N}")
    heard.wait_for("capture")


@pytest.mark.parametrize("layout", ["ru"])
def test_a_letter_of_another_alphabet_can_be_a_hotkey(
    display: Display, hotkeys: X11Hotkeys, heard: Heard
) -> None:
    assert hotkeys.hold([hotkey("capture", "Ctrl+Alt+Ж")])["capture"] == Registered()

    display.xdotool("key", f"ctrl+alt+{KEY_SEMICOLON}")
    heard.wait_for("capture")


def test_the_hotkey_follows_its_letter_when_the_keyboard_gets_another_layout(
    display: Display, hotkeys: X11Hotkeys, heard: Heard
) -> None:
    hotkeys.hold([hotkey("capture", "Ctrl+Alt+Z")])
    use_layout(display, "de")

    def pressed_where_it_is_now() -> bool:
        display.xdotool("key", f"ctrl+alt+{KEY_Y}")
        return bool(heard.presses)

    wait_until(pressed_where_it_is_now, what="the key to be followed")
    before = len(heard.presses)
    display.xdotool("key", f"ctrl+alt+{KEY_Z}", f"ctrl+alt+{KEY_Y}")

    heard.wait_for(*["capture"] * (before + 1))


def test_a_key_that_another_program_has_in_the_new_layout_is_told(
    display: Display, hotkeys: X11Hotkeys, heard: Heard
) -> None:
    other = XDisplay(display.name)  # keeps to the place of the key
    assert other.grab([Grab(int(KEY_Y), CONTROL | ALT)])
    hotkeys.hold([hotkey("capture", "Ctrl+Alt+Z")])

    use_layout(display, "de")

    assert heard.wait_for_change() == {"capture": Taken()}
    other.close()
