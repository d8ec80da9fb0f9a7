"""What is a press, whatever else the display tells meanwhile."""

from collections.abc import Iterable, Iterator

import pytest

from notebrain.system.hotkeys.keyboard import Grab, Keyboard
from notebrain.system.hotkeys.x11 import _Grabs
from notebrain.system.hotkeys.xcb import KeyPress, KeyRelease, MappingChanged, XDisplay, XEvent
from tests.fakes.hotkeys import Heard, hotkey

N, CTRL_ALT = 57, 4 | 8
KEYBOARD = Keyboard(8, tuple((ord("n"),) if code == N else () for code in range(8, 256)), ((),) * 8)


class ToldDisplay(XDisplay):
    """A display that tells what it is told to."""

    def __init__(self) -> None:
        self.coming: list[XEvent] = []
        self.coming_with_keyboard: list[XEvent] = []

    @property
    def broken(self) -> bool:
        return False

    def fileno(self) -> int:
        return 0

    def close(self) -> None:
        pass

    def keyboard(self) -> Keyboard:
        self.coming, self.coming_with_keyboard = self.coming_with_keyboard, []
        return KEYBOARD

    def grab(self, wanted: Iterable[Grab]) -> bool:
        return True

    def ungrab(self, held: Iterable[Grab]) -> None:
        pass

    def events(self) -> Iterator[XEvent]:
        coming, self.coming = self.coming, []
        yield from coming


@pytest.fixture
def display() -> ToldDisplay:
    return ToldDisplay()


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def grabs(display: ToldDisplay, heard: Heard) -> Iterator[_Grabs]:
    grabs = _Grabs(display, heard)
    grabs.hold([hotkey("capture", "Ctrl+Alt+N")])
    yield grabs
    grabs.end()


def test_repeats_of_a_held_key_are_no_presses(
    display: ToldDisplay, grabs: _Grabs, heard: Heard
) -> None:
    display.coming = [
        KeyPress(N, CTRL_ALT, 1000),
        KeyRelease(N, 1500),
        KeyPress(N, CTRL_ALT, 1500),
        KeyRelease(N, 1530),
        KeyPress(N, CTRL_ALT, 1530),
        KeyRelease(N, 1555),
        KeyPress(N, CTRL_ALT, 1700),
    ]

    grabs.read()

    assert [press.time_ms for press in heard.presses] == [1000, 1700]


def test_a_press_that_comes_while_the_keyboard_is_asked_about_is_heard_at_once(
    display: ToldDisplay, grabs: _Grabs, heard: Heard
) -> None:
    display.coming = [MappingChanged()]
    display.coming_with_keyboard = [KeyPress(N, CTRL_ALT, 1000)]

    grabs.read()

    assert heard.names == ["capture"]
