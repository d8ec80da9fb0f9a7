"""Another program on a virtual screen: has the keyboard, and writes down which keys reach it."""

import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.fakes.display import Display, wait_until

_TITLE = "other program"


class OtherProgram:
    """One window, which does nothing with what it gets."""

    title = _TITLE

    def __init__(self, display: Display, written: Path) -> None:
        self._display = display
        self._written = written

    @property
    def has_keyboard(self) -> bool:
        """Whether the user is in it now."""
        return self._display.active_title() == self.title

    def take_keyboard(self) -> None:
        """Come to the front, and wait until the keys go here."""
        wait_until(self._asks_for_keyboard, what="the keyboard to go to the other program")

    def got(self) -> list[str]:
        """Return the key codes of the presses it got."""
        words = self._written.read_text(encoding="utf-8", errors="replace").split("KeyPress event")
        return [part.partition("keycode ")[2].partition(" ")[0] for part in words[1:]]

    def got_at_last(self, code: str) -> bool:
        return self.got()[-1:] == [code]

    def _asks_for_keyboard(self) -> bool:
        if not self.has_keyboard:
            for window in self._display.windows(self.title):
                self._display.xdotool("windowactivate", window)
        return self.has_keyboard


@contextmanager
def other_program(display: Display, folder: Path) -> Generator[OtherProgram]:
    """Start one, which writes into `folder`, and give it the keyboard; skip the test where there is none."""
    if shutil.which("xev") is None:
        pytest.skip("no xev on this computer")
    written = folder / "keys"
    with written.open("wb") as file:
        # line by line, else what it writes comes when it ends
        command = ["stdbuf", "-oL", "xev", "-event", "keyboard", "-name", _TITLE]
        process = subprocess.Popen(command, env=display.environment, stdout=file)
    other = OtherProgram(display, written)
    try:
        other.take_keyboard()
        yield other
    finally:
        process.terminate()
        process.wait()
