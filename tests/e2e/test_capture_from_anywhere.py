"""A note taken and found from within another program, on a virtual screen.

The window is the real one, asked for as a desktop's own key would.
"""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

import notebrain
from notebrain.app.core.paths import socket_path
from notebrain.app.services import open_services
from notebrain.app.settings.remembered import HOTKEY_CAPTURE
from notebrain.domain.desktop.hotkeys import Taken
from notebrain.system.hotkeys.x11 import X11Hotkeys
from tests.fakes.display import Display, virtual_display, wait_until
from tests.fakes.hotkey_desktops import press_on
from tests.fakes.hotkeys import Heard, hotkey
from tests.fakes.other_program import OtherProgram, other_program

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(120)]

CAPTURE = "New note - NoteBrain"
QUICK_SEARCH = "Quick search - NoteBrain"
KEY_N = "57"
"""The key that is called so on a US keyboard."""


@pytest.fixture(scope="module")
def display() -> Iterator[Display]:
    with virtual_display() as display:
        yield display


@pytest.fixture
def other(display: Display, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OtherProgram]:
    """Another program, which has the keyboard."""
    with other_program(display, tmp_path_factory.mktemp("other")) as other:
        yield other


def environment(display: Display, vault: Path) -> dict[str, str]:
    return {**display.environment, "NOTEBRAIN_DATA_DIR": str(vault)}


def call(
    display: Display, vault: Path, *text: str, command: str = "capture"
) -> subprocess.Popen[bytes]:
    """Do what the desktop does when the key is pressed."""
    line = [sys.executable, "-m", "notebrain", command, "--window", *text]
    return subprocess.Popen(line, env=environment(display, vault))


@contextlib.contextmanager
def running(display: Display, vault: Path) -> Generator[None]:
    process = subprocess.Popen([sys.executable, "-m", "notebrain"], env=environment(display, vault))
    try:
        wait_until(socket_path(vault).exists, what="the program")
        # else it comes to the front later, and takes the keyboard from where a test puts it
        wait_until(lambda: "NoteBrain" in display.active_title(), what="the window")
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(20)
        process.kill()
        process.wait()


def bodies(vault: Path) -> list[str]:
    with notebrain.open(vault) as brain:
        return [brain.show(row.id).body for row in brain.list()]


def is_taken(display: Display, keys: str) -> bool:
    """Tell whether a program has this combination; one that asks for it at this very moment does not get it."""
    probe = X11Hotkeys(Heard(), display.name)
    outcome = probe.hold([hotkey("probe", keys)])["probe"]
    probe.close()
    return outcome == Taken()


def capture_window(display: Display) -> bool:
    return display.active_title() == CAPTURE


def answers_the_hotkey(display: Display, other: OtherProgram) -> bool:
    """Press Ctrl+Alt+N once, and tell whether it brought the capture window; else the other program got it."""
    before = len(other.got())
    press_on(display, "Ctrl+Alt+N")
    wait_until(
        lambda: capture_window(display) or KEY_N in other.got()[before:],
        what="the hotkey to reach anyone",
    )
    return capture_window(display)


def test_a_note_is_taken_and_the_keyboard_goes_back_to_where_it_was(
    display: Display, tmp_path: Path, other: OtherProgram
) -> None:
    with running(display, tmp_path):
        other.take_keyboard()
        for text in ("Bread and milk #shopping", "Second thought"):
            assert call(display, tmp_path).wait(30) == 0
            wait_until(lambda: capture_window(display), what="the capture window")
            display.xdotool("type", "--delay", "8", text)
            display.xdotool("key", "Return")
            wait_until(lambda: other.has_keyboard, what="the keyboard to go back")
        wait_until(lambda: len(bodies(tmp_path)) >= 2, what="the notes")

    assert {"Bread and milk #shopping", "Second thought"} <= set(bodies(tmp_path))


@pytest.mark.desktop
@pytest.mark.parametrize("times", [4, pytest.param(50, marks=pytest.mark.long)])
def test_the_hotkey_takes_notes_from_another_program_one_after_the_other(
    display: Display, tmp_path: Path, other: OtherProgram, times: int
) -> None:
    with contextlib.closing(open_services(tmp_path)) as services:
        services.settings.put(HOTKEY_CAPTURE, "Ctrl+Alt+N").result()
    notes = [f"Thought number {n}" for n in range(times)]
    with running(display, tmp_path):
        other.take_keyboard()
        wait_until(lambda: answers_the_hotkey(display, other), what="the hotkey to be held")
        for number, note in enumerate(notes):
            if number:
                press_on(display, "Ctrl+Alt+N")
                wait_until(lambda: capture_window(display), what="the capture window")
            display.xdotool("type", "--delay", "2", note)
            display.xdotool("key", "Return")
            wait_until(lambda: other.has_keyboard, what="the keyboard to go back")
        wait_until(lambda: set(notes) <= set(bodies(tmp_path)), what="the notes")

    wait_until(lambda: not is_taken(display, "Ctrl+Alt+N"), what="the hotkey to be let go of")


def test_esc_gives_the_keyboard_back_and_the_draft_outlives_a_kill(
    display: Display, tmp_path: Path, other: OtherProgram
) -> None:
    with running(display, tmp_path):
        other.take_keyboard()
        call(display, tmp_path).wait(30)
        wait_until(lambda: capture_window(display), what="the capture window")
        display.xdotool("type", "--delay", "8", "Half a thou")
        display.xdotool("key", "Escape")
        wait_until(lambda: other.has_keyboard, what="the keyboard to go back")
    process = call(display, tmp_path)
    wait_until(lambda: capture_window(display), what="the capture window alone")
    display.xdotool("type", "--delay", "8", "ght")
    display.xdotool("key", "Return")
    wait_until(lambda: bodies(tmp_path) == ["Half a thought"], what="the note")
    os.kill(process.pid, signal.SIGTERM)

    assert process.wait(30) == 0


def test_with_the_window_closed_only_the_capture_window_comes_and_then_goes(
    display: Display, tmp_path: Path, other: OtherProgram
) -> None:
    process = call(display, tmp_path, "From the key")
    wait_until(lambda: capture_window(display), what="the capture window")
    assert display.windows("Home - NoteBrain") == []
    display.xdotool("key", "End")
    display.xdotool("type", "--delay", "8", ", and more")
    display.xdotool("key", "Escape")

    assert process.wait(30) == 0
    assert bodies(tmp_path) == []
    assert display.windows("NoteBrain") == []


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """A vault with two notes about gas and one about a ferry."""
    with notebrain.open(tmp_path) as brain:
        for body in ("Ferry at 21:15", "Gas bottle empty", "Gas heater serviced"):
            brain.capture(body)
    return tmp_path


def quick_search(display: Display) -> bool:
    return display.active_title() == QUICK_SEARCH


def test_esc_gives_the_keyboard_back_from_the_quick_search_and_enter_opens_the_note(
    display: Display, filled: Path, other: OtherProgram
) -> None:
    with running(display, filled):
        other.take_keyboard()
        for _time in range(2):
            assert call(display, filled, command="search").wait(30) == 0
            wait_until(lambda: quick_search(display), what="the quick search")
            display.xdotool("type", "--delay", "8", "ferry")
            display.xdotool("key", "Escape")
            wait_until(lambda: other.has_keyboard, what="the keyboard to go back")

        assert call(display, filled, command="search").wait(30) == 0
        wait_until(lambda: quick_search(display), what="the quick search")
        display.xdotool("type", "--delay", "8", "gas")
        display.xdotool("key", "Down")  # of what is shown by then; Enter waits for the answer
        display.xdotool("key", "Return")

        wait_until(lambda: display.active_title().startswith("Gas "), what="the note")
        assert display.windows(QUICK_SEARCH) == []


def test_with_the_window_closed_the_quick_search_comes_alone_and_leads_to_the_note(
    display: Display, filled: Path, other: OtherProgram
) -> None:
    process = call(display, filled, "ferry", command="search")
    wait_until(lambda: quick_search(display), what="the quick search alone")
    assert display.windows("Home - NoteBrain") == []
    display.xdotool("key", "Return")
    wait_until(lambda: display.active_title() == "Ferry at 21:15 - NoteBrain", what="the note")
    display.xdotool("key", "ctrl+q")
    assert process.wait(30) == 0

    process = call(display, filled, command="search")
    wait_until(lambda: quick_search(display), what="the quick search alone")
    display.xdotool("key", "Escape")
    assert process.wait(30) == 0


def test_a_copy_from_the_quick_search_alone_lasts_until_the_next_copy(
    display: Display, filled: Path, other: OtherProgram
) -> None:
    process = call(display, filled, "ferry", command="search")
    wait_until(lambda: quick_search(display), what="the quick search alone")
    display.xdotool("key", "ctrl+Return")
    wait_until(lambda: display.windows(QUICK_SEARCH) == [], what="the window to go")
    assert clipboard(display) == "Ferry at 21:15"
    assert process.poll() is None

    copier = another_copies(display)

    assert process.wait(30) == 0
    copier.kill()
    copier.wait()


_CLIPBOARD = "from PySide6.QtGui import QGuiApplication; app = QGuiApplication([]); board = app.clipboard(); "


def another_copies(display: Display) -> subprocess.Popen[bytes]:
    """Copy something else in another program, which stays."""
    line = [sys.executable, "-c", _CLIPBOARD + "board.setText('else'); app.exec()"]
    return subprocess.Popen(line, env=display.environment)


def clipboard(display: Display) -> str:
    """Return what another program would paste."""
    line = [sys.executable, "-c", _CLIPBOARD + "print(board.text(), end='')"]
    done = subprocess.run(line, env=display.environment, capture_output=True, check=True, text=True)
    return done.stdout
