"""Starting with the session on macOS: an agent in `~/Library/LaunchAgents`.

Addresses need no such file there: the bundle names them in its `Info.plist`, see `URL_TYPES`.
"""

import plistlib
from collections.abc import Sequence
from pathlib import Path

from notebrain.system.desktop.xdg import read, remove, write_whole

LABEL = "org.notebrain.NoteBrain"
URL_TYPES = [{"CFBundleURLName": LABEL, "CFBundleURLSchemes": ["notebrain"]}]
"""What stands under `CFBundleURLTypes` in the bundle's `Info.plist`."""


class LaunchAgent:
    """One agent that is loaded when the user signs in; an instance that runs now is left alone."""

    def __init__(self, folder: Path, command: Sequence[str]) -> None:
        self._file = folder / f"{LABEL}.plist"
        self._command = command

    def is_on(self) -> bool:
        """Return whether there is the agent."""
        return "RunAtLoad" in read(self._file)

    def turn_on(self) -> None:
        """Write the agent anew: the program may have moved."""
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
