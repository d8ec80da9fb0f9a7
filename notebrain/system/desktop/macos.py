"""Autostart on macOS: a launch agent in `~/Library/LaunchAgents`.

Links need no such file: the app bundle declares them in its `Info.plist`.
"""

import plistlib
from collections.abc import Sequence
from pathlib import Path

from notebrain.system.desktop.xdg import read, remove, write_whole

LABEL = "org.notebrain.NoteBrain"


class LaunchAgent:
    """A launch agent that is loaded when the user signs in; an instance already running is left alone."""

    def __init__(self, folder: Path, command: Sequence[str]) -> None:
        self._file = folder / f"{LABEL}.plist"
        self._command = command

    def is_on(self) -> bool:
        """Return whether the agent exists."""
        return "RunAtLoad" in read(self._file)

    def turn_on(self) -> None:
        """Write the agent again, because the program may have moved."""
        agent = {
            "Label": LABEL,
            "ProgramArguments": list(self._command),
            "RunAtLoad": True,
            "ProcessType": "Interactive",
        }
        write_whole(self._file, plistlib.dumps(agent).decode())

    def turn_off(self) -> None:
        """Remove the agent."""
        remove(self._file)
