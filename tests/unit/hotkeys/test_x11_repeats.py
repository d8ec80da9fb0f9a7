"""A key that is held down is pressed once, whatever the display tells."""

from collections.abc import Iterable, Iterator

from notebrain.domain.hotkeys import combination
from notebrain.hotkeys.keyboard import Grab, Keyboard
from notebrain.hotkeys.x11 import _Grabs
from notebrain.hotkeys.xcb import KeyPress, KeyRelease, XDisplay, XEvent
from tests.fakes.hotkeys import Heard, hotkey

N, CTRL_ALT = 57, 4 | 8
KEYBOARD = Keyboard(8, tuple((ord("n"),) if code == N else () for code in range(8, 256)), ((),) * 8)


class ToldDisplay(XDisplay):
    """A display that tells what it is told to."""

    def __init__(self) -> None:
        self.coming: list[XEvent] = []

    @property
    def broken(self) -> bool:
        return False

    def fileno(self) -> int:
        return 0

    def close(self) -> None:
        pass

    def keyboard(self) -> Keyboard:
        return KEYBOARD

    def grab(self, wanted: Iterable[Grab]) -> bool:
        return True

    def ungrab(self, held: Iterable[Grab]) -> None:
        pass

    def events(self) -> Iterator[XEvent]:
        coming, self.coming = self.coming, []
        yield from coming


def test_repeats_of_a_held_key_are_no_presses() -> None:
    display, heard = ToldDisplay(), Heard()
    grabs = _Grabs(display, heard)
    grabs.hold([hotkey("capture", str(combination("Ctrl+Alt+N")))])

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
    grabs.end()

    assert [press.time_ms for press in heard.presses] == [1000, 1700]
