"""Starting with the session by the real portal, on a bus of its own, and behind it a desktop that a test speaks for."""

from pathlib import Path

import pytest

from notebrain.app.core.paths import APP_ID
from notebrain.domain.desktop.ports import DesktopError
from notebrain.system.desktop.portal_autostart import PortalAutostart
from tests.fakes.portal import STARTS, PortalBackend, session_bus

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.desktop, pytest.mark.timeout(120)]

COMMAND = ["notebrain", "--data-dir=/home/ann/my notes"]


def test_the_desktop_is_told_what_to_start_and_to_start_it_no_more(tmp_path: Path) -> None:
    with session_bus(tmp_path, interfaces=STARTS) as bus:
        desktop = PortalBackend(bus.address)
        autostart = PortalAutostart(tmp_path / "autostart", APP_ID, COMMAND, bus.address)

        autostart.turn_on()
        assert autostart.is_on()
        assert desktop.started == COMMAND

        autostart.turn_off()
        assert not autostart.is_on()
        assert desktop.started == []
        desktop.close()


def test_a_desktop_whose_portal_starts_nothing_says_so(tmp_path: Path) -> None:
    with session_bus(tmp_path, interfaces="org.freedesktop.impl.portal.Inhibit") as bus:
        autostart = PortalAutostart(tmp_path / "autostart", APP_ID, COMMAND, bus.address)

        with pytest.raises(DesktopError, match="cannot start programs"):
            autostart.turn_on()

    assert not autostart.is_on()
