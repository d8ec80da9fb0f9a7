"""A `notebrain:` address that another program has the desktop open, with NoteBrain closed."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import notebrain
from tests.fakes.display import virtual_display, wait_until

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.slow,
    pytest.mark.desktop,
    pytest.mark.timeout(120),
    pytest.mark.skipif(shutil.which("xdg-open") is None, reason="no xdg-open on this computer"),
]

CAPTURE = "New note - NoteBrain"
HOSTILE = "notebrain://capture?text=%1B%5B2J"


def bodies(vault: Path) -> list[str]:
    with notebrain.open(vault) as brain:
        return [brain.show(row.id).body for row in brain.list()]


def test_the_desktop_opens_what_is_kept_only_when_the_user_says_so(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    with virtual_display() as display:
        desktop = {
            **display.environment,
            "HOME": str(tmp_path),
            "XDG_CONFIG_HOME": str(tmp_path / "config"),
            "XDG_DATA_HOME": str(tmp_path / "data"),
            "NOTEBRAIN_DATA_DIR": str(vault),
        }
        for variable in ("XDG_CURRENT_DESKTOP", "DESKTOP_SESSION", "DBUS_SESSION_BUS_ADDRESS"):
            desktop.pop(variable, None)
        links = [sys.executable, "-m", "notebrain", "desktop", "links", "on"]
        subprocess.run(links, env=desktop, check=True)

        refused = subprocess.run(
            ["xdg-open", HOSTILE], env=desktop, check=False, capture_output=True, text=True
        )
        assert refused.stderr == "notebrain: The link has characters that are not text.\n"
        assert not vault.exists()

        opened = subprocess.Popen(
            ["xdg-open", "notebrain://capture?text=Buy%20milk%20%23shopping&workspace=../../x"],
            env=desktop,
            start_new_session=True,
        )
        try:
            wait_until(lambda: display.active_title() == CAPTURE, what="the capture window")
            assert bodies(vault) == []
            display.xdotool("key", "Return")

            wait_until(lambda: bodies(vault) == ["Buy milk #shopping"], what="the note")
        finally:
            os.killpg(opened.pid, signal.SIGTERM)
            opened.wait()
