"""The tray of a real (virtual) X11 display, and the same display without one."""

import contextlib
import shutil
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from notebrain.app.core.instance import MessageKind, send_message
from notebrain.app.core.paths import socket_path
from notebrain.app.services import open_services
from notebrain.app.settings.table import KEEP_NOTICED, KEEP_RUNNING, START_MINIMIZED
from tests.fakes.display import Display, virtual_display, wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.desktop, pytest.mark.timeout(120)]

WINDOW = "NoteBrain"


@pytest.fixture(scope="module")
def display() -> Iterator[Display]:
    with virtual_display() as display:
        yield display


@contextlib.contextmanager
def tray(display: Display) -> Generator[subprocess.Popen[bytes]]:
    if shutil.which("trayer") is None:
        pytest.skip("no trayer on this computer")
    command = ["trayer", "--edge", "top", "--align", "left", "--widthtype", "request"]
    process = subprocess.Popen(
        [*command, "--height", "24"], env=display.environment, stderr=subprocess.DEVNULL
    )
    try:
        wait_until(lambda: bool(display.windows("panel")), what="the tray")
        yield process
    finally:
        process.terminate()
        process.wait()


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault whose user has NoteBrain stay when the window is closed."""
    folder = tmp_path / "vault"
    services = open_services(folder)
    services.settings.put(KEEP_RUNNING, True).result()
    services.settings.put(KEEP_NOTICED, True).result()
    services.close()
    return folder


@contextlib.contextmanager
def running(display: Display, vault: Path) -> Generator[subprocess.Popen[bytes]]:
    environment = {**display.environment, "NOTEBRAIN_DATA_DIR": str(vault)}
    environment.pop("DBUS_SESSION_BUS_ADDRESS", None)  # no tray of the desktop this runs on
    process = subprocess.Popen([sys.executable, "-m", "notebrain"], env=environment)
    try:
        # its file is there before it listens
        wait_until(
            lambda: send_message(socket_path(vault), MessageKind.CHANGED), what="the program"
        )
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(20)
        process.kill()
        process.wait()


def in_task_list(display: Display) -> set[str]:
    """Return the windows that the window manager knows, be they minimised."""
    done = subprocess.run(
        ["xprop", "-root", "_NET_CLIENT_LIST"],
        env=display.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    found = done.stdout.partition("#")[2].split(",")
    return {str(int(one, 16)) for one in found if one.strip()}


def in_task_bar(display: Display) -> bool:
    """Tell whether the window manager knows the window, be it minimised."""
    return any(WINDOW in display.xdotool("getwindowname", one) for one in in_task_list(display))


def main_window(display: Display) -> list[str]:
    return display.windows(WINDOW)


def close(display: Display) -> None:
    wait_until(lambda: bool(main_window(display)), what="the window")
    display.xdotool("windowactivate", "--sync", main_window(display)[0])
    display.xdotool("key", "alt+F4")


def tray_width(display: Display) -> int:
    """Return how wide the tray is, which is as wide as the icons in it."""
    place = display.xdotool("getwindowgeometry", "--shell", *display.windows("panel"))
    return int(place.partition("WIDTH=")[2].partition("\n")[0] or 0)


def has_icon(display: Display) -> bool:
    """Tell whether the icon can be seen and clicked: the tray has made room, and the program has filled it."""
    windows = display.xdotool("search", "--onlyvisible", "--class", WINDOW).split()
    return tray_width(display) >= 20 and bool(set(windows) - in_task_list(display))


def click_icon(display: Display) -> None:
    """Click into the tray, whose only icon stands in its corner."""
    wait_until(lambda: has_icon(display), what="the icon in the tray")
    display.xdotool("mousemove", "12", "12", "click", "1")


def test_the_window_waits_in_the_tray_for_as_long_as_there_is_one(
    display: Display, vault: Path
) -> None:
    with running(display, vault) as process:
        wait_until(lambda: bool(main_window(display)), what="the window")
        with tray(display) as host:  # comes after the program
            wait_until(lambda: has_icon(display), what="the icon in the tray")
            close(display)
            wait_until(lambda: not main_window(display), what="the window to go")
            click_icon(display)
            wait_until(lambda: bool(main_window(display)), what="the window to come back")
            close(display)
            wait_until(lambda: not main_window(display), what="the window to go again")
            assert process.poll() is None

            host.kill()
            wait_until(lambda: in_task_bar(display), what="the window in the task bar")
        assert send_message(socket_path(vault), MessageKind.RAISE)
        close(display)

        assert process.wait(20) == 0  # without a tray there is nowhere to wait


def test_a_term_ends_what_waits_in_the_tray(display: Display, vault: Path) -> None:
    with tray(display), running(display, vault) as process:
        close(display)  # as soon as it is there
        wait_until(lambda: not main_window(display), what="the window to go")
        wait_until(lambda: has_icon(display), what="the icon in the tray")
        process.send_signal(signal.SIGTERM)

        assert process.wait(20) == 0


@pytest.mark.parametrize("with_tray", [True, False])
def test_started_minimized_it_is_within_reach(
    display: Display, vault: Path, with_tray: bool
) -> None:
    services = open_services(vault)
    services.settings.put(START_MINIMIZED, True).result()
    services.close()

    with tray(display) if with_tray else contextlib.nullcontext(), running(display, vault):
        if with_tray:
            wait_until(lambda: has_icon(display), what="the icon in the tray")
        else:
            wait_until(lambda: in_task_bar(display), what="the window in the task bar")
        assert main_window(display) == []
        assert in_task_bar(display) is not with_tray
        assert send_message(socket_path(vault), MessageKind.RAISE)
        wait_until(lambda: bool(main_window(display)), what="the window")


def test_two_vaults_run_side_by_side_and_each_hears_its_own_words(
    display: Display, vault: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    with running(display, vault) as one, running(display, other) as two:
        wait_until(lambda: len(main_window(display)) == 2, what="both windows")
        assert socket_path(vault) != socket_path(other)

        two.send_signal(signal.SIGTERM)

        assert two.wait(20) == 0
        assert one.poll() is None
        assert send_message(socket_path(vault), MessageKind.RAISE)
        assert not send_message(socket_path(other), MessageKind.RAISE)
