"""A day's round by keyboard alone, in the real window on a real (virtual) screen, followed by a screen reader."""

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import notebrain
from notebrain.domain.notes.note import Note
from tests.fakes.display import Display, virtual_display, wait_until
from tests.fakes.screen_reader import ScreenReader, screen_reader

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(120)]

PROGRAM = "NoteBrain"


class Hands:
    """Types into the window, hears what it shows, and looks into the vault for what came of it."""

    def __init__(self, display: Display, reader: ScreenReader, vault: Path) -> None:
        self.display = display
        self.reader = reader
        self.vault = vault

    def press(self, *keys: str) -> None:
        """Press one key after the other."""
        for key in keys:
            self.display.xdotool("key", "--clearmodifiers", key)

    def write(self, text: str) -> None:
        """Type a text; xdotool types no line ends."""
        for number, line in enumerate(text.split("\n")):
            if number:
                self.press("Return")
            self.display.xdotool("type", "--delay", "6", "--", line)

    def hear(self, *words: str, role: str = "") -> None:
        """Wait until one thing on the screen has all these words in its name."""
        wait_until(
            lambda: any(
                one.showing and one.role.endswith(role) and all(word in one.name for word in words)
                for one in self.reader.look(PROGRAM)
            ),
            what=f"something called {' … '.join(words)}",
        )

    def shown(self, title: str) -> None:
        """Wait until the note of this title is the one that is open."""
        wait_until(
            lambda: self.display.active_title().startswith(title), what=f"{title} in the title"
        )

    def note(self, beginning: str, *, trashed: bool = False) -> Note | None:
        """Return the note that begins like this."""
        with notebrain.open(self.vault) as brain:
            notes = (brain.show(row.id) for row in brain.list(trashed=trashed))
            return next((note for note in notes if note.body.startswith(beginning)), None)


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Hands]:
    vault = tmp_path / "vault"
    with notebrain.open(vault) as brain:
        brain.capture("# Bicycle\n\nBrake cable 1.6 mm, gear cable 1.2 mm.")
    with virtual_display() as display, screen_reader(display, tmp_path) as reader:
        process = subprocess.Popen(
            [sys.executable, "-m", "notebrain"],
            env={**reader.environment, "NOTEBRAIN_DATA_DIR": str(vault)},
        )
        try:
            wait_until(lambda: bool(display.windows(PROGRAM)), what="the window to appear")
            wait_until(lambda: PROGRAM in reader.programs(), what="the program on the bus")
            display.xdotool("windowactivate", "--sync", display.windows(PROGRAM)[0])
            yield Hands(display, reader, vault)
        finally:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(30)
            process.kill()
            process.wait()


def test_a_note_is_made_tagged_found_opened_and_brought_back(hands: Hands) -> None:
    hands.press("ctrl+n")
    hands.shown("Untitled")
    hands.write("# Harbour\n\nThe last ferry leaves at quarter past nine.")
    hands.shown("Harbour")

    hands.press("ctrl+shift+t")
    hands.write("travel/norway")
    hands.press("Return")
    wait_until(
        lambda: (note := hands.note("# Harbour")) is not None and note.tags == ("travel/norway",),
        what="the tag",
    )

    hands.press("ctrl+shift+f")
    hands.write("gear cable")
    hands.hear("Bicycle", role="item")
    hands.press("Return")
    hands.shown("Bicycle")

    hands.press("ctrl+p")
    hands.write("harb")
    hands.hear("Harbour", role="item")
    hands.press("Return")
    hands.shown("Harbour")

    hands.press("shift+F6", "Delete")
    wait_until(lambda: hands.note("# Harbour", trashed=True) is not None, what="the trash")
    hands.press("ctrl+z")
    wait_until(lambda: hands.note("# Harbour") is not None, what="the note to come back")

    note = hands.note("# Harbour")
    assert note is not None
    assert note.body == "# Harbour\n\nThe last ferry leaves at quarter past nine."
    assert note.tags == ("travel/norway",)
