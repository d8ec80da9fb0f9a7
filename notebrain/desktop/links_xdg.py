"""Having `notebrain:` addresses on Linux desktops, for a program that no package installed."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from notebrain.desktop.entries import (
    default_of,
    entry_value,
    with_commands,
    with_default,
    without_default,
)
from notebrain.desktop.files import read, remove, write_whole

KIND = "x-scheme-handler/notebrain"


class XdgLinks:
    """The user's own desktop file, its icons, and the choice that it opens such addresses.

    Args:
        data: The user's `~/.local/share`.
        config: The user's `~/.config`.
        name: Of the desktop file.
        entry: The desktop file as it ships.
        icons: The pictures of the program, as they are called below `icons/hicolor`.
    """

    def __init__(
        self,
        data: Path,
        config: Path,
        name: str,
        *,
        entry: str,
        icons: Mapping[str, Path],
        command: Sequence[str],
    ) -> None:
        self._name = name
        self._file = data / "applications" / name
        self._list = config / "mimeapps.list"
        self._icons = {data / "icons" / "hicolor" / place: of for place, of in icons.items()}
        self._entry = with_commands(entry, command)

    def is_on(self) -> bool:
        """Return whether the desktop file is there and chosen."""
        chosen = default_of(read(self._list), KIND) == self._name
        return chosen and bool(entry_value(read(self._file), "Exec"))

    def turn_on(self) -> None:
        """Write the files, and choose them."""
        write_whole(self._file, self._entry)
        for place, of in self._icons.items():
            write_whole(place, of.read_text(encoding="utf-8"))
        write_whole(self._list, with_default(read(self._list), KIND, self._name))

    def turn_off(self) -> None:
        """Remove the files, and the choice; what else was chosen stays."""
        before = read(self._list)
        kept = without_default(before, KIND)
        if kept and kept != before:
            write_whole(self._list, kept)
        elif before and not kept:  # else it may be there, and not for us to read
            remove(self._list)
        for place in (self._file, *self._icons):
            remove(place)
