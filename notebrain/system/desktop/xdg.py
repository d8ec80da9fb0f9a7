"""Desktop entries on Linux: autostart and link handling."""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from notebrain.domain.desktop.ports import DesktopError
from notebrain.domain.i18n import _

_RESERVED = re.compile(r"[\s\"'\\><~|&;$*?#()`]")
_IN_QUOTES = re.compile(r"[\"`$\\]")
_DEFAULTS = "[Default Applications]"


def exec_line(command: Sequence[str]) -> str:
    r"""Return a command quoted for the value of `Exec=`.

    Example:
        >>> exec_line(["/opt/My Notes/notebrain", "100%"])
        '"/opt/My Notes/notebrain" 100%%'
    """
    return " ".join(_argument(argument) for argument in command)


def entry_value(text: str, key: str) -> str:
    """Return the value of a key in the first group, or an empty string."""
    group = text.partition("[Desktop Entry]")[2].partition("\n[")[0]
    found = re.search(rf"^{re.escape(key)}\s*=\s*(.*)$", group, re.MULTILINE)
    return found[1].strip() if found else ""


def try_line(command: Sequence[str]) -> str:
    """Return the line that makes desktops skip an entry whose program was removed."""
    return "TryExec=" + command[0].replace("\\", "\\\\")


def with_commands(entry: str, command: Sequence[str]) -> str:
    """Return a desktop entry that starts `command` instead of `notebrain`, as long as that program exists."""
    started = re.sub(
        r"^Exec=notebrain\b", lambda _m: f"Exec={exec_line(command)}", entry, flags=re.MULTILINE
    )
    return started.replace("\nExec=", f"\n{try_line(command)}\nExec=", 1)


def default_of(mimeapps: str, kind: str) -> str:
    """Return the desktop file that opens a type; empty if none was chosen."""
    for line in _lines_of_defaults(mimeapps):
        name, _equals, value = line.partition("=")
        if name.strip() == kind:
            return value.split(";")[0].strip()
    return ""


def with_default(mimeapps: str, kind: str, desktop_file: str) -> str:
    """Return the list with this choice; all other lines stay unchanged."""
    rest = without_default(mimeapps, kind)
    line = f"{kind}={desktop_file}"
    if _DEFAULTS not in rest.splitlines():
        return f"{rest.rstrip()}\n\n{_DEFAULTS}\n{line}\n".lstrip()
    return rest.replace(f"{_DEFAULTS}\n", f"{_DEFAULTS}\n{line}\n", 1)


def without_default(mimeapps: str, kind: str) -> str:
    """Return the list without a choice for this type; empty if nothing else was in it."""
    lines: list[str] = []
    inside = False
    for line in mimeapps.splitlines():
        inside = line.strip() == _DEFAULTS if line.startswith("[") else inside
        if not (inside and line.partition("=")[0].strip() == kind):
            lines.append(line)
    if len(lines) == len(mimeapps.splitlines()):
        return mimeapps
    says = any(line.strip() not in ("", _DEFAULTS) for line in lines)
    return "\n".join(lines) + "\n" if says else ""


def _lines_of_defaults(mimeapps: str) -> list[str]:
    inside = False
    found: list[str] = []
    for line in mimeapps.splitlines():
        inside = line.strip() == _DEFAULTS if line.startswith("[") else inside
        if inside:
            found.append(line)
    return found


def _argument(text: str) -> str:
    text = text.replace("%", "%%")
    if text and not _RESERVED.search(text):
        return text
    # first the quoting rule, then the escaping rule for all values of such a file
    quoted = _IN_QUOTES.sub(lambda m: f"\\{m[0]}", text).replace("\\", "\\\\")
    return f'"{quoted}"'


_OFF = "false"


class XdgAutostart:
    """An autostart entry.

    Args:
        folder: The user's `autostart` folder.
        name: The name of the desktop file.
    """

    def __init__(self, folder: Path, name: str, command: Sequence[str]) -> None:
        self._file = folder / name
        self._command = command

    def is_on(self) -> bool:
        """Return whether the entry exists and neither the user nor the desktop disabled it."""
        text = read(self._file)
        off = entry_value(text, "X-GNOME-Autostart-enabled") == _OFF
        return bool(entry_value(text, "Exec")) and entry_value(text, "Hidden") != "true" and not off

    def turn_on(self) -> None:
        """Write the entry again, because the program may have moved."""
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


KIND = "x-scheme-handler/notebrain"


class XdgLinks:
    """The user's own desktop file, its icons, and the choice that it opens these links.

    Args:
        data: The user's `~/.local/share` folder.
        config: The user's `~/.config` folder.
        name: The name of the desktop file.
        entry: The desktop file as shipped.
        icons: The program's icons, by their paths below `icons/hicolor`.
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
        """Return whether the desktop file exists and is the chosen one."""
        chosen = default_of(read(self._list), KIND) == self._name
        return chosen and bool(entry_value(read(self._file), "Exec"))

    def turn_on(self) -> None:
        """Write the files and choose the desktop file."""
        write_whole(self._file, self._entry)
        for place, of in self._icons.items():
            write_whole(place, of.read_text(encoding="utf-8"))
        write_whole(self._list, with_default(read(self._list), KIND, self._name))

    def turn_off(self) -> None:
        """Remove the files and the choice; other choices stay."""
        before = read(self._list)
        kept = without_default(before, KIND)
        if kept and kept != before:
            write_whole(self._list, kept)
        elif before and not kept:  # otherwise it may exist but be unreadable for us
            remove(self._list)
        for place in (self._file, *self._icons):
            remove(place)


def write_whole(path: Path, text: str) -> None:
    """Write a text atomically: a concurrent reader sees the previous one.

    Raises:
        DesktopError: The file cannot be written.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise DesktopError(
            _("{file} cannot be written: {cause}.").format(file=path, cause=error.strerror)
        ) from error


def remove(path: Path) -> None:
    """Remove a file if it exists.

    Raises:
        DesktopError: The file cannot be removed.
    """
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise DesktopError(
            _("{file} cannot be removed: {cause}.").format(file=path, cause=error.strerror)
        ) from error


def read(path: Path) -> str:
    """Return the content of a file; empty if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
