"""The real window on a real (virtual) screen with a window manager, driven by key presses."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import notebrain
from notebrain.app.core.instance import MessageKind, send_message
from notebrain.app.core.paths import socket_path
from notebrain.storage.store import FILE_NAME, Store
from tests.fakes.clock import FakeClock
from tests.fakes.display import Display, virtual_display, wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(120)]

TITLE = "NoteBrain"


@pytest.fixture(scope="module")
def display() -> Iterator[Display]:
    with virtual_display() as display:
        yield display


@contextlib.contextmanager
def open_window(display: Display, vault: Path) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "notebrain"],
        env={**display.environment, "NOTEBRAIN_DATA_DIR": str(vault)},
    )
    try:
        wait_until(lambda: bool(display.windows(TITLE)), what="the window to appear")
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
        process.kill()
        process.wait()
        wait_until(lambda: not display.windows(TITLE), what="the window to go")


def bodies(vault: Path) -> list[str]:
    if not (vault / FILE_NAME).exists():
        return []
    with notebrain.open(vault) as brain:
        return [brain.show(row.id).body for row in brain.list()]


def type_into_a_new_note(display: Display, text: str) -> None:
    window = display.windows(TITLE)[0]
    display.xdotool("windowactivate", "--sync", window)
    display.xdotool("key", "ctrl+n")
    wait_until(lambda: bool(display.windows("Untitled")), what="the new note")
    display.xdotool("type", "--delay", "8", text)


def test_what_was_typed_survives_a_kill(display: Display, tmp_path: Path) -> None:
    text = "Greenhouse heater is set to 6 degrees"

    with open_window(display, tmp_path) as process:
        type_into_a_new_note(display, text)
        wait_until(lambda: text in bodies(tmp_path), what="the note on the disk")
        os.kill(process.pid, signal.SIGKILL)
        process.wait()

    assert bodies(tmp_path) == [text]
    store = Store.open(tmp_path, clock=FakeClock())
    with store.read() as db:
        assert db.execute("pragma quick_check").fetchone()[0] == "ok"
    store.close()


def test_asked_to_end_the_program_saves_the_last_key_and_closes(
    display: Display, tmp_path: Path
) -> None:
    with open_window(display, tmp_path) as process:
        type_into_a_new_note(display, "last words")
        os.kill(process.pid, signal.SIGTERM)

        assert process.wait(15) == 0

    assert bodies(tmp_path) == ["last words"]


def test_after_a_kill_the_window_opens_with_the_note(display: Display, tmp_path: Path) -> None:
    with notebrain.open(tmp_path) as brain:
        brain.capture("# Lentil dal\n\nToast the cumin first.")
    with open_window(display, tmp_path) as process:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()

    with open_window(display, tmp_path):
        wait_until(lambda: bool(display.windows("Lentil dal")), what="the note in the title")
        wait_until(
            lambda: send_message(socket_path(tmp_path), MessageKind.RAISE),
            what="the new one to be spoken to",
        )


def test_a_second_start_brings_the_first_window_to_the_front(
    display: Display, tmp_path: Path
) -> None:
    with open_window(display, tmp_path) as first:
        cover = subprocess.Popen(["xmessage", "-center", "in front"], env=display.environment)
        try:
            wait_until(lambda: bool(display.windows("xmessage")), what="the window in front")
            second = subprocess.run(
                [sys.executable, "-m", "notebrain"],
                env={**display.environment, "NOTEBRAIN_DATA_DIR": str(tmp_path)},
                timeout=30,
                check=False,
            )

            assert second.returncode == 0
            assert first.poll() is None
            wait_until(lambda: TITLE in display.active_title(), what="the first window in front")
        finally:
            cover.kill()
            cover.wait()


def test_a_note_from_the_command_line_appears_beside_the_open_window(
    display: Display, tmp_path: Path
) -> None:
    with notebrain.open(tmp_path) as brain:
        shown = brain.capture("Pump: pressures")
    with open_window(display, tmp_path):
        wait_until(lambda: bool(display.windows("Pump: pressures")), what="the note in the title")
        subprocess.run(
            [sys.executable, "-m", "notebrain", "capture", "Bike: cable sizes"],
            env={**os.environ, "NOTEBRAIN_DATA_DIR": str(tmp_path)},
            check=True,
            capture_output=True,
        )
        with notebrain.open(tmp_path) as brain:
            brain.forget(shown)

        wait_until(lambda: bool(display.windows("Bike: cable sizes")), what="the note in the title")
