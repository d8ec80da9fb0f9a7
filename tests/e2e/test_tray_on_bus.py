"""The icon in a tray that keeps its icons on the session bus, as most Linux desktops do now."""

import contextlib
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

pytest.importorskip("jeepney", reason="speaks to the bus")

from notebrain.app.services import open_services
from notebrain.app.settings.table import KEEP_NOTICED, KEEP_RUNNING
from tests.fakes.display import Display, virtual_display, wait_until
from tests.fakes.portal import private_bus
from tests.fakes.tray_on_bus import tray_on_bus

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.desktop, pytest.mark.timeout(120)]

WINDOW = "NoteBrain"


@contextlib.contextmanager
def running(display: Display, vault: Path, bus: str) -> Generator[None]:
    environment = {
        **display.environment,
        "NOTEBRAIN_DATA_DIR": str(vault),
        "DBUS_SESSION_BUS_ADDRESS": bus,
    }
    process = subprocess.Popen([sys.executable, "-m", "notebrain"], env=environment)
    try:
        yield
        process.terminate()
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault whose user has NoteBrain stay when the window is closed."""
    folder = tmp_path / "vault"
    with contextlib.closing(open_services(folder)) as services:
        services.settings.put(KEEP_RUNNING, True).result()
        services.settings.put(KEEP_NOTICED, True).result()
    return folder


def in_sight(display: Display) -> bool:
    return bool(display.windows(WINDOW))


def in_task_bar(display: Display) -> bool:
    """Tell whether the window manager knows the window, be it minimised."""
    done = subprocess.run(
        ["xprop", "-root", "_NET_CLIENT_LIST"],
        env=display.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return "0x" in done.stdout


def is_closed(display: Display) -> bool:
    """Close the window as its user does; tell whether it is in the tray. Keys may come before it has the keyboard."""
    for window in display.windows(WINDOW):
        display.xdotool("windowactivate", window, "key", "alt+F4")
    return not in_task_bar(display)


def close(display: Display) -> None:
    wait_until(lambda: in_sight(display), what="the window")
    wait_until(lambda: is_closed(display), what="the window to go into the tray")


@pytest.mark.parametrize("only_the_panel", [True, False])
def test_the_window_waits_on_the_bus_for_as_long_as_something_shows_the_icon(
    vault: Path, tmp_path: Path, only_the_panel: bool
) -> None:
    with (
        virtual_display() as display,
        private_bus(tmp_path) as bus,
        tray_on_bus(bus) as tray,
        running(display, vault, bus),
    ):
        wait_until(lambda: len(tray.icons) == 1, what="the icon")
        assert list(tray.menu()) == ["New note…", "Search", "Review", "Open NoteBrain", "Quit"]
        close(display)
        tray.choose("New note…")
        wait_until(lambda: "New note" in display.active_title(), what="the capture window")
        display.xdotool("key", "Escape")
        wait_until(lambda: not in_task_bar(display), what="the capture window to go")

        if only_the_panel:
            tray.show_panel(False)
        else:
            tray.close()
        wait_until(lambda: in_task_bar(display), what="the window in the task bar")
        assert not in_sight(display)
