"""The user32 functions for Windows hotkeys: written from the documentation, as none of our computers runs Windows."""

import ctypes
import sys
from collections.abc import Iterator
from typing import Any

assert sys.platform == "win32"  # noqa: S101 - tells type checkers, too, that this is for Windows only

from ctypes import wintypes  # noqa: E402 - not everywhere

_WM_HOTKEY, _WM_APP = 0x0312, 0x8000
_PM_NOREMOVE, _PM_REMOVE = 0, 1
_NO_KEY = -1


class User32:
    """Registers keys in this session, for the thread that calls `begin`."""

    def __init__(self) -> None:
        self._user32 = ctypes.WinDLL("user32", use_last_error=True)
        self._kernel32 = ctypes.WinDLL("kernel32")
        self._user32.VkKeyScanW.argtypes = [wintypes.WCHAR]
        self._user32.VkKeyScanW.restype = ctypes.c_short
        self._user32.RegisterHotKey.argtypes = [
            wintypes.HWND,
            ctypes.c_int,
            wintypes.UINT,
            wintypes.UINT,
        ]
        self._user32.UnregisterHotKey.argtypes = [wintypes.HWND, ctypes.c_int]
        self._user32.PostThreadMessageW.argtypes = [
            wintypes.DWORD,
            wintypes.UINT,
            wintypes.WPARAM,
            wintypes.LPARAM,
        ]
        asked: list[Any] = [
            ctypes.POINTER(wintypes.MSG),
            wintypes.HWND,
            wintypes.UINT,
            wintypes.UINT,
        ]
        self._user32.GetMessageW.argtypes = asked
        self._user32.PeekMessageW.argtypes = [*asked, wintypes.UINT]
        self._thread = 0
        self._numbers: list[int] = []

    def begin(self) -> None:
        """Create the thread's message queue, so that it can be woken."""
        self._thread = self._kernel32.GetCurrentThreadId()
        self._peek(_PM_NOREMOVE)

    def register(self, number: int, modifiers: int, key: int) -> bool:
        """Register a virtual key with modifiers; return False if another program has it."""
        return bool(self._user32.RegisterHotKey(None, number, modifiers, key))

    def unregister(self, number: int) -> None:
        """Unregister a number."""
        self._user32.UnregisterHotKey(None, number)

    def virtual_key(self, character: str) -> int | None:
        """Return the virtual key that types a character on this keyboard, without the Shift state in its high byte."""
        found = int(self._user32.VkKeyScanW(character))
        return None if found == _NO_KEY else found & 0xFF

    def wait(self) -> None:
        """Block until a message has arrived."""
        message = wintypes.MSG()
        if self._user32.GetMessageW(ctypes.byref(message), None, 0, 0) > 0:
            self._handle_message(message)

    def pressed(self) -> Iterator[int]:
        """Yield the numbers pressed since the last call, without waiting."""
        while (message := self._peek(_PM_REMOVE)) is not None:
            self._handle_message(message)
        numbers, self._numbers = self._numbers, []
        yield from numbers

    def wake(self) -> None:
        """Make `wait` return."""
        self._user32.PostThreadMessageW(self._thread, _WM_APP, 0, 0)

    def _peek(self, act: int) -> "wintypes.MSG | None":
        message = wintypes.MSG()
        found = self._user32.PeekMessageW(ctypes.byref(message), None, 0, 0, act)
        return message if found else None

    def _handle_message(self, message: "wintypes.MSG") -> None:
        if message.message == _WM_HOTKEY:
            self._numbers.append(int(message.wParam))
