"""The registry of Windows: starting with the session, and who opens an address."""

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
    """The part of the registry that belongs to the user."""

    def get(self, key: str, name: str) -> str | None:
        """Return a value, None without one."""
        ...

    def put(self, key: str, name: str, value: str) -> None:
        """Set a value; its key is made."""
        ...

    def remove(self, key: str, name: str) -> None:
        """Take a value away, if there is one."""
        ...

    def remove_tree(self, key: str) -> None:
        """Take a key away with all below it, if there is one."""
        ...


class RunEntry:
    """Starts the program when the user signs in."""

    def __init__(self, registry: Registry, command: Sequence[str]) -> None:
        self._registry = registry
        self._command = subprocess.list2cmdline(command)

    def is_on(self) -> bool:
        """Return whether there is the value."""
        return bool(self._registry.get(RUN, _NAME))

    def turn_on(self) -> None:
        """Set it anew: the program may have moved."""
        self._registry.put(RUN, _NAME, self._command)

    def turn_off(self) -> None:
        """Remove it."""
        self._registry.remove(RUN, _NAME)


class ProtocolEntry:
    """Hands `notebrain:` addresses to the program."""

    def __init__(self, registry: Registry, command: Sequence[str]) -> None:
        self._registry = registry
        self._command = f'{subprocess.list2cmdline(command)} "%1"'

    def is_on(self) -> bool:
        """Return whether addresses come to this program, not to another or to where it was before."""
        return self._registry.get(COMMAND, "") == self._command

    def turn_on(self) -> None:
        """Set the keys that Windows asks for."""
        self._registry.put(CLASS, "", "URL:NoteBrain")
        self._registry.put(CLASS, "URL Protocol", "")
        self._registry.put(COMMAND, "", self._command)

    def turn_off(self) -> None:
        """Remove them all."""
        self._registry.remove_tree(CLASS)


if sys.platform == "win32":
    import contextlib
    import winreg

    class WindowsRegistry:
        """The registry itself."""

        def get(self, key: str, name: str) -> str | None:
            """Return a value, None without one."""
            try:
                with winreg.OpenKey(winreg.HKEY_CURRENT_USER, key) as opened:
                    return str(winreg.QueryValueEx(opened, name)[0])
            except OSError:
                return None

        def put(self, key: str, name: str, value: str) -> None:
            """Set a value; its key is made."""
            try:
                with winreg.CreateKey(winreg.HKEY_CURRENT_USER, key) as made:
                    winreg.SetValueEx(made, name, 0, winreg.REG_SZ, value)
            except OSError as error:
                raise DesktopError(
                    _("Windows did not take it: {cause}.").format(cause=error.strerror)
                ) from error

        def remove(self, key: str, name: str) -> None:
            """Take a value away, if there is one."""
            access = winreg.KEY_SET_VALUE
            with (
                contextlib.suppress(FileNotFoundError),
                winreg.OpenKey(winreg.HKEY_CURRENT_USER, key, 0, access) as opened,
            ):
                winreg.DeleteValue(opened, name)

        def remove_tree(self, key: str) -> None:
            """Take a key away with all below it, if there is one."""
            with contextlib.suppress(FileNotFoundError):
                with winreg.OpenKey(winreg.HKEY_CURRENT_USER, key) as opened:
                    below = [
                        winreg.EnumKey(opened, n) for n in range(winreg.QueryInfoKey(opened)[0])
                    ]
                for name in below:
                    self.remove_tree(rf"{key}\{name}")
                winreg.DeleteKey(winreg.HKEY_CURRENT_USER, key)
