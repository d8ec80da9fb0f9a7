"""Starting with the session on Linux desktops: a file in `~/.config/autostart`."""

from collections.abc import Sequence
from pathlib import Path

from notebrain.desktop.entries import entry_value, exec_line, try_line
from notebrain.desktop.files import read, remove, write_whole

_OFF = "false"


class XdgAutostart:
    """One desktop entry.

    Args:
        folder: The user's `autostart`.
        name: Of the desktop file.
    """

    def __init__(self, folder: Path, name: str, command: Sequence[str]) -> None:
        self._file = folder / name
        self._command = command

    def is_on(self) -> bool:
        """Return whether there is such an entry, and neither the user nor his desktop turned it off in there."""
        text = read(self._file)
        off = entry_value(text, "X-GNOME-Autostart-enabled") == _OFF
        return bool(entry_value(text, "Exec")) and entry_value(text, "Hidden") != "true" and not off

    def turn_on(self) -> None:
        """Write the entry anew: the program may have moved."""
        lines = [
            "[Desktop Entry]",
            "Type=Application",
            "Name=NoteBrain",
            try_line(self._command),
            f"Exec={exec_line(self._command)}",
            "Icon=notebrain",
            "Terminal=false",
            "X-GNOME-Autostart-enabled=true",
        ]
        write_whole(self._file, "\n".join(lines) + "\n")

    def turn_off(self) -> None:
        """Remove the entry."""
        remove(self._file)
