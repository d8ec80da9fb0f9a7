"""Autostart and links on Windows: entries in the registry."""

import subprocess
import sys
from collections.abc import Sequence
from typing import Protocol

from notebrain.domain.desktop.ports import DesktopError
from notebrain.domain.i18n import _

RUN = r"Software\Microsoft\Windows\CurrentVersion\Run"
CLASS = r"Software\Classes\notebrain"
COMMAND = CLASS + r"\shell\open\command"
_NAME = "NoteBrain"


class Registry(Protocol):
    """The user's part of the registry."""

    def get(self, key: str, name: str) -> str | None:
        """Return a value, or None if it does not exist."""
        ...

    def put(self, key: str, name: str, value: str) -> None:
        """Set a value, creating its key if needed."""
        ...

    def remove(self, key: str, name: str) -> None:
        """Remove a value if it exists."""
        ...

    def remove_tree(self, key: str) -> None:
        """Remove a key with everything below it, if it exists."""
        ...


class RunEntry:
    """Starts the program when the user signs in."""

    def __init__(self, registry: Registry, command: Sequence[str]) -> None:
        self._registry = registry
        self._command = subprocess.list2cmdline(command)

    def is_on(self) -> bool:
        """Return whether the value exists."""
        return bool(self._registry.get(RUN, _NAME))

    def turn_on(self) -> None:
        """Set the value again, because the program may have moved."""
        self._registry.put(RUN, _NAME, self._command)

    def turn_off(self) -> None:
        """Remove the value."""
        self._registry.remove(RUN, _NAME)


class ProtocolEntry:
    """Opens `notebrain:` links with the program."""

    def __init__(self, registry: Registry, command: Sequence[str]) -> None:
        self._registry = registry
        self._command = f'{subprocess.list2cmdline(command)} "%1"'

    def is_on(self) -> bool:
        """Return whether links open in this program, not in another one or at its former location."""
        return self._registry.get(COMMAND, "") == self._command

    def turn_on(self) -> None:
        """Set the keys that Windows requires."""
        self._registry.put(CLASS, "", "URL:NoteBrain")
        self._registry.put(CLASS, "URL Protocol", "")
        self._registry.put(COMMAND, "", self._command)

    def turn_off(self) -> None:
        """Remove all of these keys."""
        self._registry.remove_tree(CLASS)


if sys.platform == "win32":
    import contextlib
    import winreg

    class WindowsRegistry:
        """The real registry."""

        def get(self, key: str, name: str) -> str | None:
            """Return a value, or None if it does not exist."""
            try:
                with winreg.OpenKey(winreg.HKEY_CURRENT_USER, key) as opened:
                    return str(winreg.QueryValueEx(opened, name)[0])
            except OSError:
                return None

        def put(self, key: str, name: str, value: str) -> None:
            """Set a value, creating its key if needed."""
            try:
                with winreg.CreateKey(winreg.HKEY_CURRENT_USER, key) as made:
                    winreg.SetValueEx(made, name, 0, winreg.REG_SZ, value)
            except OSError as error:
                raise DesktopError(
                    _("Windows did not accept it: {cause}.").format(cause=error.strerror)
                ) from error

        def remove(self, key: str, name: str) -> None:
            """Remove a value if it exists."""
            access = winreg.KEY_SET_VALUE
            with (
                contextlib.suppress(FileNotFoundError),
                winreg.OpenKey(winreg.HKEY_CURRENT_USER, key, 0, access) as opened,
            ):
                winreg.DeleteValue(opened, name)

        def remove_tree(self, key: str) -> None:
            """Remove a key with everything below it, if it exists."""
            with contextlib.suppress(FileNotFoundError):
                with winreg.OpenKey(winreg.HKEY_CURRENT_USER, key) as opened:
                    below = [
                        winreg.EnumKey(opened, n) for n in range(winreg.QueryInfoKey(opened)[0])
                    ]
                for name in below:
                    self.remove_tree(rf"{key}\{name}")
                winreg.DeleteKey(winreg.HKEY_CURRENT_USER, key)
